#include "src/play/predict.h"

#include <memory>

#include "src/physics/game.h"

namespace jumpscope::play {

namespace {

using models::Binding;
using models::Role;
using models::Values;
using physics::Stance;

constexpr size_t longest = 120;  // frames
constexpr int64_t page = 256;    // px

bool onGround(const trace::Row& now, const Binding& binding) { return binding.stance(now) == Stance::Ground; }

std::vector<PredictedPoint> run(const trace::Row& now, const Binding& binding, bool released,
                                const std::function<bool(uint64_t)>& a_down, std::optional<uint8_t> floor) {
  std::vector<PredictedPoint> points;
  if (!binding.playerInControl(now) || binding.stance(now) == Stance::Climbing) return points;
  const std::unique_ptr<physics::Forecaster> forecaster = binding.game().forecaster();
  const size_t y = *binding.variable(Role::YPosition), y_page = *binding.variable(Role::YPage);
  Values state = forecaster->begin(binding.values(now));
  if (released) state = forecaster->released(state);
  for (bool over = false; !over && points.size() < longest;) {
    const uint64_t frame = now.frame + 1 + points.size();
    const physics::Ahead ahead = forecaster->ahead(state, a_down(frame), floor);
    state = ahead.state;
    over = ahead.over;
    points.push_back({frame, state.at(y_page) * page + state.at(y), state});
  }
  return points;
}

}  // namespace

bool canPredict(const trace::Profile&, const Binding& binding) {
  return binding.game().forecaster() != nullptr && binding.missing().empty();
}

uint8_t floorOf(const trace::Row& now, const Binding& binding) {
  return binding.byte(now, onGround(now, binding) ? Role::YPosition : Role::JumpOrigin);
}

std::vector<PredictedPoint> predictWith(const trace::Row& now, const Binding& binding,
                                        const std::function<bool(uint64_t)>& a_down,
                                        std::optional<uint8_t> floor) {
  return run(now, binding, false, a_down, floor);
}

std::vector<PredictedPoint> predict(const trace::Row& now, const Binding& binding, bool held,
                                    std::optional<uint8_t> floor) {
  // On the ground a held A is released first.
  if (onGround(now, binding))
    return run(
        now, binding, true, [&](uint64_t frame) { return held || frame == now.frame + 1; }, floor);
  const bool down = held && models::aDown(binding, now);
  return run(
      now, binding, false, [&](uint64_t) { return down; }, floor);
}

}  // namespace jumpscope::play
