// A bus of 64 KiB of RAM that writes down every cycle and can pull the processor's lines at given moments.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpu6502/core.h"

namespace jumpscope::cpu6502::tests {

struct Cycle {
  uint16_t address = 0;
  uint8_t value = 0;
  bool is_write = false;
  bool sync = false;
  bool halted = false;
  Access kind = Access::Fetch;  // not in the vectors, therefore not compared with them
};

// When a line is asserted: half-cycles [from, to); what counts is the level at the end of a cycle's second
// half.
using Intervals = std::vector<std::pair<uint64_t, uint64_t>>;

inline bool assertedIn(const Intervals& intervals, uint64_t cycle) {
  for (const auto& [from, to] : intervals)
    if (from <= 2 * cycle + 1 && 2 * cycle + 1 < to) return true;
  return false;
}

class RecordingBus {
 public:
  explicit RecordingBus(State& state) : state_(state) {}

  uint8_t read(uint16_t address, Access kind) { return read(address, kind, address); }
  uint8_t read(uint16_t address, Access kind, uint16_t repeat_address) {
    while (assertedIn(rdy_low, cycles.size()) && cycles.size() < most_cycles) {
      record({address, (*ram)[address], false, kind == Access::Fetch, true, kind});
      state_.haltedCycle();
      address = repeat_address;
    }
    const uint8_t value = (*ram)[address];
    record({address, value, false, kind == Access::Fetch, false, kind});
    return value;
  }
  void write(uint16_t address, uint8_t value, Access kind) {
    (*ram)[address] = value;
    record({address, value, true, false, false, kind});
  }
  bool mayContinue() const { return cycles.size() < run_until; }

  std::unique_ptr<std::array<uint8_t, 0x10000>> ram = std::make_unique<std::array<uint8_t, 0x10000>>();
  std::vector<Cycle> cycles;
  Intervals nmi, irq, rdy_low;
  size_t run_until = 0;                        // run() begins no further instruction from this cycle on
  static constexpr size_t most_cycles = 1000;  // no halt lasts beyond this

 private:
  void record(const Cycle& cycle) {
    const uint64_t now = cycles.size();
    cycles.push_back(cycle);
    state_.sampleLines(assertedIn(nmi, now), assertedIn(irq, now));
  }

  State& state_;
};

}  // namespace jumpscope::cpu6502::tests
