// What a dot does with OAM besides the fetches: for spans of dots that are evaluated one by one.
#pragma once

#include "ppu/each_dot.h"
#include "ppu/fast/accelerator.h"
#include "ppu/timetable.h"

namespace jumpscope::ppu::fast {

// What matters to OAM.
constexpr uint32_t oam_actions = action::Rendered | action::ClearSecondary | action::EndPointer |
                                 action::Evaluate | action::FirstCompare | action::FetchSprites |
                                 action::Pixel;
constexpr uint32_t oamActionsAt(LineKind line, int dot) { return actionsAt(line, dot) & oam_actions; }
// In most dots of the picture.
constexpr uint32_t clearing = oamActionsAt(LineKind::Visible, firstDot(action::ClearSecondary) + 1);
constexpr uint32_t searching = oamActionsAt(LineKind::Visible, lastDot(action::FirstCompare) + 1);

// From leaving dot `before` on, whose actions are given.
JUMPSCOPE_EACH_DOT void Accelerator::oamFirstHalf(uint32_t actions, int before, int dot) {
  State& s = chip_.s;
  s.dot = static_cast<uint16_t>(before);
  chip_.latchOam(actions);
  if (s.oam_write != OamWrite::None) chip_.moveOamWrite();
  s.dot = static_cast<uint16_t>(dot);
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_latch = s.oam_buffer;
}

JUMPSCOPE_EACH_DOT void Accelerator::oamSecondHalf(uint32_t actions, int dot) {
  chip_.countOam(actions);
  chip_.openOam(actions);
  if (chip_.s.oam_write == OamWrite::Requested) chip_.s.oam_write = OamWrite::Noticed;
  if (fetchStep(dot) == FetchStep::Nametable) chip_.latchSprite();
}

// The scanline is of this kind. The compiler makes each of the three cases by itself.
JUMPSCOPE_EACH_DOT void Accelerator::oamDot(LineKind line, int before, int dot) {
  const uint32_t left = oamActionsAt(line, before), actions = oamActionsAt(line, dot);
  if (left == searching && actions == searching) {
    oamFirstHalf(searching, before, dot);
    oamSecondHalf(searching, dot);
  } else if (left == clearing && actions == clearing) {
    oamFirstHalf(clearing, before, dot);
    oamSecondHalf(clearing, dot);
  } else {
    oamFirstHalf(left, before, dot);
    oamSecondHalf(actions, dot);
  }
}

}  // namespace jumpscope::ppu::fast
