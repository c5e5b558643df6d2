#include "src/lift/facts.h"

#include <algorithm>

namespace jumpscope::lift {
namespace {

constexpr uint8_t bitOf(Variable variable) { return static_cast<uint8_t>(1u << variable); }
constexpr bool isByte(Variable variable) { return variable <= variable::y; }

}  // namespace

Expression Facts::value(Variable variable) const {
  if (!isByte(variable)) {
    const int8_t known = flag(variable);
    if (known != unknown) return condition(known != 0);
    const uint8_t of = variable == variable::z ? zero_of : variable == variable::n ? negative_of : uint8_t{0};
    for (Variable reg = variable::a; reg <= variable::y; ++reg)
      if (of & bitOf(reg)) return variable == variable::z ? equalTo(value(reg), 0) : negative(value(reg));
    return variableOf(variable);
  }
  if (lowest[variable] == highest[variable]) return constant(lowest[variable]);
  Node node = *variableOf(variable);
  node.lowest = lowest[variable];
  node.highest = highest[variable];
  return std::make_shared<const Node>(std::move(node));
}

void Facts::forget(Variable variable) {
  if (isByte(variable)) {
    lowest[variable] = 0;
    highest[variable] = 255;
    zero_of &= static_cast<uint8_t>(~bitOf(variable));
    negative_of &= static_cast<uint8_t>(~bitOf(variable));
    if (compared == variable) compared = -1;
    return;
  }
  flag(variable) = unknown;
  if (variable == variable::z) zero_of = 0;
  if (variable == variable::n) negative_of = 0;
  if (variable == variable::c || variable == variable::z) compared = -1;
}

void Facts::assigned(Variable variable, const Expression& value) {
  forget(variable);
  if (isByte(variable)) {
    lowest[variable] = std::max(0, value->lowest);
    highest[variable] = std::min(255, value->highest);
  } else if (isConstant(value)) {
    flag(variable) = static_cast<int8_t>(value->value);
  }
}

void Facts::join(const Facts& other, bool widen) {
  for (size_t reg = 0; reg < lowest.size(); ++reg) {
    if (other.lowest[reg] < lowest[reg]) lowest[reg] = widen ? 0 : other.lowest[reg];
    if (other.highest[reg] > highest[reg]) highest[reg] = widen ? 255 : other.highest[reg];
  }
  for (size_t flag = 0; flag < flags.size(); ++flag)
    if (flags[flag] != other.flags[flag]) flags[flag] = unknown;
  zero_of &= other.zero_of;
  negative_of &= other.negative_of;
  if (compared != other.compared || compared_with != other.compared_with) {
    compared = -1;
    compared_with = 0;
  }
}

bool Facts::narrow(Variable variable, int low, int high) {
  lowest[variable] = std::max(lowest[variable], low);
  highest[variable] = std::min(highest[variable], high);
  return lowest[variable] <= highest[variable];
}

bool Facts::suppose(Variable variable, bool set) {
  if (flag(variable) != unknown) return (flag(variable) != 0) == set;
  flag(variable) = set;
  bool possible = true;
  for (Variable reg = variable::a; reg <= variable::y; ++reg) {
    if (variable == variable::z && (zero_of & bitOf(reg))) {
      if (set) possible &= narrow(reg, 0, 0);
      if (!set && lowest[reg] == 0) possible &= narrow(reg, 1, 255);
    }
    if (variable == variable::n && (negative_of & bitOf(reg)))
      possible &= set ? narrow(reg, 128, 255) : narrow(reg, 0, 127);
  }
  if (compared >= 0) {
    const auto reg = static_cast<Variable>(compared);
    if (variable == variable::c)
      possible &= set ? narrow(reg, compared_with, 255) : narrow(reg, 0, compared_with - 1);
    if (variable == variable::z && set) possible &= narrow(reg, compared_with, compared_with);
    if (variable == variable::z && !set && highest[reg] == compared_with)
      possible &= narrow(reg, 0, compared_with - 1);
  }
  return possible;
}

}  // namespace jumpscope::lift
