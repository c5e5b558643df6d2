// The CPU's side: eight registers and the I/O bus that leaks. Source: NESdev "PPU registers", "PPU power up
// state" and "Open bus behavior".
#include "ppu/registers.h"

#include "ppu/patterns.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// Palette RAM at power-up is one console's analog state. These are the values that blargg published for his
// (test program power_up_palette), so that everybody means the same.
constexpr std::array<uint8_t, 32> power_up_palette = {
    0x09, 0x01, 0x00, 0x01, 0x00, 0x02, 0x02, 0x0D, 0x08, 0x10, 0x08, 0x24, 0x00, 0x00, 0x04, 0x2C,
    0x09, 0x01, 0x34, 0x03, 0x00, 0x04, 0x00, 0x14, 0x08, 0x3A, 0x00, 0x02, 0x00, 0x20, 0x2C, 0x08};

}  // namespace

Ppu::Ppu(const Timing& timing, int alignment) : timing_(timing), alignment_(alignment) { powerOn(); }

void Ppu::powerOn() {
  s = State{};
  // The first dot comes 0 to 3 master clocks after the first CPU cycle begins.
  s.clock = (4 - alignment_) & 3;
  s.palette = power_up_palette;
  s.secondary_oam.fill(0xFF);
}

void Ppu::reset() {
  s.control = Control{};
  s.mask = s.color_mask = s.mask_value = Mask{};
  s.mask_delay = s.color_delay = s.disable_delay = 0;
  s.rendering_instant = false;
  s.t = 0;
  s.fine_x = 0;
  s.w = false;
  s.scroll_delay = 0;
  s.v_delay = 0;
  s.read_buffer = 0;
  s.odd_frame = false;
}

uint8_t Ppu::read(int reg, uint64_t now) {
  runTo(now);
  const uint8_t begun = beginRead(reg, now);
  runTo(now + static_cast<uint64_t>(readClocks(reg)));
  return endRead(reg, begun, now);
}

void Ppu::write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  runTo(now);
  beginWrite(reg, value, stale, now);
  runTo(now + static_cast<uint64_t>(writeClocks(reg)));
  endWrite(reg, value);
}

uint8_t Ppu::beginRead(int reg, uint64_t now) {
  switch (reg) {
    case 2:
      s.status_read = true;
      return s.status.vblank ? status::vblank : 0;
    case 4:
      return 0;
    case 7:
      return beginDataRead(now);
    default:
      return ioBus(now);
  }
}

uint8_t Ppu::endRead(int reg, uint8_t begun, uint64_t now) {
  switch (reg) {
    case 2: {
      // The vblank flag was latched when the read began, the sprite flags are when it ends.
      const Status shown{begun != 0, s.status.sprite_zero_hit, s.sprite_overflow_readable};
      s.w = false;
      driveIoBus(shown.bits(), status::all, now);
      return ioBus(now);
    }
    case 4: {
      const bool latched = s.rendering() && s.scanline < visible_lines;
      const uint8_t value = latched ? s.oam_latch : s.oam[s.oam_address];
      driveIoBus(value, 0xFF, now);
      return value;
    }
    case 7:
      s.port.read_request = true;
      s.port.active = true;
      return begun;
    default:
      return begun;
  }
}

void Ppu::beginWrite(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  driveIoBus(value, 0xFF, now);
  switch (reg) {
    case 0:
      // The register opens before the CPU's data is there: a copy of t in this moment sees the stale bits.
      s.t.setNametable(stale & control::nametable);
      break;
    case 1:
      writeMask(value, stale, phaseAt(now));
      break;
    case 3:
      s.oam_address = value;
      break;
    case 4:
      if (s.rendering() && onRenderedLine()) {
        s.oam_address = nextSprite(s.oam_address);
      } else {
        s.oam[s.oam_address] = oamByte(s.oam_address, value);
        ++s.oam_address;
      }
      break;
    case 5:
      writeScroll(value, stale, phaseAt(now));
      break;
    case 6:
      writeAddress(value, phaseAt(now));
      break;
    case 7:
      s.port.write_data = value;
      break;
  }
}

void Ppu::endControlWrite(uint8_t value) {
  s.t.setNametable(value & control::nametable);
  s.control = Control::written(value);
}

}  // namespace jumpscope::ppu
