// A model's trace compared with what the model computes now.
#pragma once

#include "src/diff/diff.h"
#include "src/physics/models.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// Runs the model of a model's trace again on its parameters and buttons, and compares everything. `settings`
// take the place of recorded parameters. Throws std::runtime_error for an unknown model or parameter, and for
// frames that do not begin at 0 or have a gap.
GoldenResult diffWithItsModel(const trace::Trace& trace, trace::Trace& computed_again,
                              const physics::Settings& settings = {});

}  // namespace jumpscope::diff
