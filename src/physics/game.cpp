#include "src/physics/game.h"

#include <algorithm>

namespace jumpscope::physics {
namespace {

// A write of the speed alone, by the sign of the speed before it. A brick that breaks throws the player back
// with its own speed.
std::string_view speedEventOf(int8_t before, int8_t after) {
  constexpr int8_t brick = -2;
  if (before >= 0) return after < 0 ? "stomp" : "speed set";
  if (after == 0) return "block";
  if (after > 0) return "ceiling";
  return after == brick ? "brick" : "speed set";
}

}  // namespace

std::span<const Variable> Game::variables() const {
  static constexpr Variable list[]{
      {"y_position", Role::YPosition},
      {"y_page", Role::YPage},
      {"y_subpixel", Role::YSubpixel},
      {"y_speed", Role::YSpeed},
      {"y_speed_fraction", Role::YSpeedFraction},
      {"gravity", Role::Gravity},
      {"gravity_fall", Role::GravityFall},
      {"x_speed_abs", Role::XSpeed},
      {"x_position", Role::XPosition},
      {"x_page", Role::XPage},
  };
  return list;
}

std::string_view Game::event(const OutsideWrites& writes) const {
  if (stance(writes.now) == Stance::Ground) return landing_event;
  if (writes.wrote(Role::YSubpixel))
    return writes.wrote(Role::YSpeedFraction) && writes.wrote(Role::YPosition) ? "pull" : "move";
  if (writes.wrote(Role::YSpeed)) {
    constexpr size_t speed = static_cast<size_t>(Role::YSpeed);
    return speedEventOf(static_cast<int8_t>(*writes.before[speed]), static_cast<int8_t>(writes.after[speed]));
  }
  if (writes.wrote(Role::YPosition) || writes.wrote(Role::YPage)) return "move";
  if (writes.wrote(Role::Gravity) || writes.wrote(Role::GravityFall)) return "gravity set";
  return "speed set";
}

const Game& anyGame() {
  static const Game game;
  return game;
}

std::optional<size_t> variableNamed(const Game& game, std::string_view name) {
  const auto list = game.variables();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Variable& variable) { return variable.name == name; });
  if (found == list.end()) return std::nullopt;
  return static_cast<size_t>(found - list.begin());
}

std::optional<size_t> variableOf(const Game& game, Role role) {
  const auto list = game.variables();
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Variable& variable) { return variable.role == role; });
  if (found == list.end()) return std::nullopt;
  return static_cast<size_t>(found - list.begin());
}

}  // namespace jumpscope::physics
