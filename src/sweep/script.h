// The input of one run, frame by frame, as a list of changes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/movie/player.h"

namespace jumpscope::sweep {

// From `frame` on, counted from the start of the run.
struct Change {
  uint64_t frame = 0;
  movie::FrameInput input;

  bool operator==(const Change&) const = default;
};

// The first change is at frame 0; each has another input than the one before, or presses reset or power.
class Script {
 public:
  // Precondition: frames ascend.
  void set(uint64_t frame, const movie::FrameInput& input);
  void setButtons(uint64_t frame, movie::Buttons buttons);

  const std::vector<Change>& changes() const { return changes_; }
  movie::FrameInput at(uint64_t frame) const;

  bool operator==(const Script&) const = default;

 private:
  std::vector<Change> changes_;
};

// What the player presses in `frames` frames from frame `first` on.
Script scriptOf(const movie::Player& player, uint64_t first, uint64_t frames);
// The same where only presses change the input: takes time by the presses, not by the frames.
Script scriptOf(const std::vector<movie::Press>& presses);

// The first frame in which two scripts differ; UINT64_MAX: they are equal.
uint64_t firstDifference(const Script& a, const Script& b);
// An order in which scripts with a long common beginning are neighbors.
bool isBefore(const Script& a, const Script& b);

// The buttons as a press script: "0-9:R 10-19:RA 2/5:A". Nothing after `frames`.
std::string pressText(const Script& script, uint64_t frames);

}  // namespace jumpscope::sweep
