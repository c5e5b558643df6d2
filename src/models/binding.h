// Maps columns of a trace to variables of a game: from a profile's names to a model's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/physics/game.h"
#include "src/trace/packed_rows.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::models {

using physics::Role;
using physics::Values;

// The column of each variable in a trace; nullopt where the trace has no such watch.
class Binding {
 public:
  // The variables of the profile's model, or of any game.
  Binding(const trace::TraceView& trace, const trace::Profile& profile);
  // A variable is the watch that the profile feeds to it, else the watch of the variable's own name.
  Binding(const trace::TraceView& trace, const trace::Profile& profile, const physics::Game& game);

  const physics::Game& game() const { return *game_; }

  std::optional<size_t> columnOf(size_t variable) const { return columns_[variable]; }
  // The variable that a watch feeds, by the watch's name.
  std::optional<size_t> variableOf(std::string_view watch) const;
  // The variables that a comparison needs and the trace lacks: "y_page, gravity"; empty: none.
  std::string missing() const;

  std::optional<size_t> variable(Role role) const { return variables_[static_cast<size_t>(role)]; }
  std::optional<size_t> column(Role role) const {
    const auto index = variable(role);
    return index ? columns_[*index] : std::nullopt;
  }
  bool has(Role role) const { return column(role).has_value(); }

  // The raw value at the end of a row's frame; `otherwise` when the trace has no such watch.
  int64_t value(const trace::Row& row, Role role, int64_t otherwise = 0) const {
    const auto index = column(role);
    return index ? row.values[*index] : otherwise;
  }
  uint8_t byte(const trace::Row& row, Role role, uint8_t otherwise = 0) const {
    return static_cast<uint8_t>(value(row, role, otherwise));
  }
  // All variables at the end of a row's frame.
  Values values(const trace::Row& row) const;

  // True if the game lets the player move in a row's frame, or if no watch tells.
  bool playerInControl(const trace::Row& row) const { return game_->inControl(values(row)); }
  physics::Stance stance(const trace::Row& row) const { return game_->stance(values(row)); }

 private:
  struct Bound {
    size_t variable, column;
  };

  const physics::Game* game_;
  std::vector<std::optional<size_t>> columns_;  // by variable
  std::vector<std::string> watches_;            // likewise
  std::array<std::optional<size_t>, physics::role_count> variables_{};
  std::vector<Bound> bound_;
};

// True if A was down in a row's frame: from the game's own button byte where it is watched, else from the
// controller.
bool aDown(const Binding& binding, const trace::Row& row);

// Tests if all of `conditions` hold at the end of a row's frame. Throws std::runtime_error when the trace
// lacks a watch that a condition names, or the operator is none of == != < <= > >=.
class Conditions {
 public:
  Conditions(const trace::TraceView& trace, const std::vector<trace::Condition>& conditions);
  bool hold(const trace::Row& row) const;

 private:
  enum class Operator : uint8_t { Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };
  struct Test {
    size_t column;
    Operator op;
    int64_t value;  // raw, as the column has it
  };
  static Test testOf(size_t column, Operator op, trace::RawFloor number);

  std::vector<Test> tests_;
};

}  // namespace jumpscope::models
