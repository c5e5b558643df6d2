// Idle runs: vblank, and scanlines while rendering is disabled. The chip only counts dots and sees through
// what was last written: the closed form of Ppu::firstHalf and Ppu::secondHalf for such times.
#include <algorithm>
#include <array>

#include "ppu/fast/accelerator.h"
#include "ppu/patterns.h"

namespace jumpscope::ppu::fast {

namespace {

constexpr int position(int line, int dot) { return line * dots_per_line + dot; }

// How many events `period` clocks apart begin in `clocks`, the first one right at the start.
constexpr uint64_t eventsIn(uint64_t clocks, unsigned period) {
  return period == 4 ? (clocks + 3) >> 2 : (clocks + period - 1) / period;
}

// From the end of an access until everything has noticed: to $2000, $2001, and so on.
constexpr std::array<int, 8> dots_to_arrive = {1, pixel_delay, 1, 1, 3, 1, 3, 5};

bool accesses(const State& s) { return s.access.stage != Access::Stage::None; }
bool writesMask(const State& s) { return accesses(s) && s.access.write && s.access.reg == 1; }
// What v will take.
Scroll addressToCome(const State& s) {
  Scroll t = s.t;
  if (accesses(s)) s.w ? t.setLowByte(s.access.value) : t.setHighByte(s.access.value);
  return t;
}
bool copiesAddress(const State& s) {
  return s.address_copy != AddressCopy::None || (accesses(s) && s.access.write && s.access.reg == 6 && s.w);
}

// Of a port whose chains are at rest.
bool requestsWrite(const State& s) { return s.port.write_request || (accesses(s) && s.access.write); }
bool requestsOnce(const State& s) {
  if (!accesses(s)) return s.port.read_request != s.port.write_request;
  return s.access.reg == 7 && !(s.access.write ? s.port.read_request : s.port.write_request);
}

// Why a rendered scanline is not idle while rendering is disabled.
Obstacle whyNotIdleLines(const State& s) {
  unsigned counters = 0;
  for (const SpriteUnit& unit : s.sprites) counters |= unit.x_counter;
  if (counters != 0 || s.sprite_zero_current != s.sprite_zero_next) return Obstacle::Sprites;
  return Obstacle::None;
}

// Whether address line 12 may change while pending writes arrive.
bool mayMoveA12(const State& s) {
  const unsigned next = Scroll{static_cast<uint16_t>(s.v + s.control.addressStep())};
  const unsigned after_copy = copiesAddress(s) ? addressToCome(s).bits : s.v.bits;
  const unsigned after_port = s.port.active ? next : s.v.bits;
  return ((s.address_bus ^ s.v) | (s.address_bus ^ after_copy) | (s.address_bus ^ after_port)) & a12;
}

// Why pending writes cannot be seen through in one step.
Obstacle whyNotFlush(const Ppu& chip) {
  const State& s = chip.s;
  if (s.second_half && (chip.clocksOam() || s.secondary_resets)) return Obstacle::OamBuffer;
  const bool rendering = s.rendering();
  if (s.copy_x_due | s.skip_dot | s.sprite_zero_pipeline | s.dot_skipped) return Obstacle::Flags;
  if (s.commit != Commit::None) return Obstacle::Fetch;
  if (chip.onRenderedLine()) {
    if (rendering) return Obstacle::Rendering;
    // What is written may change the color on the screen.
    if (chip.screen.picture || writesMask(s) || s.color_delay) return Obstacle::DelayedWrite;
    if (const Obstacle obstacle = whyNotIdleLines(s); obstacle != Obstacle::None) return obstacle;
  }
  if (s.oam_write != OamWrite::None && accesses(s)) return Obstacle::DelayedWrite;
  if (s.evaluation_step != 0) return Obstacle::Sprites;
  if (!writesMask(s) && s.rendering_delayed != rendering) return Obstacle::DelayedWrite;
  // Another access may change t before v takes it.
  if (s.address_copy != AddressCopy::None && accesses(s)) return Obstacle::DelayedWrite;
  if (s.port.active) {
    if (s.address_copy != AddressCopy::None || !s.port.isFresh() || !requestsOnce(s))
      return Obstacle::DataPort;
    if (!requestsWrite(s) && chip.watching() == Watching::Fetches) return Obstacle::Board;
  }
  if (chip.watching() == Watching::A12 && mayMoveA12(s)) return Obstacle::AddressBus;
  return Obstacle::None;
}

// How many dots from `clock` on pass until everything written has arrived.
int dotsToFlush(const State& s, uint64_t clock, unsigned dot_clocks) {
  int dots = std::max(1, +s.color_delay);
  if (s.port.active) dots = std::max(dots, dots_to_arrive[7]);
  if (s.address_copy != AddressCopy::None) dots = std::max(dots, dots_to_arrive[6]);
  if (s.oam_write != OamWrite::None) dots = std::max(dots, dots_to_arrive[4]);
  if (accesses(s)) {
    dots = std::max(dots, dots_to_arrive[s.access.reg]);
    const uint64_t ends = s.access.began + end_clocks;
    if (ends > clock) dots += static_cast<int>((ends - clock + dot_clocks - 1) / dot_clocks);
  }
  return dots;
}

// What an access to $2007 comes to while nothing is rendered: the address goes out, the data is written or
// read, v steps on.
void finishPort(Ppu& chip, bool write) {
  State& s = chip.s;
  s.address_bus = s.v;
  s.octal_latch = static_cast<uint8_t>(s.v);
  if (write)
    isPaletteAddress(s.v) ? chip.storeColor(s.io_bus) : chip.store(chip.pinsAddress(), s.io_bus);
  else
    s.read_buffer = chip.fetch();
  s.v.incrementAddress(s.control.addressStep());
  s.address_bus = s.v;
  s.port = Port{};
}

// What a write to $2004 comes to while nothing is rendered.
void finishOamWrite(Ppu& chip) {
  State& s = chip.s;
  if (s.oam_write == OamWrite::None) return;
  // The dot that stores is over.
  if (s.oam_write != OamWrite::Storing) s.oam[s.oam_address] = oamByte(s.oam_address, s.oam_written);
  s.oam_write = OamWrite::None;
  if (++s.oam_address == 0) s.search_ended = true;
}

}  // namespace

Obstacle Accelerator::whyNotIdle() const {
  const State& s = chip_.s;
  const bool rendering = s.rendering();
  if (s.port.active) return Obstacle::DataPort;
  if (chip_.writesAreUnderWay()) return Obstacle::DelayedWrite;
  if (s.copy_x_due | s.skip_dot | s.dot_skipped | s.sprite_zero_pipeline) return Obstacle::Flags;
  if (s.rendering_delayed != rendering) return Obstacle::DelayedWrite;
  if (s.status.sprite_overflow != s.sprite_overflow_readable) return Obstacle::Flags;
  if (s.commit != Commit::None) return Obstacle::Fetch;
  if (s.oam_latch != s.oam_buffer) return Obstacle::OamBuffer;
  if (s.oam_steps | s.secondary_steps | s.secondary_resets) return Obstacle::OamBuffer;
  if (s.evaluation_step != 0) return Obstacle::Sprites;
  if (!rendering && s.address_bus != s.v.address()) return Obstacle::AddressBus;
  if (inVblankRun()) return Obstacle::None;
  return rendering ? Obstacle::Rendering : whyNotIdleLines(s);
}

// How many dots it is to the one before the frame's next event (Ppu::changeFlags), or before rendering goes
// on.
int Accelerator::dotsToLandmark() const {
  const State& s = chip_.s;
  const Timing& timing = chip_.timing();
  const int here = position(s.scanline, s.dot);
  const int vblank = position(timing.vblank_line, firstDot(action::StartVblank));
  if (here < vblank) return vblank - here - 1;
  const int parity = position(timing.pre_render_line - 1, firstDot(action::FlipOddFrame));
  if (here < parity) return parity - here - 1;
  const bool may_render = s.rendering() || writesMask(s);
  const int render = position(timing.pre_render_line, may_render ? 0 : firstDot(action::EndVblank));
  if (here < render) return render - here - 1;
  return std::max(0, position(timing.lines, 0) - here - 1);
}

// Runs to `now`, or to the dot before the next landmark. Precondition: whyNotIdle() is None. False: the
// landmark is the next dot.
bool Accelerator::countDots(uint64_t now) {
  State& s = chip_.s;
  const unsigned dot_clocks = chip_.timing().dot_clocks;
  const unsigned half = chip_.timing().half_dot_clocks;
  const uint64_t done = s.second_half ? 1 : 0;  // first halves, of those counted here
  const uint64_t began = s.clock - done * half;
  const uint64_t elapsed = std::min<uint64_t>(now - began, 1u << 24);
  const uint64_t limit = static_cast<uint64_t>(dotsToLandmark()) + done;
  if (limit == 0) return false;
  uint64_t firsts = eventsIn(elapsed, dot_clocks);
  uint64_t seconds = elapsed > half ? eventsIn(elapsed - half, dot_clocks) : 0;
  if (firsts > limit) firsts = seconds = limit;
  s.second_half = firsts > seconds;
  s.clock = began + seconds * dot_clocks + (s.second_half ? half : 0);
  const int dots = static_cast<int>(firsts - done);
  if (chip_.screen.picture && !inVblankRun()) compositor_.paintIdleDots(dots);
  advance(dots);
  return true;
}

void Accelerator::advance(int dots) {
  State& s = chip_.s;
  int dot = s.dot + dots;
  if (dot >= dots_per_line) {
    s.scanline = static_cast<uint16_t>(s.scanline + dot / dots_per_line);
    dot %= dots_per_line;
  }
  s.dot = static_cast<uint16_t>(dot);
}

// Takes the whole dots in which everything written arrives, if `dots` suffice. Closed form of accesses.cpp,
// data_port.cpp and oam.cpp.
bool Accelerator::flushWrites(int dots) {
  if (whyNotFlush(chip_) != Obstacle::None) return false;
  State& s = chip_.s;
  const uint64_t next_dot = s.clock + (s.second_half ? chip_.secondHalfClocks() : 0);
  const int needed = dotsToFlush(s, next_dot, chip_.timing().dot_clocks);
  if (dots < needed || dotsToLandmark() < needed) return false;
  const bool was_rendering = s.rendering();
  const bool stores = s.port.active && requestsWrite(s);
  if (chip_.writesTo(4)) {
    s.oam_write = OamWrite::Requested;
    s.oam_written = s.access.value;
  }
  sprite_lines_.lookAgain();
  chip_.keepAccess(s.access.began + end_clocks);
  if (s.address_copy != AddressCopy::None) {
    s.address_copy = AddressCopy::None;
    s.v = s.t;
  }
  if (s.port.active) {
    const unsigned address = s.v.address();
    finishPort(chip_, stores);
    if (stores) noticeStoreAt(address);
  }
  finishOamWrite(chip_);
  s.color_delay = 0;
  s.rendering_delayed = s.rendering();
  s.sprite_overflow_readable = s.status.sprite_overflow;
  s.oam_latch = s.oam_buffer;
  // Until the layers arrive nothing is rendered either.
  if (!was_rendering || !s.rendering()) s.address_bus = s.v;
  s.clock = next_dot + static_cast<uint64_t>(needed) * chip_.timing().dot_clocks;
  s.second_half = false;
  advance(needed);
  return true;
}

}  // namespace jumpscope::ppu::fast
