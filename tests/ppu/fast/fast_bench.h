// A bench whose chip is run by the accelerator.
#pragma once

#include "ppu/fast/accelerator.h"
#include "tests/ppu/bench.h"

namespace jumpscope::ppu::fast::tests {

using namespace ppu::tests;

class FastBench : public Bench {
 public:
  using Bench::Bench;

  void runTo(uint64_t now) override { accelerator.runTo(now); }
  uint8_t readAt(int reg, uint64_t now) override { return accelerator.read(reg, now); }
  void writeAt(int reg, uint8_t value, uint8_t stale, uint64_t now) override {
    accelerator.write(reg, value, stale, now);
  }

  Accelerator accelerator{ppu};
};

// The name of the first field in which two states differ; empty when they are equal.
inline std::string firstDifference(const State& a, const State& b) {
  if (a == b) return "";
  std::vector<const void*> fields;
  visitFields(b, [&](const char*, const auto& field) { fields.push_back(&field); });
  std::string difference;
  size_t index = 0;
  visitFields(a, [&](const char* name, const auto& field) {
    const auto& other = *static_cast<const std::remove_reference_t<decltype(field)>*>(fields[index++]);
    if (difference.empty() && field != other) difference = name;
  });
  return difference;
}

}  // namespace jumpscope::ppu::fast::tests
