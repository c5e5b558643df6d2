// Terms over bit vectors: what is known of a number when its inputs are not. A term is a node of a graph in which
// equal nodes exist once; nodes are never removed. Constructors fold constants and simplify where that is cheap.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace jumpscope::prove {

enum class Op : uint8_t {
  Constant,    // value
  Variable,    // value: its number
  Add,         // modulo 2^width, as all arithmetic
  Sub,         //
  Mul,         //
  Rem,         // unsigned; 0 when b is 0
  And,         // And, Or, Xor: also of width 1, as on bools
  Or,          //
  Xor,         //
  Shl,         // a << b; 0 when b >= width
  Lshr,        // a >> b, zeros come in; 0 when b >= width
  Ashr,        // a >> b, the sign comes in
  Eq,          // width 1
  Ult,         // width 1: a < b, unsigned
  Slt,         // width 1: a < b, two's complement
  Ite,         // a ? b : c; a has width 1
  Truncate,    // the low bits of a
  ZeroExtend,  //
  SignExtend,  //
  Table,       // byte of a constant table (value: its number) at index a; 0 beyond its end
  Initial,     // byte of the memory before anything ran, at the 16-bit address a
};

// A place in Terms. 0 is none.
struct Term {
  uint32_t id = 0;
  bool operator==(const Term&) const = default;
  explicit operator bool() const { return id != 0; }
};

struct Node {
  Op op;
  uint8_t width;  // bits, 1 to 64
  Term a = {}, b = {}, c = {};
  uint64_t value = 0;

  bool operator==(const Node&) const = default;
};

// Concrete values of the inputs. What is not named is 0.
struct Assignment {
  std::unordered_map<uint64_t, uint64_t> variables;  // by number
  std::unordered_map<uint16_t, uint8_t> memory;      // Initial, by address

  uint8_t initial(uint16_t address) const {
    const auto found = memory.find(address);
    return found == memory.end() ? 0 : found->second;
  }
};

class Terms {
 public:
  Terms();
  Terms(const Terms&) = delete;
  Terms& operator=(const Terms&) = delete;

  // While it lives, the arena is the one that the thread's Symbolic numbers make their terms in.
  class Scope {
   public:
    explicit Scope(Terms& terms) : outer_(current_) { current_ = &terms; }
    ~Scope() { current_ = outer_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Terms* outer_;
  };
  // Throws std::logic_error outside of any Scope.
  static Terms& current();

  Term constant(unsigned width, uint64_t value);
  Term variable(unsigned width, std::string name);
  // Precondition of all below: operands have the widths that Op says, those of Add to Slt equal ones.
  Term binary(Op op, Term a, Term b);
  Term ite(Term condition, Term yes, Term no);
  Term truncate(Term a, unsigned width);
  Term zeroExtend(Term a, unsigned width);
  Term signExtend(Term a, unsigned width);
  // To any width, by truncation or zeros.
  Term resize(Term a, unsigned width);
  Term initial(Term address);
  Term initial(uint16_t address) { return initial(constant(16, address)); }
  // The number of a table with these contents, for table().
  uint64_t addTable(std::vector<uint8_t> contents);
  Term table(uint64_t number, Term index);

  Term yes() { return yes_; }
  Term no() { return no_; }
  Term negation(Term a) { return binary(Op::Xor, a, yes_); }
  Term conjunction(Term a, Term b) { return binary(Op::And, a, b); }
  Term disjunction(Term a, Term b) { return binary(Op::Or, a, b); }
  Term equal(Term a, Term b) { return binary(Op::Eq, a, b); }

  const Node& node(Term a) const { return nodes_[a.id]; }
  unsigned width(Term a) const { return nodes_[a.id].width; }
  bool isConstant(Term a) const { return nodes_[a.id].op == Op::Constant; }
  bool isConstant(Term a, uint64_t value) const { return isConstant(a) && nodes_[a.id].value == value; }
  // Bounds of the unsigned value, both included.
  uint64_t lowest(Term a) const { return bounds_[a.id].lowest; }
  uint64_t highest(Term a) const { return bounds_[a.id].highest; }
  const std::string& variableName(uint64_t number) const { return names_[number]; }
  const std::vector<uint8_t>& tableContents(uint64_t number) const { return tables_[number]; }
  // Nodes made so far, ids are below it.
  size_t size() const { return nodes_.size(); }

 private:
  struct Bounds {
    uint64_t lowest, highest;
  };
  struct Hash {
    size_t operator()(const Node& node) const;
  };

  Term make(const Node& node);
  Bounds boundsOf(const Node& node) const;
  Term simplified(Op op, Term a, Term b);
  Term simplifiedEq(Term a, Term b);
  Term simplifiedBits(Op op, Term a, Term b);
  Term simplifiedLess(Op op, Term a, Term b);
  Term simplifiedShift(Op op, Term a, Term b);
  Term narrowed(Op op, Term a, Term b);
  bool isNegationOf(Term a, Term b) const;

  std::vector<Node> nodes_;
  std::vector<Bounds> bounds_;
  std::unordered_map<Node, uint32_t, Hash> known_;
  std::vector<std::string> names_;
  std::vector<std::vector<uint8_t>> tables_;
  Term yes_, no_;

  static thread_local Terms* current_;
};

// Calls see(term) for each node below the roots, once, and for the roots.
template <class See>
void eachPart(const Terms& terms, std::span<const Term> roots, See&& see) {
  std::vector<bool> seen(terms.size());
  std::vector<Term> stack(roots.begin(), roots.end());
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (seen[top.id]) continue;
    seen[top.id] = true;
    see(top);
    const Node& node = terms.node(top);
    for (const Term part : {node.a, node.b, node.c})
      if (part) stack.push_back(part);
  }
}

// The addresses of the initial bytes that terms are made of, as far as they are known.
std::set<uint16_t> initialBytes(const Terms& terms, std::span<const Term> roots);
// That these initial bytes are as the assignment has them, as a condition.
Term initialBytesAre(Terms& terms, const std::set<uint16_t>& addresses, const Assignment& assignment);

// What an operator makes of constants of `width` bits.
uint64_t folded(Op op, unsigned width, uint64_t a, uint64_t b);

// The values of terms under one assignment, each node computed once.
class Evaluation {
 public:
  Evaluation(const Terms& terms, const Assignment& assignment) : terms_(terms), assignment_(assignment) {}
  uint64_t value(Term term);

 private:
  uint64_t compute(const Node& node) const;

  const Terms& terms_;
  const Assignment& assignment_;
  std::vector<uint64_t> values_;
  std::vector<bool> known_;
};

// Terms with inputs replaced by other terms, each node rebuilt once.
class Substitution {
 public:
  // What stands for a variable (by number), and for an initial byte, whose address is substituted already.
  struct Replacements {
    std::function<Term(uint64_t number, Term variable)> variable;
    std::function<Term(Term byte, Term address)> initial;
  };
  Substitution(Terms& terms, Replacements replacements)
      : terms_(terms), replacements_(std::move(replacements)) {}
  Term apply(Term term);

 private:
  Term rebuilt(Term term);

  Terms& terms_;
  Replacements replacements_;
  std::unordered_map<uint32_t, Term> done_;
};

// "(a + 1)", for messages and tests; deep terms are cut with "...".
std::string textOf(const Terms& terms, Term term, int depth = 6);

}  // namespace jumpscope::prove
