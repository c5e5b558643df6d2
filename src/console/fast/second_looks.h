// When loops that did not wait are looked at again. Private to src/console/fast.
//
// A loop may be judged by turns that are unlike all later ones: while a program starts, or while a handler of interrupts
// leaves no time. So now and then the CPU goes without translated code for a moment, in which loops that were judged long
// ago are looked at again. The moments begin anywhere in a frame, so that they find a loop the sooner the more time it
// takes. While they change nothing, they become rare, and a loop's looks still rarer.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace jumpscope::console::fast {

// CPU cycles from a loop's judgement to its second look, at least. For tests: the results are the same with any number.
inline std::atomic<uint64_t> first_second_look = uint64_t{1} << 17;

// How long it stands that a loop does not wait.
class Judgement {
 public:
  void pass(uint64_t cycle) {
    since_ = cycle;
    length_ = length_ == 0 ? first_second_look.load() : 4 * length_;
  }
  bool wasPassed() const { return length_ != 0; }
  // Also when an earlier state came back.
  bool isOver(uint64_t cycle) const { return cycle - since_ >= length_; }

 private:
  uint64_t since_ = 0, length_ = 0;  // CPU cycles
};

class SecondLooks {
 public:
  static constexpr uint64_t longest_wait = uint64_t{1} << 21;  // CPU cycles between two moments
  static constexpr uint64_t length = 1000;                     // of a moment

  // CPU cycle in which a moment begins or ends next; UINT64_MAX: no loop was judged.
  uint64_t due() const { return due_; }
  bool areUnderWay() const { return under_way_; }

  // To be called in cycle due(), or later.
  void beginOrEnd(uint64_t cycle) {
    under_way_ = !under_way_;
    if (under_way_) wait_ = std::min(2 * wait_, longest_wait);
    due_ = cycle + (under_way_ ? length : wait_);
  }
  // A loop was judged for the first time, or one waits that had been judged not to.
  void comeSoon(uint64_t cycle) {
    wait_ = first_second_look;
    due_ = std::min(due_, cycle + wait_);
  }
  // It is another time now.
  void restart(uint64_t cycle) {
    if (due_ != UINT64_MAX) due_ = std::min(due_, cycle + wait_);
  }

 private:
  uint64_t due_ = UINT64_MAX, wait_ = 0;
  bool under_way_ = false;
};

}  // namespace jumpscope::console::fast
