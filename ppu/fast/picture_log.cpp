// The log while the picture is made: writes to $2005, $2006, $2000 and $2001, and to the board that has other pages lie on the
// bus. Nobody sees what they do but the fetches, so they are made when somebody looks at the chip; of the scanlines in between only what lasts is worked out then.
#include <algorithm>
#include <utility>

#include "ppu/fast/arrivals.h"
#include "ppu/fast/picture_log.h"
#include "ppu/fast/scroll_math.h"
#include "ppu/fast/written_line.h"

namespace jumpscope::ppu::fast {

namespace {

// A second write to $2006 that begins up to here has v take t before v counts the next scanline's first tile.
constexpr int first_tile_counted = lastDot(action::FetchSprites) + fetch_steps;
constexpr int last_of_address = first_tile_counted - dots_of_address_write;
}  // namespace

// True if a write to $2000 or $2001 changes only what the fetches of a picture look at, of which rendering goes on.
// Pixels, and a board that watches the fetches, look at it meanwhile.
bool PictureLog::changesFetchesOnly(const LoggedAccess& write) const {
  const bool watched = chip_.screen.picture || chip_.watching() != Watching::Nothing;
  if (write.reg == 1) return !watched && Mask{write.value}.rendering();
  Control control = Control::written(write.value);
  if (!watched) {
    control.sprite_table = chip_.s.control.sprite_table;
    control.background_table = chip_.s.control.background_table;
  }
  return control == chip_.s.control && blank_.leavesNmi(write);
}

// True if all that a write does is to change how a picture goes on that is being made.
bool PictureLog::movesPicture(const LoggedAccess& write) const {
  if (write.reg == 7 || (write.reg >= 2 && write.reg <= 4)) return false;
  return chip_.s.rendering() && !inVblankRun(chip_) && (write.reg >= 5 || changesFetchesOnly(write));
}

bool PictureLog::queue(const LoggedAccess& write) {
  const State& s = chip_.s;
  if (!movesPicture(write)) return false;
  if (!s.rendering_delayed || chip_.watching() == Watching::Fetches) return false;
  if (log_.waits != Waits::InPicture && blank_.isHarmless(write)) return false;
  makeRoom();
  if (log_.empty()) {
    finishOtherAccess(write.began);
    // What has arrived may have changed what this write does.
    if (s.port.active || !s.rendering_delayed || !movesPicture(write)) return false;
  }
  log_.append(write);
  log_.waits = Waits::InPicture;
  return true;
}

bool PictureLog::queue(const Wiring& wiring, uint64_t now) {
  const State& s = chip_.s;
  const auto may_wait = [&] { return s.rendering() && s.rendering_delayed && !inVblankRun(chip_); };
  if (!may_wait() || chip_.watching() == Watching::Fetches) return false;
  makeRoom();
  if (log_.empty()) {
    finishOtherAccess(now);
    if (s.port.active || !may_wait()) return false;
  }
  log_.wiring[log_.wirings] = wiring;
  log_.append({now, rewiring, static_cast<uint8_t>(log_.wirings++)});
  log_.waits = Waits::InPicture;
  return true;
}

// The chip goes on without anything but the scroll on its way.
void PictureLog::finishOtherAccess(uint64_t now) {
  const Access& access = chip_.s.access;
  if (access.stage != Access::Stage::None && access.reg != 5 && access.reg != 6) runner_.runTo(now);
}

// What waits while the picture is made is harmless: others may follow it.
void PictureLog::makeRoom() {
  const bool full = log_.full() || log_.wirings == log_.wiring.size();
  if (log_.waits == Waits::InBlank)
    blank_.replay();
  else if (full)
    replay(0);
}

void PictureLog::replay(uint64_t until) {
  const State& s = chip_.s;
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * chip_.timing().dot_clocks;
  until = std::max(until, log_.last().began);
  std::span<const LoggedAccess> rest(log_.all.data(), log_.count);
  while (!rest.empty()) {
    const bool at_end = s.dot == last_dot && !s.second_half;
    if (at_end) rest = rest.subspan(passLines(rest, until));
    if (rest.empty()) break;
    const LoggedAccess& next = rest.front();
    const uint64_t line_end = at_end ? s.clock + line_clocks : prediction_.clockAfter(last_dot - s.dot);
    if (next.began >= line_end) {
      runner_.run(at_end ? line_end + chip_.timing().linesIn(next.began - line_end) * line_clocks : line_end);
      continue;
    }
    if (next.reg == rewiring) {
      runner_.runTo(next.began);
      chip_.wire(log_.wiring[next.value]);
    } else {
      runner_.write(next.reg, next.value, next.stale, next.began);
    }
    rest = rest.subspan(1);
  }
  log_.clear();
}

// True if sprite 0 may hit the background on this scanline, were both layers shown and no hit yet in this frame.
bool PictureLog::mayHitOn(int line) const {
  const State& s = chip_.s;
  return inRange(line - 1, s.oam[0], s.control.spriteHeight());
}

// True if it may on this scanline or a later one.
bool PictureLog::mayHitFrom(int line) const {
  const State& s = chip_.s;
  return s.oam[0] + static_cast<int>(s.control.spriteHeight()) >= line && s.oam[0] + 1 < visible_lines;
}

// True if a second write to $2006 is done before anything but what WrittenLine knows meets it.
bool PictureLog::copiesBefore(std::span<const LoggedAccess> writes, size_t index,
                              uint64_t line_begins) const {
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  const uint64_t began = writes[index].began;
  if (began >= line_begins + (last_of_address + 1) * dot_clocks) return false;
  const uint64_t copied = began + end_clocks + static_cast<unsigned>(dots_to_copy) * dot_clocks;
  return index + 1 == writes.size() || writes[index + 1].began >= copied;
}

// From the end of a scanline on, those scanlines of which nothing lasts but v and t, with their writes. What the last
// one leaves but for these may not be what the chip would have; then the next scanline, during which nobody looks,
// replaces it. That one ends before `looked_at`. Returns how many writes were made.
size_t PictureLog::passLines(std::span<const LoggedAccess> writes, uint64_t looked_at) {
  State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * timing.dot_clocks;
  const int first = s.scanline + 1;
  if (chip_.screen.picture || first >= visible_lines) return 0;
  if (whyNotSpan(chip_) != Obstacle::None || !s.rendering() || whyNotLines(chip_, first) != Obstacle::None)
    return 0;
  const bool shows_both = s.mask.bothLayers() || std::ranges::any_of(writes, [](const LoggedAccess& write) {
                            return write.reg == 1 && Mask{write.value}.bothLayers();
                          });
  // What the first one shows may have been found by a search that was not plain.
  const bool shows_zero = shows_both && s.sprite_zero_armed && s.sprite_zero_current;
  if (shows_zero) return 0;
  size_t passed = 0;
  int end = first;
  bool second = s.w;
  uint64_t begins = s.clock;
  const bool may_hit = shows_both && s.sprite_zero_armed && mayHitFrom(first);
  const uint64_t most = looked_at > begins ? timing.linesIn(looked_at - begins) : 0;
  const int last =
      std::min(visible_lines - 1, first + static_cast<int>(std::min<uint64_t>(most, visible_lines)) - 1);
  while (passed < writes.size() && end < last) {
    if (!may_hit && writes[passed].began >= begins + line_clocks) {
      const uint64_t lines = timing.linesIn(writes[passed].began - begins);
      const int unwritten = static_cast<int>(std::min(lines, static_cast<uint64_t>(last - end)));
      begins += static_cast<uint64_t>(unwritten) * line_clocks;
      end += unwritten;
      continue;
    }
    if (may_hit && mayHitOn(end)) break;
    size_t count = passed;
    bool plain = true;
    for (const uint64_t line_ends = begins + line_clocks;
         plain && count < writes.size() && writes[count].began < line_ends; ++count) {
      plain = writes[count].reg != 6 || !second || copiesBefore(writes, count, begins);
      second ^= writesScroll(writes[count]);
    }
    if (!plain) break;
    if (may_hit && mayHitOn(end + 1)) break;
    passed = count;
    begins += line_clocks;
    ++end;
  }
  constexpr int worthwhile = 2;
  if (end - first < worthwhile) return 0;
  passLines(first, end - 1, writes.first(passed));
  return passed;
}

// Writes of which only what they do beside v and t matters. The next one of the scroll is a first one.
void PictureLog::makeBeforeAnew(std::span<const LoggedAccess> writes) {
  for (const LoggedAccess& write : writes) {
    if (writesScroll(write)) continue;
    if (write.reg == rewiring) {
      chip_.wire(log_.wiring[write.value]);
    } else {
      chip_.followBus(write.reg, write.value);
      chip_.endAccess(true, write.reg, write.value);
    }
  }
  State& s = chip_.s;
  s.w = false;
  bool second = false;
  for (auto write = writes.rbegin(); write != writes.rend(); ++write) {
    second ^= writesScroll(*write);
    if (write->reg != 5 || second) continue;
    s.fine_x = write->value & 7;
    break;
  }
}

// The last of these writes, in scanlines the first of which begins at `begins`, that make all of t anew and end with one with
// which v takes it when it has counted for the last time: what both held before does not matter. Programs have it so that move
// each scanline.
PictureLog::Anew PictureLog::lastAnew(std::span<const LoggedAccess> writes, uint64_t begins) const {
  const uint64_t dot_clocks = chip_.timing().dot_clocks, line_clocks = dots_per_line * dot_clocks;
  constexpr size_t tried = 8;
  // How many it takes up to this one, a second write to $2006. By their order; others leave bits of t.
  const auto lengthTo = [&](size_t last) -> size_t {
    const auto reg = [&](size_t back) { return writes[last - back].reg; };
    if (reg(1) == 6) return 2;
    return last >= 3 && reg(1) == 5 && reg(2) == 5 && reg(3) == 6 ? 4 : 0;
  };
  bool second = chip_.s.w ^ (std::ranges::count_if(writes, writesScroll) % 2 != 0);
  for (size_t last = writes.size(); last-- > std::max(writes.size(), tried + 1) - tried;) {
    second ^= writesScroll(writes[last]);
    if (!second || writes[last].reg != 6 || writes[last].began < begins) continue;
    const uint64_t after = writes[last].began - begins;
    const uint64_t in_line = after - chip_.timing().linesIn(after) * line_clocks;
    if (in_line + end_clocks <= (firstDot(action::CopyX) + 1) * dot_clocks) continue;
    if (const size_t length = lengthTo(last); length != 0) return {last + 1 - length, length};
  }
  return {};
}

// Scanlines `first` to `last` with these writes.
void PictureLog::passLines(int first, int last, std::span<const LoggedAccess> writes) {
  State& s = chip_.s;
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * chip_.timing().dot_clocks;
  if (line12_.isWatched()) line12_.tellTo(line12_.pinsBefore(first), position(last, last_dot), false);
  const auto last_driven = std::find_if(writes.rbegin(), writes.rend(),
                                        [](const LoggedAccess& write) { return write.reg != rewiring; });
  if (last_driven != writes.rend()) chip_.driveIoBus(last_driven->value, 0xFF, last_driven->began);
  int full = lines_.nextFullLine(first);  // no write changes the size of sprites
  // A write may begin in the last dot of the scanline before.
  const auto linesBefore = [&](uint64_t clock) {
    return clock < s.clock ? 0 : static_cast<int>(chip_.timing().linesIn(clock - s.clock));
  };
  Anew anew = lastAnew(writes, s.clock);
  if (anew.length != 0) makeBeforeAnew(writes.first(anew.first));
  writes = writes.subspan(anew.first);
  for (int line = first; line <= last; ++line) {
    const uint64_t begins = s.clock;
    int unwritten = std::min(full, last) - line + 1;
    if (!writes.empty()) {
      const size_t changes_v = std::max<size_t>(anew.length, 1) - 1;
      unwritten = std::min(unwritten, linesBefore(writes[changes_v].began));
    }
    const int lines = std::max(1, unwritten);
    line += lines - 1;
    s.scanline = static_cast<uint16_t>(line);
    s.clock += static_cast<uint64_t>(lines) * line_clocks;
    if (unwritten > 0) {
      s.v = withX(linesOn(s.v, lines), s.t);
    } else {
      if (line > first) s.v = tilesOn(s.v, 2);
      WrittenLine written{chip_, begins};
      if (anew.length != 0) {
        written.makeAnew(writes.first(anew.length));
        writes = writes.subspan(std::exchange(anew.length, 0));
      }
      for (; !writes.empty() && writes.front().began < s.clock; writes = writes.subspan(1)) {
        if (writes.front().reg == rewiring)
          chip_.wire(log_.wiring[writes.front().value]);
        else
          written.make(writes.front());
      }
      written.leaveDots(dots_per_line);
    }
    if (line == last || line == full) {
      const Scroll v = s.v;
      lines_.findSprites(line);
      s.v = v;
      full = lines_.nextFullLine(line + 1);
    }
  }
  lines_.finishLine();
  s.color_delay = 0;
}

}  // namespace jumpscope::ppu::fast
