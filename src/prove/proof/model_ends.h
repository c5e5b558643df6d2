// The ends of a model's frame on terms, and on plain numbers.
#pragma once

#include <memory>
#include <string>

#include "src/physics/frame_ends.h"
#include "src/prove/terms/symbolic.h"

namespace jumpscope::prove {

// Throws std::runtime_error for a model that cannot be proved, naming those that can.
std::unique_ptr<physics::FrameEnds<Symbolic>> symbolicEnds(const std::string& model,
                                                           const physics::Settings& given);
std::unique_ptr<physics::FrameEnds<Plain>> plainEnds(const std::string& model,
                                                     const physics::Settings& given);

}  // namespace jumpscope::prove
