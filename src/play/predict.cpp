#include "src/play/predict.h"

#include <memory>
#include <utility>

#include "src/physics/game.h"

namespace jumpscope::play {

namespace {

using models::Binding;
using models::Role;
using models::Values;
using physics::Stance;

constexpr size_t longest = 120;  // frames
constexpr int64_t page = 256;    // px

using Flight = std::span<const trace::Row>;

// A model that knows no stance takes whoever flies not for standing.
bool onGround(Flight flight, const Binding& binding) {
  const Stance stance = binding.stance(flight.back());
  return stance == Stance::Ground || (stance == Stance::Unknown && flight.size() == 1);
}

// What the model compares is as the game has it: no other code moved the player.
bool agrees(const Binding& binding, const Values& told, const Values& now) {
  const auto variables = binding.game().variables();
  for (size_t v = 0; v < variables.size(); ++v)
    if (variables[v].compared && binding.columnOf(v) && told.byte(v) != now.byte(v)) return false;
  return true;
}

// Now, with what no watch tells where the model follows flights: how long ago it began, say.
Values followed(Flight flight, const Binding& binding) {
  const auto predictor = binding.game().flightPredictor({});
  if (!predictor || flight.size() == 1) return binding.values(flight.back());
  Values state = predictor->begin(binding.values(flight.front()));
  for (size_t i = 1; i < flight.size(); ++i) {
    physics::Frame frame;
    frame.before = binding.values(flight[i - 1]);
    frame.now = binding.values(flight[i]);
    const physics::Prediction told = predictor->predict(state, frame);
    if (told.course == physics::Prediction::Course::Compare) state = predictor->settle(told.after, frame);
    if (told.course == physics::Prediction::Course::Resume || !agrees(binding, state, frame.now))
      state = predictor->resume(state, frame.now);
  }
  return state;
}

// From one frame to the next, as the position's byte, or its page and byte, goes round.
int64_t moved(const Binding& binding, const Values& before, const Values& now) {
  const auto position = binding.variable(Role::YPosition), y_page = binding.variable(Role::YPage);
  if (!position) return 0;
  const int64_t way =
      now.at(*position) - before.at(*position) + (y_page ? (now.at(*y_page) - before.at(*y_page)) * page : 0);
  const bool is_byte = !y_page && now.at(*position) < page && before.at(*position) < page;
  return is_byte ? int64_t{static_cast<int8_t>(way)} : int64_t{static_cast<int16_t>(way)};
}

std::vector<PredictedPoint> run(Flight flight, const Binding& binding, bool released,
                                const std::function<bool(uint64_t)>& a_down, std::optional<uint8_t> floor) {
  const trace::Row& now = flight.back();
  std::vector<PredictedPoint> points;
  if (!binding.playerInControl(now) || binding.stance(now) == Stance::Climbing) return points;
  const std::unique_ptr<physics::Forecaster> forecaster = binding.game().forecaster();
  Values state = forecaster->begin(followed(flight, binding));
  if (released) state = forecaster->released(state);
  int64_t y = binding.value(now, Role::YPage, 1) * page + binding.value(now, Role::YPosition);
  for (bool over = false; !over && points.size() < longest;) {
    const uint64_t frame = now.frame + 1 + points.size();
    const physics::Ahead ahead = forecaster->ahead(state, a_down(frame), floor);
    const Values before = std::exchange(state, ahead.state);
    over = ahead.over;
    y += moved(binding, before, state);
    points.push_back({frame, y, state});
  }
  return points;
}

}  // namespace

bool canPredict(const trace::Profile&, const Binding& binding) {
  return binding.game().forecaster() != nullptr && binding.missing().empty();
}

uint8_t floorOf(Flight flight, const Binding& binding, const trace::Row* ground) {
  if (onGround(flight, binding)) return binding.byte(flight.back(), Role::YPosition);
  if (binding.has(Role::JumpOrigin)) return binding.byte(flight.back(), Role::JumpOrigin);
  return binding.byte(ground ? *ground : flight.front(), Role::YPosition);
}

std::vector<PredictedPoint> predictWith(Flight flight, const Binding& binding,
                                        const std::function<bool(uint64_t)>& a_down,
                                        std::optional<uint8_t> floor) {
  return run(flight, binding, false, a_down, floor);
}

std::vector<PredictedPoint> predict(Flight flight, const Binding& binding, bool held,
                                    std::optional<uint8_t> floor) {
  const trace::Row& now = flight.back();
  // On the ground a held A is released first.
  if (onGround(flight, binding))
    return run(
        flight, binding, true, [&](uint64_t frame) { return held || frame == now.frame + 1; }, floor);
  const bool down = held && models::aDown(binding, now);
  return run(
      flight, binding, false, [&](uint64_t) { return down; }, floor);
}

}  // namespace jumpscope::play
