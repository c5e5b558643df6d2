// Runs code on symbolic numbers along every path that it has.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "src/prove/terms/solver.h"
#include "src/prove/terms/symbolic.h"

namespace jumpscope::prove {

// The decisions of one run: those given at first, then Yes. A condition that was decided before is not decided again.
class ReplayedPath final : public Path {
 public:
  struct Decision {
    Term condition;
    bool yes;
    bool open;  // the other way is to be taken later
  };

  // `solver`, where there is one, keeps the run off paths that are impossible together with `assumption`.
  ReplayedPath(Terms& terms, Solver* solver, Term assumption, std::vector<Decision> given);

  bool decide(Term condition) override;

  // All of them hold on this path.
  Term condition() const;
  // The decisions of the next path: the last open one turned; empty: there is none.
  std::vector<Decision> next() const;

 private:
  bool possible(Term condition) const;
  Term literal(const Decision& decision) const;

  Terms& terms_;
  Solver* solver_;
  Term assumption_;
  std::vector<Decision> decisions_;
  size_t given_;
  size_t taken_ = 0;
};

// What `run` makes of every path, with the condition of the path. The conditions exclude each other, and one of them
// holds wherever `assumption` does.
template <class Run>
auto allPaths(Terms& terms, Solver* solver, Term assumption, Run run) {
  std::vector<std::pair<Term, decltype(run())>> results;
  std::vector<ReplayedPath::Decision> decisions;
  do {
    ReplayedPath path(terms, solver, assumption, std::move(decisions));
    const Path::Scope scope(path);
    auto result = run();
    results.emplace_back(path.condition(), std::move(result));
    decisions = path.next();
  } while (!decisions.empty());
  return results;
}

}  // namespace jumpscope::prove
