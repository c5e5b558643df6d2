// The cases of tests/data/singlestep: parsing, and comparison with what a RecordingBus saw.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tests/cpu6502/recording_bus.h"
#include "tests/support/data.h"

namespace jumpscope::cpu6502::tests {

struct Snapshot {
  uint16_t pc = 0;
  uint8_t s = 0, a = 0, x = 0, y = 0, p = 0;
  std::vector<std::pair<uint16_t, uint8_t>> ram;
};

// An interrupt, reset or BRK sequence.
struct Taken {
  size_t start = 0;  // its first cycle
  uint16_t vector = 0;
  int break_flag = 0;  // bit 4 of the pushed P; -1: nothing was pushed

  bool operator==(const Taken&) const = default;
};

struct Case {
  std::string name;
  std::string category;
  Snapshot initial, final;
  std::vector<Cycle> cycles;
  Intervals nmi, irq, rdy_low;
  std::vector<Taken> taken;
  bool jam = false;
  std::optional<size_t> compare_from;  // reset cases: where the reset sequence starts
};

// Calls `visit` for each case of a file of one case a line; under the sanitizers for every eighth. Throws
// std::runtime_error for anything else.
void forEachCase(const jumpscope::tests::DataFile& file, const std::function<void(const Case&)>& visit);

void load(const Snapshot& snapshot, State& state, RecordingBus& bus);

// Each returns a sentence about the first difference, or an empty string.
std::string compareRegisters(const Snapshot& expected, const State& state, bool compare_pc = true);
std::string compareRam(const Snapshot& expected, const RecordingBus& bus);
// Compares expected[first...] with recorded[0...]. Sync and halted where `with_lines`.
std::string compareCycles(const std::vector<Cycle>& expected, size_t first,
                          const std::vector<Cycle>& recorded, bool with_lines);

// The sequences among the first `count` recorded cycles; cycle numbers start at `first`.
std::vector<Taken> sequencesIn(const std::vector<Cycle>& recorded, size_t count, size_t first);
std::string toString(const std::vector<Taken>& taken);
std::string toString(const Cycle& cycle, bool with_lines);

}  // namespace jumpscope::cpu6502::tests
