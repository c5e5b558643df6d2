#include "src/lift/translate.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "cpu6502/opcodes.h"
#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

using cpu6502::Mode;
namespace reg = variable;

struct Place {
  Op memory = Op::Ram;
  Expression address;  // or index
  int base = 0;        // of a table
};

// Keeps what one instruction does.
class Translator {
 public:
  Translator(const Code& code, const Machine& machine, const Instruction& instruction, Facts facts)
      : code_(code),
        machine_(machine),
        in_(instruction),
        opcode_(cpu6502::opcodes[instruction.opcode]),
        facts_(std::move(facts)) {}

  Translation run() {
    const std::string_view name = opcode_.mnemonic;
    if (in_.isBranch())
      branch();
    else if (name == "JMP")
      jump();
    else if (name == "RTS")
      leave();
    else if (!stack(name) && !transfer(name) && !flags(name) && !arithmetic(name) && !modify(name) &&
             !store(name))
      refuse("has no counterpart in source");
    if (name != "RTS" && result_.ways.empty()) result_.ways.push_back({in_.next(), facts_});
    return std::move(result_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw std::runtime_error("the routine cannot be lifted: " + code_.textAt(in_.pc) + " " + why);
  }

  Expression get(Variable variable) const { return facts_.value(variable); }
  void set(Variable variable, const Expression& value) {
    Statement statement;
    statement.variable = variable;
    statement.value = value;
    result_.statements.push_back(std::move(statement));
    if (variable < reg::registers) facts_.assigned(variable, value);
  }
  // Z and N of a register that was just set.
  void setFlagsOf(Variable source) {
    set(reg::z, equalTo(get(source), 0));
    set(reg::n, negative(get(source)));
    facts_.zero_of = facts_.negative_of = static_cast<uint8_t>(1u << source);
  }
  void setWithFlags(Variable variable, const Expression& value) {
    set(variable, value);
    setFlagsOf(variable);
  }
  // A value that is used several times, and whose operands change meanwhile.
  Expression keep(const Expression& value) {
    const auto sum = static_cast<Variable>(reg::first_sum + in_.pc - 0x8000);
    set(sum, value);
    Node node = *variableOf(sum);
    node.lowest = value->lowest;
    node.highest = value->highest;
    return std::make_shared<const Node>(std::move(node));
  }

  // Memory.
  bool isStack(int first, int last) const { return first <= 0x01FF && last >= machine_.stack_from; }
  Place at(uint16_t address) const {
    if (address < 0x2000 && isStack(address & 0x7FF, address & 0x7FF)) refuse("accesses the stack");
    if (address < 0x2000) return {Op::Ram, constant(address & 0x7FF)};
    if (address >= 0x8000) return {Op::Table, constant(0), address};
    if (address >= 0x6000 && machine_.has_board_ram) return {Op::Board, constant(address & 0x1FFF)};
    return {Op::Register, constant(address)};
  }
  Place indexed(int base, const Expression& index) const {
    const Expression sum = make(Op::Add, constant(base), index);
    const int first = sum->lowest, last = sum->highest;
    if (first == last && first <= 0xFFFF) return at(static_cast<uint16_t>(first));
    if (last < 0x2000 && (last >= 0x800 || isStack(first, last))) return {Op::Anywhere, sum};
    if (last < 0x800) return {Op::Ram, sum};
    if (first >= 0x6000 && last < 0x8000 && machine_.has_board_ram)
      return {Op::Board, make(Op::Subtract, sum, constant(0x6000))};
    if (first >= 0x8000 && last <= 0xFFFF) return {Op::Table, index, base};
    return {Op::Anywhere, sum};
  }
  Place zeroPage(const Expression& index) const { return {Op::Ram, byteOf(index)}; }
  Expression pointerAt(const Expression& low) const {
    const Expression high = ram(byteOf(make(Op::Add, low, constant(1))));
    return make(Op::Or, make(Op::ShiftLeft, high, constant(8)), ram(byteOf(low)));
  }
  Place place() const {
    switch (opcode_.mode) {
      case Mode::ZeroPage:
      case Mode::Absolute:
        return at(in_.operand);
      case Mode::ZeroPageX:
        return zeroPage(make(Op::Add, constant(in_.operand), get(reg::x)));
      case Mode::ZeroPageY:
        return zeroPage(make(Op::Add, constant(in_.operand), get(reg::y)));
      case Mode::AbsoluteX:
        return indexed(in_.operand, get(reg::x));
      case Mode::AbsoluteY:
        return indexed(in_.operand, get(reg::y));
      case Mode::IndirectX:
        return {Op::Anywhere, pointerAt(byteOf(make(Op::Add, constant(in_.operand), get(reg::x))))};
      case Mode::IndirectY:
        return {Op::Anywhere, make(Op::Add, pointerAt(constant(in_.operand)), get(reg::y))};
      default:
        refuse("has an addressing mode without memory");
    }
  }
  Expression load(const Place& from) const {
    if (from.memory == Op::Table && !code_.program.romAt(static_cast<uint16_t>(from.base)))
      refuse("reads where the board has something else than ROM");
    if (from.memory == Op::Table && isConstant(from.address))
      return constant(code_.program.at(static_cast<uint16_t>(from.base + from.address->value)));
    return make(from.memory, from.address, nullptr, from.base);
  }
  Expression operand() const {
    if (opcode_.mode == Mode::Immediate) return constant(in_.operand);
    return load(place());
  }
  void storeAt(const Place& to, const Expression& value) {
    const bool in_rom = to.memory == Op::Table;
    if (in_rom && machine_.switches_banks) refuse("may switch banks");
    if (in_rom) return;  // ROM stays as it is
    Statement statement;
    statement.kind = Statement::Kind::Store;
    statement.memory = to.memory;
    statement.address = to.address;
    statement.value = value;
    result_.statements.push_back(std::move(statement));
  }

  // Instructions; each function is true if it knows the mnemonic.
  bool transfer(std::string_view name) {
    static constexpr std::string_view names[] = {"TAX", "TAY", "TXA", "TYA"};
    static constexpr Variable to[] = {reg::x, reg::y, reg::a, reg::a};
    static constexpr Variable from[] = {reg::a, reg::a, reg::x, reg::y};
    for (size_t i = 0; i < std::size(names); ++i)
      if (name == names[i]) {
        setWithFlags(to[i], get(from[i]));
        facts_.zero_of = facts_.negative_of = static_cast<uint8_t>(1u << to[i] | 1u << from[i]);
        return true;
      }
    if (name == "LDA")
      setWithFlags(reg::a, operand());
    else if (name == "LDX")
      setWithFlags(reg::x, operand());
    else if (name == "LDY")
      setWithFlags(reg::y, operand());
    else if (name == "INX")
      setWithFlags(reg::x, byteOf(make(Op::Add, get(reg::x), constant(1))));
    else if (name == "INY")
      setWithFlags(reg::y, byteOf(make(Op::Add, get(reg::y), constant(1))));
    else if (name == "DEX")
      setWithFlags(reg::x, byteOf(make(Op::Subtract, get(reg::x), constant(1))));
    else if (name == "DEY")
      setWithFlags(reg::y, byteOf(make(Op::Subtract, get(reg::y), constant(1))));
    else
      return false;
    return true;
  }

  bool flags(std::string_view name) {
    if (name == "CLC")
      set(reg::c, condition(false));
    else if (name == "SEC")
      set(reg::c, condition(true));
    else if (name == "CLV")
      set(reg::v, condition(false));
    else
      return name == "NOP" || name == "CLD" || name == "SED" || name == "CLI" || name == "SEI";
    return true;
  }

  Expression signsDiffer(const Expression& a, const Expression& b, const Expression& c,
                         const Expression& d) const {
    const Expression both = make(Op::And, make(Op::Xor, a, b), make(Op::Xor, c, d));
    return make(Op::NotEqual, make(Op::And, both, constant(0x80)), constant(0));
  }
  void add(const Expression& value) {
    const Expression sum =
        keep(make(Op::Add, make(Op::Add, get(reg::a), value), make(Op::Number, get(reg::c))));
    set(reg::v, signsDiffer(get(reg::a), sum, value, sum));
    set(reg::c, make(Op::AtLeast, sum, constant(0x100)));
    setWithFlags(reg::a, byteOf(sum));
  }
  void subtract(const Expression& value) {
    const Expression borrow = make(Op::Number, opposite(get(reg::c)));
    const Expression difference = keep(make(Op::Subtract, make(Op::Subtract, get(reg::a), value), borrow));
    set(reg::v, signsDiffer(get(reg::a), value, get(reg::a), difference));
    set(reg::c, make(Op::AtLeast, difference, constant(0)));
    setWithFlags(reg::a, byteOf(difference));
  }
  void compare(Variable with) {
    const Expression value = operand(), left = get(with);
    set(reg::c, make(Op::AtLeast, left, value));
    set(reg::z, make(Op::Equal, left, value));
    set(reg::n, negative(byteOf(make(Op::Subtract, left, value))));
    if (!isConstant(value)) return;
    facts_.compared = with;
    facts_.compared_with = value->value;
  }
  bool arithmetic(std::string_view name) {
    if (name == "ADC")
      add(operand());
    else if (name == "SBC")
      subtract(operand());
    else if (name == "AND")
      setWithFlags(reg::a, make(Op::And, get(reg::a), operand()));
    else if (name == "ORA")
      setWithFlags(reg::a, make(Op::Or, get(reg::a), operand()));
    else if (name == "EOR")
      setWithFlags(reg::a, make(Op::Xor, get(reg::a), operand()));
    else if (name == "CMP")
      compare(reg::a);
    else if (name == "CPX")
      compare(reg::x);
    else if (name == "CPY")
      compare(reg::y);
    else if (name == "BIT") {
      const Expression value = operand();
      set(reg::z, equalTo(make(Op::And, get(reg::a), value), 0));
      set(reg::n, negative(value));
      set(reg::v, make(Op::NotEqual, make(Op::And, value, constant(0x40)), constant(0)));
    } else {
      return false;
    }
    return true;
  }

  // The result of a read-modify-write instruction; sets the carry.
  Expression shifted(std::string_view name, const Expression& value) {
    if (name == "INC") return byteOf(make(Op::Add, value, constant(1)));
    if (name == "DEC") return byteOf(make(Op::Subtract, value, constant(1)));
    if (name == "ASL") {
      set(reg::c, negative(value));
      return byteOf(make(Op::ShiftLeft, value, constant(1)));
    }
    set(reg::c, make(Op::NotEqual, make(Op::And, value, constant(1)), constant(0)));
    return byteOf(make(Op::ShiftRight, value, constant(1)));  // LSR
  }
  bool modify(std::string_view name) {
    static constexpr std::string_view names[] = {"ASL", "LSR", "ROL", "ROR", "INC", "DEC"};
    if (std::find(std::begin(names), std::end(names), name) == std::end(names)) return false;
    const bool rotates = name == "ROL" || name == "ROR";
    if (opcode_.mode == Mode::Accumulator) {
      const Expression value = get(reg::a);
      setWithFlags(reg::a, rotates ? rotated(name, keep(joined(name, value))) : shifted(name, value));
      return true;
    }
    const Place where = place();
    const Expression old = load(where);
    // What is written to memory can be read back; what is written to a register or to ROM cannot.
    const bool is_memory = where.memory == Op::Ram || where.memory == Op::Board;
    const Expression value = rotates ? keep(joined(name, old)) : is_memory ? old : keep(old);
    const Expression now = rotates ? rotated(name, value) : shifted(name, value);
    storeAt(where, now);
    const Expression result = is_memory ? load(where) : now;
    set(reg::z, equalTo(result, 0));
    set(reg::n, negative(result));
    return true;
  }
  // A byte with the carry as its ninth bit, at the end where it comes in.
  Expression joined(std::string_view name, const Expression& value) const {
    const Expression carry = make(Op::Number, get(reg::c));
    if (name == "ROL") return make(Op::Or, make(Op::ShiftLeft, value, constant(1)), carry);
    return make(Op::Or, value, make(Op::ShiftLeft, carry, constant(8)));
  }
  Expression rotated(std::string_view name, const Expression& wide) {
    if (name == "ROL") {
      set(reg::c, make(Op::AtLeast, wide, constant(0x100)));
      return byteOf(wide);
    }
    set(reg::c, make(Op::NotEqual, make(Op::And, wide, constant(1)), constant(0)));
    return byteOf(make(Op::ShiftRight, wide, constant(1)));
  }

  bool store(std::string_view name) {
    if (name == "STA")
      storeAt(place(), get(reg::a));
    else if (name == "STX")
      storeAt(place(), get(reg::x));
    else if (name == "STY")
      storeAt(place(), get(reg::y));
    else
      return false;
    return true;
  }

  // What a level of the stack holds.
  Variable pushedAt(size_t level, int part) const {
    constexpr size_t most = (reg::first_sum - reg::first_pushed) / 8;
    if (level >= most) refuse("pushes more than lift follows");
    return static_cast<Variable>(reg::first_pushed + 8 * level + static_cast<size_t>(part));
  }
  bool stack(std::string_view name) {
    static constexpr Variable status[] = {reg::c, reg::z, reg::n, reg::v};
    const size_t level = facts_.pushed.size();
    if (name == "PHA" || name == "PHP") {
      if (name == "PHA") set(pushedAt(level, 0), get(reg::a));
      if (name == "PHP")
        for (int i = 0; i < 4; ++i) set(pushedAt(level, i + 1 + (i == 3)), get(status[i]));
      facts_.pushed += name == "PHA" ? 'a' : 'p';
      return true;
    }
    if (name == "TSX" || name == "TXS") refuse("works with the stack pointer");
    if (name != "PLA" && name != "PLP") return false;
    if (level == 0) refuse("pulls what the routine has not pushed");
    if ((facts_.pushed.back() == 'a') != (name == "PLA")) refuse("pulls what was pushed as something else");
    facts_.pushed.pop_back();
    if (name == "PLA") {
      setWithFlags(reg::a, variableOf(pushedAt(level - 1, 0)));
      return true;
    }
    for (int i = 0; i < 4; ++i) set(status[i], variableOf(pushedAt(level - 1, i + 1 + (i == 3))));
    return true;
  }

  // The flow of control.
  void leave() const {
    if (!facts_.pushed.empty()) refuse("jumps to what was pushed");
  }
  void jump() {
    if (opcode_.mode != Mode::Absolute) refuse("jumps to an address that only the run tells");
    result_.ways.push_back({in_.operand, facts_});
  }
  void branch() {
    static constexpr Variable tested[] = {reg::n, reg::v, reg::c, reg::z};
    const Variable flag = tested[in_.opcode >> 6];
    const bool when = (in_.opcode & 0x20) != 0;
    const Expression set_now = get(flag);
    Facts taken = facts_, passed = facts_;
    const bool may_take = taken.suppose(flag, when), may_pass = passed.suppose(flag, !when);
    if (may_take) result_.ways.push_back({in_.target(), taken});
    if (may_pass) result_.ways.push_back({in_.next(), passed});
    if (may_take && may_pass) result_.condition = when ? set_now : opposite(set_now);
  }

  const Code& code_;
  const Machine& machine_;
  const Instruction& in_;
  const cpu6502::Opcode& opcode_;
  Facts facts_;
  Translation result_;
};

}  // namespace

Translation translate(const Code& code, const Machine& machine, const Instruction& instruction, Facts facts) {
  return Translator(code, machine, instruction, std::move(facts)).run();
}

}  // namespace jumpscope::lift
