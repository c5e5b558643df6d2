// One dot: what happens in it, in order.
#include <utility>

#include "ppu/color.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

void Ppu::halfDot() {
  keepAccess(s.clock);
  const unsigned address_before = s.address_bus;
  s.second_half ? secondHalf() : firstHalf();
  if (watching_ == Watching::A12 && ((address_before ^ s.address_bus) & a12))
    watcher_->a12Changed(s.address_bus & a12, s.clock);
  s.clock += s.second_half ? secondHalfClocks() : firstHalfClocks();
  s.second_half = !s.second_half;
}

void Ppu::firstHalf() {
  // From the dot before to this one: until advancePosition(), actions() are those of the dot before.
  if (clocksOam()) latchOam(actions());
  if (s.oam_write != OamWrite::None) moveOamWrite();
  moveScroll(actions());
  advancePosition();
  changeFlags(actions());
  came_on_ = !s.rendering_delayed && s.rendering();
  s.rendering_delayed = s.rendering();

  // Sprites for the next scanline.
  const uint32_t dot_actions = actions();
  const Pins pins = drivePins();
  s.oam_latch = s.oam_buffer;
  if (s.address_copy == AddressCopy::Requested) s.address_copy = AddressCopy::Due;
  if (onRenderedLine()) spriteDot(dot_actions, pins);

  // Background, and the pixel that both layers make.
  if (!s.rendering()) s.address_bus = s.v;
  if (s.color_delay > 0) --s.color_delay;
  if (s.rendering_delayed) fetchBackground(dot_actions, pins);
  pixelDot(dot_actions);
  if (s.port.active) portTransfer(dot_actions, pins);
}

void Ppu::secondHalf() {
  if (s.rendering_delayed && (actions() & action::ShiftTiles)) shiftTiles();
  if (clocksOam() || s.secondary_resets) {
    countOam(actions());
    openOam(actions());
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

void Ppu::advancePosition() {
  if (s.dot < dots_per_line - 1) {
    ++s.dot;
    return;
  }
  s.dot = 0;
  if (++s.scanline == timing_.lines) s.scanline = 0;
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
  s.sprite_overflow_readable = s.status.sprite_overflow;
}

// ALE and RD for this dot: those of the chip's own fetches, and those of an access to $2007.
Ppu::Pins Ppu::drivePins() {
  if (s.port.active) return portFirstHalf();
  const bool fetching = s.rendering() && onRenderedLine();
  const bool read_dot = isReadDot(s.dot);
  return {fetching && !read_dot, fetching && read_dot};
}

// Reads the byte at the address on the pins: high half from the bus, low half from the octal latch. The data
// then stays on the low half of the bus.
uint8_t Ppu::fetch(bool for_sprite) {
  const unsigned address = pinsAddress();
  uint8_t data = address >= 0x2000 ? *wiring_.nametableByte(address)
                 : for_sprite      ? *wiring_.spritePattern(address)
                                   : *wiring_.pattern(address);
  if (watching_ == Watching::Fetches) {
    data = watcher_->fetched(address, for_sprite, data, s.clock);
    if (watcher_->moved) wiring_ = *std::exchange(watcher_->moved, nullptr);
  }
  s.address_bus = (s.address_bus & 0xFF00) | data;
  return data;
}

// What was fetched reaches its latch. With the last byte of a tile, the background's shift registers take in
// the tile, and coarse X counts.
void Ppu::commitFetch() {
  switch (s.commit) {
    case Commit::Nametable:
      s.tile_number = static_cast<uint8_t>(s.address_bus);
      latchSprite();
      break;
    case Commit::Attribute:
      s.tile_attribute = s.fetched;
      break;
    case Commit::PatternLow:
      s.tile_low = s.fetched;
      break;
    case Commit::PatternHigh:
      s.tile_high = s.fetched;
      s.background_low = (s.background_low & 0xFF00) | s.tile_low;
      s.background_high = (s.background_high & 0xFF00) | s.tile_high;
      s.attribute_latch = scrollOfAttribute().paletteOf(s.tile_attribute);
      s.v.incrementCoarseX();
      break;
    case Commit::None:
      break;
  }
  s.commit = Commit::None;
}

// Which quarter of an attribute byte counts: X as the dot began, Y as it will be when the dot ends.
Scroll Ppu::scrollOfAttribute() const {
  Scroll v = s.v;
  if (s.address_copy == AddressCopy::Due) v.copyY(s.t);
  if (s.port.steps() && !s.port.blank_latch) v.incrementY();
  return v;
}

uint8_t Ppu::peek(uint16_t address) const {
  address &= 0x3FFF;
  if (isPaletteAddress(address)) return s.palette[static_cast<size_t>(paletteIndex(address))];
  if (address >= 0x2000) return *wiring_.nametableByte(address);
  return wiring_.chr[address >> 10] ? *wiring_.pattern(address) : 0;
}

}  // namespace jumpscope::ppu
