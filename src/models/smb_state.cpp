#include "src/models/smb_state.h"

namespace jumpscope::models {

bool previousA(const Binding& binding, const trace::Row& row) {
  if (binding.has(Role::ButtonsAbPrevious)) return (binding.byte(row, Role::ButtonsAbPrevious) & 0x80) != 0;
  return aDown(binding, row);
}

physics::SmbJumpState smbStateAt(const Binding& binding, const trace::Row& row) {
  physics::SmbJumpState state;
  state.y_page = binding.byte(row, Role::YPage);
  state.y_position = binding.byte(row, Role::YPosition);
  state.y_subpixel = binding.byte(row, Role::YSubpixel);
  state.y_speed = static_cast<int8_t>(binding.byte(row, Role::YSpeed));
  state.y_speed_fraction = binding.byte(row, Role::YSpeedFraction);
  state.gravity = binding.byte(row, Role::Gravity);
  state.gravity_fall = binding.byte(row, Role::GravityFall, state.gravity);
  state.player_state = binding.byte(row, Role::PlayerState);
  state.jump_origin_y = binding.byte(row, Role::JumpOriginY);
  state.swim_timer = binding.byte(row, Role::SwimTimer);
  state.a_previous = previousA(binding, row);
  return state;
}

}  // namespace jumpscope::models
