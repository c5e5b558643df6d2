// Address line 12 where sprites have 8x16 dots: each sprite brings the table along that its patterns come from. Which ones a
// scanline's units show follows from OAM, where its search has begun with sprite 0, and goes on undisturbed.
#include <algorithm>

#include "ppu/fast/line12.h"
#include "ppu/fast/line12_groups.h"

namespace jumpscope::ppu::fast {

// True if what is left of the chip's scanline, one of the picture, fetches the units that highUnitsOn() tells of.
bool Line12::unitsArePlain() const {
  const State& s = chip_.s;
  if (s.dot >= lastDot(action::FetchSprites)) return true;
  if (s.dot <= firstDot(action::ClearSecondary)) return prediction_.searchWillBePlain();
  if (s.dot < first_unit_dot) return false;
  // As a unit's first four dots end, secondary OAM's address counts, but for the very first, before which it was reset.
  // Behind the second one the sprite's tile is known.
  constexpr int last_count = 3;
  const int dots = s.dot - first_unit_dot, unit = dots / group_dots, step = dots % group_dots;
  const int counted = 4 * unit + std::min(step, last_count) - (s.second_half && step <= last_count ? 1 : 0);
  if (s.secondary_full || s.evaluation_step != 0) return false;
  if (s.secondary_address != static_cast<unsigned>(std::max(0, counted))) return false;
  const uint8_t expected = highUnitsOn(s.scanline);
  const auto isHigh = [&](int i) { return (expected >> i & 1) != 0; };
  if (step >= 2 && ((s.sprite_tile & 1) != 0) != isHigh(unit)) return false;
  for (int i = unit; i < unit_groups; ++i)
    if (((s.secondary_oam[static_cast<size_t>(4 * i + 1)] & 1) != 0) != isHigh(i)) return false;
  return true;
}

// The units that a scanline of this picture fetches from $1000, as far as they are to come; nullopt: it is not known.
std::optional<uint8_t> Line12::unitsOn(int line) const {
  const State& s = chip_.s;
  if (!s.control.tall_sprites) return highUnitsOn(line);
  if (line >= visible_lines || s.scanline >= visible_lines) return std::nullopt;
  if (s.oam_write != OamWrite::None) return std::nullopt;
  if (line == s.scanline ? !unitsArePlain() : !prediction_.nextSearchWillBePlain()) return std::nullopt;
  return highUnitsOn(line);
}

// True if it is known of all scanlines that the watcher has not heard of.
bool Line12::knowsUnits() const {
  const int line = chip_.s.scanline;
  return prediction_.nextSearchWillBePlain() &&
         unitsOn(std::max(line, told.isAhead() ? told.ahead().line : 0)).has_value();
}

}  // namespace jumpscope::ppu::fast
