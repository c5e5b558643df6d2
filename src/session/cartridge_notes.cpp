#include "src/session/cartridge_notes.h"

namespace jumpscope::session {

std::vector<std::string> notesOn(const console::Cartridge& cartridge) {
  std::vector<std::string> notes = cartridge.notes;
  if (!cartridge.shortage.empty()) notes.push_back(cartridge.shortage);
  return notes;
}

}  // namespace jumpscope::session
