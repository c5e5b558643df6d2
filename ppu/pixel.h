// The part of the pixels that runs in each dot; ppu.h includes it.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "ppu/color.h"
#include "ppu/each_dot.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// Units whose counter has come to its end shift, others count. One lane a unit: adding a pattern byte to itself shifts
// it, adding $FF to the counter counts down.
JUMPSCOPE_EACH_DOT void Ppu::shiftSprites() {
  using Lanes [[gnu::vector_size(16)]] = uint32_t;
  using Bytes [[gnu::vector_size(16)]] = uint8_t;
  constexpr uint32_t counter = std::bit_cast<uint32_t>(SpriteUnit{.x_counter = 0xFF});
  constexpr uint32_t patterns =
      std::bit_cast<uint32_t>(SpriteUnit{.pattern_low = 0xFF, .pattern_high = 0xFF});
  if (s.dot_skipped) return shiftSpritesAtSkip();
  const Lanes shifts = s.rendering() ? Lanes{patterns, patterns, patterns, patterns} : Lanes{};
  for (size_t half = 0; half < 2; ++half) {
    Lanes units;
    std::memcpy(&units, &s.sprites[4 * half], sizeof units);
    const Lanes due = reinterpret_cast<Lanes>((units & counter) == 0);
    const Lanes added = (due & units & shifts) | (~due & counter);
    const Bytes moved = reinterpret_cast<Bytes>(units) + reinterpret_cast<Bytes>(added);
    std::memcpy(static_cast<void*>(&s.sprites[4 * half]), &moved, sizeof moved);
  }
}

JUMPSCOPE_EACH_DOT void Ppu::pixelDot(uint32_t actions) {
  if (s.clock == candidate.clock + timing_.dot_clocks) settleCandidate();
  if (screen.picture)
    paintDot(actions);
  else if ((actions & action::Pixel) && s.sprite_zero_armed && s.sprite_zero_current)
    choosePixel(actions);
  if (actions & action::ShiftSprites) shiftSprites();
}

inline void Ppu::storeColor(uint8_t value) {
  const int cell = paletteIndex(s.v);
  const uint8_t entry = value & 0x3F;
  s.palette[static_cast<size_t>(cell)] = entry;
  if (!screen.picture) return;
  for (size_t age = 0; age < screen.cells.size(); ++age)
    if (screen.cells[age] == cell) screen.chosen[age] = entry;
}

}  // namespace jumpscope::ppu
