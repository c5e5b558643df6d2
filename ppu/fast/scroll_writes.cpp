// Writes to the scroll that wait while the picture is made. Nobody sees what they do but the fetches, so they are made
// when somebody looks at the chip; of the scanlines in between only what lasts is worked out then.
#include <algorithm>

#include "ppu/fast/accelerator.h"

namespace jumpscope::ppu::fast {

namespace {

// Within so many dots all that a write to $2005 or $2006 does is done: v has taken t.
constexpr int dots_to_arrive = 6;
// Dots of a scanline in which a write may begin so as to change t before t's X is copied to v, or after that, and v
// after that and before it counts tiles again.
constexpr int last_before_copy = firstDot(action::IncrementY) - dots_to_arrive;
constexpr int first_after_copy = firstDot(action::CopyX) + 2;
constexpr int first_tile_counted = lastDot(action::FetchSprites) + fetch_steps;
constexpr int last_of_address = first_tile_counted - dots_to_arrive;

}  // namespace

// True: the write waits.
bool Accelerator::queueScrollWrite(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  const State& s = chip_.s;
  if (postponed_.waits || !s.rendering() || !s.rendering_delayed || inVblankRun()) return false;
  if (chip_.watching() == Watching::Fetches) return false;
  if (scroll_writes_.count == scroll_writes_.all.size()) makeScrollWrites();
  if (scroll_writes_.count == 0) {
    if (s.access.stage != Access::Stage::None && s.access.reg != 5 && s.access.reg != 6) catchUp(now);
    if (s.port.active || (s.access.stage != Access::Stage::None && !s.access.write)) return false;
  }
  scroll_writes_.all[scroll_writes_.count++] = {now, static_cast<uint8_t>(reg), value, stale};
  return true;
}

void Accelerator::makeScrollWrites() {
  const State& s = chip_.s;
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * chip_.timing().dot_clocks;
  std::span<const ScrollWrite> rest(scroll_writes_.all.data(), scroll_writes_.count);
  while (!rest.empty()) {
    uint64_t line_end = clockAfter(last_dot - s.dot);
    if (s.dot == last_dot && !s.second_half) {
      rest = rest.subspan(passLines(rest));
      line_end = s.clock + line_clocks;
    }
    const ScrollWrite& next = rest.front();
    if (next.began >= line_end) {
      run(line_end + (next.began - line_end) / line_clocks * line_clocks);
      continue;
    }
    writeNow(next.reg, next.value, next.stale, next.began);
    rest = rest.subspan(1);
  }
  scroll_writes_.count = 0;
}

// Whether sprite 0 may hit the background on this scanline.
bool Accelerator::mayHitOn(int line) const {
  const State& s = chip_.s;
  return s.sprite_zero_armed && s.mask.bothLayers() &&
         inRange(line - 1, s.oam[0], s.control.spriteHeight());
}

// Whether all that is seen of a write is what v and t are at the end of the scanline that begins at this clock. `second`:
// of the writes to $2005 and $2006.
bool Accelerator::isSeenAtLineEnd(const ScrollWrite& write, bool second, uint64_t line_begins) const {
  const int dot = static_cast<int>((write.began - line_begins) / chip_.timing().dot_clocks);
  const bool copies = write.reg == 6 && second;
  if (dot >= first_after_copy) return !copies || dot <= last_of_address;
  return !copies && dot <= last_before_copy;
}

// From the end of a scanline on, those scanlines of which nothing lasts but v and t, with their writes. What the last
// one leaves but for these is not what the chip would have; the next scanline, during which nobody looks, replaces it.
// Returns how many writes were made.
size_t Accelerator::passLines(std::span<const ScrollWrite> writes) {
  State& s = chip_.s;
  const uint64_t line_clocks = static_cast<uint64_t>(dots_per_line) * chip_.timing().dot_clocks;
  const int first = s.scanline + 1;
  if (chip_.screen.picture || first >= visible_lines) return 0;
  if (whyNotSpan() != Obstacle::None || !s.rendering() || whyNotSkip(first) != Obstacle::None) return 0;
  const uint64_t looked_at = writes.back().began;
  size_t passed = 0;
  int end = first;
  bool second = s.w;
  uint64_t begins = s.clock;
  while (end + 1 < visible_lines && begins + 2 * line_clocks <= looked_at) {
    if (mayHitOn(end) || mayHitOn(end + 1)) break;
    size_t count = passed;
    bool plain = true;
    for (; plain && writes[count].began < begins + line_clocks; ++count, second = !second)
      plain = isSeenAtLineEnd(writes[count], second, begins);
    if (!plain) break;
    passed = count;
    begins += line_clocks;
    ++end;
  }
  constexpr int worthwhile = 2;
  if (end - first < worthwhile) return 0;
  passLines(first, end - 1, writes.first(passed));
  return passed;
}

// Scanlines `first` to `last` with these writes.
void Accelerator::passLines(int first, int last, std::span<const ScrollWrite> writes) {
  State& s = chip_.s;
  const uint64_t dot_clocks = chip_.timing().dot_clocks;
  if (watchesA12())
    tellTo({first - 1, last_dot, s.clock, (s.address_bus & a12) != 0}, position(last, last_dot), false);
  const auto makeBefore = [&](uint64_t clock) {
    for (; !writes.empty() && writes.front().began < clock; writes = writes.subspan(1))
      makeAtOnce(writes.front());
  };
  for (int line = first; line <= last; ++line) {
    s.scanline = static_cast<uint16_t>(line);
    makeBefore(s.clock + first_after_copy * dot_clocks);
    if (line == last || (!s.status.sprite_overflow && sprite_lines_.nextFullLine(s, line) == line)) {
      findSprites(line);
    } else {
      s.v.incrementY();
      s.v.copyX(s.t);
    }
    s.clock += dots_per_line * dot_clocks;
    makeBefore(s.clock);
  }
  finishLine();
  s.color_delay = 0;
}

// A write of which nobody sees how it arrives.
void Accelerator::makeAtOnce(const ScrollWrite& write) {
  State& s = chip_.s;
  chip_.driveIoBus(write.value, 0xFF, write.began);
  chip_.followBus(write.reg, write.value);
  chip_.endAccess(true, write.reg, write.value);
  if (s.address_copy != AddressCopy::None) takeAddress();
}

}  // namespace jumpscope::ppu::fast
