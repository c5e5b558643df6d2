#include "src/models/binding.h"

#include <stdexcept>

namespace jumpscope::models {
namespace {

constexpr std::array<std::string_view, role_count> role_names{
    "y_position",       "y_page",     "y_subpixel",          "y_speed",
    "y_speed_fraction", "gravity",    "gravity_fall",        "jump_origin_y",
    "player_state",     "buttons_ab", "buttons_ab_previous", "x_speed_abs",
    "swimming",         "whirlpool",  "swim_timer",          "jumpspring",
    "freeze",           "engine",     "x_position",          "x_page",
};

constexpr uint8_t pad_a = 0x01;   // Row::buttons, FM2 order
constexpr uint8_t game_a = 0x80;  // $000A

}  // namespace

std::string_view roleName(Role role) { return role_names[static_cast<size_t>(role)]; }

Binding::Binding(const trace::Trace& trace, const trace::Profile& profile) {
  for (size_t r = 0; r < role_count; ++r) {
    const auto feed = profile.feeds.find(std::string(role_names[r]));
    watches_[r] = feed != profile.feeds.end() ? feed->second : std::string(role_names[r]);
    columns_[r] = trace.find(watches_[r]);
  }
}

std::optional<Role> Binding::roleOf(std::string_view watch) const {
  for (size_t r = 0; r < role_count; ++r)
    if (watches_[r] == watch) return static_cast<Role>(r);
  return std::nullopt;
}

bool aDown(const Binding& binding, const trace::Row& row) {
  if (binding.has(Role::ButtonsAb)) return (binding.byte(row, Role::ButtonsAb) & game_a) != 0;
  return (row.buttons & pad_a) != 0;
}

Conditions::Conditions(const trace::Trace& trace, const std::vector<trace::Condition>& conditions) {
  static constexpr std::array<std::string_view, 6> operators{"==", "!=", "<", "<=", ">", ">="};
  for (const trace::Condition& condition : conditions) {
    const auto column = trace.find(condition.watch);
    if (!column)
      throw std::runtime_error("the profile's jump condition reads the watch \"" + condition.watch +
                               "\", which the trace does not have; record the trace with the same profile");
    size_t op = 0;
    while (op < operators.size() && operators[op] != condition.op) ++op;
    if (op == operators.size())
      throw std::runtime_error("the profile's jump condition on \"" + condition.watch +
                               "\" has the operator \"" + condition.op +
                               "\"; expected one of == != < <= > >=");
    tests_.push_back({*column, static_cast<Operator>(op), condition.value});
  }
}

bool Conditions::hold(const trace::Row& row) const {
  for (const Test& test : tests_) {
    const int64_t value = row.values[test.column];
    const bool held = test.op == Operator::Equal         ? value == test.value
                      : test.op == Operator::NotEqual    ? value != test.value
                      : test.op == Operator::Less        ? value < test.value
                      : test.op == Operator::LessOrEqual ? value <= test.value
                      : test.op == Operator::Greater     ? value > test.value
                                                         : value >= test.value;
    if (!held) return false;
  }
  return !tests_.empty();
}

}  // namespace jumpscope::models
