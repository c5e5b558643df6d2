// The reasons not to be fast: why the chip must go on dot by dot. Whoever takes a step of many dots asks here first.
#pragma once

#include <cstdint>

#include "ppu/ppu.h"

namespace jumpscope::ppu::fast {

enum class Obstacle : uint8_t {
  None,
  DataPort,      // an access to $2007 is under way
  DelayedWrite,  // a register has not arrived everywhere
  Flags,         // a flag of $2002 is about to change
  Fetch,         // a fetched byte is about to be latched
  OamBuffer,     // the value of $2004 is about to change
  AddressBus,    // the address on the pins is about to change
  Pixels,        // dots meanwhile have other colors
  Rendering,     // a scanline with something to do
  Sprites,       // sprite units count
  OamAddress,    // the sprite search would not begin with sprite 0
  SkippedDot,    // dot 0 of an odd frame is left out
  Board,         // a board answers each fetch by itself
  Landmark       // what is asked for reaches beyond the next event of the frame
};

// Between the picture and the pre-render line.
inline bool inVblankRun(const Ppu& chip) { return !chip.onRenderedLine(); }
inline bool watchesA12(const Ppu& chip) { return chip.watching() == Watching::A12; }
// True if an access is under way, or what it wrote.
inline bool isArriving(const Ppu& chip) { return chip.s.port.active || chip.writesAreUnderWay(); }
inline bool writesMask(const State& s) {
  return s.access.stage != Access::Stage::None && s.access.write && s.access.reg == 1;
}
// True if this, written to $2001, leaves layers and left columns as they are.
inline bool keepsLayers(const State& s, uint8_t value) { return Mask{value}.only(mask::all) == s.mask; }

// Why spans of a scanline cannot be rendered in one step.
Obstacle whyNotSpan(const Ppu& chip);
// Why the dots to come change more than the position, and what was written, which arrives meanwhile.
Obstacle whyNotCount(const Ppu& chip);
// As whyNotCount(), where nothing may be arriving.
Obstacle whyNotIdle(const Ppu& chip);
// Why what was written cannot arrive in one step. Precondition: whyNotCount() is None.
Obstacle whyNotArrive(const Ppu& chip);
// Why whole scanlines, the first of which is this one, cannot be rendered in one step. Precondition: whyNotSpan() is None.
Obstacle whyNotLines(const Ppu& chip, int first);

}  // namespace jumpscope::ppu::fast
