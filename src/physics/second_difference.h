// second-difference: a fall without a speed. S(t+2) = 2 S(t+1) - S(t) - g, with S(0) = 0 and
// S(1) = v0 - g/2, is S(t) = v0 t - g t^2 / 2 at every whole t. S is positive upwards. Source of the facts:
// tests/data/physics/README.md, "bit_recurrence*".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace jumpscope::physics {

// Two neighboring values. Number is int64_t, holding 2 S (so that g/2 is whole), or float or double, holding
// S.
template <class Number>
struct SecondDifference {
  Number now = 0, next = 0;

  bool operator==(const SecondDifference&) const = default;
};

// Exact: values are 2 S.
constexpr SecondDifference<int64_t> secondDifferenceExact(int64_t v0, int64_t g) { return {0, 2 * v0 - g}; }
template <class Whole>
constexpr SecondDifference<Whole> stepExact(const SecondDifference<Whole>& state, int64_t g) {
  return {state.next, 2 * state.next - state.now - 2 * g};
}

// Rounded once per operation, in the written order.
template <class Float>
constexpr SecondDifference<Float> secondDifference(Float v0, Float g) {
  return {Float(0), v0 - (Float(0.5) * g)};
}
template <class Float>
constexpr SecondDifference<Float> step(const SecondDifference<Float>& state, Float g) {
  return {state.next, ((Float(2) * state.next) - state.now) - g};
}

}  // namespace jumpscope::physics
