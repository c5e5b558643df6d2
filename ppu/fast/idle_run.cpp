// Idle runs: vblank, and scanlines while rendering is disabled. The chip only counts dots and sees through
// what was last written: the closed form of Ppu::firstHalf and Ppu::secondHalf for such times.
#include <algorithm>
#include <array>
#include <bit>

#include "ppu/fast/arrivals.h"
#include "ppu/fast/idle_run.h"

namespace jumpscope::ppu::fast {

namespace {

// The sprite units, two a word.
using UnitWords = std::array<uint64_t, 4>;
constexpr UnitWords every_counter = [] {
  std::array<SpriteUnit, 8> units{};
  for (SpriteUnit& unit : units) unit.x_counter = 0xFF;
  return std::bit_cast<UnitWords>(units);
}();

// True if sprite units change while rendering is disabled.
bool unitsMove(const State& s) {
  const UnitWords units = std::bit_cast<UnitWords>(s.sprites);
  const uint64_t any = (units[0] & every_counter[0]) | (units[1] & every_counter[1]) |
                       (units[2] & every_counter[2]) | (units[3] & every_counter[3]);
  return any != 0 || s.sprite_zero_current != s.sprite_zero_next;
}

// What these dots to come do to them.
void moveUnits(Ppu& chip, int dots) {
  State& s = chip.s;
  int line = s.scanline;
  for (int from = s.dot + 1; dots > 0; from = 0, ++line) {
    const int to = std::min(from + dots, dots_per_line) - 1;
    dots -= to - from + 1;
    if (line >= visible_lines && line != chip.timing().pre_render_line) continue;
    const int shifts = std::min(to, lastDot(action::ShiftSprites)) - std::max(from, 1) + 1;
    const bool clears = from <= firstDot(action::ClearCounters) && firstDot(action::ClearCounters) <= to;
    for (SpriteUnit& unit : s.sprites)
      unit.x_counter =
          static_cast<uint8_t>(clears ? 0 : unit.x_counter - std::clamp<int>(shifts, 0, unit.x_counter));
    if (to >= firstDot(action::FetchSprites) && from <= lastDot(action::FetchSprites))
      s.sprite_zero_current = s.sprite_zero_next;
  }
}

// What a write to $2004 comes to while nothing is rendered.
void finishOamWrite(Ppu& chip) {
  State& s = chip.s;
  // The dot that stores is over.
  if (s.oam_write != OamWrite::Storing) s.oam[s.oam_address] = oamByte(s.oam_address, s.oam_written);
  s.oam_write = OamWrite::None;
  if (++s.oam_address == 0) s.search_ended = true;
}

}  // namespace

// How many dots it is to the one before the frame's next event (Ppu::changeFlags), or before rendering goes
// on.
int IdleRun::dotsToLandmark() const {
  const State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int here = position(s.scanline, s.dot);
  const int vblank = position(timing.vblank_line, firstDot(action::StartVblank));
  if (here < vblank) return vblank - here - 1;
  const int parity = position(timing.pre_render_line - 1, firstDot(action::FlipOddFrame));
  if (here < parity) return parity - here - 1;
  const int render = position(timing.pre_render_line, 0);
  if (here < render && (s.rendering() || writesMask(s))) return render - here - 1;
  const int end_of_vblank = position(timing.pre_render_line, firstDot(action::EndVblank));
  if (here < end_of_vblank) return end_of_vblank - here - 1;
  return std::max(0, position(timing.lines, 0) - here - 1);
}

// Runs to `now`, or to the dot before the next landmark; what is written arrives meanwhile. Closed form of
// accesses.cpp, data_port.cpp and oam.cpp. False: the chip must go on by itself.
bool IdleRun::run(uint64_t now) {
  State& s = chip_.s;
  if (whyNotCount(chip_) != Obstacle::None) return false;
  const bool arrives = s.port.active || chip_.writesAreUnderWay() || s.color_delay != 0;
  if (arrives && whyNotArrive(chip_) != Obstacle::None) return false;
  const Timing& timing = chip_.timing();
  const unsigned dot_clocks = timing.dot_clocks;
  const unsigned half = timing.half_dot_clocks;
  const int done = s.second_half ? 1 : 0;  // first halves, of those counted here
  const uint64_t began = s.clock - static_cast<unsigned>(done) * half;
  const unsigned elapsed = static_cast<unsigned>(std::min<uint64_t>(now - began, 1u << 24));
  const int limit = dotsToLandmark() + done;
  if (limit == 0) return false;
  int firsts = static_cast<int>(timing.dotsBegunIn(elapsed));
  int seconds = elapsed > half ? static_cast<int>(timing.dotsBegunIn(elapsed - half)) : 0;
  if (firsts > limit) firsts = seconds = limit;
  const int dots = firsts - done;
  if (arrives) {
    const Arrival arrival = arrivalFrom(began + static_cast<unsigned>(done) * dot_clocks);
    if (seconds - done < arrival.dots) return false;
    arrive(arrival);
  } else if (dots > 0) {
    paint(dots);
    if (!s.rendering()) s.address_bus = s.v;
  }
  s.second_half = firsts > seconds;
  s.clock = began + static_cast<unsigned>(seconds) * dot_clocks + (s.second_half ? half : 0);
  if (dots == 0) return true;
  advance(dots);
  return true;
}

// Whole dots in which nothing arrives.
void IdleRun::countDots(int dots) {
  State& s = chip_.s;
  const uint64_t next = prediction_.nextFirstHalf();
  paint(dots);
  s.second_half = false;
  s.clock = next + static_cast<unsigned>(dots) * chip_.timing().dot_clocks;
  advance(dots);
}

// What idle dots change: the position, what follows a dot behind, and the sprite units that rendering left in the middle
// of a scanline.
void IdleRun::advance(int dots) {
  State& s = chip_.s;
  s.oam_latch = s.oam_buffer;
  s.sprite_overflow_readable = s.status.sprite_overflow;
  if (!inVblankRun(chip_) && unitsMove(s)) [[unlikely]]
    moveUnits(chip_, dots);
  int dot = s.dot + dots;
  if (dot >= dots_per_line) {
    s.scanline = static_cast<uint16_t>(s.scanline + dot / dots_per_line);
    dot %= dots_per_line;
  }
  s.dot = static_cast<uint16_t>(dot);
}

// In dots from the one that begins at `clock` on.
IdleRun::Arrival IdleRun::arrivalFrom(uint64_t clock) const {
  const State& s = chip_.s;
  const auto dotsUntil = [&](uint64_t then) {
    return then > clock ? static_cast<int>(chip_.timing().dotsBegunIn(then - clock)) : 0;
  };
  Arrival arrival;
  arrival.dots = std::max(1, +s.color_delay);
  const auto last = [&](int dots) { arrival.dots = std::max(arrival.dots, dots); };
  const uint64_t ends = s.access.began + end_clocks;
  int access = 0;  // until the access has ended
  if (accesses(s)) {
    access = dotsUntil(ends);
    last(access + dots_to_arrive[s.access.reg]);
  }
  if (s.oam_write != OamWrite::None) last(dots_to_arrive[4]);
  if (copiesAddress(s)) {
    arrival.copies = true;
    last(s.address_copy == AddressCopy::Due ? 1 : access + dots_to_copy);
  }
  if (s.port.active) {
    // The second half of the dot before may be the first one that begins after the access has ended.
    const bool ended = !accesses(s) || s.clock > ends;
    const int taken =
        s.second_half && ended ? -1 : dotsUntil(accesses(s) ? ends + 1 - chip_.firstHalfClocks() : 0);
    arrival.steps = true;
    arrival.stores = requestsWrite(s);
    last(taken + dots_to_rest);
  }
  return arrival;
}

// Everything written arrives.
void IdleRun::arrive(const Arrival& arrival) {
  State& s = chip_.s;
  const bool was_rendering = s.rendering();
  if (chip_.writesTo(4)) {
    s.oam_write = OamWrite::Requested;
    s.oam_written = s.access.value;
  }
  chip_.endAccessUnderWay();
  if (arrival.copies) takeAddress();
  if (arrival.steps) finishPort(arrival.stores);
  if (s.oam_write != OamWrite::None) finishOamWrite(chip_);
  s.color_delay = 0;
  s.rendering_delayed = s.rendering();
  // Until the layers arrive nothing is rendered either.
  if (!was_rendering || !s.rendering()) s.address_bus = s.v;
  sprite_lines_.lookAgain();
}

// v takes t.
void IdleRun::takeAddress() {
  chip_.s.address_copy = AddressCopy::None;
  chip_.s.v = chip_.s.t;
}

void IdleRun::finishPort(bool stores) {
  stores ? storeAtAddress(chip_.s.io_bus) : readAtAddress();
  chip_.s.port = Port{};
}

}  // namespace jumpscope::ppu::fast
