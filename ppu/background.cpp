// The background: tile fetches, which go through the same pins as everything else, and shift registers.
// Source: NESdev "PPU rendering".
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

// Rendering came on in the first half of a dot. The address multiplexer follows, but which attribute or sprite it
// is about has been settled before: it shows patterns in the second four of eight dots, nametables in the first.
void Ppu::aimAgain() {
  const FetchStep step = fetchStep(s.dot);
  if (step < FetchStep::LowAddress) {
    s.address_bus = s.v.nametableAddress();
  } else {
    aimAtBackground(step >= FetchStep::HighAddress ? high_plane : 0);
    s.address_bus = s.pattern_address;
  }
  if (!isReadDot(s.dot)) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

// RD rises in mid-dot. The pins then carry the low address byte, and that is what the latches take in.
void Ppu::stopReading() {
  if (!isReadDot(s.dot)) return;
  const uint32_t dot_actions = actions();
  const FetchStep step = fetchStep(s.dot);
  const bool first_half = s.second_half;  // of this dot; the address follows v in it
  if (dot_actions & action::FetchSprites) {
    if (step < FetchStep::LowAddress || s.sprite_row >= s.control.spriteHeight()) return;
    SpriteUnit& unit = s.sprites[spriteUnitAt(s.dot)];
    const uint8_t low = static_cast<uint8_t>(first_half ? s.v.address() : s.pattern_address);
    (step == FetchStep::Low ? unit.pattern_low : unit.pattern_high) =
        (unit.attribute & sprite_attribute::flip_x) ? mirrored(low) : low;
  } else if (dot_actions & action::FetchTiles) {
    if (first_half) {
      s.address_bus = s.v;
      s.fetched = static_cast<uint8_t>(s.v);
      return;
    }
    const unsigned address = step == FetchStep::Nametable   ? s.v.nametableAddress()
                             : step == FetchStep::Attribute ? s.v.attributeAddress()
                                                            : s.pattern_address;
    const uint8_t low = static_cast<uint8_t>(address);
    s.fetched = low;
    if (step == FetchStep::Nametable) s.tile_number = low;
    if (step == FetchStep::Attribute) s.tile_attribute = low;
    if (step == FetchStep::Low) s.tile_low = low;
    if (step != FetchStep::High) return;
    s.tile_high = low;
    s.background_high = (s.background_high & 0xFF00) | low;
  }
}

// Dots without a use: an address at the start of a scanline, and the third tile's nametable byte, twice, at
// its end. The second one is seen on the bus and never latched.
void Ppu::fetchDummy(uint32_t actions, Pins pins) {
  if (pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  if (actions & action::IdleAddress) {
    aimAtBackground(0);
    if (!onPreRenderLine()) s.address_bus = s.pattern_address;
  }
  if (actions & action::DummyAddress) s.address_bus = s.v.nametableAddress();
  if (actions & action::DummyFetch) s.fetched = readAtLatch(s.v.nametableAddress());
  if (actions & action::KeepDummyFetch) s.commit = Commit::Nametable;
  if (pins.ale && !pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

void Ppu::incrementY() { s.v.incrementY(); }

}  // namespace jumpscope::ppu
