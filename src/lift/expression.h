// Expressions of lifted code: immutable trees over variables and memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace jumpscope::lift {

// A local variable of a lifted function: a register, a flag, what was pushed, or a sum on its way into both a register
// and the carry.
using Variable = uint16_t;

namespace variable {
inline constexpr Variable a = 0, x = 1, y = 2, c = 3, z = 4, n = 5, v = 6;
inline constexpr Variable registers = 7;      // how many of them live between functions
inline constexpr Variable first_pushed = 16;  // four for each level of the stack: A, or C, Z, N, V
inline constexpr Variable first_sum = 512;
}  // namespace variable

enum class Type : uint8_t { Byte, Bool, Int };
Type typeOf(Variable variable);

enum class Op : uint8_t {
  Constant,
  Variable,
  Ram,       // a byte of RAM, at the index `a`
  Board,     // of the cartridge's RAM, at the index `a`
  Table,     // of a table in ROM that begins at `value`, at the index `a`
  Anywhere,  // at an address that only the run tells
  Register,  // a register of a chip: what its read gives is the caller's choice
  Add,
  Subtract,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Byte,  // the low eight bits
  Equal,
  NotEqual,
  Less,
  AtLeast,
  Not,  // of a condition
  Both,
  Either,
  Number,  // 0 or 1 for a condition
};

struct Node;
using Expression = std::shared_ptr<const Node>;

struct Node {
  Op op = Op::Constant;
  Type type = Type::Byte;
  int value = 0;  // of a constant; a variable's number; a table's address
  Expression a, b;
  int lowest = 0, highest = 255;  // what its value may be
};

Expression constant(int value);
Expression condition(bool value);
Expression variableOf(Variable variable);
Expression ram(Expression index);
Expression make(Op op, Expression a, Expression b = nullptr, int value = 0);
Expression byteOf(Expression value);
Expression opposite(Expression condition);
Expression equalTo(Expression a, int value);
// Bit 7 of a byte.
Expression negative(Expression byte);

bool isConstant(const Expression& expression);
bool same(const Expression& a, const Expression& b);

// Every node, parents first.
void visit(const Expression& expression, const std::function<void(const Node&)>& see);
bool reads(const Expression& expression, Variable variable);
void addReads(const Expression& expression, std::set<Variable>& variables);
bool readsMemory(const Expression& expression);
int countReads(const Expression& expression, Variable variable);
// The expression with another one in place of a variable, simplified.
Expression replaced(const Expression& expression, Variable variable, const Expression& by);

// Which bytes an access of RAM, or of the cartridge's RAM, may touch: first and last index.
struct Extent {
  int first = 0, last = 0;
  bool overlaps(const Extent& other) const { return first <= other.last && other.first <= last; }
};
Extent extentOf(const Expression& index);

}  // namespace jumpscope::lift
