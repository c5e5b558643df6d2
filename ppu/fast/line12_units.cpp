// Address line 12 where sprites have 8x16 dots: each sprite brings the table along that its patterns come from. Which ones a
// scanline's units show follows from OAM, where its search has begun with sprite 0, and goes on undisturbed.
#include <algorithm>
#include <bit>

#include "ppu/fast/line12.h"
#include "ppu/fast/line12_groups.h"

namespace jumpscope::ppu::fast {

// Whether what is left of the chip's scanline, one of the picture, fetches the units that highUnitsOn() tells of.
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

// Whether it is known of all scanlines that the watcher has not heard of.
bool Line12::knowsUnits() const {
  const int line = chip_.s.scanline;
  return prediction_.nextSearchWillBePlain() &&
         unitsOn(std::max(line, isToldAhead() ? told_.line : 0)).has_value();
}

// nextRise(), scanline by scanline. `soon`: when a low that the line is in may end, and count.
A12Rise Line12::nextRiseByUnits(const Pins& known, unsigned count, std::optional<uint64_t> soon) const {
  const Timing& timing = chip_.timing();
  const uint64_t background = chip_.s.control.background_table != 0;
  constexpr uint64_t any_unit = uint64_t{all_high} << background_groups;
  constexpr uint64_t first_prefetch = uint64_t{1} << (background_groups + unit_groups);
  const auto at = [&](int line, int dot) {
    int dots = position(line, dot) - position(known.line, known.dot);
    if (dots <= 0) dots += timing.lines * dots_per_line - 1;
    return A12Rise{known.next + static_cast<uint64_t>(dots - 1) * timing.dot_clocks};
  };
  int line = inVblankRun(chip_) || known.line >= visible_lines ? -1 : known.line;
  int dot = inVblankRun(chip_) ? -1 : known.dot;
  if (soon && --count == 0) return {*soon};
  // From a scanline on behind the chip's, the searches are all undisturbed, or none is.
  for (bool plain = false; line < visible_lines; ++line, dot = -1) {
    std::optional<uint8_t> units;
    if (plain)
      units = sprite_lines_.highUnitsOn(chip_.s, line);
    else if (line >= 0)
      units = unitsOn(line);
    plain = units && line > chip_.s.scanline;
    const uint64_t high = groupsHigh(background != 0, units.value_or(all_high));
    const uint64_t to_come = groupsIn(dot + 1, last_dot);
    uint64_t rises = high & ~(high << 1 | background);
    if (!units) rises |= any_unit | (high & first_prefetch);
    // Rendering begins with whatever was on the bus; an odd frame leaves dot 0 of scanline 0 out.
    if (line <= 0) rises |= background;
    for (rises &= to_come; rises != 0; rises &= rises - 1)
      if (--count == 0) return at(line < 0 ? timing.pre_render_line : line, highDot(std::countr_zero(rises)));
  }
  return at(timing.pre_render_line, 0);
}

}  // namespace jumpscope::ppu::fast
