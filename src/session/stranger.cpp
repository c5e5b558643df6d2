#include "src/session/stranger.h"

#include "src/session/trace_input.h"

namespace jumpscope::session {

std::string strangerNote(const trace::Profile& profile, const console::Cartridge& cartridge) {
  if (profile.roms.empty() || findKnownRom(cartridge, profile)) return "";
  return "profile " + profile.name + " does not list " + cartridge.name + " (PRG+CHR SHA-1 " +
         cartridge.prgChrSha1() + "); its addresses may mean something else there";
}

}  // namespace jumpscope::session
