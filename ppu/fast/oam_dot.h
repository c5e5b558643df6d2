// What a dot does with OAM besides the fetches: for spans of dots that are evaluated one by one.
#pragma once

#include "ppu/each_dot.h"
#include "ppu/fast/accelerator.h"
#include "ppu/timetable.h"

namespace jumpscope::ppu::fast {

// From leaving dot `before` on. The scanline is of this kind.
JUMPSCOPE_EACH_DOT void Accelerator::oamFirstHalf(LineKind line, int before, int dot) {
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(before);
  chip_.latchOam(actionsAt(line, before));
  if (s.oam_write != OamWrite::None) chip_.moveOamWrite();
  s.dot = static_cast<uint16_t>(dot);
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_latch = s.oam_buffer;
}

JUMPSCOPE_EACH_DOT void Accelerator::oamSecondHalf(LineKind line, int dot) {
  chip_.countOam(actionsAt(line, dot));
  chip_.openOam(actionsAt(line, dot));
  if (chip_.s.oam_write == OamWrite::Requested) chip_.s.oam_write = OamWrite::Noticed;
  if (fetchStep(dot) == FetchStep::Nametable) chip_.latchSprite();
}

JUMPSCOPE_EACH_DOT void Accelerator::oamDot(LineKind line, int before, int dot) {
  oamFirstHalf(line, before, dot);
  oamSecondHalf(line, dot);
}

}  // namespace jumpscope::ppu::fast
