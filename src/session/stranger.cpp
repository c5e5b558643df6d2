#include "src/session/stranger.h"

#include "mappers/board.h"
#include "src/session/trace_input.h"

namespace jumpscope::session {

std::string strangerNote(const trace::Profile& profile, const console::Cartridge& cartridge) {
  // What cannot run is refused, in one sentence.
  const mappers::BoardType* board = mappers::findBoard(cartridge.mapper);
  if (!board || !board->make) return "";
  if (profile.roms.empty() || findKnownRom(cartridge, profile)) return "";
  return "profile " + profile.name + " does not list " + cartridge.name + " (PRG+CHR SHA-1 " +
         cartridge.prgChrSha1() + "); its addresses may mean something else there";
}

}  // namespace jumpscope::session
