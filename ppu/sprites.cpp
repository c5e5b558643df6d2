// Sprites of the next scanline: secondary OAM is cleared, filled (evaluation.h) and fetched from. Source:
// NESdev "PPU sprite evaluation" and "PPU rendering"; AccuracyCoin's sprite evaluation tests, whose README
// describes each experiment.
#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

void Ppu::spriteDot(uint32_t actions, Pins pins) {
  if (actions & action::FetchSprites)
    fetchSpriteDot(pins);
  else if ((actions & action::ClearCounters) && !s.rendering())
    for (SpriteUnit& unit : s.sprites) unit.x_counter = 0;
}

void Ppu::fetchSpriteDot(Pins pins) {
  s.sprite_zero_current = s.sprite_zero_next;
  if (pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  if (s.rendering_delayed) fetchSpriteByte(pins);
  if (pins.ale && !pins.read) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

// The pins do as for a tile, nametable fetches twice, while secondary OAM is read.
void Ppu::fetchSpriteByte(Pins pins) {
  const FetchStep step = fetchStep(s.dot);
  SpriteUnit& unit = s.sprites[spriteUnitAt(s.dot)];
  const auto patternByte = [&](unsigned plane) -> uint8_t {
    aimAtSprite(plane);
    const uint8_t byte = readAtLatch(s.pattern_address, true);
    if (s.sprite_row >= s.control.spriteHeight()) return 0;
    return (unit.attribute & sprite_attribute::flip_x) ? mirrored(byte) : byte;
  };
  const uint8_t buffered = s.oam_buffer;
  switch (step) {
    case FetchStep::NametableAddress:
    case FetchStep::AttributeAddress:
      s.address_bus = s.v.nametableAddress();
      break;
    case FetchStep::Nametable:
      fetchTileByte(FetchStep::Nametable, pins);
      break;
    case FetchStep::Attribute:
      unit.attribute = buffered;
      fetchTileByte(FetchStep::Nametable, pins);
      s.commit = Commit::None;
      break;
    case FetchStep::LowAddress:
      unit.x_counter = buffered;
      aimAtSprite(0);
      s.address_bus = s.pattern_address;
      break;
    case FetchStep::Low:
      unit.pattern_low = patternByte(0);
      break;
    case FetchStep::HighAddress:
      aimAtSprite(high_plane);
      s.address_bus = s.pattern_address;
      break;
    case FetchStep::High:
      unit.pattern_high = patternByte(high_plane);
      break;
  }
}

// In the first dot of rendering the pins still show what was settled before: a tile's address.
void Ppu::aimAtSprite(unsigned plane) {
  if (came_on_) return aimAtBackground(plane);
  const uint8_t attribute = s.sprites[spriteUnitAt(s.dot)].attribute;
  s.pattern_address =
      static_cast<uint16_t>(spritePatternAddress(s.control, s.sprite_tile, attribute, s.sprite_row) | plane);
}

// In the dots around the one that an odd frame skips, no counter holds a unit.
void Ppu::shiftSpritesAtSkip() {
  if (!s.rendering()) return;
  for (SpriteUnit& unit : s.sprites) {
    unit.pattern_low = static_cast<uint8_t>(unit.pattern_low << 1);
    unit.pattern_high = static_cast<uint8_t>(unit.pattern_high << 1);
  }
}

}  // namespace jumpscope::ppu
