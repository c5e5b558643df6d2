// Address line 12 for a board that watches it: what a span of dots did to the line, and when it will rise next.
// The closed form of what Ppu::halfDot() tells.
//
// In each group of fetches the line is as the pattern table says for dots 5-8 and low for dots 1-4. A low of four dots is
// shorter than any board counts.
#include <algorithm>
#include <bit>
#include <utility>

#include "ppu/fast/line12.h"
#include "ppu/fast/line12_groups.h"

namespace jumpscope::ppu::fast {

// The sprite units that a scanline's search fills from $1000.
uint8_t Line12::highUnitsOn(int line) const {
  const State& s = chip_.s;
  if (s.control.tall_sprites) return sprite_lines_.highUnitsOn(s, line);
  return s.control.sprite_table ? all_high : 0;
}

// Tells the watcher of dots `from` to `to` of a scanline, in which nothing but fetches moves the line. `high`: the line
// before. `clock`: of dot `from`. Returns the line after.
bool Line12::reportSpan(int line, int from, int to, bool high, uint64_t clock) {
  const Timing& timing = chip_.timing();
  const bool background = chip_.s.control.background_table != 0;
  const auto set = [&](bool level, int dot) {
    if (level == high) return;
    high = level;
    const uint64_t changed = clock + static_cast<uint64_t>(dot - from) * timing.dot_clocks;
    told.changed(level, changed);
  };
  if (from == 0) {
    if (line != timing.pre_render_line) set(background, 0);
    if (to == 0) return high;
  }
  const int dot = std::max(from, 1);
  const int phase = (dot - 1) % group_dots;
  const uint64_t groups_high = groupsHigh(background, high_units_);
  int groups_from = dot;
  if (phase < half_group) {
    set(false, dot);
  } else {
    // The line may be other than the pattern's where a table was just written or rendering just began: the next
    // address settles it. Tiles put one out for each plane, sprites with every dot.
    const bool unit = dot >= first_unit_dot && dot < first_prefetch_dot;
    const bool settles = unit || phase == half_group;
    const int follows = settles ? dot : dot - phase + half_group + 2;
    groups_from = dot - phase + group_dots;
    if (dot <= follows && follows <= to) set(groups_high >> ((dot - 1) / group_dots) & 1, follows);
    if (groups_from <= to) set(false, groups_from);
  }
  uint64_t groups = groups_high & groupsIn(groups_from, to);
  while (groups != 0) {
    const int first = std::countr_zero(groups);
    const int end = first + std::countr_one(groups >> first);
    set(true, highDot(first));
    // A run that goes on after the span: its last fall is the one that the watcher must know.
    const int last_fall = lowDot(end) <= to ? end : end - 1;
    if (last_fall > first) set(false, lowDot(last_fall));
    if (last_fall < end) set(true, highDot(last_fall));
    groups = end < 64 ? groups & (~uint64_t{0} << end) : 0;
  }
  if (high) told.wasHigh(clock + static_cast<uint64_t>(to - from) * timing.dot_clocks);
  return high;
}

// True if tiles and sprites of 8x8 dots lie in one table, so that the line never rises after a long low.
bool Line12::isOneTable() const {
  const Control& control = chip_.s.control;
  return !control.tall_sprites && control.sprite_table == control.background_table;
}

// True if a write to this register leaves what the fetches do to the line. Sprites of 8x16 dots bring their tables along.
bool Line12::leavesFetches(int reg) const {
  const int first = chip_.s.control.tall_sprites && !inVblankRun(chip_) ? 5 : 3;
  return reg >= first && reg <= 6;
}

// True if what is under way leaves the line to the fetches, which are enabled.
bool Line12::fetchesMove() const {
  const State& s = chip_.s;
  if (!s.rendering() || !s.rendering_delayed || s.port.active) return false;
  return s.access.stage == Access::Stage::None || (s.access.write && leavesFetches(s.access.reg));
}

// True if the patterns that are being fetched after this dot lie at $1000, as they may do since a write a moment ago.
bool Line12::mayRiseSoon(int line, int dot) const {
  const bool units = dot >= first_unit_dot && dot < first_prefetch_dot;
  if (!units) return chip_.s.control.background_table != 0;
  return unitsOn(line).value_or(all_high) >> ((dot - first_unit_dot) / group_dots) & 1;
}

// True if the low that the line is in may count once it rises at this clock.
bool Line12::endsLongLow(const Pins& known, uint64_t rise) const {
  return told.lastHigh() > known.next ||
         rise - told.lastHigh() > uint64_t{short_low_dots} * chip_.timing().dot_clocks;
}

A12Rise Line12::nextRise(unsigned count) const {
  const State& s = chip_.s;
  // Two rises that count are at least three falls of M2 apart.
  constexpr uint64_t least_distance = 36;
  const Pins known = knownPins();
  if (!fetchesAloneMove() && whyNotSpan(chip_) != Obstacle::None)
    return {s.clock + (count - 1) * least_distance};
  if (!s.rendering()) return {((s.address_bus ^ s.v) & a12) ? s.clock : UINT64_MAX};
  std::optional<uint64_t> soon;
  if (!inVblankRun(chip_) && !known.high && mayRiseSoon(known.line, known.dot)) {
    // The patterns' address comes next, and this low may be a long one.
    const int phase = (known.dot - 1) & (group_dots - 1);
    const uint64_t rise =
        known.next + static_cast<uint64_t>(int64_t{half_group - phase - 1} * chip_.timing().dot_clocks);
    if (known.dot == 0 || phase >= half_group)
      soon = told.isAhead() ? known.next : s.clock;
    else if (endsLongLow(known, rise))
      soon = rise;
  } else if (const std::optional<A12Rise> pulse = nextPulse(known, count)) {
    return *pulse;
  }
  return walkToRise(known, count, soon);
}

// The same, scanline by scanline. `soon`: when a low that the line is in may end, and count.
A12Rise Line12::walkToRise(const Pins& known, unsigned count, std::optional<uint64_t> soon) const {
  const Timing& timing = chip_.timing();
  const uint64_t background = chip_.s.control.background_table != 0;
  const bool tall = chip_.s.control.tall_sprites;
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
      units = highUnitsOn(line);
    else if (line >= 0 || !tall)
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
    if (line <= 0 || tall) continue;
    if (isOneTable()) break;
    // The line rises once in each scanline that follows.
    line += std::min(static_cast<int>(std::exchange(count, 1) - 1), visible_lines);
  }
  return at(timing.pre_render_line, 0);
}

}  // namespace jumpscope::ppu::fast
