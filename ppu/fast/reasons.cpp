#include "ppu/fast/reasons.h"

#include "ppu/fast/arrivals.h"

namespace jumpscope::ppu::fast {

namespace {

// True if the first latch is about to take the request of the access before the one that begins now.
bool takesEarlierRequest(const State& s) {
  return s.second_half && accesses(s) && s.clock == s.access.began &&
         (s.port.read_request || s.port.write_request);
}

// True if address line 12 may change while pending writes arrive. In vblank of a picture only an access to $2007 puts v on
// the pins.
bool mayMoveA12(const State& s) {
  if (s.rendering() && !s.port.active && !writesMask(s)) return false;
  const unsigned next = Scroll{static_cast<uint16_t>(s.v + s.control.addressStep())};
  const unsigned after_copy = copiesAddress(s) ? addressToCome(s).bits : s.v.bits;
  const unsigned after_port = s.port.active ? next : s.v.bits;
  return ((s.address_bus ^ s.v) | (s.address_bus ^ after_copy) | (s.address_bus ^ after_port)) & a12;
}

}  // namespace

Obstacle whyNotSpan(const Ppu& chip) {
  const State& s = chip.s;
  const bool rendering = s.rendering();
  if (s.port.active) return Obstacle::DataPort;
  if (chip.writesAreUnderWay()) return Obstacle::DelayedWrite;
  if (!rendering && s.color_delay != 0) return Obstacle::DelayedWrite;
  if (s.rendering_delayed != rendering) return Obstacle::DelayedWrite;
  if (!rendering && s.evaluation_step != 0) return Obstacle::Sprites;
  if (s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Obstacle::Flags;
  if (s.status.sprite_overflow != s.sprite_overflow_readable) return Obstacle::Flags;
  if (s.commit != Commit::None) return Obstacle::Fetch;
  if (rendering && chip.watching() == Watching::Fetches) return Obstacle::Board;
  return Obstacle::None;
}

Obstacle whyNotIdle(const Ppu& chip) {
  const State& s = chip.s;
  if (s.port.active) return Obstacle::DataPort;
  if (chip.writesAreUnderWay() || s.color_delay != 0) return Obstacle::DelayedWrite;
  return whyNotCount(chip);
}

Obstacle whyNotCount(const Ppu& chip) {
  const State& s = chip.s;
  const bool rendering = s.rendering();
  if (rendering && !inVblankRun(chip)) return Obstacle::Rendering;
  if (s.copy_x_due | s.skip_dot | s.dot_skipped | (s.sprite_zero_pipeline != 0)) return Obstacle::Flags;
  if (s.rendering_delayed != rendering && !writesMask(s)) return Obstacle::DelayedWrite;
  if (s.commit != Commit::None) return Obstacle::Fetch;
  if (s.second_half && (chip.clocksOam() || s.secondary_resets)) return Obstacle::OamBuffer;
  if (s.evaluation_step != 0) return Obstacle::Sprites;
  if (!rendering && watchesA12(chip) && ((s.address_bus ^ s.v) & a12)) return Obstacle::AddressBus;
  return Obstacle::None;
}

Obstacle whyNotArrive(const Ppu& chip) {
  const State& s = chip.s;
  if (chip.screen.picture && !inVblankRun(chip)) return Obstacle::Pixels;
  if (accesses(s)) {
    if (s.oam_write != OamWrite::None) return Obstacle::DelayedWrite;
    // Another access may change t before v takes it.
    if (s.address_copy != AddressCopy::None) return Obstacle::DelayedWrite;
    if (writesMask(s) && Mask{s.access.value}.rendering() && chip.onRenderedLine())
      return Obstacle::Rendering;
  }
  if (s.port.active) {
    if (s.address_copy != AddressCopy::None || !s.port.isFresh() || !requestsOnce(s) ||
        takesEarlierRequest(s))
      return Obstacle::DataPort;
    if (!requestsWrite(s) && chip.watching() == Watching::Fetches) return Obstacle::Board;
  }
  if (chip.watching() == Watching::A12 && mayMoveA12(s)) return Obstacle::AddressBus;
  return Obstacle::None;
}

Obstacle whyNotLines(const Ppu& chip, int first) {
  const State& s = chip.s;
  if (first >= visible_lines) return Obstacle::Landmark;
  if (s.oam_address != 0) return Obstacle::OamAddress;
  // Without dot 0, sprite units start early in dot 1.
  if (first == 0 && s.skip_dot)
    for (const SpriteUnit& unit : s.sprites)
      if (unit.pattern_low | unit.pattern_high) return Obstacle::SkippedDot;
  return Obstacle::None;
}

}  // namespace jumpscope::ppu::fast
