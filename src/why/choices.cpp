#include "src/why/choices.h"

#include <algorithm>
#include <set>

#include "cpu6502/opcodes.h"

namespace jumpscope::why {
namespace {

constexpr uint8_t jmp = 0x4C, jmp_indirect = 0x6C, rts = 0x60, rti = 0x40, brk = 0x00;
// Longer routines count as if they ended there.
constexpr size_t most_instructions = 600;

struct Successors {
  std::vector<uint16_t> next;
  bool ends = false;  // or leads to where nobody knows
};

Successors successorsOf(uint16_t pc, const PeekCode& peek) {
  const uint8_t opcode = peek(pc);
  const auto byte = [&](int offset) { return peek(static_cast<uint16_t>(pc + offset)); };
  const auto behind = static_cast<uint16_t>(pc + cpu6502::instructionLength(opcode));
  const cpu6502::Opcode& known = cpu6502::opcodes[opcode];
  if (opcode == rts || opcode == rti || opcode == brk || opcode == jmp_indirect || known.mnemonic == "JAM")
    return {{}, true};
  if (opcode == jmp) return {{static_cast<uint16_t>(byte(1) | byte(2) << 8)}};
  if (known.shape == cpu6502::Shape::Branch)
    return {{behind, static_cast<uint16_t>(behind + static_cast<int8_t>(byte(1)))}};
  return {{behind}};
}

// The instructions that are reached from `pc`, and from which of them the routine ends.
class Flow {
 public:
  Flow(uint16_t pc, const PeekCode& peek) {
    std::vector<uint16_t> open{pc};
    while (!open.empty()) {
      const uint16_t at = open.back();
      open.pop_back();
      if (at_.contains(at)) continue;
      Successors successors = at_.size() < most_instructions ? successorsOf(at, peek) : Successors{{}, true};
      open.insert(open.end(), successors.next.begin(), successors.next.end());
      at_.emplace(at, std::move(successors));
    }
    if (!endsWithout(pc, pc)) endAtJumpsBackward(peek);
  }

  // The instructions that can be reached from `pc`, the nearest first.
  std::vector<uint16_t> inOrderFrom(uint16_t pc) const {
    std::vector<uint16_t> order{pc};
    std::set<uint16_t> seen{pc};
    for (size_t i = 0; i < order.size(); ++i)
      for (const uint16_t next : at_.at(order[i]).next)
        if (seen.insert(next).second) order.push_back(next);
    return order;
  }
  // True if the end can be reached without passing through `without`.
  bool endsWithout(uint16_t pc, uint16_t without) const {
    std::vector<uint16_t> open{pc};
    std::set<uint16_t> seen{pc, without};
    while (!open.empty()) {
      const Successors& successors = at_.at(open.back());
      open.pop_back();
      if (successors.ends) return true;
      for (const uint16_t next : successors.next)
        if (seen.insert(next).second) open.push_back(next);
    }
    return false;
  }

 private:
  // A main loop never returns: each turn of it counts as a routine of its own.
  void endAtJumpsBackward(const PeekCode& peek) {
    for (auto& [at, successors] : at_)
      if (peek(at) == jmp && successors.next[0] <= at) successors = {{}, true};
  }

  std::map<uint16_t, Successors> at_;
};

}  // namespace

int meetingPoint(uint16_t pc, const PeekCode& peek) {
  const Flow flow(pc, peek);
  for (const uint16_t at : flow.inOrderFrom(pc))
    if (at != pc && !flow.endsWithout(pc, at)) return at;
  return -1;
}

void Choices::arriveAt(uint16_t pc, uint8_t s) {
  // Less is on the stack than when it branched: the routine has returned.
  while (!open_.empty() && (s > open_.back().s || (s == open_.back().s && open_.back().until == pc)))
    open_.pop_back();
}

void Choices::branched(uint32_t step, uint16_t pc, uint64_t place, uint8_t s, const PeekCode& peek) {
  const auto known = meeting_points_.find(place);
  const int until = known != meeting_points_.end()
                        ? known->second
                        : meeting_points_.emplace(place, meetingPoint(pc, peek)).first->second;
  decide({step, pc, until, s});
}

// In a loop it decides anew.
void Choices::decide(const Open& now) {
  const auto again = std::find_if(open_.begin(), open_.end(),
                                  [&](const Open& open) { return open.pc == now.pc && open.s == now.s; });
  if (again != open_.end()) open_.erase(again, open_.end());
  open_.push_back(now);
}

void Choices::interrupted(uint8_t s) { open_.push_back({Step::no_choice, 0, -1, s}); }

}  // namespace jumpscope::why
