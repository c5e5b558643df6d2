#include "src/prove/machine/machine_path.h"

#include <algorithm>
#include <limits>

namespace jumpscope::prove {

void Frame::jumpedBack(const Loop& loop) {
  for (Turns& turn : turns)
    if (turn.loop == loop) {
      ++turn.count;
      // Inner loops begin anew.
      std::erase_if(turns,
                    [&](const Turns& inner) { return loop < inner.loop && loop.contains(inner.loop.last); });
      return;
    }
  std::erase_if(turns,
                [&](const Turns& inner) { return loop < inner.loop && loop.contains(inner.loop.last); });
  turns.push_back({loop, 1});
}

void Frame::leaveLoops() {
  std::erase_if(turns, [&](const Turns& turn) { return !turn.loop.contains(pc); });
}

uint32_t Frame::turnsOf(const Loop& loop) const {
  for (const Turns& turn : turns)
    if (turn.loop == loop) return turn.count;
  return 0;
}

Place::Place(const PathState& path, const Loops& loops) {
  for (const Frame& frame : path.frames) {
    for (const Loop& loop : loops) {
      if (loop.first > frame.pc) break;
      if (loop.first < frame.entry || !loop.contains(frame.pc)) continue;
      position.push_back(loop.first);
      position.push_back(frame.turnsOf(loop));
    }
    position.push_back(frame.pc);
    kind.push_back(static_cast<uint32_t>(frame.s << 16 | frame.entry));
  }
  kind.push_back(path.registers.s.concrete());
  kind.push_back(static_cast<uint32_t>(path.chip_reads));
  noteStores(kind, path.memory);
}

void noteStores(std::vector<uint32_t>& kind, const SymbolicMemory& memory) {
  constexpr size_t few = 4;
  if (memory.wideStores().size() <= few) return;
  for (const SymbolicMemory::WideStore& store : memory.wideStores())
    kind.insert(kind.end(), {store.condition.id, store.address.id, store.value.id});
}

uint64_t addPaths(uint64_t a, uint64_t b) {
  const uint64_t sum = a + b;
  return sum < a ? std::numeric_limits<uint64_t>::max() : sum;
}

void mergeSpared(std::vector<SparedBytes>& into, const std::vector<SparedBytes>& other) {
  for (const SparedBytes& spared : other)
    if (std::find(into.begin(), into.end(), spared) == into.end()) into.push_back(spared);
}

void mergeRegisters(Terms& terms, Term condition, SymbolicRegisters& into, const SymbolicRegisters& other) {
  const auto merge = [&]<class T>(Symbolic<T>& mine, const Symbolic<T>& theirs) {
    mine = Symbolic<T>::of(terms.ite(condition, mine.term(), theirs.term()));
  };
  merge(into.a, other.a);
  merge(into.x, other.x);
  merge(into.y, other.y);
  merge(into.s, other.s);
  merge(into.nz, other.nz);
  merge(into.c, other.c);
  merge(into.v, other.v);
  merge(into.mask, other.mask);
}

void mergePaths(Terms& terms, Decisions& decisions, PathState& path, const PathState& other) {
  const Decisions::Condition together = decisions.either(path.condition, other.condition);
  const Term condition = decisions.term(decisions.restricted(path.condition, together));
  mergeRegisters(terms, condition, path.registers, other.registers);
  path.memory.merge(terms, condition, other.memory);
  path.assumed = terms.ite(condition, path.assumed, other.assumed);
  path.condition = together;
  path.domains.merge(other.domains);
  mergeSpared(path.spared, other.spared);
  path.backward_jumps = std::max(path.backward_jumps, other.backward_jumps);
  path.unknown_turns = std::max(path.unknown_turns, other.unknown_turns);
  path.paths = addPaths(path.paths, other.paths);
}

}  // namespace jumpscope::prove
