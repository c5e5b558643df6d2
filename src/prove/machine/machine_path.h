// A set of paths through a routine that stand at the same instruction. Private to the machine.
#pragma once

#include <compare>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "src/prove/machine/machine.h"
#include "src/prove/terms/byte_facts.h"
#include "src/prove/terms/decisions.h"

namespace jumpscope::prove {

// From the target of a backward jump to that jump.
struct Loop {
  uint16_t first = 0, last = 0;
  bool contains(uint16_t pc) const { return first <= pc && pc <= last; }
  // Outer ones first.
  std::strong_ordering operator<=>(const Loop& other) const {
    if (first != other.first) return first <=> other.first;
    return other.last <=> last;
  }
  bool operator==(const Loop&) const = default;
};
using Loops = std::set<Loop>;

// A subroutine that has been called and has not returned.
struct Frame {
  struct Turns {
    Loop loop;
    uint32_t count = 0;
  };

  uint8_t s = 0;             // at the call
  uint16_t entry = 0;        // of the subroutine, or of the one that it went on in by a jump
  uint16_t pc = 0;           // where it stands; the call, for all but the last frame
  std::vector<Turns> turns;  // of the loops that it is in

  void jumpedBack(const Loop& loop);
  void leaveLoops();
  uint32_t turnsOf(const Loop& loop) const;
};

struct PathState {
  SymbolicRegisters registers;
  SymbolicMemory memory;
  Decisions::Condition condition;
  ByteDomains domains;
  Term assumed;
  std::vector<SparedBytes> spared;
  std::vector<Frame> frames;  // the routine's own first
  uint64_t chip_reads = 0;
  uint64_t backward_jumps = 0;
  uint64_t unknown_turns = 0;  // of these, the ones that could as well not be made
  uint64_t paths = 1;
  std::vector<bool> forced;  // how the next instruction's first conditions are decided
};

// Where a path stands. Of two paths the one with the lower place can still come to where the other one is. Paths
// with equal places can be merged.
struct Place {
  std::vector<uint32_t> position;  // of each frame: the loops with their turns, outer ones first, and pc
  std::vector<uint32_t> kind;      // what else has to be equal

  Place() = default;
  Place(const PathState& path, const Loops& loops);
  bool operator==(const Place&) const = default;
  bool operator<(const Place& other) const {
    return std::tie(position, kind) < std::tie(other.position, other.kind);
  }
};

// Memories with many stores to unknown addresses are merged only if the stores are the same: each read looks through all.
void noteStores(std::vector<uint32_t>& kind, const SymbolicMemory& memory);
// Both in one.
void mergePaths(Terms& terms, Decisions& decisions, PathState& path, const PathState& other);
// The same of exits of one kind; the condition under which `into` held before, as a term.
void mergeRegisters(Terms& terms, Term condition, SymbolicRegisters& into, const SymbolicRegisters& other);
void mergeSpared(std::vector<SparedBytes>& into, const std::vector<SparedBytes>& other);
uint64_t addPaths(uint64_t a, uint64_t b);

}  // namespace jumpscope::prove
