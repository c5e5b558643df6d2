#include "src/trace/when.h"

#include <algorithm>
#include <set>

namespace jumpscope::trace {

// Sums saturate at the limits of 64 bits.
When::Exact When::sum(Exact a, Exact b) {
  constexpr int64_t most = int64_t(1) << 62;
  const uint64_t part = uint64_t(a.part) + b.part;
  const int64_t whole = std::clamp(a.whole, -most, most - 1) + std::clamp(b.whole, -most, most - 1);
  return {std::clamp(whole, -most, most - 1) + int64_t(part >> 32), uint32_t(part)};
}

bool When::holds(const Row& row, const console::Console* console) {
  const bool result = value(row, buttons_before_, console) != Exact{};
  buttons_before_ = row.buttons;
  return result;
}

bool When::asksForAccess() const {
  return std::any_of(nodes_.begin(), nodes_.end(),
                     [](const Node& node) { return node.op == Op::Reads || node.op == Op::Writes; });
}

bool When::asksForMoment() const {
  return asksForAccess() || std::any_of(nodes_.begin(), nodes_.end(), [](const Node& node) {
           return node.op == Op::Machine || node.op == Op::Memory;
         });
}

std::vector<size_t> When::columns() const {
  std::set<size_t> columns;
  for (const Node& node : nodes_)
    if (node.op == Op::Value) columns.insert(node.column);
  return {columns.begin(), columns.end()};
}

When::Exact When::evaluate(size_t index, const Moment& moment) const {
  const Node& node = nodes_[index];
  const auto& [row, buttons_before, console] = moment;
  const auto left = [&] { return evaluate(node.left, moment); };
  const auto right = [&] { return evaluate(node.right, moment); };
  const auto truth = [](bool holds) { return Exact{holds ? 1 : 0, 0}; };
  const auto down = [&](uint8_t buttons) { return (buttons & node.buttons) == node.buttons; };
  const auto up = [&](uint8_t buttons) { return (buttons & node.buttons) == 0; };
  switch (node.op) {
    case Op::Number:
      return node.number;
    case Op::Value:
      return realOf(row.values[node.column], node.fraction_bits);
    case Op::Frame:
      return {int64_t(std::min<uint64_t>(row.frame, uint64_t(1) << 62)), 0};
    case Op::Buttons:
      return {row.buttons, 0};
    case Op::Machine:
      return {valueOf(node.machine, *console), 0};
    case Op::Memory:
      return {console->peek(node.address), 0};
    case Op::Reads:
    case Op::Writes:
      return truth(accessesNext(*console, node.op == Op::Writes, node.address, node.last_address));
    case Op::Held:
      return truth(down(row.buttons));
    case Op::Pressed:
      return truth(down(row.buttons) && up(buttons_before));
    case Op::Released:
      return truth(up(row.buttons) && down(buttons_before));
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
