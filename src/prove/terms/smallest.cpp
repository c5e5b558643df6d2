#include "src/prove/terms/smallest.h"

namespace jumpscope::prove {
namespace {

class Narrowing {
 public:
  Narrowing(Terms& terms, Solver& solver, std::span<const Term> all_of)
      : terms_(terms), solver_(solver), all_(all_of.begin(), all_of.end()) {}

  // False: the terms cannot hold at once. Else value() knows inputs for which they do.
  bool possible() {
    if (solver_.check(all_) != Solver::Answer::Yes) return false;
    known_ = solver_.assignment();
    return true;
  }
  uint64_t value(Term variable) const { return Evaluation(terms_, known_).value(variable); }
  // Keeps the term if it can hold beside the others.
  bool keep(Term term) {
    all_.push_back(term);
    if (Evaluation(terms_, known_).value(term) != 0 || possible()) return true;
    all_.pop_back();
    return false;
  }

 private:
  Terms& terms_;
  Solver& solver_;
  std::vector<Term> all_;
  Assignment known_;
};

// From the highest bit down: 0 if that is possible, or 1 below the sign of a negative number.
void narrow(Terms& terms, Narrowing& narrowing, const Wanted& wanted) {
  const unsigned width = terms.width(wanted.variable);
  uint64_t bit_wanted = 0;
  for (unsigned bit = width; bit-- > 0;) {
    const Term shifted = terms.binary(Op::Lshr, wanted.variable, terms.constant(width, bit));
    const bool kept = narrowing.keep(terms.equal(terms.truncate(shifted, 1), terms.constant(1, bit_wanted)));
    if (!kept) narrowing.keep(terms.equal(terms.truncate(shifted, 1), terms.constant(1, 1 - bit_wanted)));
    if (bit + 1 == width && wanted.is_signed && !kept) bit_wanted = 1;
  }
}

}  // namespace

std::optional<std::vector<uint64_t>> smallest(Terms& terms, Solver& solver, std::span<const Term> all_of,
                                              std::span<const Wanted> wanted) {
  Narrowing narrowing(terms, solver, all_of);
  if (!narrowing.possible()) return std::nullopt;
  std::vector<bool> settled;
  for (const Wanted& one : wanted)
    settled.push_back(
        narrowing.keep(terms.equal(one.variable, terms.constant(terms.width(one.variable), one.value))));
  for (size_t i = 0; i < wanted.size(); ++i)
    if (!settled[i]) narrow(terms, narrowing, wanted[i]);
  std::vector<uint64_t> values;
  for (const Wanted& one : wanted) values.push_back(narrowing.value(one.variable));
  return values;
}

}  // namespace jumpscope::prove
