// Where a frame's time goes: the cycles of each routine, with and without what it calls.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "src/play/tools/instruction_log.h"

namespace jumpscope::play {

struct RoutineTime {
  trace::CodeAddress entry;
  uint64_t calls = 0;
  uint64_t own = 0;    // cycles
  uint64_t whole = 0;  // with the routines that it called
  uint64_t most = 0;   // of one call, with those

  bool operator==(const RoutineTime&) const = default;
};

// A routine begins where JSR, BRK or an interrupt leads. It ends when the stack pointer rises above its return address,
// by whatever means. What runs before the first call belongs to the routine at the address where it was first seen.
class Profiler {
 public:
  void add(const InstructionLog& log, bool lag);
  void clear() { *this = Profiler(); }

  // Of the last frame, by own time.
  const std::vector<RoutineTime>& lastFrame() const { return last_; }
  // Means over the frames kept.
  std::vector<RoutineTime> average() const;
  size_t frames() const { return frames_.size(); }
  uint64_t lagFrames() const { return lag_frames_; }
  uint64_t cycles() const { return cycles_; }  // of the last frame
  uint64_t dmaCycles() const { return dma_; }  // of these, taken by DMA
  // The calls in progress, from the outermost on.
  std::vector<trace::CodeAddress> stack() const;

 private:
  static constexpr size_t frames_kept = 60;

  struct Open {
    trace::CodeAddress entry;
    int s = 0x100;  // below it the routine is in progress
    uint64_t whole = 0;
  };
  using Times = std::map<trace::CodeAddress, RoutineTime>;
  void leave(Times& times);

  std::vector<Open> open_;
  bool entered_ = false;  // the next instruction is a routine's first
  int entered_s_ = 0;
  std::vector<RoutineTime> last_;
  std::deque<std::vector<RoutineTime>> frames_;
  uint64_t lag_frames_ = 0, cycles_ = 0, dma_ = 0;
};

}  // namespace jumpscope::play
