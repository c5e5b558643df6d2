// Which branch decided that an instruction is executed: control dependence, found while the program runs as in Xin and
// Zhang, "Efficient online detection of dynamic control dependence" (ISSTA 2007).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "src/why/history.h"

namespace jumpscope::why {

using PeekCode = std::function<uint8_t(uint16_t)>;

// Where the two sides of the branch at `pc` meet again, whatever happens between; -1 if the routine may end before.
// Subroutines return behind their call.
int meetingPoint(uint16_t pc, const PeekCode& peek);

class Choices {
 public:
  // Call before each instruction. `s`: the stack pointer.
  void arriveAt(uint16_t pc, uint8_t s);
  // Call after a branch. `place` tells its code from that of other banks.
  void branched(uint32_t step, uint16_t pc, uint64_t place, uint8_t s, const PeekCode& peek);
  // Call after a jump whose target was computed, with the stack pointer that it left: it decides to the routine's end.
  void jumped(uint32_t step, uint16_t pc, uint8_t s) { decide({step, pc, -1, s}); }
  // Call when an interrupt has been entered, with the stack pointer after its pushes: nothing that was open decided that.
  void interrupted(uint8_t s);
  // The last branch that is still deciding; Step::no_choice if none is.
  uint32_t current() const { return open_.empty() ? Step::no_choice : open_.back().step; }

 private:
  struct Open {
    uint32_t step;
    uint16_t pc;
    int until;  // a meeting point
    uint8_t s;
  };
  void decide(const Open& now);

  std::vector<Open> open_;
  std::map<uint64_t, int> meeting_points_;
};

}  // namespace jumpscope::why
