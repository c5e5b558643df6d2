// One dot: what happens in it, in order.
#include <utility>

#include "ppu/color.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

void Ppu::firstHalf() {
  // From the dot before to this one.
  const LineActions* line = &lineActions();
  const uint32_t actions_before = (*line)[s.dot];
  if (clocksOam(actions_before)) latchOam(actions_before);
  if (s.oam_write != OamWrite::None) moveOamWrite();
  if (movesScroll(actions_before)) moveScroll(actions_before);
  if (s.dot < dots_per_line - 1) {
    ++s.dot;
  } else {
    s.dot = 0;
    if (++s.scanline == timing_.lines) s.scanline = 0;
    line = &lineActions();
  }
  if ((*line)[s.dot] & flag_actions) changeFlags((*line)[s.dot]);
  s.sprite_overflow_readable = s.status.sprite_overflow;
  const bool rendering = s.rendering();
  came_on_ = !s.rendering_delayed && rendering;
  s.rendering_delayed = rendering;

  // Sprites for the next scanline.
  const uint32_t dot_actions = (*line)[s.dot];
  const Pins pins = drivePins(dot_actions);
  s.oam_latch = s.oam_buffer;
  if (s.address_copy == AddressCopy::Requested) s.address_copy = AddressCopy::Due;
  if (dot_actions & (action::FetchSprites | action::ClearCounters)) spriteDot(dot_actions, pins);

  // Background, and the pixel that both layers make.
  if (s.color_delay > 0) --s.color_delay;
  if (rendering)
    fetchBackground(dot_actions, pins);
  else
    s.address_bus = s.v;
  pixelDot(dot_actions);
  if (s.port.active) portTransfer(dot_actions, pins);
}

void Ppu::secondHalf() {
  const uint32_t dot_actions = actions();
  if (s.rendering_delayed && (dot_actions & action::ShiftTiles)) shiftTiles();
  if (clocksOam(dot_actions) || s.secondary_resets) {
    countOam(dot_actions);
    openOam(dot_actions);
  }
  if (s.oam_write == OamWrite::Requested) s.oam_write = OamWrite::Noticed;
  const bool tile_done = s.commit == Commit::PatternHigh;
  if (s.commit != Commit::None) commitFetch();
  if (s.sprite_zero_pipeline) moveSpriteZeroHit();
  if (s.port.active) portSecondHalf(tile_done);
}

// On leaving the dot. That Y counts was settled as the dot began, and X is copied a dot after Y has counted.
void Ppu::moveScroll(uint32_t actions) {
  const bool counts_y = (actions & action::IncrementY) && s.rendering_delayed;
  const bool counts_x =
      (actions & action::FetchTiles) && fetchStep(s.dot) == FetchStep::High && s.rendering_delayed;
  if (s.copy_x_due) s.v.copyX(s.t);
  s.copy_x_due = counts_y;
  if (counts_y) incrementY();
  if ((actions & action::CopyY) && s.rendering()) s.v.copyY(s.t);
  if (s.address_copy == AddressCopy::Due) copyAddress(counts_x, counts_y);
}

// v takes t. The bits that count in the same dot have two drivers, and a zero wins in both registers.
void Ppu::copyAddress(bool counts_x, bool counts_y) {
  const unsigned counting = (counts_x ? Scroll::horizontal : 0) | (counts_y ? Scroll::vertical : 0);
  s.address_copy = AddressCopy::None;
  s.t = s.t & (s.v | ~counting);
  s.v = s.t;
}

void Ppu::changeFlags(uint32_t actions) {
  if (actions & action::StartVblank) {
    // A read of $2002 that lasts longer than the moment in which the flag is set wins.
    s.status.vblank = !readsStatus() || s.clock - s.access.began > vblank_lost_clocks;
    ++s.frame;
  }
  if (actions & action::EndVblank) {
    s.status = Status{};
    s.sprite_zero_armed = true;
  }
  if (actions & action::FlipOddFrame) s.odd_frame = !s.odd_frame;
  if (actions & action::DecideSkip) s.skip_dot = timing_.skips_odd_dot && s.odd_frame && s.rendering();
  if ((actions & action::SkipDot) && s.skip_dot) {
    ++s.dot;
    s.skip_dot = false;
    s.dot_skipped = true;
  }
  if (actions & action::EndSkip) s.dot_skipped = false;
}

// A board that watches fetches has the last word.
void Ppu::askBoard(unsigned address, bool for_sprite, uint8_t& data) {
  data = watcher_->fetched(address, for_sprite, data, s.clock);
  if (watcher_->moved) wiring_ = *std::exchange(watcher_->moved, nullptr);
}

uint8_t Ppu::peek(uint16_t address) const {
  address &= 0x3FFF;
  if (isPaletteAddress(address)) return s.palette[static_cast<size_t>(paletteIndex(address))];
  if (address >= 0x2000) return *wiring_.nametableByte(address);
  return wiring_.chr[address >> 10] ? *wiring_.pattern(address) : 0;
}

}  // namespace jumpscope::ppu
