// Which column of a trace plays which part in the movement model: the bridge between a profile's names and
// smb-jump's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::models {

// The parts, named as the model's variables are named in a profile's `feeds`. The first seven are what is
// compared.
enum class Role : uint8_t {
  YPosition,
  YPage,
  YSubpixel,
  YSpeed,
  YSpeedFraction,
  Gravity,
  GravityFall,
  JumpOriginY,
  PlayerState,
  ButtonsAb,
  ButtonsAbPrevious,
  XSpeedAbs,
  Swimming,
  Whirlpool,
  SwimTimer,
  Jumpspring,
  Freeze,
  Engine,
  XPosition,
  XPage,
};
constexpr size_t role_count = 20;
constexpr size_t compared_role_count = 7;

// "y_position", "y_page", ...
std::string_view roleName(Role role);

// Column of each role in a trace; nullopt where the trace has no such watch.
class Binding {
 public:
  // A role is played by the watch that the profile feeds to it, else by the watch of the role's own name.
  Binding(const trace::Trace& trace, const trace::Profile& profile);

  std::optional<size_t> column(Role role) const { return columns_[static_cast<size_t>(role)]; }
  bool has(Role role) const { return column(role).has_value(); }
  // The role of a watch by the watch's name.
  std::optional<Role> roleOf(std::string_view watch) const;

  // The raw value at the end of a row's frame; `otherwise` when the trace has no such watch.
  int64_t value(const trace::Row& row, Role role, int64_t otherwise = 0) const {
    const auto index = column(role);
    return index ? row.values[*index] : otherwise;
  }
  uint8_t byte(const trace::Row& row, Role role, uint8_t otherwise = 0) const {
    return static_cast<uint8_t>(value(row, role, otherwise));
  }
  // Whether the engine lets the player move in a row's frame ($000E is 8); so it is where nobody watches it.
  bool playerInControl(const trace::Row& row) const {
    constexpr int64_t in_control = 8;
    return value(row, Role::Engine, in_control) == in_control;
  }

 private:
  std::array<std::optional<size_t>, role_count> columns_{};
  std::array<std::string, role_count> watches_{};
};

// Whether A was down in a row's frame: from the game's own button byte where it is watched, else from the
// controller.
bool aDown(const Binding& binding, const trace::Row& row);

// Whether all of `conditions` hold at the end of a row's frame. Throws std::runtime_error when the trace
// lacks a watch that a condition names, or the operator is none of == != < <= > >=.
class Conditions {
 public:
  Conditions(const trace::Trace& trace, const std::vector<trace::Condition>& conditions);
  bool hold(const trace::Row& row) const;

 private:
  enum class Operator : uint8_t { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
  struct Test {
    size_t column;
    Operator op;
    int64_t value;
  };
  std::vector<Test> tests_;
};

}  // namespace jumpscope::models
