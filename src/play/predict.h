// Predicts a jump with the movement model, from the current frame on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "src/models/binding.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

// One frame ahead after the other. The model has no horizontal motion: x is the reader's to add.
struct PredictedPoint {
  uint64_t frame = 0;
  int64_t y = 0;         // px from the top, down positive, pages included: 256 to 511 on the visible one
  models::Values state;  // at the end of that frame, as models::Binding numbers them
};

// True if prediction is possible: the profile's model predicts, and every value that it needs is watched.
bool canPredict(const trace::Profile& profile, const models::Binding& binding);

// y (on its page) at which the flight of this frame would end again: where the jump began; on the ground,
// here.
uint8_t floorOf(const trace::Row& now, const models::Binding& binding);

// A is down in the frames in which `a_down(frame)` says so; speed and water stay as they are now. Ends with
// the frame of the landing on `floor`, below the screen, or after 120 frames. Empty where the player is not
// in control, or climbs. Precondition: canPredict().
std::vector<PredictedPoint> predictWith(const trace::Row& now, const models::Binding& binding,
                                        const std::function<bool(uint64_t frame)>& a_down,
                                        std::optional<uint8_t> floor);

// In flight: what is held stays held, or A is released now. On the ground: the jump of a press in the next
// frame, held to the end, or for that one frame.
std::vector<PredictedPoint> predict(const trace::Row& now, const models::Binding& binding, bool held,
                                    std::optional<uint8_t> floor);

}  // namespace jumpscope::play
