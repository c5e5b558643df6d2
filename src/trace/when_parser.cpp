#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>

#include "src/base/json_value.h"
#include "src/base/lines.h"
#include "src/movie/button_words.h"
#include "src/trace/watch.h"
#include "src/trace/when.h"

namespace jumpscope::trace {
namespace {

constexpr size_t longest_condition = 4096;
constexpr int deepest_nesting = 64;
constexpr int64_t largest_number = int64_t(1) << 60;

bool isNameCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

}  // namespace

// Recursive descent, a function for each level of precedence. Each returns the node it has made.
class WhenParser {
 public:
  WhenParser(std::string_view text, const std::vector<Watch>& watches, const std::string& what,
             When::MachineTerms machine, When& out)
      : text_(text), rest_(text), watches_(watches), what_(what), machine_(machine), out_(out) {}

  void parse() {
    if (text_.size() > longest_condition) fail("is too long");
    out_.root_ = either();
    skipBlanks();
    if (rest_.empty()) return;
    if (rest_[0] == '&' || rest_[0] == '|')
      fail("has a single '" + std::string(1, rest_[0]) + "'; and is &&, or is ||");
    fail("has unexpected text: " + quoted(rest_));
  }

 private:
  using Op = When::Op;
  using Node = When::Node;

  [[noreturn]] void fail(const std::string& why) const {
    std::string shown(text_.substr(0, 80));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
    throw std::runtime_error(what_ + " '" + shown + "' " + why);
  }

  static std::string quoted(std::string_view text) {
    std::string shown(text.substr(0, 20));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
    return "'" + shown + "'";
  }

  void skipBlanks() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t')) rest_.remove_prefix(1);
  }

  bool take(std::string_view token) {
    skipBlanks();
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token, const std::string& why) {
    if (!take(token)) fail("lacks " + quoted(token) + " " + why);
  }

  std::string_view takeName() {
    skipBlanks();
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), isNameCharacter);
    const std::string_view name = rest_.substr(0, size_t(end - rest_.begin()));
    rest_.remove_prefix(name.size());
    return name;
  }

  size_t add(Node node) {
    out_.nodes_.push_back(node);
    return out_.nodes_.size() - 1;
  }
  size_t add(Op op, size_t left, size_t right = 0) {
    Node node;
    node.op = op;
    node.left = left;
    node.right = right;
    return add(node);
  }

  size_t either() {
    if (++depth_ > deepest_nesting) fail("is nested too deeply");
    size_t left = both();
    while (take("||")) left = add(Op::Or, left, both());
    --depth_;
    return left;
  }

  size_t both() {
    size_t left = comparison();
    while (take("&&")) left = add(Op::And, left, comparison());
    return left;
  }

  std::optional<Op> takeComparison() {
    static constexpr std::array<std::pair<std::string_view, Op>, 7> operators = {{{"==", Op::Equal},
                                                                                  {"!=", Op::NotEqual},
                                                                                  {"<=", Op::LessOrEqual},
                                                                                  {">=", Op::GreaterOrEqual},
                                                                                  {"<", Op::Less},
                                                                                  {">", Op::Greater},
                                                                                  {"=", Op::Equal}}};
    for (const auto& [token, op] : operators)
      if (take(token)) return op;
    return std::nullopt;
  }

  size_t comparison() {
    const size_t left = addition();
    const auto op = takeComparison();
    if (!op) refuseBank();
    if (!op) return left;
    const bool equality = *op == Op::Equal || *op == Op::NotEqual;
    size_t result = equality ? equal(left) : add(*op, left, addition());
    if (*op == Op::NotEqual) result = add(Op::Not, result);
    if (takeComparison()) fail("compares three values in a row; write 1 < y && y < 3");
    refuseBank();
    return result;
  }

  void refuseBank() {
    if (bank_) fail("has an address in a bank elsewhere than in pc == BANK:ADDRESS");
  }

  bool isNumber(size_t index) const { return node(index).op == Op::Number; }

  // What follows '==': a value, FIRST..LAST, and for the machine's values also FIRST-LAST and BANK:ADDRESS.
  size_t equal(size_t left) {
    refuseBank();
    const size_t right = addition();
    const auto bank = std::exchange(bank_, std::nullopt);
    size_t first = right, last = right;
    if (take("..")) {
      last = addition();
    } else if (machine_.allowed && node(right).op == Op::Subtract && isNumber(node(right).left) &&
               isNumber(node(right).right)) {
      first = node(right).left;
      last = node(right).right;
    }
    if (machine_.allowed && isNumber(left) && isNumber(first) && isNumber(last)) left = memoryAt(left);
    if (bank && (node(left).op != Op::Machine || node(left).machine != MachineValue::Pc))
      fail("compares something other than pc with an address in a bank");
    requireSense(left, first, last);
    size_t result =
        first == last ? add(Op::Equal, left, first)
                      : add(Op::And, add(Op::GreaterOrEqual, left, first), add(Op::LessOrEqual, left, last));
    if (bank)
      result = add(Op::And, result, add(Op::Equal, machineNode(MachineValue::Bank), numberNode(*bank)));
    return result;
  }

  // The number becomes the byte at that address.
  size_t memoryAt(size_t number) {
    const When::Exact address = node(number).number;
    if (address.part != 0 || address.whole < 0 || address.whole > 0xFFFF)
      fail("has an address that is not within $0000-$FFFF");
    // Reading one would change it, so nothing is read, and no comparison would say anything.
    constexpr uint16_t first_register = 0x2000, last_register = 0x401F;
    if (address.whole >= first_register && address.whole <= last_register)
      fail("asks for a chip's register, " + addressText(static_cast<uint16_t>(address.whole)) +
           "; only memory can be looked at");
    Node node;
    node.op = Op::Memory;
    node.address = static_cast<uint16_t>(address.whole);
    return add(node);
  }

  // A comparison that can never be true is a mistake.
  void requireSense(size_t left, size_t first, size_t last) const {
    if (isNumber(first) && isNumber(last) && node(last).number < node(first).number)
      fail("has a range that ends before it begins");
    int64_t highest = 0xFF;
    if (node(left).op == Op::Machine)
      for (const MachineName& known : machine_names)
        if (known.value == node(left).machine) highest = known.highest;
    if (node(left).op != Op::Machine && node(left).op != Op::Memory) return;
    for (const size_t side : {first, last}) {
      if (node(left).op == Op::Memory && node(side).op == Op::Negate && isNumber(node(side).left))
        fail(
            "compares a byte of memory with a negative number; write it as the byte has it, such as $FC for "
            "-4");
      if (isNumber(side) && node(side).number.whole > highest)
        fail("compares with " + realText(node(side).number) + ", but the value is at most " +
             std::to_string(highest));
    }
  }

  const Node& node(size_t index) const { return out_.nodes_[index]; }
  size_t machineNode(MachineValue value) {
    Node node;
    node.op = Op::Machine;
    node.machine = value;
    return add(node);
  }
  size_t numberNode(int64_t number) {
    Node node;
    node.number = {number, 0};
    return add(node);
  }

  size_t addition() {
    size_t left = remainder();
    for (;;) {
      if (take("+"))
        left = add(Op::Add, left, remainder());
      else if (take("-"))
        left = add(Op::Subtract, left, remainder());
      else
        return left;
    }
  }

  size_t remainder() {
    const size_t left = unary();
    if (!take("%")) return left;
    skipBlanks();
    const When::Exact divisor = number();
    if (divisor.whole <= 0 || divisor.part != 0) fail("divides by something other than a positive integer");
    const size_t result = add(Op::Modulo, left);
    out_.nodes_[result].number = divisor;
    return result;
  }

  size_t unary() {
    if (++depth_ > deepest_nesting) fail("is nested too deeply");
    size_t result;
    skipBlanks();
    if (rest_.starts_with("!") && !rest_.starts_with("!=")) {
      take("!");
      result = add(Op::Not, unary());
    } else if (take("-")) {
      result = add(Op::Negate, unary());
    } else {
      result = primary();
    }
    --depth_;
    return result;
  }

  size_t primary() {
    skipBlanks();
    if (rest_.empty()) fail("ends where a value is expected");
    if (take("(")) {
      const size_t inside = either();
      expect(")", "for a '(' before it");
      return inside;
    }
    if (startsNumber()) return add(numberHere());
    if (take("[")) return memory();
    const std::string_view name = takeName();
    if (name.empty()) fail("has " + quoted(rest_) + " instead of a value");
    if (name == "cpu" && rest_.starts_with('.')) {
      rest_.remove_prefix(1);
      return machineValue(takeName(), "cpu.");
    }
    skipBlanks();
    if (rest_.starts_with('(')) return function(name);
    if (name == "frame") return add(Op::Frame, 0);
    if (name == "buttons") return add(Op::Buttons, 0);
    if (isWatch(name)) return value(columnOf(name));
    if (machineName(name)) return machineValue(name, "");
    if (const auto address = labelled(name)) return numberNode(*address);
    return value(columnOf(name));  // says what is known
  }

  bool startsNumber() const { return rest_[0] == '$' || (rest_[0] >= '0' && rest_[0] <= '9'); }
  Node numberHere() {
    Node node;
    node.number = number();
    return node;
  }

  bool isWatch(std::string_view name) const {
    return std::any_of(watches_.begin(), watches_.end(),
                       [&](const Watch& watch) { return watch.name == name; });
  }
  std::optional<uint16_t> labelled(std::string_view name) const {
    return machine_.labels ? machine_.labels->find(name) : std::nullopt;
  }

  void requireMachine(std::string_view name) const {
    if (!machine_.allowed)
      fail("asks for " + quoted(name) +
           " of the machine, but only watches, frame and buttons are known here");
  }

  size_t machineValue(std::string_view name, std::string_view before) {
    requireMachine(std::string(before) + std::string(name));
    const MachineName* known = machineName(name);
    if (!known) fail("names " + quoted(name) + ", which is not a register");
    return machineNode(known->value);
  }

  // After '['.
  size_t memory() {
    requireMachine("[");
    skipBlanks();
    size_t address;
    if (!rest_.empty() && startsNumber()) {
      address = add(numberHere());
    } else {
      const std::string_view name = takeName();
      const auto found = labelled(name);
      if (!found) fail("has " + quoted(name) + " in [], which is neither an address nor a label");
      address = numberNode(*found);
    }
    expect("]", "after the address");
    return memoryAt(address);
  }

  size_t function(std::string_view name) {
    take("(");
    size_t result;
    if (name == "held" || name == "pressed" || name == "released") {
      result = buttons(name == "held" ? Op::Held : name == "pressed" ? Op::Pressed : Op::Released);
    } else if (name == "reads" || name == "writes") {
      result = accesses(name == "reads" ? Op::Reads : Op::Writes);
    } else if (name == "abs") {
      result = add(Op::Abs, either());
    } else if (name == "previous" || name == "delta") {
      result = value(extraColumn(takeName(), name == "delta" ? Take::Delta : Take::Previous));
    } else if (name == "changed") {
      const size_t difference = value(extraColumn(takeName(), Take::Delta));
      result = add(Op::NotEqual, difference, add(Node{}));
    } else {
      static constexpr std::array<std::string_view, 9> known = {
          "held", "pressed", "released", "abs", "previous", "delta", "changed", "reads", "writes"};
      fail("calls " + quoted(name) + ", which is not a function; did you mean '" +
           std::string(base::nearestKey(name, known)) + "'?");
    }
    expect(")", "after the argument of " + std::string(name));
    return result;
  }

  uint16_t addressHere() {
    skipBlanks();
    if (!rest_.empty() && startsNumber()) {
      const When::Exact address = number();
      if (address.part != 0 || address.whole > 0xFFFF) fail("has an address that is not within $0000-$FFFF");
      return static_cast<uint16_t>(address.whole);
    }
    const std::string_view name = takeName();
    const auto found = labelled(name);
    if (!found) fail("has " + quoted(name) + " where an address or a label is expected, as in writes($00CE)");
    return *found;
  }

  size_t accesses(Op op) {
    requireMachine(op == Op::Reads ? "reads" : "writes");
    Node node;
    node.op = op;
    node.address = node.last_address = addressHere();
    if (take("..") || take("-")) node.last_address = addressHere();
    if (node.last_address < node.address) fail("has a range that ends before it begins");
    return add(node);
  }

  size_t buttons(Op op) {
    std::string names(takeName());
    if (names.empty()) fail("names no button; write held(A), for example");
    while (take("+")) names.append("+").append(takeName());
    const auto held = movie::parseButtons(names);
    if (!held) fail(movie::problemOfButtons(names));
    Node node;
    node.op = op;
    node.buttons = *held;
    return add(node);
  }

  size_t value(size_t column) {
    Node node;
    node.op = Op::Value;
    node.column = column;
    node.fraction_bits =
        (column < watches_.size() ? watches_[column] : out_.extra_[column - watches_.size()]).fraction_bits;
    return add(node);
  }

  size_t columnOf(std::string_view name) const {
    std::vector<std::string_view> known = {"frame", "buttons"};
    for (size_t i = 0; i < watches_.size(); ++i) {
      if (watches_[i].name == name) return i;
      known.push_back(watches_[i].name);
    }
    if (machine_.allowed)
      for (const MachineName& machine : machine_names) known.push_back(machine.name);
    fail("names " + quoted(name) + ", which is not a watch" +
         std::string(machine_.allowed ? ", a register or a label" : "") + "; did you mean '" +
         std::string(base::nearestKey(name, known)) + "'?");
  }

  size_t extraColumn(std::string_view name, Take take) {
    Watch watch = watches_[watchOf(name)];
    if (watch.take != Take::Value)
      fail("takes the " + std::string(takeName(take)) + " of " + quoted(name) + ", which is itself a " +
           std::string(takeName(watch.take)));
    watch.take = take;
    auto& extra = out_.extra_;
    const auto found = std::find(extra.begin(), extra.end(), watch);
    if (found == extra.end()) extra.push_back(watch);
    return watches_.size() + size_t(std::find(extra.begin(), extra.end(), watch) - extra.begin());
  }

  size_t watchOf(std::string_view name) const {
    if (name == "frame" || name == "buttons")
      fail("asks how " + quoted(name) + " was; only watches have that (and pressed(A), released(A))");
    if (name.empty()) fail("has " + quoted(rest_) + " where only the name of a watch can stand");
    return columnOf(name);
  }

  static std::string_view takeName(Take take) { return trace::takeName(take); }

  // $1F, 0x1F, 12, 0.5; $05:8271 is an address in a bank.
  When::Exact number() {
    const size_t begin_size = rest_.size();
    const std::string_view from = rest_;
    if (take("$") || from.starts_with("0x") || from.starts_with("0X")) {
      takeName();
      const auto parsed = parseNumber(from.substr(0, begin_size - rest_.size()), UINT32_MAX);
      if (!parsed) fail("has a number " + quoted(from) + " that is not hexadecimal");
      if (!machine_.allowed || !rest_.starts_with(':')) return {int64_t(*parsed), 0};
      rest_.remove_prefix(1);
      const auto address = parseNumber("$" + std::string(takeName()), 0xFFFF);
      if (!address) fail("has an address " + quoted(from) + " that is not BANK:ADDRESS");
      bank_ = *parsed;
      return {int64_t(*address), 0};
    }
    // A blank ends it, and so do the points of a range.
    takeName();
    if (rest_.starts_with('.') && !rest_.starts_with("..")) rest_.remove_prefix(1), takeName();
    const std::string_view taken = from.substr(0, begin_size - rest_.size());  // may be empty
    if ((taken.ends_with('e') || taken.ends_with('E')) && (rest_.starts_with('-') || rest_.starts_with('+')))
      rest_.remove_prefix(1), takeName();
    const std::string_view digits = from.substr(0, begin_size - rest_.size());
    const auto value = digits.ends_with('.') ? std::nullopt : parseReal(digits);
    if (!value && digits.find('.') != digits.npos)
      fail("has a number " + quoted(from) + " with something other than digits after its point");
    if (!value || value->whole > largest_number)
      fail("has a number " + quoted(from) + " that is invalid or too large");
    return *value;
  }

  std::string_view text_, rest_;
  const std::vector<Watch>& watches_;
  const std::string& what_;
  When::MachineTerms machine_;
  When& out_;
  std::optional<uint32_t> bank_;  // of the address that was read last
  int depth_ = 0;
};

When::When(std::string_view text, const std::vector<Watch>& watches, const std::string& what,
           MachineTerms machine) {
  WhenParser(text, watches, what, machine, *this).parse();
}

}  // namespace jumpscope::trace
