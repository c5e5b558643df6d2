#include "src/models/binding.h"

#include <limits>
#include <stdexcept>

#include "src/physics/models.h"

namespace jumpscope::models {

Binding::Binding(const trace::TraceView& trace, const trace::Profile& profile)
    : Binding(trace, profile, physics::gameOf(profile.model)) {}

Binding::Binding(const trace::TraceView& trace, const trace::Profile& profile, const physics::Game& game)
    : game_(&game) {
  const auto variables = game.variables();
  for (size_t v = 0; v < variables.size(); ++v) {
    const std::string name(variables[v].name);
    const auto feed = profile.feeds.find(name);
    watches_.push_back(feed != profile.feeds.end() ? feed->second : name);
    columns_.push_back(trace.find(watches_.back()));
    if (columns_.back()) bound_.push_back({v, *columns_.back()});
    if (variables[v].role != Role::Other) variables_[static_cast<size_t>(variables[v].role)] = v;
  }
}

std::optional<size_t> Binding::variableOf(std::string_view watch) const {
  for (size_t v = 0; v < watches_.size(); ++v)
    if (watches_[v] == watch) return v;
  return std::nullopt;
}

std::string Binding::missing() const {
  std::string names;
  const auto variables = game_->variables();
  for (size_t v = 0; v < variables.size(); ++v)
    if (variables[v].needed && !columns_[v])
      names.append(names.empty() ? "" : ", ").append(variables[v].name);
  return names;
}

Values Binding::values(const trace::Row& row) const {
  Values values;
  for (const Bound& bound : bound_) values.set(bound.variable, row.values[bound.column]);
  values.buttons = row.buttons;
  return values;
}

bool aDown(const Binding& binding, const trace::Row& row) {
  return binding.game().aDown(binding.values(row));
}

Conditions::Conditions(const trace::TraceView& trace, const std::vector<trace::Condition>& conditions) {
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
    const int bits = trace.header.watches[*column].fraction_bits;
    tests_.push_back(testOf(*column, static_cast<Operator>(op), trace::rawFloor(condition.value, bits)));
  }
}

// A column that has no such value has one below and one above it.
Conditions::Test Conditions::testOf(size_t column, Operator op, trace::RawFloor number) {
  if (number.exact) return {column, op, number.raw};
  switch (op) {
    case Operator::Equal:
      return {column, Operator::Less, std::numeric_limits<int64_t>::min()};
    case Operator::NotEqual:
      return {column, Operator::GreaterOrEqual, std::numeric_limits<int64_t>::min()};
    case Operator::Less:
    case Operator::LessOrEqual:
      return {column, Operator::LessOrEqual, number.raw};
    default:
      return {column, Operator::Greater, number.raw};
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
