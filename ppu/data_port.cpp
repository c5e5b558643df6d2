// $2007: two chains of latches, clocked alternately by the halves of a dot, turn an access of the CPU into
// ALE, RD or WR, and a step of v, some dots later. Nothing keeps what the CPU wrote: it is taken from the bus
// on the CPU's side as late as WR. Source: the 2C02's schematic (Breaking NES Wiki, "PPU / VRAM Controller",
// "PPU / Address Mux", "PPU / Tile Counters", "PPU / Color RAM"); the 2C02G's netlist; AccuracyCoin's $2007
// tests; consoles, where two accesses follow each other (docs/ACCURACY.md, "$2007").
#include "ppu/color.h"
#include "ppu/patterns.h"
#include "ppu/port_chain.h"
#include "ppu/ppu.h"

namespace jumpscope::ppu {

namespace {

// Master clocks from the second half of a dot in which RD is low until the CPU sees the memory's answer, and the bit of
// it that is still on its way up then.
constexpr uint64_t answer_clocks = 2;
constexpr unsigned late_line = 0x01;

// True if the low byte of the address that goes out in a dot while rendering is that of a nametable byte.
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
    driveIoBus(bufferAt(now + read_clocks), 0xFF, now);
  return ioBus(now);
}

// The read buffer as the CPU sees it at this time, by which the chip has run. While RD is low the buffer is open, and
// the bus on the memory's side carries the low byte of the address until the memory answers: of a dot with RD the CPU
// sees nothing in the first half, the address as the second one begins, and the data in its last clocks, but for the
// line that rises last. Source: two consoles, with blargg's double_2007_read (22, 22, 02, 32 by alignment) and
// 100thCoin's INC2007Alignment (55, 55, 10, 00).
uint8_t Ppu::bufferAt(uint64_t now) const {
  const bool answers = s.port.fetching && !s.second_half;
  if (!answers || now > s.clock) return s.read_buffer;
  const uint64_t since = now + secondHalfClocks() - s.clock;
  if (since < answer_clocks) return s.octal_latch;
  return static_cast<uint8_t>(s.read_buffer & (s.octal_latch | ~late_line));
}

// True if WR has begun, for an access that another one cut short, before ALE is over, while nothing is rendered.
bool Ppu::storesWhileLatching() const {
  return s.port.writing && s.port.blank_latch && s.port.ale() && !isPaletteAddress(s.address_bus);
}

Ppu::Pins Ppu::portFirstHalf() {
  Port& port = s.port;
  // Data that WR lets through while ALE is high is an address for the latch outside: INC $2007 writes to it, too
  // (100thCoin's INC2007Alignment, on four consoles).
  if (storesWhileLatching()) s.octal_latch = dataOnBus();
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
    static_cast<void>(fetch());  // the buffer does not take it before the second half
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
  if (port.fetching) s.read_buffer = fetch();
  if (port.step_latch && port.blank_latch && isPaletteAddress(s.v)) storeColor(dataOnBus());
  if (port.steps()) stepAddress(tile_done);

  // The latch that closes now sees neither an access that begins now nor the end of one that ends now.
  const bool before = s.clock > s.access.began;
  port.read_chain = port_chain::clockOdd(
      port_chain::takeRequest(port.read_chain, port.read_request, holdsPort(false) && before));
  port.write_chain = port_chain::clockOdd(
      port_chain::takeRequest(port.write_chain, port.write_request, holdsPort(true) && before));
  port.read_request = port_chain::flipFlop(port.read_request, portAccessed(false), port.read_chain);
  port.write_request = port_chain::flipFlop(port.write_request, portAccessed(true), port.write_chain);
  port.writing = port_chain::drivesWrite(port.write_chain);
  // What is on the pins before the data: while nothing is read, the low byte of the address.
  if (port.blank_latch ? storesWhileLatching() : port.writing && !isReadDot(s.dot) && !port.fetching)
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
