// Conditions that stop the game when they become true: over watched values at the end of a frame, over the machine before
// an instruction.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/trace/recorder.h"
#include "src/trace/trace.h"
#include "src/trace/when.h"

namespace jumpscope::play {

// The condition that stops before each instruction that writes the watched bytes; "" for a watch that has none.
std::string writesOf(const trace::Watch& watch);

class Breakpoints {
 public:
  // The console outlives them; what is read now is the frame before the first, and a condition that holds now
  // must be false once before it stops. Throws std::runtime_error naming the condition that is wrong.
  Breakpoints(const console::Console& console, const std::vector<trace::Watch>& watches,
              std::vector<std::string> conditions, const trace::Symbols* labels = nullptr);

  const std::vector<std::string>& conditions() const { return conditions_; }

  // What is read now is the frame before the next, as in the beginning.
  void restart();
  // The frame that begins can be gone back to.
  void beginFrame();
  // Back to where beginFrame() was called last. What was given to stopAt() since then counts as true before.
  void toFrameStart();
  // At the moment when a frame ends. The first condition that holds and did not at the end of the frame
  // before.
  std::optional<size_t> endFrame(uint64_t frame, uint8_t buttons);
  // Some conditions ask for a moment: registers, memory, accesses. They are asked before each instruction.
  bool hasMoments() const { return !moments_.empty(); }
  // Before an instruction of a frame with these buttons: the first of them that holds and did not before the instruction
  // before; reads and writes count each time.
  std::optional<size_t> beforeInstruction(uint64_t frame, uint8_t buttons);
  // True if a condition would hold if the frame ended now. Precondition: beginFrame(), no endFrame() since.
  bool holdsNow(size_t condition, uint64_t frame, uint8_t buttons) const;
  // The condition has stopped the game in this frame and does not stop it again.
  void stopAt(size_t condition) { at_start_->held[condition] = true; }

 private:
  // What changes from frame to frame.
  struct Memory {
    trace::RowReader reader;
    std::vector<trace::When> whens;
    std::vector<bool> held;     // at the end of the frame before
    std::vector<bool> held_at;  // of those that ask for a moment: before the instruction before
    uint8_t buttons = 0;        // of the frame before
  };

  void prime();
  bool holds(Memory& memory, size_t condition, const trace::Row& row) const;

  const console::Console& console_;
  std::vector<size_t> moments_;  // the conditions that ask for one
  std::vector<std::string> conditions_;
  std::vector<trace::Watch> watches_;  // those that conditions may name, then each condition's extra ones
  size_t named_ = 0;                   // how many of them may be named
  std::vector<size_t> extra_;          // where in watches_ each condition's extra ones begin
  std::optional<Memory> now_, at_start_;
};

}  // namespace jumpscope::play
