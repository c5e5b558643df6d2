// The CPU's side: eight registers, the I/O bus that leaks, and the state machine behind $2007.
#include "ppu/bits.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// About 20 NTSC frames: how long a bit stays on an undriven I/O bus. Varies with the chip and its
// temperature.
constexpr uint64_t io_bus_leak_clocks = 1'786'830ull * 4;

constexpr int read_clocks = 7;        // from the start of the cycle to the end of a read, in master clocks
constexpr int write_end_clocks = 7;   // to the end of a write
constexpr int data_valid_clocks = 2;  // until the CPU's new data shows on the bus

// Palette RAM at power-up is one console's analogue state. These are the values that blargg published for his
// (test program power_up_palette), so that everybody means the same.
constexpr std::array<uint8_t, 32> power_up_palette = {
    0x09, 0x01, 0x00, 0x01, 0x00, 0x02, 0x02, 0x0D, 0x08, 0x10, 0x08, 0x24, 0x00, 0x00, 0x04, 0x2C,
    0x09, 0x01, 0x34, 0x03, 0x00, 0x04, 0x00, 0x14, 0x08, 0x3A, 0x00, 0x02, 0x00, 0x20, 0x2C, 0x08};

}  // namespace

Ppu::Ppu(Region region, int alignment) : timing_(timingOf(region)), alignment_(alignment) { powerOn(); }

void Ppu::powerOn() {
  s = State{};
  stateReplaced();
  // The first dot comes 0 to 3 master clocks after the first CPU cycle begins.
  s.clock = (4 - alignment_) & 3;
  s.palette = power_up_palette;
  s.secondary_oam.fill(0xFF);
}

void Ppu::reset() {
  s.nmi_enabled = false;
  s.increment_32 = false;
  s.tall_sprites = false;
  s.sprite_table = 0;
  s.background_table = 0;
  s.mask = 0;
  s.tint = 0;
  s.mask_delay = s.tint_delay = s.disable_delay = 0;
  s.mask_value = 0;
  s.rendering_instant = false;
  s.t = 0;
  s.fine_x = 0;
  s.w = false;
  s.scroll_delay = 0;
  s.v_delay = 0;
  s.read_buffer = 0;
  s.odd_frame = false;
}

uint64_t Ppu::nextVblank() const {
  int64_t dots = (timing_.vblank_line - s.scanline) * dots_per_line + 1 - s.dot;
  if (dots <= 0) dots += timing_.lines * dots_per_line - (timing_.skips_odd_dot ? 1 : 0);
  // `dots` first halves from now on; the current dot's second half may come first.
  const uint64_t next_first_half =
      s.second_half ? s.clock + timing_.dot_clocks - timing_.half_dot_clocks : s.clock;
  return next_first_half + static_cast<uint64_t>(dots - 1) * timing_.dot_clocks;
}

uint64_t Ppu::nextNmiChange() const {
  if (s.status_read) return s.clock;
  if (!s.vblank) return nextVblank();
  const int dots = (timing_.pre_render_line - s.scanline) * dots_per_line + 1 - s.dot;
  const uint64_t next_first_half =
      s.second_half ? s.clock + timing_.dot_clocks - timing_.half_dot_clocks : s.clock;
  return dots <= 0 ? s.clock : next_first_half + static_cast<uint64_t>(dots - 1) * timing_.dot_clocks;
}

// Where the next dot begins within the CPU cycle, the way the alignments are numbered: 0 right after the
// access, 1-3 that many clocks short of four.
int Ppu::phaseAt(uint64_t now) const {
  uint64_t next_dot = s.clock;
  if (s.second_half) next_dot += timing_.dot_clocks - timing_.half_dot_clocks;
  const int wait = static_cast<int>(next_dot - now);
  return wait >= 4 ? 0 : (4 - wait) & 3;
}

uint8_t Ppu::ioBus(uint64_t now) const {
  constexpr uint8_t groups[] = {0x1F, 0x20, 0xC0};
  uint8_t value = s.io_bus;
  for (int i = 0; i < 3; ++i)
    if (now >= s.io_bus_expiry[i]) value &= ~groups[i];
  return value;
}

// `bits`: which are driven; the others keep leaking.
void Ppu::driveIoBus(uint8_t value, uint8_t bits, uint64_t now) {
  s.io_bus = (ioBus(now) & ~bits) | (value & bits);
  const uint64_t expiry = now + io_bus_leak_clocks;
  if (bits & 0x1F) s.io_bus_expiry[0] = expiry;
  if (bits & 0x20) s.io_bus_expiry[1] = expiry;
  if (bits & 0xC0) s.io_bus_expiry[2] = expiry;
}

uint8_t Ppu::read(int reg, uint64_t now) {
  runTo(now);
  switch (reg) {
    case 2: {
      // The vblank flag is latched when the read begins, the sprite flags when it ends.
      uint8_t status = s.vblank ? 0x80 : 0;
      s.status_read = true;
      runTo(now + read_clocks);
      status |= (s.sprite_zero_hit ? 0x40 : 0) | (s.sprite_overflow_readable ? 0x20 : 0);
      s.w = false;
      driveIoBus(status, 0xE0, now);
      return ioBus(now);
    }
    case 4: {
      runTo(now + read_clocks);
      const uint8_t value = s.rendering() && s.scanline < visible_lines ? s.oam_latch : s.oam[s.oam_address];
      driveIoBus(value, 0xFF, now);
      return value;
    }
    case 7: {
      if ((s.address_bus & 0x3F00) == 0x3F00) {
        driveIoBus(s.palette[paletteIndex(s.v)] & ((s.tint & 1) ? 0x30 : 0x3F), 0x3F, now);
      } else {
        driveIoBus(s.read_buffer, 0xFF, now);
      }
      const uint8_t value = ioBus(now);
      runTo(now + read_clocks);
      s.port.read_request = true;
      s.port.active = true;
      return value;
    }
    default:
      return ioBus(now);
  }
}

void Ppu::write(int reg, uint8_t value, uint8_t stale, uint64_t now) {
  // What is written to $2007 is only taken in at the end of the cycle.
  if (reg != 7 || s.port.active) runTo(now);
  const int phase = phaseAt(now);
  driveIoBus(value, 0xFF, now);
  switch (reg) {
    case 0:
      // The register opens before the CPU's data is there: a copy of t in this moment sees the stale bits.
      s.t = (s.t & 0x73FF) | (stale & 3) << 10;
      runTo(now + data_valid_clocks);
      s.t = (s.t & 0x73FF) | (value & 3) << 10;
      s.increment_32 = value & 0x04;
      s.sprite_table = (value & 0x08) ? 0x1000 : 0;
      s.background_table = (value & 0x10) ? 0x1000 : 0;
      s.tall_sprites = value & 0x20;
      s.nmi_enabled = value & 0x80;
      break;
    case 1:
      writeMask(value, stale, phase);
      break;
    case 3:
      s.oam_address = value;
      break;
    case 4:
      if (s.rendering() && onRenderLine()) {
        s.oam_address = (s.oam_address + 4) & 0xFC;
      } else {
        s.oam[s.oam_address] =
            (s.oam_address & 3) == 2 ? value & 0xE3 : value;  // bits 2-4 of attributes do not exist
        ++s.oam_address;
        oamChanged();
      }
      break;
    case 5:
      if (!s.w) {
        s.fine_x = stale & 7;
        s.t = (s.t & 0x7FE0) | (stale >> 3);
      } else {
        s.t = (s.t & 0x0C1F) | (stale & 0xF8) << 2 | (stale & 7) << 12;
      }
      s.scroll_value = value;
      s.scroll_delay = phase == 2 ? 2 : 1;
      break;
    case 6:
      if (!s.w) {
        s.t = (s.t & 0x00FF) | (value & 0x3F) << 8;
      } else {
        s.t = (s.t & 0x7F00) | value;
        s.v_before_copy = s.v;
        s.v_delay = phase == 2 ? 5 : 4;
      }
      s.w = !s.w;
      break;
    case 7:
      s.port.write_data = value;
      runTo(now + write_end_clocks);
      s.port.write_request = true;
      s.port.active = true;
      break;
  }
}

// What was written to $2005 arrives: X first, then Y.
void Ppu::takeScroll() {
  if (!s.w) {
    s.fine_x = s.scroll_value & 7;
    s.t = (s.t & 0x7FE0) | (s.scroll_value >> 3);
  } else {
    s.t = (s.t & 0x0C1F) | ((s.scroll_value & 0xF8) << 2) | ((s.scroll_value & 7) << 12);
  }
  s.w = !s.w;
}

// $2001 reaches different parts of the chip at different times, and the delays depend on the alignment.
// Source: 100thCoin's measurements of the four alignments.
void Ppu::writeMask(uint8_t value, uint8_t stale, int phase) {
  if (timing_.swaps_emphasis)
    value = static_cast<uint8_t>((value & 0x9F) | (value & 0x20) << 1 | (value & 0x40) >> 1);
  const bool early = phase == 0 || phase == 3;
  s.mask_delay = phase == 2 ? 3 : 2;
  s.disable_delay = early ? 2 : 3;
  s.tint_delay = 2;
  s.was_rendering = s.rendering();
  s.rendering_instant = s.rendering() && (value & 0x18);
  s.mask_value = value;

  const bool will_render = value & 0x18;
  if (onRenderLine()) {
    if (s.was_rendering && !will_render) s.oam_disabled_now = true;
    if (!s.was_rendering && will_render && s.corruption_pending && !early) s.corruption_cancelled = true;
  }
  // Greyscale and blue follow the stale data for a moment; red and green act at once.
  const uint8_t held = early ? stale & 0x81 : s.tint & 0x81;
  s.tint = held | (value & 0x60);
}

void Ppu::portFirstHalf() {
  Port& port = s.port;
  port.blank_latch = !s.rendering() || !onRenderLine();
  const auto clock = [](uint8_t chain, bool request) {
    const uint8_t second = (~chain << 1) & 0b00100;
    const uint8_t fourth = (~chain << 1) & 0b10000;
    return static_cast<uint8_t>((chain & 0b01010) | second | fourth | (request ? 1 : 0));
  };
  port.read_chain = clock(port.read_chain, port.read_request);
  port.write_chain = clock(port.write_chain, port.write_request);
  port.fetching = (port.read_chain & 0b10100) == 0b10000;
  port.step_latch = port.writing;
}

void Ppu::portSecondHalf() {
  Port& port = s.port;
  if (port.step_latch || port.fetching) {
    if (port.blank_latch)
      s.v = (s.v + (s.increment_32 ? 32 : 1)) & 0x7FFF;
    else
      incrementY();
  }
  if (port.fetching) s.read_buffer = fetch();

  const auto clock = [](uint8_t chain) {
    return static_cast<uint8_t>((chain & 0b10101) | ((~chain << 1) & 0b01010));
  };
  port.read_chain = clock(port.read_chain);
  port.write_chain = clock(port.write_chain);
  if (!(port.read_chain & 0b01000)) port.read_request = false;
  if (!(port.write_chain & 0b01000)) port.write_request = false;
  port.writing = (port.write_chain & 0b01010) == 0b00010;
  if (port.writing) portStore();

  constexpr uint8_t rest = 0b01010;
  if (!port.read_request && !port.write_request && !port.writing && port.read_chain == rest &&
      port.write_chain == rest)
    port = Port{};
}

void Ppu::portStore() {
  const uint8_t value = s.port.write_data;
  if ((s.address_bus & 0x3F00) == 0x3F00) {
    s.palette[paletteIndex(s.address_bus)] = value & 0x3F;
    return;
  }
  const unsigned address = (s.address_bus & 0x3F00) | s.octal_latch;
  if (address >= 0x2000) {
    const unsigned index = wiring_.nametable[(address >> 10) & 3] << 10 | (address & 0x3FF);
    s.vram[index] = value;
    rows_.nametableChanged(index);
  } else if (wiring_.chr_ram) {
    wiring_.chr_ram[address] = value;
    rows_.everythingChanged();
  }
}

uint8_t Ppu::peek(uint16_t address) const {
  address &= 0x3FFF;
  if (address >= 0x3F00) return s.palette[paletteIndex(address)];
  if (address >= 0x2000) return s.vram[wiring_.nametable[(address >> 10) & 3] << 10 | (address & 0x3FF)];
  return wiring_.chr[address >> 10] ? wiring_.chr[address >> 10][address & 0x3FF] : 0;
}

}  // namespace jumpscope::ppu
