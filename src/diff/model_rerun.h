// A model's trace compared with what the model computes now.
#pragma once

#include "src/diff/diff.h"
#include "src/physics/models.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// Runs the model of a model's trace again on its parameters and buttons, and compares everything. `settings`
// take the place of recorded parameters. Throws
// std::runtime_error for a model or a parameter that we do not have, or frames that do not begin at 0 without
// a gap.
GoldenResult diffWithItsModel(const trace::Trace& trace, trace::Trace& computed_again,
                              const physics::Settings& settings = {});

}  // namespace jumpscope::diff
