#include "src/prove/terms/term.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <stdexcept>
#include <utility>

#include "src/prove/terms/symbolic.h"

namespace jumpscope::prove {
namespace {

uint64_t maskOf(unsigned width) { return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

int64_t signedValue(unsigned width, uint64_t value) {
  const unsigned unused = 64 - width;
  return static_cast<int64_t>(value << unused) >> unused;
}

// The bits that a value of at most `highest` may have.
uint64_t possibleBits(uint64_t highest) {
  return highest == 0 ? 0 : maskOf(static_cast<unsigned>(std::bit_width(highest)));
}

bool commutes(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Eq;
}

bool isComparison(Op op) { return op == Op::Eq || op == Op::Ult || op == Op::Slt; }

}  // namespace

thread_local Terms* Terms::current_ = nullptr;
thread_local Path* Path::current_ = nullptr;

Terms& Terms::current() {
  if (current_ == nullptr) throw std::logic_error("a symbolic number outside of Terms::Scope");
  return *current_;
}

Path& Path::current() {
  if (current_ == nullptr) throw std::logic_error("a symbolic condition outside of Path::Scope");
  return *current_;
}

uint64_t folded(Op op, unsigned width, uint64_t a, uint64_t b) {
  const uint64_t mask = maskOf(width);
  switch (op) {
    case Op::Add:
      return (a + b) & mask;
    case Op::Sub:
      return (a - b) & mask;
    case Op::Mul:
      return (a * b) & mask;
    case Op::Rem:
      return b == 0 ? 0 : a % b;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return b >= width ? 0 : (a << b) & mask;
    case Op::Lshr:
      return b >= width ? 0 : a >> b;
    case Op::Ashr:
      return static_cast<uint64_t>(signedValue(width, a) >> std::min<uint64_t>(b, 63)) & mask;
    case Op::Eq:
      return a == b;
    case Op::Ult:
      return a < b;
    case Op::Slt:
      return signedValue(width, a) < signedValue(width, b);
    default:
      throw std::logic_error("not an operator of two terms");
  }
}

size_t Terms::Hash::operator()(const Node& node) const {
  uint64_t hash = static_cast<uint64_t>(node.op) << 8 | node.width;
  for (const uint64_t part : {uint64_t{node.a.id}, uint64_t{node.b.id}, uint64_t{node.c.id}, node.value}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

Terms::Terms() {
  nodes_.push_back({Op::Constant, 1});  // Term 0 is none
  bounds_.push_back({0, 0});
  no_ = constant(1, 0);
  yes_ = constant(1, 1);
}

Term Terms::make(const Node& node) {
  const auto [found, is_new] = known_.try_emplace(node, static_cast<uint32_t>(nodes_.size()));
  if (!is_new) return {found->second};
  const Bounds bounds = boundsOf(node);
  if (bounds.lowest == bounds.highest && node.op != Op::Constant) {
    known_.erase(found);
    return constant(node.width, bounds.lowest);
  }
  nodes_.push_back(node);
  bounds_.push_back(bounds);
  return {static_cast<uint32_t>(nodes_.size() - 1)};
}

Terms::Bounds Terms::boundsOf(const Node& node) const {
  const uint64_t mask = maskOf(node.width);
  const Bounds a = bounds_[node.a.id], b = bounds_[node.b.id], c = bounds_[node.c.id];
  switch (node.op) {
    case Op::Constant:
      return {node.value, node.value};
    case Op::Add:
      if (a.highest <= mask - b.highest) return {a.lowest + b.lowest, a.highest + b.highest};
      return {0, mask};
    case Op::Sub:
      if (a.lowest >= b.highest) return {a.lowest - b.highest, a.highest - b.lowest};
      return {0, mask};
    case Op::And:
      return {0, std::min(a.highest, b.highest)};
    case Op::Or:
      return {std::max(a.lowest, b.lowest), possibleBits(a.highest | b.highest)};
    case Op::Xor:
      return {0, possibleBits(a.highest | b.highest)};
    case Op::Lshr:
      if (isConstant(node.b))
        return {folded(Op::Lshr, node.width, a.lowest, b.lowest),
                folded(Op::Lshr, node.width, a.highest, b.lowest)};
      return {0, a.highest};
    case Op::Shl:
      if (isConstant(node.b) && b.lowest < node.width && a.highest <= mask >> b.lowest)
        return {a.lowest << b.lowest, a.highest << b.lowest};
      return {0, mask};
    case Op::Ult:
      if (a.highest < b.lowest) return {1, 1};
      if (a.lowest >= b.highest) return {0, 0};
      return {0, 1};
    case Op::Eq:
      if (a.highest < b.lowest || b.highest < a.lowest) return {0, 0};
      return {0, 1};
    case Op::Ite:
      return {std::min(b.lowest, c.lowest), std::max(b.highest, c.highest)};
    case Op::Truncate:
      if (a.highest <= mask) return a;
      return {0, mask};
    case Op::ZeroExtend:
      return a;
    case Op::SignExtend:
      if (a.highest < uint64_t{1} << (nodes_[node.a.id].width - 1)) return a;
      return {0, mask};
    case Op::Table: {
      const std::vector<uint8_t>& table = tables_[node.value];
      Bounds bounds{255, 0};
      for (uint64_t i = a.lowest; i <= a.highest && i <= table.size(); ++i) {
        const uint8_t byte = i < table.size() ? table[i] : uint8_t{0};
        bounds = {std::min<uint64_t>(bounds.lowest, byte), std::max<uint64_t>(bounds.highest, byte)};
      }
      if (bounds.lowest > bounds.highest) return {0, 0};
      return bounds;
    }
    default:
      return {0, mask};
  }
}

Term Terms::constant(unsigned width, uint64_t value) {
  return make({Op::Constant, static_cast<uint8_t>(width), {}, {}, {}, value & maskOf(width)});
}

Term Terms::variable(unsigned width, std::string name) {
  names_.push_back(std::move(name));
  return make({Op::Variable, static_cast<uint8_t>(width), {}, {}, {}, names_.size() - 1});
}

bool Terms::isNegationOf(Term a, Term b) const {
  const Node& node = nodes_[a.id];
  return node.width == 1 && node.op == Op::Xor && isConstant(node.b, 1) && node.a == b;
}

Term Terms::binary(Op op, Term a, Term b) {
  assert(width(a) == width(b));
  const unsigned w = width(a);
  if (isConstant(a) && isConstant(b))
    return constant(isComparison(op) ? 1 : w, folded(op, w, nodes_[a.id].value, nodes_[b.id].value));
  // Constants to the right; else in order of ids.
  if (commutes(op) && (isConstant(a) || (!isConstant(b) && a.id > b.id))) std::swap(a, b);
  if (const Term simple = simplified(op, a, b)) return simple;
  return make({op, static_cast<uint8_t>(isComparison(op) ? 1 : w), a, b});
}

// 0: nothing simpler is known.
Term Terms::simplified(Op op, Term a, Term b) {
  const unsigned w = width(a);
  const Node left = nodes_[a.id];
  const bool right_constant = isConstant(b);
  const uint64_t k = nodes_[b.id].value;
  switch (op) {
    case Op::Add:
      if (right_constant && k == 0) return a;
      if (right_constant && left.op == Op::Add && isConstant(left.b))
        return binary(Op::Add, left.a, constant(w, nodes_[left.b.id].value + k));
      return narrowed(op, a, b);
    case Op::Sub:
      if (a == b) return constant(w, 0);
      if (right_constant) return binary(Op::Add, a, constant(w, 0 - k));
      return {};
    case Op::Mul:
      if (right_constant && k <= 1) return k == 0 ? b : a;
      return {};
    case Op::Rem:
      if (right_constant && k == 0) return b;
      if (right_constant && highest(a) < k) return a;
      return {};
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return simplifiedBits(op, a, b);
    case Op::Shl:
    case Op::Lshr:
    case Op::Ashr:
      return simplifiedShift(op, a, b);
    case Op::Eq:
      return simplifiedEq(a, b);
    default:
      return simplifiedLess(op, a, b);
  }
}

// The operation on fewer bits, when both operands have zeros above.
Term Terms::narrowed(Op op, Term a, Term b) {
  const unsigned w = width(a);
  const Node left = nodes_[a.id], right = nodes_[b.id];
  if (left.op != Op::ZeroExtend || (right.op != Op::ZeroExtend && right.op != Op::Constant)) return {};
  const uint64_t most = op == Op::Add ? highest(a) + highest(b) : highest(a) | highest(b);
  if (op == Op::Add && most < highest(a)) return {};
  unsigned needed = static_cast<unsigned>(std::bit_width(most));
  needed = std::max({needed, width(left.a), right.op == Op::ZeroExtend ? width(right.a) : 1u});
  if (needed >= w) return {};
  return zeroExtend(binary(op, resize(a, needed), resize(b, needed)), w);
}

Term Terms::simplifiedBits(Op op, Term a, Term b) {
  const unsigned w = width(a);
  const Node left = nodes_[a.id];
  if (a == b) return op == Op::Xor ? constant(w, 0) : a;
  if (isNegationOf(a, b) || isNegationOf(b, a)) return constant(w, op != Op::And);
  if (isConstant(b)) {
    const uint64_t k = nodes_[b.id].value, possible = possibleBits(highest(a));
    if (op == Op::And) {
      if ((possible & k) == 0) return constant(w, 0);
      if ((possible & ~k) == 0) return a;
    } else {
      if (k == 0) return a;
      if (op == Op::Or && k == maskOf(w)) return b;
    }
    if (left.op == op && isConstant(left.b))
      return binary(op, left.a, constant(w, folded(op, w, nodes_[left.b.id].value, k)));
    // A mask of low bits that covers a whole operand.
    if (op == Op::And && left.op == Op::ZeroExtend)
      return zeroExtend(binary(Op::And, left.a, constant(width(left.a), k)), w);
  } else if (w == 1 && op != Op::Xor) {
    // a & (a & c), a | (a | c)
    const Node right = nodes_[b.id];
    if (right.op == op && (right.a == a || right.b == a)) return b;
    if (left.op == op && (left.a == b || left.b == b)) return a;
  }
  return narrowed(op, a, b);
}

Term Terms::simplifiedShift(Op op, Term a, Term b) {
  const unsigned w = width(a);
  if (!isConstant(b)) return {};
  const uint64_t k = nodes_[b.id].value;
  const Node left = nodes_[a.id];
  if (k == 0) return a;
  if (op == Op::Ashr) {
    if (highest(a) < uint64_t{1} << (w - 1)) return binary(Op::Lshr, a, b);
    return {};
  }
  if (k >= w) return constant(w, 0);
  if (op == Op::Lshr && left.op == Op::ZeroExtend) {
    if (k >= width(left.a)) return constant(w, 0);
    return zeroExtend(binary(Op::Lshr, left.a, constant(width(left.a), k)), w);
  }
  if (left.op == op && isConstant(left.b)) {
    const uint64_t sum = nodes_[left.b.id].value + k;
    return sum >= w ? constant(w, 0) : binary(op, left.a, constant(w, sum));
  }
  return {};
}

Term Terms::simplifiedEq(Term a, Term b) {
  const unsigned w = width(a);
  if (a == b) return yes_;
  const Node left = nodes_[a.id], right = nodes_[b.id];
  if (w == 1) {
    if (isConstant(b)) return right.value == 1 ? a : negation(a);
    return negation(binary(Op::Xor, a, b));
  }
  if (isConstant(b)) {
    const uint64_t k = right.value;
    if (k < lowest(a) || k > highest(a)) return no_;
    if (left.op == Op::ZeroExtend) return equal(left.a, constant(width(left.a), k));
    if (left.op == Op::SignExtend) {
      const Term narrow = constant(width(left.a), k);
      if (folded(Op::Ashr, w, folded(Op::Shl, w, k, w - width(left.a)), w - width(left.a)) != k) return no_;
      return equal(left.a, narrow);
    }
    if (left.op == Op::Add && isConstant(left.b))
      return equal(left.a, constant(w, k - nodes_[left.b.id].value));
    if (left.op == Op::Xor && isConstant(left.b))
      return equal(left.a, constant(w, k ^ nodes_[left.b.id].value));
    if (left.op == Op::Ite && (isConstant(left.b) || isConstant(left.c)))
      return ite(left.a, equal(left.b, b), equal(left.c, b));
  }
  if (left.op == right.op && (left.op == Op::ZeroExtend || left.op == Op::SignExtend) &&
      width(left.a) == width(right.a))
    return equal(left.a, right.a);
  return {};
}

Term Terms::simplifiedLess(Op op, Term a, Term b) {
  const unsigned w = width(a);
  if (a == b) return no_;
  const Node left = nodes_[a.id], right = nodes_[b.id];
  const uint64_t sign = uint64_t{1} << (w - 1);
  if (op == Op::Slt) {
    if (highest(a) < sign && highest(b) < sign) return binary(Op::Ult, a, b);
    if (left.op == Op::SignExtend && right.op == Op::SignExtend && width(left.a) == width(right.a))
      return binary(Op::Slt, left.a, right.a);
    const auto fits = [&](uint64_t k, unsigned narrow) {
      return signedValue(w, k) == signedValue(narrow, k & maskOf(narrow));
    };
    if (left.op == Op::SignExtend && isConstant(b) && fits(right.value, width(left.a)))
      return binary(Op::Slt, left.a, constant(width(left.a), right.value));
    if (right.op == Op::SignExtend && isConstant(a) && fits(left.value, width(right.a)))
      return binary(Op::Slt, constant(width(right.a), left.value), right.a);
    return {};
  }
  if (isConstant(b, 1)) return equal(a, constant(w, 0));
  if (isConstant(a, 0)) return negation(equal(b, a));
  const bool left_narrow = left.op == Op::ZeroExtend, right_narrow = right.op == Op::ZeroExtend;
  const unsigned narrow = std::max(left_narrow ? width(left.a) : 0, right_narrow ? width(right.a) : 0);
  if (narrow != 0 && (left_narrow || isConstant(a)) && (right_narrow || isConstant(b)) &&
      highest(a) <= maskOf(narrow) && highest(b) <= maskOf(narrow))
    return binary(Op::Ult, resize(a, narrow), resize(b, narrow));
  return {};
}

Term Terms::ite(Term condition, Term yes, Term no) {
  assert(width(condition) == 1 && width(yes) == width(no));
  if (isConstant(condition)) return nodes_[condition.id].value != 0 ? yes : no;
  if (yes == no) return yes;
  const Node asked = nodes_[condition.id];
  if (asked.op == Op::Xor && isConstant(asked.b, 1)) return ite(asked.a, no, yes);
  if (width(yes) == 1) {
    if (isConstant(yes))
      return nodes_[yes.id].value != 0 ? disjunction(condition, no) : conjunction(negation(condition), no);
    if (isConstant(no))
      return nodes_[no.id].value != 0 ? disjunction(negation(condition), yes) : conjunction(condition, yes);
  }
  if (const Node inner = nodes_[yes.id]; inner.op == Op::Ite && inner.a == condition)
    return ite(condition, inner.b, no);
  if (const Node inner = nodes_[no.id]; inner.op == Op::Ite && inner.a == condition)
    return ite(condition, yes, inner.c);
  return make({Op::Ite, static_cast<uint8_t>(width(yes)), condition, yes, no});
}

Term Terms::truncate(Term a, unsigned to) {
  if (to == width(a)) return a;
  const Node node = nodes_[a.id];
  switch (node.op) {
    case Op::Constant:
      return constant(to, node.value);
    case Op::ZeroExtend:
    case Op::SignExtend:
      if (to <= width(node.a)) return truncate(node.a, to);
      return node.op == Op::ZeroExtend ? zeroExtend(node.a, to) : signExtend(node.a, to);
    case Op::Truncate:
      return truncate(node.a, to);
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return binary(node.op, truncate(node.a, to), truncate(node.b, to));
    case Op::Shl:
      if (isConstant(node.b)) {
        const uint64_t k = nodes_[node.b.id].value;
        return k >= to ? constant(to, 0) : binary(Op::Shl, truncate(node.a, to), constant(to, k));
      }
      break;
    case Op::Ite:
      return ite(node.a, truncate(node.b, to), truncate(node.c, to));
    default:
      break;
  }
  return make({Op::Truncate, static_cast<uint8_t>(to), a});
}

Term Terms::zeroExtend(Term a, unsigned to) {
  if (to == width(a)) return a;
  const Node node = nodes_[a.id];
  if (node.op == Op::Constant) return constant(to, node.value);
  if (node.op == Op::ZeroExtend) return zeroExtend(node.a, to);
  return make({Op::ZeroExtend, static_cast<uint8_t>(to), a});
}

Term Terms::signExtend(Term a, unsigned to) {
  if (to == width(a)) return a;
  const Node node = nodes_[a.id];
  if (node.op == Op::Constant)
    return constant(to, static_cast<uint64_t>(signedValue(node.width, node.value)));
  if (node.op == Op::SignExtend) return signExtend(node.a, to);
  if (highest(a) < uint64_t{1} << (node.width - 1)) return zeroExtend(a, to);
  return make({Op::SignExtend, static_cast<uint8_t>(to), a});
}

Term Terms::resize(Term a, unsigned to) { return to <= width(a) ? truncate(a, to) : zeroExtend(a, to); }

Term Terms::initial(Term address) {
  assert(width(address) == 16);
  const Node node = nodes_[address.id];
  if (node.op == Op::Ite && (isConstant(node.b) || isConstant(node.c)))
    return ite(node.a, initial(node.b), initial(node.c));
  return make({Op::Initial, 8, address});
}

uint64_t Terms::addTable(std::vector<uint8_t> contents) {
  for (size_t i = 0; i < tables_.size(); ++i)
    if (tables_[i] == contents) return i;
  tables_.push_back(std::move(contents));
  return tables_.size() - 1;
}

Term Terms::table(uint64_t number, Term index) {
  const std::vector<uint8_t>& contents = tables_[number];
  const Node node = nodes_[index.id];
  if (node.op == Op::Constant) return constant(8, node.value < contents.size() ? contents[node.value] : 0u);
  if (node.op == Op::ZeroExtend) return table(number, node.a);
  if (node.op == Op::Ite && (isConstant(node.b) || isConstant(node.c)))
    return ite(node.a, table(number, node.b), table(number, node.c));
  return make({Op::Table, 8, index, {}, {}, number});
}

std::set<uint16_t> initialBytes(const Terms& terms, std::span<const Term> roots) {
  std::set<uint16_t> addresses;
  eachPart(terms, roots, [&](Term part) {
    const Node& node = terms.node(part);
    if (node.op == Op::Initial && terms.isConstant(node.a))
      addresses.insert(static_cast<uint16_t>(terms.node(node.a).value));
  });
  return addresses;
}

Term initialBytesAre(Terms& terms, const std::set<uint16_t>& addresses, const Assignment& assignment) {
  Term same = terms.yes();
  for (const uint16_t address : addresses)
    same = terms.conjunction(
        same, terms.equal(terms.initial(address), terms.constant(8, assignment.initial(address))));
  return same;
}

uint64_t Evaluation::value(Term wanted) {
  if (values_.size() < terms_.size()) {
    values_.resize(terms_.size());
    known_.resize(terms_.size());
  }
  std::vector<Term> stack{wanted};
  while (!stack.empty()) {
    const Term top = stack.back();
    if (known_[top.id]) {
      stack.pop_back();
      continue;
    }
    const Node& node = terms_.node(top);
    bool ready = true;
    for (const Term part : {node.a, node.b, node.c})
      if (part && !known_[part.id]) {
        stack.push_back(part);
        ready = false;
      }
    if (!ready) continue;
    values_[top.id] = compute(node);
    known_[top.id] = true;
    stack.pop_back();
  }
  return values_[wanted.id];
}

uint64_t Evaluation::compute(const Node& node) const {
  const uint64_t a = values_[node.a.id], b = values_[node.b.id], c = values_[node.c.id];
  switch (node.op) {
    case Op::Constant:
      return node.value;
    case Op::Variable: {
      const auto found = assignment_.variables.find(node.value);
      return found == assignment_.variables.end() ? 0 : found->second & maskOf(node.width);
    }
    case Op::Ite:
      return a != 0 ? b : c;
    case Op::Truncate:
      return a & maskOf(node.width);
    case Op::ZeroExtend:
      return a;
    case Op::SignExtend:
      return static_cast<uint64_t>(signedValue(terms_.width(node.a), a)) & maskOf(node.width);
    case Op::Table: {
      const std::vector<uint8_t>& contents = terms_.tableContents(node.value);
      return a < contents.size() ? contents[a] : 0;
    }
    case Op::Initial:
      return assignment_.initial(static_cast<uint16_t>(a));
    default:
      return folded(node.op, terms_.width(node.a), a, b);
  }
}

Term Substitution::apply(Term wanted) {
  std::vector<Term> stack{wanted};
  while (!stack.empty()) {
    const Term top = stack.back();
    if (done_.contains(top.id)) {
      stack.pop_back();
      continue;
    }
    const Node node = terms_.node(top);
    bool ready = true;
    for (const Term part : {node.a, node.b, node.c})
      if (part && !done_.contains(part.id)) {
        stack.push_back(part);
        ready = false;
      }
    if (!ready) continue;
    const Term built = rebuilt(top);
    done_[top.id] = built;
    stack.pop_back();
  }
  return done_.at(wanted.id);
}

Term Substitution::rebuilt(Term term) {
  const Node node = terms_.node(term);
  const auto part = [&](Term below) { return done_.at(below.id); };
  switch (node.op) {
    case Op::Constant:
      return term;
    case Op::Variable:
      return replacements_.variable(node.value, term);
    case Op::Initial:
      return replacements_.initial(term, part(node.a));
    case Op::Ite:
      return terms_.ite(part(node.a), part(node.b), part(node.c));
    case Op::Truncate:
      return terms_.truncate(part(node.a), node.width);
    case Op::ZeroExtend:
      return terms_.zeroExtend(part(node.a), node.width);
    case Op::SignExtend:
      return terms_.signExtend(part(node.a), node.width);
    case Op::Table:
      return terms_.table(node.value, part(node.a));
    default:
      return terms_.binary(node.op, part(node.a), part(node.b));
  }
}

std::string textOf(const Terms& terms, Term term, int depth) {
  static constexpr const char* symbols[] = {"",    "",     " + ",  " - ",   " * ",  " % ", " & ", " | ",
                                            " ^ ", " << ", " >> ", " >>s ", " == ", " < ", " <s "};
  const Node& node = terms.node(term);
  if (node.op == Op::Constant) return std::to_string(node.value);
  if (node.op == Op::Variable) return terms.variableName(node.value);
  if (depth == 0) return "...";
  const auto text = [&](Term part) { return textOf(terms, part, depth - 1); };
  switch (node.op) {
    case Op::Ite:
      return "(" + text(node.a) + " ? " + text(node.b) + " : " + text(node.c) + ")";
    case Op::Truncate:
      return "low" + std::to_string(node.width) + "(" + text(node.a) + ")";
    case Op::ZeroExtend:
      return text(node.a);
    case Op::SignExtend:
      return "signed(" + text(node.a) + ")";
    case Op::Table:
      return "table" + std::to_string(node.value) + "[" + text(node.a) + "]";
    case Op::Initial:
      return "memory[" + text(node.a) + "]";
    default:
      return "(" + text(node.a) + symbols[static_cast<size_t>(node.op)] + text(node.b) + ")";
  }
}

}  // namespace jumpscope::prove
