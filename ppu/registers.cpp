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

Ppu::Ppu(const Timing& timing, int alignment) : timing_(timing), alignment_(alignment) {
  for (int line = 0; line < most_lines; ++line)
    line_kinds_[static_cast<size_t>(line)] = lineKind(line, timing);
  powerOn();
}

void Ppu::powerOn() {
  s = State{};
  // The first dot comes 0 to 3 master clocks after the first CPU cycle begins.
  s.clock = (4 - alignment_) & 3;
  s.palette = power_up_palette;
  s.secondary_oam.fill(0xFF);
}

void Ppu::reset() {
  s.control = Control{};
  s.mask = s.color_mask = Mask{};
  s.access.stage = Access::Stage::None;
  s.address_copy = AddressCopy::None;
  s.oam_write = OamWrite::None;
  s.color_delay = 0;
  s.t = 0;
  s.fine_x = 0;
  s.w = false;
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
}

uint8_t Ppu::beginRead(int reg, uint64_t now) {
  switch (reg) {
    case 2:
      return beginStatusRead(now);
    case 4:
      return 0;
    case 7:
      beginAccess(false, 7, 0, 0, now);
      return readData(now);
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
      const bool latched = !blanked();
      const uint8_t value = latched ? s.oam_latch : s.oam[s.oam_address];
      driveIoBus(value, 0xFF, now);
      return value;
    }
    case 7:
      return readData(now);
    default:
      return begun;
  }
}

// The flag falls at once, and stays down as long as the read lasts, which makes a difference only to a flag that would
// rise meanwhile.
uint8_t Ppu::beginStatusRead(uint64_t now) {
  const uint8_t shown = s.status.vblank ? status::vblank : 0;
  s.status.vblank = false;
  const bool before = s.scanline == timing_.vblank_line - 1 && s.dot > dots_per_line - 4;
  if (before || (s.scanline == timing_.vblank_line && s.dot <= firstDot(action::StartVblank)))
    beginAccess(false, 2, 0, 0, now);
  return shown;
}

void Ppu::beginWrite(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  if (reg == 2) return driveIoBus(value, 0xFF, now);
  beginAccess(true, reg, value, stale, now);
  driveIoBus(value, 0xFF, now);
  // What NMI enable does shows at once on the pin.
  if (reg == 0) s.control.nmi_enabled = stale & control::nmi;
}

}  // namespace jumpscope::ppu
