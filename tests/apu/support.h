// What the APU tests share: differences by field name, and a DMA unit that always finds the CPU in a read
// cycle.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include "apu/apu.h"

namespace jumpscope::apu {

// The first field in which two states differ, with both values; empty when they are equal.
inline std::string firstDifference(const State& a, const State& b) {
  std::vector<uint64_t> values;
  visitFields(a, [&](const char*, const auto& field) { values.push_back(static_cast<uint64_t>(field)); });
  std::string difference;
  size_t i = 0;
  visitFields(b, [&](const char* name, const auto& field) {
    const uint64_t value = static_cast<uint64_t>(field);
    if (difference.empty() && value != values[i])
      difference = std::string(name) + ": " + std::to_string(values[i]) + " and " + std::to_string(value);
    ++i;
  });
  return difference;
}

// Writes in the current cycle and ends it.
inline void writeNow(Apu& apu, uint16_t address, uint8_t value) {
  apu.write(address, value);
  apu.runTo(apu.s.cycle + 1);
}

// Ends cycles until the current one is a put (or get) cycle.
inline void alignTo(Apu& apu, bool put) {
  while (apu.putCycle() != put) apu.runTo(apu.s.cycle + 1);
}

// The DMA unit's part in the current cycle of a CPU that reads; call before the cycle's tick. Whether it was
// halted. `unit`: the chip itself, or what the accesses go through.
template <class Unit>
bool serveDma(Apu& apu, Unit& unit, uint8_t byte) {
  if (!apu.dmaRequested()) return false;
  if (!unit.putCycle()) {
    if (!apu.s.dmc.dma_halt) unit.dmaDeliver(byte);
    apu.s.dmc.dma_halt = false;
  }
  return true;
}
inline bool serveDma(Apu& apu, uint8_t byte) { return serveDma(apu, apu, byte); }

// Deterministic on every machine, unlike the standard distributions.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 2 + 1) {}
  uint32_t below(uint32_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>((state_ >> 33) % limit);
  }

 private:
  uint64_t state_;
};

}  // namespace jumpscope::apu
