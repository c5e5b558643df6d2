// Blanking: while nothing is rendered the chip only counts dots and sees through what was last written. This
// restates firstHalf() and secondHalf() for such times, in one step.
#include <algorithm>
#include <array>

#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

constexpr int last_dot = dots_per_line - 1;
constexpr int position(int line, int dot) { return line * dots_per_line + dot; }

// How many events `period` clocks apart begin in `clocks`, the first one right at the start.
constexpr uint64_t eventsIn(uint64_t clocks, unsigned period) {
  return period == 4 ? (clocks + 3) >> 2 : (clocks + period - 1) / period;
}

}  // namespace

// Whether no dot to come changes anything but the position, up to the next landmark.
bool Ppu::atRest() const {
  const bool rendering = s.rendering();
  if (s.port.active | s.scroll_delay | s.v_delay | s.mask_delay | s.tint_delay | s.disable_delay)
    return false;
  if (s.status_read | s.v_copied | s.dot_skipped | s.sprite_zero_pipeline) return false;
  if (s.rendering_delayed != rendering || s.rendering_instant != rendering) return false;
  if (s.sprite_overflow != s.sprite_overflow_readable || s.commit != Commit::None) return false;
  if (s.oam_latch != s.oam_buffer) return false;
  if (rendering ? s.oam_buffer != s.oam_buffer_in : s.address_bus != s.v) return false;
  return inBlanking() || (!rendering && darkLinesIdle());
}

// Whether a line of the picture, with rendering off, has nothing left to do.
bool Ppu::darkLinesIdle() const {
  if (s.oam_disabled || s.oam_disabled_now || s.sprite_zero_current != s.sprite_zero_next) return false;
  unsigned counters = 0;
  for (const SpriteUnit& unit : s.sprites) counters |= unit.x_counter;
  return counters == 0;
}

// How many dots it is to the one before the next that does something of its own accord.
int Ppu::dotsToLandmark() const {
  const int here = position(s.scanline, s.dot);
  const int vblank = position(timing_.vblank_line, 1);
  if (here < vblank) return vblank - here - 1;
  const int parity = position(timing_.pre_render_line - 1, last_dot);
  if (here < parity) return parity - here - 1;
  const int render = position(timing_.pre_render_line, s.rendering() || s.mask_delay ? 0 : 1);
  if (here < render) return render - here - 1;
  return std::max(0, position(timing_.lines, 0) - here - 1);
}

// Runs to `now`, or to the dot before the next landmark. Precondition: atRest.
bool Ppu::countDots(uint64_t now) {
  const unsigned dot_clocks = timing_.dot_clocks;
  const unsigned half = timing_.half_dot_clocks;
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
  if (picture_ && !inBlanking()) paintDarkDots(dots);
  moveOn(dots);
  return true;
}

// The next dots, at rest: one colour.
void Ppu::paintDarkDots(int dots) {
  std::array<uint16_t, picture_width> row;
  row.fill(s.palette[(s.v & 0x3F00) == 0x3F00 ? static_cast<size_t>(paletteIndex(s.v)) : 0]);
  int line = s.scanline, from = s.dot + 1;
  while (dots > 0) {
    if (from == dots_per_line) {
      from = 0;
      ++line;
    }
    const int count = std::min(dots, dots_per_line - from);
    if (line < visible_lines && from + count > 1)
      putOnScreen(line, std::max(from, 1), from + count - 1, row.data(), false);
    from += count;
    dots -= count;
  }
}

void Ppu::moveOn(int dots) {
  int dot = s.dot + dots;
  if (dot >= dots_per_line) {
    s.scanline = static_cast<uint16_t>(s.scanline + dot / dots_per_line);
    dot %= dots_per_line;
  }
  s.dot = static_cast<uint16_t>(dot);
}

// Takes the whole dots that it needs until everything written has arrived where it goes, if `dots` and the
// way to the next landmark suffice and the way is plain.
bool Ppu::settle(int dots) {
  const bool was_rendering = s.rendering();
  if (s.sprite_zero_pipeline | s.dot_skipped || s.commit != Commit::None) return false;
  if (!inBlanking()) {
    // What is written may change the colour on the screen.
    if (was_rendering || picture_ || !darkLinesIdle()) return false;
    if (s.mask_delay | s.tint_delay | s.disable_delay) return false;
  }
  if (s.mask_delay == 0 && (s.rendering_delayed != was_rendering || s.rendering_instant != was_rendering))
    return false;
  int needed = std::max({2, +s.scroll_delay, +s.tint_delay, +s.disable_delay});
  if (s.v_delay) {
    if (s.scroll_delay) return false;
    needed = std::max(needed, s.v_delay + 1);
  }
  if (s.mask_delay) needed = std::max(needed, s.mask_delay + 2);
  if (s.port.active) {
    const Port fresh{.active = true,
                     .read_request = s.port.read_request,
                     .write_request = s.port.write_request,
                     .write_data = s.port.write_data};
    if (s.v_delay | s.mask_delay || s.port != fresh || s.port.read_request == s.port.write_request)
      return false;
    needed = std::max(needed, port_dots);
  }
  if (dots < needed || dotsToLandmark() < needed) return false;

  if (s.scroll_delay) takeScroll();
  if (s.v_delay) {
    s.v = s.t;
    s.address_bus = s.v;
  }
  if (s.port.active) finishPort();
  if (s.mask_delay) s.mask = s.mask_value & 0x1E;
  if (s.tint_delay) s.tint = s.mask_value & 0xE1;
  s.scroll_delay = s.v_delay = s.mask_delay = s.tint_delay = s.disable_delay = 0;
  s.rendering_instant = s.rendering_delayed = s.rendering();
  if (s.status_read) s.status_read = s.vblank = false;
  s.v_copied = false;
  s.sprite_overflow_readable = s.sprite_overflow;
  if (was_rendering || s.rendering()) s.oam_buffer = s.oam_buffer_in;
  s.oam_latch = s.oam_buffer;
  if (!s.rendering()) s.address_bus = s.v;
  s.clock += static_cast<uint64_t>(needed) * timing_.dot_clocks;
  moveOn(needed);
  return true;
}

// What an access to $2007 comes to when nothing is rendered: the address goes out, the data is written or
// read, v steps on.
void Ppu::finishPort() {
  s.address_bus = s.v;
  s.octal_latch = static_cast<uint8_t>(s.v);
  if (s.port.write_request)
    portStore();
  else
    s.read_buffer = fetch();
  s.v = (s.v + (s.increment_32 ? 32 : 1)) & 0x7FFF;
  s.port = Port{};
}

bool Ppu::idleUntil(uint64_t now) const {
  if (!shortcuts_ || !atRest()) return false;
  const uint64_t first_half =
      s.second_half ? s.clock + timing_.dot_clocks - timing_.half_dot_clocks : s.clock;
  return first_half + static_cast<uint64_t>(dotsToLandmark()) * timing_.dot_clocks >= now;
}

void Ppu::loadOam(const uint8_t* page, uint64_t now) {
  std::array<uint8_t, 256> oam;
  for (size_t i = 0; i < 256; ++i) oam[(s.oam_address + i) & 0xFF] = page[i];
  for (size_t i = 2; i < 256; i += 4) oam[i] &= 0xE3;
  driveIoBus(page[255], 0xFF, now);
  if (oam == s.oam) return;
  s.oam = oam;
  oamChanged();
}

}  // namespace jumpscope::ppu
