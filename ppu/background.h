// The part of the background's fetches and shift registers that runs in each dot; ppu.h includes it.
#pragma once

#include <cstdint>

#include "ppu/each_dot.h"
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// Reads the byte at the address on the pins: high half from the bus, low half from the octal latch. The data
// then stays on the low half of the bus.
JUMPSCOPE_EACH_DOT uint8_t Ppu::fetch(bool for_sprite) {
  const unsigned address = pinsAddress();
  uint8_t data = address >= 0x2000 ? *wiring_.nametableByte(address)
                 : for_sprite      ? *wiring_.spritePattern(address)
                                   : *wiring_.pattern(address);
  if (watching_ == Watching::Fetches) askBoard(address, for_sprite, data);
  s.address_bus = (s.address_bus & 0xFF00) | data;
  return data;
}

// A read whose low address byte was latched in the dot before.
JUMPSCOPE_EACH_DOT uint8_t Ppu::readAtLatch(unsigned high, bool for_sprite) {
  s.address_bus = static_cast<uint16_t>((high & 0xFF00) | s.octal_latch);
  return fetch(for_sprite);
}

JUMPSCOPE_EACH_DOT void Ppu::aimAtBackground(unsigned plane) {
  s.pattern_address = static_cast<uint16_t>(
      tilePatternAddress(s.control.background_table, s.tile_number, s.v.fineY()) | plane);
}

JUMPSCOPE_EACH_DOT void Ppu::fetchTileByte(FetchStep step, Pins pins) {
  if (pins.ale && pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  switch (step) {
    case FetchStep::NametableAddress:
      s.address_bus = s.v.nametableAddress();
      break;
    case FetchStep::Nametable:
      s.fetched = readAtLatch(s.v.nametableAddress());
      s.commit = Commit::Nametable;
      break;
    case FetchStep::AttributeAddress:
      s.address_bus = s.v.attributeAddress();
      break;
    case FetchStep::Attribute:
      s.fetched = readAtLatch(s.v.attributeAddress());
      s.commit = Commit::Attribute;
      break;
    case FetchStep::LowAddress:
      aimAtBackground(0);
      s.address_bus = s.pattern_address;
      break;
    case FetchStep::Low:
      aimAtBackground(0);
      s.fetched = readAtLatch(s.pattern_address);
      s.commit = Commit::PatternLow;
      break;
    case FetchStep::HighAddress:
      aimAtBackground(high_plane);
      s.address_bus = s.pattern_address;
      break;
    case FetchStep::High:
      aimAtBackground(high_plane);
      s.fetched = readAtLatch(s.pattern_address);
      s.commit = Commit::PatternHigh;
      break;
  }
  if (pins.ale && !pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

// Precondition: the fetches have noticed that rendering is enabled.
JUMPSCOPE_EACH_DOT void Ppu::fetchBackground(uint32_t actions, Pins pins) {
  if (actions & action::FetchTiles)
    fetchTileByte(fetchStep(s.dot), pins);
  else if (actions & (action::IdleAddress | action::DummyAddress | action::DummyFetch))
    fetchDummy(actions, pins);
}

// What OAM shows as the chip fetches from a nametable: first Y, then the tile. Background fetches latch it too.
JUMPSCOPE_EACH_DOT void Ppu::latchSprite() {
  s.sprite_row = spriteRow(s.scanline, s.oam_latch);
  s.sprite_tile = s.oam_buffer;
}

// Which quarter of an attribute byte counts: X as the dot began, Y as it will be when the dot ends.
JUMPSCOPE_EACH_DOT Scroll Ppu::scrollOfAttribute() const {
  Scroll v = s.v;
  if (s.address_copy == AddressCopy::Due) v.copyY(s.t);
  if (s.port.steps() && !s.port.blank_latch) v.incrementY();
  return v;
}

// What was fetched reaches its latch. With the last byte of a tile, the background's shift registers take in
// the tile, and coarse X counts.
JUMPSCOPE_EACH_DOT void Ppu::commitFetch() {
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

JUMPSCOPE_EACH_DOT void Ppu::shiftTiles() {
  // Serial input of the pattern registers is wired: 0 for the low plane, 1 for the high one.
  s.background_low = static_cast<uint16_t>(s.background_low << 1);
  s.background_high = static_cast<uint16_t>(s.background_high << 1 | 1);
  s.attribute_low = static_cast<uint8_t>(s.attribute_low << 1 | (s.attribute_latch & 1));
  s.attribute_high = static_cast<uint8_t>(s.attribute_high << 1 | s.attribute_latch >> 1);
}

}  // namespace jumpscope::ppu
