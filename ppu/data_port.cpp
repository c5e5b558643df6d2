// $2007: two chains of latches, clocked alternately by the halves of a dot, turn an access of the CPU into
// ALE, RD or WR, and a step of v, some dots later. Source: the 2C02's schematic as described by NESdev "PPU
// pinout"; AccuracyCoin's $2007 tests.
#include "ppu/color.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// The chains' latches, bit 0 first. The first half of a dot clocks the even ones, the second half the odd
// ones; each takes the inverse of the one before.
constexpr uint8_t even_latches = 0b10101, odd_latches = 0b01010;
constexpr uint8_t chain_at_rest = 0b01010;

constexpr uint8_t clockEven(uint8_t chain, bool request) {
  return static_cast<uint8_t>((chain & odd_latches) | (~chain << 1 & 0b10100) | (request ? 1 : 0));
}
constexpr uint8_t clockOdd(uint8_t chain) {
  return static_cast<uint8_t>((chain & even_latches) | (~chain << 1 & odd_latches));
}
constexpr bool drivesAle(uint8_t chain) { return (chain & 0b10100) == 0b00100; }
constexpr bool drivesRead(uint8_t chain) { return (chain & 0b10100) == 0b10000; }
constexpr bool drivesWrite(uint8_t chain) { return (chain & 0b01010) == 0b00010; }

}  // namespace

// What the CPU gets: the palette at once, anything else as the read before fetched it.
uint8_t Ppu::beginDataRead(uint64_t now) {
  if (isPaletteAddress(s.address_bus))
    driveIoBus(greyscaled(s.palette[static_cast<size_t>(paletteIndex(s.v))], s.color_mask), 0x3F, now);
  else
    driveIoBus(s.read_buffer, 0xFF, now);
  return ioBus(now);
}

Ppu::Pins Ppu::portFirstHalf() {
  Port& port = s.port;
  port.blank_latch = !s.rendering() || !onRenderedLine();
  port.read_chain = clockEven(port.read_chain, port.read_request);
  port.write_chain = clockEven(port.write_chain, port.write_request);
  port.fetching = drivesRead(port.read_chain);
  port.step_latch = port.writing;

  const bool port_ale = drivesAle(port.read_chain) || drivesAle(port.write_chain);
  const bool read_dot = isReadDot(s.dot);
  const Pins pins{port_ale || (!port.blank_latch && !read_dot),
                  port.fetching || (!port.blank_latch && read_dot)};
  if (port_ale && !pins.read) {
    s.address_bus = s.v;
    s.octal_latch = static_cast<uint8_t>(s.v);
  }
  return pins;
}

void Ppu::fetchForPort(bool ale) {
  s.read_buffer = fetch();
  if (ale) s.octal_latch = static_cast<uint8_t>(s.address_bus);
}

void Ppu::portSecondHalf() {
  Port& port = s.port;
  if (port.step_latch || port.fetching) {
    if (port.blank_latch)
      s.v.incrementAddress(s.control.addressStep());
    else
      incrementY();
  }
  if (port.fetching) s.read_buffer = fetch();

  port.read_chain = clockOdd(port.read_chain);
  port.write_chain = clockOdd(port.write_chain);
  if (!(port.read_chain & 0b01000)) port.read_request = false;
  if (!(port.write_chain & 0b01000)) port.write_request = false;
  port.writing = drivesWrite(port.write_chain);
  if (port.writing) storeData();

  if (!port.read_request && !port.write_request && !port.writing && port.read_chain == chain_at_rest &&
      port.write_chain == chain_at_rest)
    port = Port{};
}

void Ppu::storeData() {
  const uint8_t value = s.port.write_data;
  if (isPaletteAddress(s.address_bus)) {
    s.palette[static_cast<size_t>(paletteIndex(s.address_bus))] = value & 0x3F;
    return;
  }
  const unsigned address = pinsAddress();
  uint8_t* page =
      address >= 0x2000 ? wiring_.nametablePage(address).writable : wiring_.chr_writable[address >> 10];
  if (page) page[address & 0x3FF] = value;
}

}  // namespace jumpscope::ppu
