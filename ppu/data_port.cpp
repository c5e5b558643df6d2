// $2007: two chains of latches, clocked alternately by the halves of a dot, turn an access of the CPU into
// ALE, RD or WR, and a step of v, some dots later. Nothing keeps what the CPU wrote: it is taken from the bus
// on the CPU's side as late as WR. Source: the 2C02's schematic (Breaking NES Wiki, "PPU / VRAM Controller",
// "PPU / Address Mux", "PPU / Tile Counters", "PPU / Color RAM"); the 2C02G's netlist; AccuracyCoin's $2007
// tests.
#include "ppu/color.h"
#include "ppu/patterns.h"
#include "ppu/port_chain.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// Whether the low byte of the address that goes out in a dot while rendering is that of a nametable byte.
constexpr bool aimsAtNametable(uint32_t actions, int dot) {
  const FetchStep step = fetchStep(dot);
  const bool first = step == FetchStep::NametableAddress || step == FetchStep::Nametable;
  const bool second = step == FetchStep::AttributeAddress || step == FetchStep::Attribute;
  if (actions & action::FetchTiles) return first;
  if (actions & action::FetchSprites) return first || second;
  return actions & (action::DummyAddress | action::DummyFetch);
}

}  // namespace

// What the CPU gets: the palette at once, anything else as the read before fetched it, or is just fetching it.
uint8_t Ppu::readData(uint64_t now) {
  if (isPaletteAddress(s.address_bus))
    driveIoBus(greyscaled(s.palette[static_cast<size_t>(paletteIndex(s.v))], s.color_mask), 0x3F, now);
  else
    driveIoBus(s.read_buffer, 0xFF, now);
  return ioBus(now);
}

Ppu::Pins Ppu::portFirstHalf() {
  Port& port = s.port;
  port.blank_latch = !s.rendering() || !onRenderedLine();
  port.read_request = port_chain::flipFlop(port.read_request, portAccessed(false), port.read_chain);
  port.write_request = port_chain::flipFlop(port.write_request, portAccessed(true), port.write_chain);
  port.read_chain = port_chain::clockEven(port.read_chain);
  port.write_chain = port_chain::clockEven(port.write_chain);
  port.fetching = port_chain::drivesRead(port.read_chain);
  port.step_latch = port.writing;

  const bool read_dot = isReadDot(s.dot);
  const Pins pins{port.ale() || (!port.blank_latch && !read_dot),
                  port.fetching || (!port.blank_latch && read_dot)};
  if (port.blank_latch) s.address_bus = s.v;
  if (port.ale() && !pins.read) {
    s.address_bus = s.v;
    s.octal_latch = static_cast<uint8_t>(s.v);
  }
  return pins;
}

// The rest of the first half, when the dot's own address is out and its byte has been read.
void Ppu::portTransfer(uint32_t actions, Pins pins) {
  if (s.port.fetching) {
    s.read_buffer = fetch();
    if (pins.ale) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  }
  if (s.port.step_latch && !isPaletteAddress(s.address_bus)) portWrite(actions, pins);
}

// The low byte of the address and the bus on the CPU's side are connected. Nametable addresses, and v while
// nothing is rendered, give way to the data; addresses of patterns and attributes overcome it, on the CPU's
// side too.
void Ppu::portWrite(uint32_t actions, Pins pins) {
  if (s.port.blank_latch || aimsAtNametable(actions, s.dot)) {
    if (!pins.read) s.address_bus = (s.address_bus & 0xFF00) | dataOnBus();
  } else {
    driveIoBus(lowAddressByte(actions), 0xFF, s.clock);
  }
  if (pins.read) return;
  if (pins.ale) s.octal_latch = static_cast<uint8_t>(s.address_bus);
  store(pinsAddress(), static_cast<uint8_t>(s.address_bus));
}

// The address of a pattern or an attribute that goes out in this dot of a rendered scanline. As it is read,
// the bit that selects the plane belongs to the next address already.
uint8_t Ppu::lowAddressByte(uint32_t actions) const {
  const FetchStep step = fetchStep(s.dot);
  const bool attribute = step == FetchStep::AttributeAddress || step == FetchStep::Attribute;
  if ((actions & action::FetchTiles) && attribute) return static_cast<uint8_t>(s.v.attributeAddress());
  return static_cast<uint8_t>(s.pattern_address ^ (isReadDot(s.dot) ? high_plane : 0u));
}

void Ppu::portSecondHalf(bool tile_done) {
  Port& port = s.port;
  const bool reading = portAccessed(false), writing = portAccessed(true);
  if (port.fetching) s.read_buffer = fetch();
  if (port.step_latch && port.blank_latch && isPaletteAddress(s.v)) storeColor(dataOnBus());
  if (port.steps()) stepAddress(tile_done);

  // The latch that closes now does not see an access that begins now.
  const bool accessed = s.clock > s.access.began;
  port.read_chain =
      port_chain::clockOdd(port_chain::takeRequest(port.read_chain, port.read_request, reading && accessed));
  port.write_chain = port_chain::clockOdd(
      port_chain::takeRequest(port.write_chain, port.write_request, writing && accessed));
  port.read_request = port_chain::flipFlop(port.read_request, reading, port.read_chain);
  port.write_request = port_chain::flipFlop(port.write_request, writing, port.write_chain);
  port.writing = port_chain::drivesWrite(port.write_chain);
  // What is on the pins: while nothing is read, the low byte of the address.
  if (port.writing && !port.blank_latch && !isReadDot(s.dot) && !port.fetching)
    store(pinsAddress(), static_cast<uint8_t>(s.address_bus));

  if (!port.read_request && !port.write_request && !port.writing &&
      port.read_chain == port_chain::chain_at_rest && port.write_chain == port_chain::chain_at_rest)
    port = Port{};
}

// v counts as an address, or, while rendering, in both directions of the scroll position: once even if the
// end of a tile or of the picture counts in the same dot. Where v takes t in the same dot, both drive the
// same lines and zeros win, also in t.
void Ppu::stepAddress(bool tile_done) {
  if (s.port.blank_latch) {
    s.v.incrementAddress(s.control.addressStep());
    return;
  }
  const uint32_t dot_actions = actions();
  if (!tile_done) s.v.incrementCoarseX();
  if (!(dot_actions & action::IncrementY)) incrementY();
  const Scroll met{static_cast<unsigned>(s.v & s.t)};
  if (s.copy_x_due) s.t.copyX(met);
  if (dot_actions & action::CopyY) s.t.copyY(met);
}

}  // namespace jumpscope::ppu
