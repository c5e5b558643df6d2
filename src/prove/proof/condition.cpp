#include "src/prove/proof/condition.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

using trace::When;

// Numbers are whole ones times 2^places_: decimals such as 0.6 take all that a real number has.
constexpr int usual_places = 20;

// The largest size of a number, its places included, that leaves room for sums.
constexpr int most_bits = 54;
constexpr int most_value_bits = most_bits - usual_places;

[[noreturn]] void refuse(const std::string& what, const std::string& text, const std::string& because) {
  throw std::runtime_error(what + ": '" + text + "' " + because);
}

}  // namespace

MemoryCondition::MemoryCondition(std::string_view text, const std::vector<trace::Watch>& watches,
                                 const std::string& what)
    : text_(text), watches_(watches), when_(text, watches, what), places_(usual_places) {
  for (size_t index = 0; index <= when_.root(); ++index)  // operands come before what is made of them
    if (trace::bitsNeeded(when_.node(index).number.part) > usual_places) places_ = trace::real_bits;
  const auto check = [&](const auto& self, size_t index) -> void {
    const When::Node& node = when_.node(index);
    switch (node.op) {
      case When::Op::Frame:
        refuse(what, text_,
               "asks for the frame's number; a proof is about any frame, so name watches and held() only");
      case When::Op::Pressed:
      case When::Op::Released:
        refuse(what, text_,
               "asks for the buttons of the frame before; a proof knows the bytes before one frame: name the "
               "watch that remembers them");
      case When::Op::Value: {
        if (node.column >= watches_.size() || watches_[node.column].take != trace::Take::Value)
          refuse(
              what, text_,
              "asks for values of the frame before; a proof knows the bytes before one frame: name watches");
        const trace::Watch& watch = watches_[node.column];
        if (watch.addresses.empty())
          refuse(what, text_, "asks for '" + watch.name + "', which is no byte of memory");
        const trace::RawRange range = trace::rangeOf(watch);
        const int room = std::min(most_value_bits, most_bits - places_ + watch.fraction_bits);
        if (std::max(-range.lowest, range.highest) >> room != 0 || watch.fraction_bits > usual_places)
          refuse(what, text_, "asks for '" + watch.name + "', which is too wide for a proof");
        return;
      }
      case When::Op::Number:
        if (const int room = most_bits - 3 - places_; node.number.whole >> room != 0)
          refuse(what, text_,
                 "has a number with more than " + std::to_string(room) + " bits before the point");
        return;
      case When::Op::Buttons:
      case When::Op::Held:
        return;
      default:
        self(self, node.left);
        if (node.op >= When::Op::Add && node.op != When::Op::Not) self(self, node.right);
    }
  };
  check(check, when_.root());
}

MemoryCondition MemoryCondition::pointerIs(uint8_t address, uint16_t value) {
  trace::Watch low, high;
  low.name = "low";
  low.addresses = {address};
  high.name = "high";
  high.addresses = {static_cast<uint8_t>(address + 1)};
  const std::string text =
      "low == " + std::to_string(value & 0xFF) + " && high == " + std::to_string(value >> 8);
  MemoryCondition condition(text, {low, high}, "pointer");
  condition.text_ = "the pointer in " + trace::addressText(address) + " is " + trace::addressText(value);
  return condition;
}

MemoryCondition MemoryCondition::codeIs(std::span<const CodeByte> bytes) {
  std::vector<trace::Watch> watches;
  std::string text;
  for (const CodeByte& byte : bytes) {
    trace::Watch watch;
    watch.name = "b" + std::to_string(watches.size());
    watch.addresses = {byte.address};
    text += (text.empty() ? "" : " && ") + watch.name + " == " + std::to_string(byte.value);
    watches.push_back(std::move(watch));
  }
  MemoryCondition condition(text, watches, "code in RAM");
  condition.text_ = "the code in RAM at " + trace::addressText(bytes.front().address) +
                    (bytes.size() == 1 ? "" : "-" + trace::addressText(bytes.back().address)) +
                    " is as traced";
  return condition;
}

MemoryCondition MemoryCondition::pressIsDown(const PressBit& bit) {
  trace::Watch watch;
  watch.name = "new_press";
  watch.addresses = {bit.address};
  watch.type = trace::Type::Flag;
  watch.mask = bit.mask;
  const std::string button = buttonText(bit);
  MemoryCondition condition("new_press == 0 || held(" + button + ")", {watch}, "press");
  condition.text_ = "where " + bitText(bit) + " is set, " + button + " is down";
  return condition;
}

std::vector<uint16_t> MemoryCondition::addresses() const {
  std::set<uint16_t> found;
  for (const size_t column : when_.columns())
    found.insert(watches_[column].addresses.begin(), watches_[column].addresses.end());
  return {found.begin(), found.end()};
}

bool MemoryCondition::holds(const Memory& memory, uint8_t buttons) const {
  trace::Row row;
  row.buttons = buttons;
  row.values.resize(watches_.size());
  for (const size_t column : when_.columns())
    row.values[column] =
        trace::readWatch(watches_[column], [&](uint16_t address) { return byteAt(memory, address); });
  return when_.value(row, 0) != When::Exact{};
}

Symbolic<bool> MemoryCondition::holds(const SymbolicPeek& peek, const Symbolic<uint8_t>& buttons) const {
  return truth(when_.root(), peek, buttons);
}

// Joined conditions stay apart in the term, so that what each says of a byte shows.
Symbolic<bool> MemoryCondition::truth(size_t index, const SymbolicPeek& peek,
                                      const Symbolic<uint8_t>& buttons) const {
  const When::Node& node = when_.node(index);
  const auto sideIsTrue = [&](size_t side) { return truth(side, peek, buttons); };
  const auto left = [&] { return evaluate(node.left, peek, buttons); };
  const auto right = [&] { return evaluate(node.right, peek, buttons); };
  switch (node.op) {
    case When::Op::Held:
      return (buttons & node.buttons) == node.buttons;
    case When::Op::Equal:
      return left() == right();
    case When::Op::NotEqual:
      return left() != right();
    case When::Op::Less:
      return left() < right();
    case When::Op::LessOrEqual:
      return left() <= right();
    case When::Op::Greater:
      return left() > right();
    case When::Op::GreaterOrEqual:
      return left() >= right();
    case When::Op::Not:
      return !sideIsTrue(node.left);
    case When::Op::And:
      return sideIsTrue(node.left) && sideIsTrue(node.right);
    case When::Op::Or:
      return sideIsTrue(node.left) || sideIsTrue(node.right);
    default:
      return evaluate(index, peek, buttons) != 0;
  }
}

Symbolic<int64_t> MemoryCondition::evaluate(size_t index, const SymbolicPeek& peek,
                                            const Symbolic<uint8_t>& buttons) const {
  using Number = Symbolic<int64_t>;
  const When::Node& node = when_.node(index);
  const auto left = [&] { return evaluate(node.left, peek, buttons); };
  const auto right = [&] { return evaluate(node.right, peek, buttons); };
  switch (node.op) {
    case When::Op::Number:
      return node.number.whole * (int64_t{1} << places_) + (node.number.part >> (trace::real_bits - places_));
    case When::Op::Value: {
      const trace::Watch& watch = watches_[node.column];
      return Number(trace::readWatch(watch, peek)) << (places_ - watch.fraction_bits);
    }
    case When::Op::Buttons:
      return Number(buttons) << places_;
    case When::Op::Abs: {
      const Number value = left();
      return choose(value < 0, Number(-value), value);
    }
    case When::Op::Modulo: {
      // What is left is never negative; the fraction stays.
      const int64_t divisor = node.number.whole << places_;
      const Number value = left();
      const int64_t lift = ((int64_t{1} << (most_bits + 1)) / divisor + 1) * divisor;
      return (value + lift) % divisor;
    }
    case When::Op::Negate:
      return -left();
    case When::Op::Add:
      return left() + right();
    case When::Op::Subtract:
      return left() - right();
    case When::Op::Frame:
    case When::Op::Pressed:
    case When::Op::Released:
      throw std::logic_error("an operator that the constructor refuses");
    default:  // of truth()
      return Number(truth(index, peek, buttons)) << places_;
  }
}

}  // namespace jumpscope::prove
