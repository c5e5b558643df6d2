// Experiments that show a jump's law: from one moment on the ground of a game, jumps that are held, let go and pressed again
// in many ways, at many speeds to the side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/discover/bench.h"
#include "src/fit/law_open.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::fit {

struct Experiment {
  discover::Buttons direction = 0;  // held for `lead` frames before the press, and on
  size_t lead = 0;
  size_t hold = 0;
  std::optional<size_t> again;  // frames from the press to the next one

  bool operator==(const Experiment&) const = default;
};

// The input of an experiment, from the moment on the ground.
discover::Script scriptOf(const Experiment& experiment, discover::Buttons button, size_t frames);

struct Experiments {
  trace::Trace trace;  // one after the other, with a gap of frames between them
  std::vector<Experiment> made;
  std::vector<size_t> first_rows;  // of each
  console::State moment;           // before each
  discover::Script way;            // to that moment, from power-on
  discover::Buttons button = 0;

  // "frame 31 (the movie's first 412 frames, then right from frame 412 on, the button in 432-434)": how to see a row again.
  std::string placeOf(uint64_t frame) const;
};

// `way`: from power-on to the moment, in which `button` makes the character jump.
Experiments makeExperiments(discover::Bench& bench, const discover::Script& way, discover::Buttons button,
                            const trace::Profile& profile);

void addExperiments(discover::Bench& bench, Experiments& experiments, const std::vector<Experiment>& list);

// The experiment whose start comes nearest to the input's speed to the side. `x_speed`: a law's.
Experiment experimentFor(const JumpInput& input, const Experiments& experiments,
                         const physics::LawNumber& x_speed);

// Those that would decide what a fit leaves open between the ends of its constants, and were not made.
std::vector<Experiment> decidingExperiments(const LawFit& found, const Experiments& experiments,
                                            const physics::LawNumber& x_speed);

// The movie itself, from at most twenty seconds before frame `end` on: one experiment, of which `made` says nothing.
Experiments playedBefore(discover::Bench& bench, const discover::Script& movie, size_t end,
                         const trace::Profile& profile);

// A movie's input up to its last press of a button before which the character stood: the way to a moment on the ground, and
// the button. Throws std::runtime_error when it presses nothing.
std::pair<discover::Script, discover::Buttons> wayToJump(const discover::Script& movie,
                                                         std::optional<discover::Buttons> button);

}  // namespace jumpscope::fit
