#include "src/prove/terms/paths.h"

#include <algorithm>

namespace jumpscope::prove {

ReplayedPath::ReplayedPath(Terms& terms, Solver* solver, Term assumption, std::vector<Decision> given)
    : terms_(terms),
      solver_(solver),
      assumption_(assumption),
      decisions_(std::move(given)),
      given_(decisions_.size()) {}

Term ReplayedPath::literal(const Decision& decision) const {
  return decision.yes ? decision.condition : terms_.negation(decision.condition);
}

bool ReplayedPath::possible(Term condition) const {
  if (!solver_) return true;
  std::vector<Term> all{assumption_, condition};
  for (const Decision& decision : decisions_) all.push_back(literal(decision));
  return solver_->check(all) != Solver::Answer::No;
}

bool ReplayedPath::decide(Term condition) {
  if (terms_.isConstant(condition)) return terms_.node(condition).value != 0;
  const Term opposite = terms_.negation(condition);
  const auto known = std::find_if(decisions_.begin(), decisions_.begin() + std::ptrdiff_t(taken_),
                                  [&](const Decision& decision) {
                                    return decision.condition == condition || decision.condition == opposite;
                                  });
  if (known != decisions_.begin() + std::ptrdiff_t(taken_))
    return known->yes == (known->condition == condition);
  if (taken_ < given_) return decisions_[taken_++].yes;
  const bool may_hold = possible(condition);
  decisions_.push_back({condition, may_hold, may_hold && possible(opposite)});
  ++taken_;
  return may_hold;
}

Term ReplayedPath::condition() const {
  Term all = terms_.yes();
  for (const Decision& decision : decisions_) all = terms_.conjunction(all, literal(decision));
  return all;
}

std::vector<ReplayedPath::Decision> ReplayedPath::next() const {
  std::vector<Decision> next = decisions_;
  while (!next.empty() && !next.back().open) next.pop_back();
  if (!next.empty()) next.back() = {next.back().condition, false, false};
  return next;
}

}  // namespace jumpscope::prove
