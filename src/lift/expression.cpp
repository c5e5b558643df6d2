#include "src/lift/expression.h"

#include <algorithm>

namespace jumpscope::lift {
namespace {

bool isCondition(Op op) {
  return op == Op::Equal || op == Op::NotEqual || op == Op::Less || op == Op::AtLeast || op == Op::Not ||
         op == Op::Both || op == Op::Either;
}

Type typeOf(Op op) {
  if (isCondition(op)) return Type::Bool;
  switch (op) {
    case Op::Ram:
    case Op::Board:
    case Op::Table:
    case Op::Anywhere:
    case Op::Register:
    case Op::Byte:
      return Type::Byte;
    default:
      return Type::Int;
  }
}

int calculate(Op op, int a, int b) {
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Subtract:
      return a - b;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::ShiftLeft:
      return a << b;
    case Op::ShiftRight:
      return a >> b;
    case Op::Byte:
      return a & 0xFF;
    case Op::Equal:
      return a == b;
    case Op::NotEqual:
      return a != b;
    case Op::Less:
      return a < b;
    case Op::AtLeast:
      return a >= b;
    case Op::Not:
      return !a;
    case Op::Both:
      return a && b;
    case Op::Either:
      return a || b;
    default:
      return a;  // Number
  }
}

bool isMemory(Op op) {
  return op == Op::Ram || op == Op::Board || op == Op::Table || op == Op::Anywhere || op == Op::Register;
}

// All bits up to the highest one of any number from `lowest` to `highest`.
int allOnes(int lowest, int highest) {
  int mask = 0;
  while (mask < highest || ~mask > lowest) mask = mask << 1 | 1;
  return mask;
}

void findRange(Node& node) {
  const int low_a = node.a ? node.a->lowest : 0, high_a = node.a ? node.a->highest : 0;
  const int low_b = node.b ? node.b->lowest : 0, high_b = node.b ? node.b->highest : 0;
  const auto is = [&](int lowest, int highest) {
    node.lowest = lowest;
    node.highest = highest;
  };
  if (node.type == Type::Bool || node.op == Op::Number) return is(0, 1);
  switch (node.op) {
    case Op::Add:
      return is(low_a + low_b, high_a + high_b);
    case Op::Subtract:
      return is(low_a - high_b, high_a - low_b);
    case Op::And:
    case Op::Or:
    case Op::Xor: {
      const int low = std::min(low_a, low_b), ones = allOnes(low, std::max(high_a, high_b));
      if (node.op != Op::And) return is(low < 0 ? ~ones : 0, ones);
      if (low_a < 0 && low_b < 0) return is(~ones, ones);
      return is(0, low_a < 0 ? high_b : low_b < 0 ? high_a : std::min(high_a, high_b));
    }
    case Op::ShiftLeft:
      return is(low_a << low_b, high_a << high_b);
    case Op::ShiftRight:
      return is(low_a >> high_b, high_a >> low_b);
    default:
      return is(0, 255);
  }
}

bool isEquality(Op op) { return op == Op::Equal || op == Op::NotEqual; }
bool fitsInByte(const Expression& a) { return a->lowest >= 0 && a->highest <= 255; }

// A comparison with what the left side cannot reach.
Expression decidedByRange(Op op, const Expression& a, int value) {
  if (isEquality(op))
    return value < a->lowest || value > a->highest ? condition(op == Op::NotEqual) : nullptr;
  if (a->highest < value) return condition(op == Op::Less);
  if (a->lowest >= value) return condition(op == Op::AtLeast);
  return nullptr;
}

// A comparison of a difference with 0 is one of its two sides. (a - b) & 0xFF == 0 is a == b for bytes.
Expression comparedSides(Op op, const Expression& a) {
  if (isEquality(op)) {
    if (a->op != Op::Byte || a->a->op != Op::Subtract) return nullptr;
    const Expression &left = a->a->a, &right = a->a->b;
    return fitsInByte(left) && fitsInByte(right) ? make(op, left, right) : nullptr;
  }
  return a->op == Op::Subtract && a->a->type != Type::Int ? make(op, a->a, a->b) : nullptr;
}

Expression simplerComparison(Op op, const Expression& a, const Expression& b) {
  if (!isConstant(b)) return nullptr;
  if (Expression known = decidedByRange(op, a, b->value)) return known;
  if (a->op == Op::Number && isEquality(op))
    return (b->value == 1) == (op == Op::Equal) ? a->a : opposite(a->a);
  return b->value == 0 ? comparedSides(op, a) : nullptr;
}

// A constant stands on the right.
Expression constantLast(Op op, const Expression& a, const Expression& b) {
  return isConstant(a) && !isConstant(b) ? make(op, b, a) : nullptr;
}

// An operation with 0 on the right that leaves the left side as it is.
Expression withoutZero(const Expression& a, const Expression& b) {
  return isConstant(b) && b->value == 0 ? a : nullptr;
}

// A truncation of what fits in a byte.
Expression simplerByte(const Expression& a) { return fitsInByte(a) ? a : nullptr; }

// A condition with one that is known: `decides` is the value of either that settles both.
Expression simplerJoin(bool decides, const Expression& a, const Expression& b) {
  if (isConstant(a)) return (a->value != 0) == decides ? a : b;
  if (isConstant(b)) return (b->value != 0) == decides ? b : a;
  return nullptr;
}

// (x + 1) + 2 is x + 3.
Expression simplerSum(const Expression& a, const Expression& b) {
  if (Expression turned = constantLast(Op::Add, a, b)) return turned;
  if (Expression left = withoutZero(a, b)) return left;
  if (isConstant(b) && a->op == Op::Add && isConstant(a->b))
    return make(Op::Add, a->a, constant(a->b->value + b->value));
  return nullptr;
}

Expression simplerOr(Op op, const Expression& a, const Expression& b) {
  if (Expression turned = constantLast(op, a, b)) return turned;
  return withoutZero(a, b);
}

// A mask that takes everything, or nothing of what its left side may have.
Expression simplerMask(const Expression& a, const Expression& b) {
  if (!isConstant(b)) return nullptr;
  if (b->value == 0) return constant(0);
  const bool is_low_bits = (b->value & (b->value + 1)) == 0;
  return is_low_bits && a->lowest >= 0 && a->highest <= b->value ? a : nullptr;
}

// The same value with fewer operations; nullptr: none is known.
Expression simpler(Op op, const Expression& a, const Expression& b) {
  switch (op) {
    case Op::Byte:
      return simplerByte(a);
    case Op::Not:
      return opposite(a);
    case Op::Both:
      return simplerJoin(false, a, b);
    case Op::Either:
      return simplerJoin(true, a, b);
    case Op::Add:
      return simplerSum(a, b);
    case Op::Or:
    case Op::Xor:
      return simplerOr(op, a, b);
    case Op::Subtract:
    case Op::ShiftLeft:
    case Op::ShiftRight:
      return withoutZero(a, b);
    case Op::And:
      return simplerMask(a, b);
    case Op::Equal:
    case Op::NotEqual:
    case Op::Less:
    case Op::AtLeast:
      return simplerComparison(op, a, b);
    default:
      return nullptr;
  }
}

}  // namespace

Type typeOf(Variable variable) {
  if (variable >= variable::first_sum) return Type::Int;
  if (variable >= variable::first_pushed) return (variable & 3) == 0 ? Type::Byte : Type::Bool;
  return variable >= variable::c ? Type::Bool : Type::Byte;
}

Expression constant(int value) {
  Node node;
  node.type = value >= 0 && value <= 255 ? Type::Byte : Type::Int;
  node.value = node.lowest = node.highest = value;
  return std::make_shared<const Node>(std::move(node));
}

Expression condition(bool value) {
  Node node;
  node.type = Type::Bool;
  node.value = node.lowest = node.highest = value;
  return std::make_shared<const Node>(std::move(node));
}

Expression variableOf(Variable variable) {
  Node node;
  node.op = Op::Variable;
  node.value = variable;
  node.type = typeOf(variable);
  if (node.type == Type::Bool) node.highest = 1;
  if (node.type == Type::Int) {
    node.lowest = -256;
    node.highest = 511;
  }
  return std::make_shared<const Node>(std::move(node));
}

Expression ram(Expression index) { return make(Op::Ram, std::move(index)); }

Expression make(Op op, Expression a, Expression b, int value) {
  if (!isMemory(op)) {
    if (a->op == Op::Constant && (!b || b->op == Op::Constant)) {
      const int result = calculate(op, a->value, b ? b->value : 0);
      return isCondition(op) ? condition(result != 0) : constant(result);
    }
    if (Expression better = simpler(op, a, b)) return better;
  }
  Node node;
  node.op = op;
  node.type = typeOf(op);
  node.value = value;
  node.a = std::move(a);
  node.b = std::move(b);
  findRange(node);
  return std::make_shared<const Node>(std::move(node));
}

Expression byteOf(Expression value) { return make(Op::Byte, std::move(value)); }

Expression opposite(Expression a) {
  switch (a->op) {
    case Op::Constant:
      return condition(a->value == 0);
    case Op::Equal:
      return make(Op::NotEqual, a->a, a->b);
    case Op::NotEqual:
      return make(Op::Equal, a->a, a->b);
    case Op::Less:
      return make(Op::AtLeast, a->a, a->b);
    case Op::AtLeast:
      return make(Op::Less, a->a, a->b);
    case Op::Not:
      return a->a;
    case Op::Both:
      return make(Op::Either, opposite(a->a), opposite(a->b));
    case Op::Either:
      return make(Op::Both, opposite(a->a), opposite(a->b));
    default:
      break;
  }
  Node node;
  node.op = Op::Not;
  node.type = Type::Bool;
  node.highest = 1;
  node.a = std::move(a);
  return std::make_shared<const Node>(std::move(node));
}

Expression equalTo(Expression a, int value) { return make(Op::Equal, std::move(a), constant(value)); }
Expression negative(Expression byte) { return make(Op::AtLeast, std::move(byte), constant(0x80)); }

bool isConstant(const Expression& expression) { return expression->op == Op::Constant; }

bool same(const Expression& a, const Expression& b) {
  if (a == b) return true;
  if (!a || !b) return false;
  return a->op == b->op && a->type == b->type && a->value == b->value && same(a->a, b->a) && same(a->b, b->b);
}

void visit(const Expression& expression, const std::function<void(const Node&)>& see) {
  if (!expression) return;
  see(*expression);
  visit(expression->a, see);
  visit(expression->b, see);
}

int countReads(const Expression& expression, Variable variable) {
  int count = 0;
  visit(expression, [&](const Node& node) { count += node.op == Op::Variable && node.value == variable; });
  return count;
}

void addReads(const Expression& expression, std::set<Variable>& variables) {
  visit(expression, [&](const Node& node) {
    if (node.op == Op::Variable) variables.insert(static_cast<Variable>(node.value));
  });
}

bool reads(const Expression& expression, Variable variable) { return countReads(expression, variable) > 0; }

bool readsMemory(const Expression& expression) {
  bool any = false;
  visit(expression, [&](const Node& node) {
    any |= node.op == Op::Ram || node.op == Op::Board || node.op == Op::Anywhere;
  });
  return any;
}

Expression replaced(const Expression& expression, Variable variable, const Expression& by) {
  if (!reads(expression, variable)) return expression;
  if (expression->op == Op::Variable) return by;
  return make(expression->op, replaced(expression->a, variable, by),
              expression->b ? replaced(expression->b, variable, by) : nullptr, expression->value);
}

Extent extentOf(const Expression& index) { return {index->lowest, index->highest}; }

}  // namespace jumpscope::lift
