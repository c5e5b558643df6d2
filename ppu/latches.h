// When each bit of a register reaches who uses it. A write selects the chip from M2's rise to its fall. Some latches
// are open all the while and follow the bus, which carries old data at first; the others pass their bits on as the
// chip is deselected. What happens then on which dot follows from where the halves of the dots lie. Source: the
// 2C02G's netlist (tests/data/netlist/README.md); Breaking NES Wiki, "PPU / Control registers".
#pragma once

#include <cstdint>

namespace jumpscope::ppu {

// Master clocks from M2's rise.
constexpr int stale_clocks = 1;  // latches that follow the bus show what was on it before
constexpr int data_clocks = 2;   // they show the new data
constexpr int read_clocks = 7;   // the CPU has sampled what it reads
constexpr int end_clocks = 8;    // M2 has fallen
// A vblank flag that rises later than this in a read of $2002 outlasts it.
constexpr int vblank_lost_clocks = 5;

// When an access leaves each of its stages (Access::Stage). An access to $2007 stays for another clock: a latch of its
// that closes as M2 falls does not see it end (data_port.cpp).
inline constexpr uint8_t clocks_to_leave[] = {0, stale_clocks, data_clocks, end_clocks};
constexpr int leave_clocks(unsigned reg) { return reg == 7 ? end_clocks + 1 : end_clocks; }

enum class Opens : uint8_t {
  Throughout,  // the latch follows the bus while the chip is selected
  AtTheEnd     // it passes its bits on when M2 falls
};

// What Ppu::followBus() and Ppu::endAccess() do; only of $2001 do they take the bits from here. accesses.cpp holds those of
// $2000 to it.
struct Latch {
  uint8_t reg;
  uint8_t bits;
  Opens opens;
  const char* what;
};

// clang-format off
inline constexpr Latch latches[] = {
    {0, 0x03, Opens::Throughout, "nametable of t"},
    {0, 0x80, Opens::Throughout, "NMI enable"},
    {0, 0x3C, Opens::AtTheEnd,   "address step, pattern tables, sprite height"},
    {1, 0x81, Opens::Throughout, "greyscale, blue emphasis"},
    {1, 0x60, Opens::AtTheEnd,   "red and green emphasis"},
    {1, 0x1E, Opens::AtTheEnd,   "layers, left columns"},
    {3, 0xFF, Opens::Throughout, "OAMADDR"},
    {4, 0xFF, Opens::AtTheEnd,   "the byte to store"},
    {5, 0xFF, Opens::Throughout, "t and fine X; which write comes next: at the end"},
    {6, 0xFF, Opens::Throughout, "t; which write comes next, and the copy to v: at the end"},
    {7, 0xFF, Opens::AtTheEnd,   "request for the bus"},
};
// clang-format on

// The bits of a register whose latches open so.
consteval uint8_t bitsOf(int reg, Opens opens) {
  unsigned bits = 0;
  for (const Latch& latch : latches)
    if (latch.reg == reg && latch.opens == opens) bits |= latch.bits;
  return static_cast<uint8_t>(bits);
}

}  // namespace jumpscope::ppu
