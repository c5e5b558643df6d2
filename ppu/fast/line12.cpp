// Address line 12 for a board that watches it: what a span of dots did to the line, and when it will rise next.
// The closed form of what Ppu::halfDot() tells.
//
// In each group of fetches the line is as the pattern table says for dots 5-8 and low for dots 1-4. A low of four dots is
// shorter than any board counts.
#include <algorithm>
#include <bit>

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
    if (!level) last_high_ = changed;
    chip_.watcher()->a12Changed(level, changed);
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
  if (high) last_high_ = clock + static_cast<uint64_t>(to - from) * timing.dot_clocks;
  return high;
}

// Whether all units of the scanline come from one table, the same as those of others with which it is so.
bool Line12::unitsAreAlike(int line) const {
  return !chip_.s.control.tall_sprites || highUnitsOn(line) == all_high;
}

// Scanlines `first` to `last`, `clock` of the first one's dot 0, in which all units are alike, after others of the picture.
void Line12::reportUniformLines(int first, int last, uint64_t clock) {
  const Control& control = chip_.s.control;
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  const bool background = control.background_table != 0;
  const bool sprites = control.tall_sprites || control.sprite_table;
  const auto lines = static_cast<unsigned>(last - first + 1);
  const auto tell = [&](int rise, int fall) {
    chip_.watcher()->a12RoseEachLine(lines, clock + static_cast<uint64_t>(rise) * dot_clocks,
                                     dots_per_line * dot_clocks,
                                     static_cast<uint64_t>(fall - rise) * dot_clocks);
  };
  if (sprites && !background) tell(highDot(background_groups), first_prefetch_dot);
  // The line is high from here to the next sprites, but for short lows; its last fall is that of the prefetch.
  if (background && !sprites)
    tell(first_prefetch_dot + half_group, lowDot(background_groups + unit_groups + prefetch_groups));
  high_units_ = sprites ? all_high : 0;
  if (background && sprites) {
    const uint64_t last_line = clock + static_cast<uint64_t>(lines - 1) * dots_per_line * dot_clocks;
    constexpr int dummy_dots = dots_per_line - lowDot(background_groups + unit_groups + prefetch_groups);
    chip_.watcher()->a12Changed(false, last_line - dummy_dots * dot_clocks);
    reportSpan(last, 0, last_dot, false, last_line);
  }
}

// The same of whole scanlines, the first of which begins at `clock`.
void Line12::reportLines(int first, int last, bool high, uint64_t clock) {
  const State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * timing.dot_clocks;
  const bool without_dot_zero = first == 0 && timing.skips_odd_dot && s.odd_frame;
  for (int line = first; line <= last;) {
    int end = line;
    if (line != first)
      while (end <= last && unitsAreAlike(end)) ++end;
    if (end != line) {
      reportUniformLines(line, end - 1, clock);
    } else {
      end = line + 1;
      high_units_ = highUnitsOn(line);
      const int begin = line == 0 && without_dot_zero ? 1 : 0;
      // The caller has taken the time of a dot 0 that is left out off.
      reportSpan(line, begin, last_dot, high, clock + static_cast<uint64_t>(begin) * timing.dot_clocks);
    }
    high = false;
    clock += static_cast<uint64_t>(end - line) * line_clocks;
    line = end;
  }
}

// Whether tiles and sprites of 8x8 dots lie in different tables, so that the line may rise once a scanline, else never.
bool Line12::tablesDiffer() const { return chip_.s.control.sprite_table != chip_.s.control.background_table; }

// The first dot after `dot` of a rendered scanline in which the line may rise after a long low; dots_per_line:
// none. Sprites have 8x8 dots.
int Line12::nextChance(int line, int dot) const {
  const State& s = chip_.s;
  const bool background = s.control.background_table != 0, sprites = s.control.sprite_table != 0;
  // Rendering begins with whatever was on the bus; an odd frame leaves dot 0 of scanline 0 out.
  const bool begins = line == chip_.timing().pre_render_line || line == 0;
  if (background && begins && dot < highDot(0)) return highDot(0);
  if (sprites == background) return dots_per_line;
  const int chance = (sprites ? first_unit_dot : first_prefetch_dot) + half_group;
  return dot < chance ? chance : dots_per_line;
}

// Whether a write to this register leaves what the fetches do to the line. Sprites of 8x16 dots bring their tables along.
bool Line12::leavesFetches(int reg) const {
  const int first = chip_.s.control.tall_sprites && !inVblankRun(chip_) ? 5 : 3;
  return reg >= first && reg <= 6;
}

// Whether what is under way leaves the line to the fetches, which are enabled.
bool Line12::fetchesMove() const {
  const State& s = chip_.s;
  if (!s.rendering() || !s.rendering_delayed || s.port.active) return false;
  return s.access.stage == Access::Stage::None || (s.access.write && leavesFetches(s.access.reg));
}

// Whether the patterns that are being fetched after this dot lie at $1000, as they may do since a write a moment ago.
bool Line12::mayRiseSoon(int line, int dot) const {
  const bool units = dot >= first_unit_dot && dot < first_prefetch_dot;
  if (!units) return chip_.s.control.background_table != 0;
  return unitsOn(line).value_or(all_high) >> ((dot - first_unit_dot) / group_dots) & 1;
}

// Whether the low that the line is in may count once it rises at this clock.
bool Line12::endsLongLow(const Pins& known, uint64_t rise) const {
  return last_high_ > known.next || rise - last_high_ > uint64_t{short_low_dots} * chip_.timing().dot_clocks;
}

A12Rise Line12::nextRise(unsigned count) const {
  const State& s = chip_.s;
  constexpr unsigned walked = 6;
  // Two rises that count are at least three falls of M2 apart.
  constexpr uint64_t least_distance = 36;
  const Pins known = knownPins();
  if (!fetchesAloneMove() && whyNotSpan(chip_) != Obstacle::None)
    return {s.clock + (count - 1) * least_distance};
  if (!s.rendering()) return {((s.address_bus ^ s.v) & a12) ? s.clock : UINT64_MAX};
  const Timing& timing = chip_.timing();
  const auto after = [&](int64_t dots) {
    return A12Rise{known.next + static_cast<uint64_t>(dots) * timing.dot_clocks};
  };
  int line = known.line, dot = known.dot;
  const bool may_rise_soon = !inVblankRun(chip_) && !known.high && mayRiseSoon(line, dot);
  std::optional<uint64_t> soon;
  if (may_rise_soon) {
    // The patterns' address comes next, and this low may be a long one.
    const int phase = (dot - 1) & (group_dots - 1);
    const uint64_t rise = after(half_group - phase - 1).at;
    if (dot == 0 || phase >= half_group)
      soon = isToldAhead() ? known.next : s.clock;
    else if (endsLongLow(known, rise))
      soon = rise;
  } else if (const std::optional<A12Rise> pulse = nextPulse(known, count)) {
    return *pulse;
  }
  if (s.control.tall_sprites) return nextRiseByUnits(known, count, soon);
  if (tablesDiffer() && count > 2 * walked)
    return after(static_cast<int64_t>(count - walked - 1) * dots_per_line);
  if (soon) return {*soon + (count - 1) * least_distance};
  if (inVblankRun(chip_)) {
    line = timing.pre_render_line;
    dot = -1;
  }
  for (unsigned step = 0; step < 4 * walked; ++step) {
    dot = nextChance(line, dot);
    if (dot < dots_per_line) {
      if (--count == 0) break;
      continue;
    }
    dot = -1;
    line = line == timing.pre_render_line ? 0 : line + 1;
    if (line == visible_lines) {
      line = timing.pre_render_line;
      dot = 0;
      break;
    }
  }
  int dots = position(line, std::max(dot, 0)) - position(known.line, known.dot);
  if (dots <= 0) dots += timing.lines * dots_per_line - 1;
  return after(dots - 1);
}

}  // namespace jumpscope::ppu::fast
