// Predicts a jump with the movement model, from the current frame on.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "src/models/binding.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

// One frame ahead after the other. The model has no horizontal motion: x is the reader's to add.
struct PredictedPoint {
  uint64_t frame = 0;
  // As the game counts its position (with its page, if there is one; 1 is the visible one), from where it is now.
  int64_t y = 0;
  models::Values state;  // at the end of that frame, as models::Binding numbers them
};

// True if prediction is possible: the profile's model predicts, and every value that it needs is watched.
bool canPredict(const trace::Profile& profile, const models::Binding& binding);

// `flight` is LiveCheck::flight(): the rows from the one before the flight to now, or the one row of now. A model learns
// from it what no watch tells.

// y (on its page) at which the flight of this frame would end again: where the jump began as the game or the model says,
// else the ground that it left; on the ground, here. `ground`: LiveCheck::ground().
uint8_t floorOf(std::span<const trace::Row> flight, const models::Binding& binding,
                const trace::Row* ground = nullptr);

// A is down in the frames in which `a_down(frame)` says so; speed and water stay as they are now. Ends with
// the frame of the landing on `floor`, below the screen, or after 120 frames. Empty where the player is not
// in control, or climbs. Precondition: canPredict().
std::vector<PredictedPoint> predictWith(std::span<const trace::Row> flight, const models::Binding& binding,
                                        const std::function<bool(uint64_t frame)>& a_down,
                                        std::optional<uint8_t> floor);

// In flight: what is held stays held, or A is released now. On the ground: the jump of a press in the next
// frame, held to the end, or for that one frame.
std::vector<PredictedPoint> predict(std::span<const trace::Row> flight, const models::Binding& binding,
                                    bool held, std::optional<uint8_t> floor);

}  // namespace jumpscope::play
