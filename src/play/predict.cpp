#include "src/play/predict.h"

#include <algorithm>

#include "src/models/smb_state.h"

namespace jumpscope::play {

namespace {

using models::Binding;
using models::Role;
using physics::SmbInput;
using physics::SmbJumpState;

constexpr size_t longest = 120;      // frames
constexpr uint8_t visible_page = 1;  // of y; below the screen it is 2
constexpr uint8_t climbing = 3;      // player_state

bool onGround(const trace::Row& now, const Binding& binding) {
  return binding.byte(now, Role::PlayerState) == physics::smb_on_ground;
}

std::vector<PredictedPoint> run(SmbJumpState state, const trace::Row& now, const Binding& binding,
                                const std::function<bool(uint64_t)>& a_down, std::optional<uint8_t> floor) {
  std::vector<PredictedPoint> points;
  if (!binding.playerInControl(now) || state.player_state == climbing) return points;
  SmbInput input;
  input.x_speed_abs = binding.byte(now, Role::XSpeedAbs);
  input.swimming = binding.value(now, Role::Swimming) != 0;
  input.whirlpool = binding.value(now, Role::Whirlpool) != 0;
  input.floor = floor;
  while (points.size() < longest) {
    const uint64_t frame = now.frame + 1 + points.size();
    input.a_down = a_down(frame);
    state = physics::step(state, input);
    points.push_back({frame, int64_t{state.y_page} * 256 + state.y_position, state});
    const bool landed = floor && state.y_position == *floor && state.y_speed == 0 &&
                        state.player_state == physics::smb_on_ground;
    // Above the screen the page is 0 or 255.
    const bool fallen = static_cast<int8_t>(state.y_page) > visible_page;
    if (landed || fallen) break;
  }
  return points;
}

}  // namespace

bool canPredict(const trace::Profile& profile, const Binding& binding) {
  if (profile.model != "smb-jump") return false;
  const auto needed = {Role::YPosition,   Role::YPage,          Role::YSubpixel,
                       Role::YSpeed,      Role::YSpeedFraction, Role::Gravity,
                       Role::JumpOriginY, Role::PlayerState,    Role::XSpeedAbs};
  return std::all_of(needed.begin(), needed.end(), [&](Role role) { return binding.has(role); });
}

uint8_t floorOf(const trace::Row& now, const Binding& binding) {
  return binding.byte(now, onGround(now, binding) ? Role::YPosition : Role::JumpOriginY);
}

std::vector<PredictedPoint> predictWith(const trace::Row& now, const Binding& binding,
                                        const std::function<bool(uint64_t)>& a_down,
                                        std::optional<uint8_t> floor) {
  return run(models::smbStateAt(binding, now), now, binding, a_down, floor);
}

std::vector<PredictedPoint> predict(const trace::Row& now, const Binding& binding, bool held,
                                    std::optional<uint8_t> floor) {
  SmbJumpState state = models::smbStateAt(binding, now);
  if (onGround(now, binding)) {
    state.a_previous = false;  // a held A is released first
    return run(
        state, now, binding, [&](uint64_t frame) { return held || frame == now.frame + 1; }, floor);
  }
  const bool down = held && models::aDown(binding, now);
  return run(
      state, now, binding, [&](uint64_t) { return down; }, floor);
}

}  // namespace jumpscope::play
