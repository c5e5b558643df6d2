#include "src/trace/when.h"

#include <algorithm>

namespace jumpscope::trace {

// Sums saturate at the limits of 64 bits.
When::Exact When::sum(Exact a, Exact b) {
  constexpr int64_t most = int64_t(1) << 62;
  const uint64_t part = uint64_t(a.part) + b.part;
  const int64_t whole = std::clamp(a.whole, -most, most - 1) + std::clamp(b.whole, -most, most - 1);
  return {std::clamp(whole, -most, most - 1) + int64_t(part >> 32), uint32_t(part)};
}

When::Exact When::negative(Exact a) {
  if (a.part == 0) return {-a.whole, 0};
  return {-a.whole - 1, uint32_t(0) - a.part};
}

bool When::holds(const Row& row) {
  const bool result = evaluate(root_, row) != Exact{};
  buttons_before_ = row.buttons;
  return result;
}

When::Exact When::evaluate(size_t index, const Row& row) const {
  const Node& node = nodes_[index];
  const auto left = [&] { return evaluate(node.left, row); };
  const auto right = [&] { return evaluate(node.right, row); };
  const auto truth = [](bool holds) { return Exact{holds ? 1 : 0, 0}; };
  const auto down = [&](uint8_t buttons) { return (buttons & node.buttons) == node.buttons; };
  const auto up = [&](uint8_t buttons) { return (buttons & node.buttons) == 0; };
  switch (node.op) {
    case Op::Number:
      return node.number;
    case Op::Value: {
      const int64_t raw = row.values[node.column];
      const int bits = node.fraction_bits;
      const uint64_t part = uint64_t(raw) & ((uint64_t(1) << bits) - 1);
      return {raw >> bits, uint32_t(part << (32 - bits))};
    }
    case Op::Frame:
      return {int64_t(std::min<uint64_t>(row.frame, uint64_t(1) << 62)), 0};
    case Op::Buttons:
      return {row.buttons, 0};
    case Op::Held:
      return truth(down(row.buttons));
    case Op::Pressed:
      return truth(down(row.buttons) && up(buttons_before_));
    case Op::Released:
      return truth(up(row.buttons) && down(buttons_before_));
    case Op::Abs: {
      const Exact value = left();
      return value.whole < 0 ? negative(value) : value;
    }
    case Op::Modulo: {
      const Exact value = left();
      const int64_t rest = value.whole % node.number.whole;
      return {rest < 0 ? rest + node.number.whole : rest, value.part};
    }
    case Op::Negate:
      return negative(left());
    case Op::Add:
      return sum(left(), right());
    case Op::Subtract:
      return sum(left(), negative(right()));
    case Op::Equal:
      return truth(left() == right());
    case Op::NotEqual:
      return truth(left() != right());
    case Op::Less:
      return truth(left() < right());
    case Op::LessOrEqual:
      return truth(left() <= right());
    case Op::Greater:
      return truth(left() > right());
    case Op::GreaterOrEqual:
      return truth(left() >= right());
    case Op::Not:
      return truth(left() == Exact{});
    case Op::And:
      return truth(left() != Exact{} && right() != Exact{});
    case Op::Or:
      return truth(left() != Exact{} || right() != Exact{});
  }
  return {};
}

}  // namespace jumpscope::trace
