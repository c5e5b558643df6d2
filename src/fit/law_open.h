// What rows leave open of a law, and the input that would decide.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/fit/law_fit.h"

namespace jumpscope::fit {

using Right = std::function<bool(const physics::Law&)>;

// The same rows by a law of which there is less to say, with rounder limits where the rows leave them open.
physics::Law simplest(physics::Law law, const Right& right,
                      const std::function<int(const physics::Law&)>& cost);
std::vector<OpenConstant> openConstants(const physics::Law& law, const Right& right);
// The law with another value of a constant.
physics::Law withValue(physics::Law law, const std::string& name, int64_t value);
// The same with the open constant as far away as the rows allow.
physics::Law withEnd(const physics::Law& law, const OpenConstant& open);
// Laws that are other in one structure.
std::vector<OtherLaw> variantsOf(const physics::Law& law);
// "start, gravity, move"
std::string orderText(const physics::Law& law);

// A press on the ground: the button is held for `hold` frames, and from frame `again` on once more for three.
struct JumpInput {
  int64_t x_speed = 0;
  size_t hold = 0;
  std::optional<size_t> again;
  size_t frame = 0;  // the first in which the two laws part, from the press on
};
// The shortest input by which two laws part; nullopt: none that was tried.
std::optional<JumpInput> partingInput(const physics::Law& a, const physics::Law& b);
// The buttons of such an input, one a frame.
std::vector<bool> buttonsOf(const JumpInput& input, size_t frames);
std::string inputText(const JumpInput& input);

}  // namespace jumpscope::fit
