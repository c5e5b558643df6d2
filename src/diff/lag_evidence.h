// Finds lag in a trace: frames in which the game's logic did not finish or did not run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/models/binding.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// In a frame of lag the game does not poll its controllers, or its own frame counter stands. Games are known by the
// names of their variables: "frame_counter", and "pause", whose bit 0 says that the game is paused.
class LagEvidence {
 public:
  // `strict`: a frame that polls the controllers is no lag, whatever the counter does.
  LagEvidence(const trace::TraceView& trace, const models::Binding& binding, bool strict);

  enum class Says : uint8_t { Nothing, Lag, NoLag };
  // Precondition: the frame of the row comes right after that of the row before.
  Says of(size_t row) const;
  // True if the game is known to be paused at the end of a row's frame.
  bool paused(size_t row) const;

 private:
  bool counts() const;

  trace::TraceView trace_;
  const bool strict_;
  std::optional<size_t> lag_, counter_, pause_;  // columns
};

}  // namespace jumpscope::diff
