// The module that holds Z3: terms become bit vectors. Initial bytes become variables, one for each address term,
// with the condition that equal addresses have equal bytes; so the problem stays one of bits alone.
#include <z3++.h>

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "src/prove/terms/solver.h"

namespace jumpscope::prove {
namespace {

class Z3Solver final : public Solver {
 public:
  explicit Z3Solver(const Terms& terms) : terms_(terms) {}

  const Assignment& assignment() const override { return assignment_; }
  void setTimeLimit(unsigned milliseconds) override { time_limit_ = milliseconds; }

 private:
  std::optional<Answer> ask(std::span<const Term> all_of) noexcept override;
  const std::string& failure() const override { return failure_; }
  void interrupt() noexcept override { context_.interrupt(); }

  Answer answerTo(std::span<const Term> all_of);
  // All nodes below the given terms, each after its operands.
  std::vector<Term> coneOf(std::span<const Term> roots);
  z3::expr translate(Term term);
  z3::expr part(Term term) const { return *translated_[term.id]; }
  z3::expr bits(Term term);
  z3::expr tableLookup(const Node& node);
  z3::expr leaf(const std::vector<uint8_t>& contents, const z3::expr& index, uint64_t from, unsigned bit);
  void relateReads(z3::solver& solver, const std::vector<Term>& reads) const;
  void readModel(const z3::model& model, const std::vector<Term>& cone);

  const Terms& terms_;
  z3::context context_;
  std::vector<std::optional<z3::expr>> translated_;
  Assignment assignment_;
  unsigned time_limit_ = 0;
  std::string failure_;
};

std::vector<Term> Z3Solver::coneOf(std::span<const Term> roots) {
  std::vector<Term> cone;
  eachPart(terms_, roots, [&](Term part) { cone.push_back(part); });
  // An operand is always made before what is made of it.
  std::sort(cone.begin(), cone.end(), [](Term a, Term b) { return a.id < b.id; });
  return cone;
}

// A bool as a bit vector of one bit.
z3::expr Z3Solver::bits(Term term) {
  const z3::expr e = part(term);
  if (!e.is_bool()) return e;
  return z3::ite(e, context_.bv_val(1, 1), context_.bv_val(0, 1));
}

z3::expr Z3Solver::leaf(const std::vector<uint8_t>& contents, const z3::expr& index, uint64_t from,
                        unsigned bit) {
  const uint64_t end = from + (uint64_t{1} << bit);
  const auto byte = [&](uint64_t i) { return i < contents.size() ? contents[i] : uint8_t{0}; };
  bool same = true;
  for (uint64_t i = from + 1; same && i < end && i <= contents.size(); ++i) same = byte(i) == byte(from);
  if (same) return context_.bv_val(unsigned{byte(from)}, 8);
  const unsigned next = bit - 1;
  return z3::ite(index.extract(next, next) == context_.bv_val(1, 1),
                 leaf(contents, index, from + (uint64_t{1} << next), next),
                 leaf(contents, index, from, next));
}

z3::expr Z3Solver::tableLookup(const Node& node) {
  return leaf(terms_.tableContents(node.value), bits(node.a), 0, terms_.width(node.a));
}

z3::expr Z3Solver::translate(Term term) {
  const Node& node = terms_.node(term);
  const bool is_bool = node.width == 1;
  const std::string name = "t" + std::to_string(term.id);
  switch (node.op) {
    case Op::Constant:
      return is_bool ? context_.bool_val(node.value != 0) : context_.bv_val(node.value, node.width);
    case Op::Variable:
    case Op::Initial:
      return is_bool ? context_.bool_const(name.c_str()) : context_.bv_const(name.c_str(), node.width);
    case Op::Add:
      return bits(node.a) + bits(node.b);
    case Op::Sub:
      return bits(node.a) - bits(node.b);
    case Op::Mul:
      return bits(node.a) * bits(node.b);
    case Op::Rem:
      return z3::ite(bits(node.b) == context_.bv_val(0, node.width), context_.bv_val(0, node.width),
                     z3::urem(bits(node.a), bits(node.b)));
    case Op::And:
      return is_bool ? part(node.a) && part(node.b) : part(node.a) & part(node.b);
    case Op::Or:
      return is_bool ? part(node.a) || part(node.b) : part(node.a) | part(node.b);
    case Op::Xor:
      if (is_bool && terms_.isConstant(node.b, 1)) return !part(node.a);
      return is_bool ? part(node.a) != part(node.b) : part(node.a) ^ part(node.b);
    case Op::Shl:
      return z3::shl(bits(node.a), bits(node.b));
    case Op::Lshr:
      return z3::lshr(bits(node.a), bits(node.b));
    case Op::Ashr:
      return z3::ashr(bits(node.a), bits(node.b));
    case Op::Eq:
      return part(node.a) == part(node.b);
    case Op::Ult:
      return z3::ult(bits(node.a), bits(node.b));
    case Op::Slt:
      return z3::slt(bits(node.a), bits(node.b));
    case Op::Ite:
      return z3::ite(part(node.a), part(node.b), part(node.c));
    case Op::Truncate: {
      const z3::expr low = bits(node.a).extract(node.width - 1u, 0);
      return is_bool ? low == context_.bv_val(1, 1) : low;
    }
    case Op::ZeroExtend:
      return z3::zext(bits(node.a), node.width - terms_.width(node.a));
    case Op::SignExtend:
      return z3::sext(bits(node.a), node.width - terms_.width(node.a));
    case Op::Table:
      return tableLookup(node);
  }
  throw std::logic_error("an operator without a translation");
}

void Z3Solver::relateReads(z3::solver& solver, const std::vector<Term>& reads) const {
  for (size_t i = 0; i < reads.size(); ++i) {
    const Term a = terms_.node(reads[i]).a;
    for (size_t j = 0; j < i; ++j) {
      const Term b = terms_.node(reads[j]).a;
      if (terms_.highest(a) < terms_.lowest(b) || terms_.highest(b) < terms_.lowest(a)) continue;
      if (terms_.isConstant(a) && terms_.isConstant(b)) continue;
      solver.add(z3::implies(part(a) == part(b), part(reads[i]) == part(reads[j])));
    }
  }
}

void Z3Solver::readModel(const z3::model& model, const std::vector<Term>& cone) {
  assignment_ = {};
  const auto valueOf = [&](Term term) -> uint64_t {
    const z3::expr value = model.eval(part(term), true);
    if (value.is_bool()) return value.is_true();
    return value.get_numeral_uint64();
  };
  for (const Term term : cone) {
    const Node& node = terms_.node(term);
    if (node.op == Op::Variable) assignment_.variables[node.value] = valueOf(term);
    if (node.op == Op::Initial)
      assignment_.memory[static_cast<uint16_t>(valueOf(node.a))] = static_cast<uint8_t>(valueOf(term));
  }
}

std::optional<Solver::Answer> Z3Solver::ask(std::span<const Term> all_of) noexcept {
  try {
    return answerTo(all_of);
  } catch (const std::exception& error) {
    failure_ = error.what();
    return std::nullopt;
  }
}

Solver::Answer Z3Solver::answerTo(std::span<const Term> all_of) {
  for (const Term term : all_of)
    if (terms_.isConstant(term, 0)) return Answer::No;
  const std::vector<Term> cone = coneOf(all_of);
  if (translated_.size() < terms_.size()) translated_.resize(terms_.size());
  std::vector<Term> reads;
  for (const Term term : cone) {
    if (!translated_[term.id]) translated_[term.id] = translate(term);
    if (terms_.node(term).op == Op::Initial) reads.push_back(term);
  }
  z3::solver solver = (z3::tactic(context_, "simplify") & z3::tactic(context_, "propagate-values") &
                       z3::tactic(context_, "solve-eqs") & z3::tactic(context_, "simplify") &
                       z3::tactic(context_, "bit-blast") & z3::tactic(context_, "sat"))
                          .mk_solver();
  if (time_limit_ != 0) {
    z3::params params(context_);
    params.set("timeout", time_limit_);
    solver.set(params);
  }
  for (const Term term : all_of) solver.add(part(term));
  relateReads(solver, reads);
  switch (solver.check()) {
    case z3::unsat:
      return Answer::No;
    case z3::unknown:
      return Answer::Unknown;
    case z3::sat:
      break;
  }
  readModel(solver.get_model(), cone);
  return Answer::Yes;
}

}  // namespace
}  // namespace jumpscope::prove

extern "C" [[gnu::visibility("default")]] jumpscope::prove::Solver* jumpscope_solver_3(
    const jumpscope::prove::Terms& terms) noexcept {
  try {
    return new jumpscope::prove::Z3Solver(terms);
  } catch (const std::exception&) {
    return nullptr;
  }
}
