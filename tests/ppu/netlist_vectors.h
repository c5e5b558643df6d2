// What the 2C02's netlist did, and a picture chip that does the same: vectors from files in the format of
// tests/data/netlist/README.md, and their replay. Times are in half master clocks (h) from the first rise of M2;
// a dot is 8 h, a CPU cycle 24 h.
#pragma once

#include <climits>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/ppu/bench.h"

namespace jumpscope::ppu::tests {

struct NetlistAccess {
  int cycle = 0;
  bool write = false;
  int reg = 0;
  uint8_t value = 0;  // written, or what the read got
  uint8_t stale = 0;  // on the bus before the data
};

struct NmiEdge {
  int h = 0;
  bool level = true;  // of /INT
  bool operator==(const NmiEdge&) const = default;
};

// One completed strobe of /RD or /WR.
struct Strobe {
  int h = 0;  // its end
  bool write = false;
  unsigned address = 0;
  uint8_t data = 0;
  bool operator==(const Strobe&) const = default;
};

struct PixelRow {
  int line = 0;
  std::vector<uint16_t> pixels;  // palette index | emphasis << 6
};
constexpr uint16_t unseen_pixel = 0xFFFF;

// What the chip remembers at the end, by the names of the format.
struct NetlistEnd {
  std::vector<uint8_t> oam, sec, pal;
  unsigned v = 0, t = 0, x = 0, w = 0, oamaddr = 0, secaddr = 0;
  std::vector<uint8_t> video_memory, patterns;
};

struct NetlistRun {
  std::vector<uint8_t> reads;
  std::vector<NmiEdge> nmi;
  std::vector<Strobe> bus;
  std::vector<PixelRow> rows;
  NetlistEnd end;
  // Ours only: since when v is doubtful, because rendering came on, or went off, in the first half of one of the last four
  // of eight dots.
  int v_doubtful_from = INT_MAX, v_racing_from = INT_MAX;
  // Ours only: since when OAM is doubtful, because a row took another one's charge. Rows whose numbers lie between them
  // may have opened as well, for the delay of a gate: two simulators of the same netlist disagree.
  int rows_doubtful_from = INT_MAX;
  // Ours only: since when a write to $2007 has stored elsewhere than the netlist does, because another one cut it short.
  int cut_short_from = INT_MAX;
  // Ours only: what the replay did as the netlist does it, and our chip does not, so that the rest can be compared; nullptr:
  // nothing.
  const char* borrowed = nullptr;
};

struct NetlistVector {
  std::string id, category;
  int line = 0, dot = 0, alignment = 0, cycles = 0;
  bool odd = false;
  Nametables mirroring = Nametables::Vertical;
  std::vector<uint8_t> oam, palette, video_memory, patterns;  // at the start
  std::vector<NetlistAccess> script;
  NetlistRun chip;
};

// Every picture vector that lies in the folder `netlist` of the test data.
const std::vector<NetlistVector>& netlistVectors();
std::vector<std::string> netlistCategories();

// Brings the bench to the vector's start. The bench has the vector's alignment and mirroring.
void arrange(Bench& bench, const NetlistVector& vector);
// The master clock at which a CPU cycle begins.
constexpr uint64_t clockOfCycle(int cycle) { return static_cast<uint64_t>(cycle) * Bench::cpu_clocks; }
// Where a vector ends: as the 2A03 puts the next cycle's address out, 9 h before M2 rises.
constexpr uint64_t endClock(const NetlistVector& vector) { return clockOfCycle(vector.cycles) - 4; }
// Our chip's run, half a dot at a time.
NetlistRun replay(const NetlistVector& vector);

}  // namespace jumpscope::ppu::tests
