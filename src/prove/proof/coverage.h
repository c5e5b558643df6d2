// Asks if from every state some surroundings lead to an end: for all states there is a memory. Surroundings that lead
// there from one state are found, made as plain as possible, and with them all states are removed from which they lead
// there too, until none is left.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/prove/machine/program.h"
#include "src/prove/proof/specification.h"
#include "src/prove/terms/solver.h"
#include "src/prove/terms/term.h"

namespace jumpscope::prove {

// An end that the routine must be able to reach: one of several, where some are as good as others.
struct Demand {
  std::string name;
  Term possible, reached;
};
std::vector<Demand> demandsOf(Terms& terms, const std::vector<AllowedEnd>& ends,
                              const std::function<Term(const AllowedEnd&)>& reached);

class Coverage {
 public:
  // `state`: the bytes that a state consists of; `answers`: variables that belong to it, as what registers of chips
  // answer, which nobody can choose. All other bytes and variables are surroundings. `usual`: surroundings that are tried
  // first.
  Coverage(Terms& terms, Solver& solver, std::vector<Term> assumptions, std::set<uint16_t> state,
           std::vector<Term> answers, const Memory& usual);

  enum class Answer : uint8_t { Covered, NotCovered, Unknown };
  // Covered: from each state that makes `wanted` true, some surroundings make `reached` true.
  Answer check(Term wanted, Term reached);
  // After NotCovered: the state, in surroundings that the assumptions allow.
  const Assignment& state() const { return uncovered_; }
  uint64_t solverCalls() const { return calls_; }

 private:
  // A term in which every read of a computed address is a variable, with the condition that reads of one address give
  // one value.
  struct Freed {
    Term term;
    std::vector<Term> reads;  // the variables
  };
  Freed freed(Term term);
  Solver::Answer ask(const std::vector<Term>& all_of);
  void makePlain(const Freed& goal, Assignment& assignment);
  bool holds(const Freed& goal, const Assignment& assignment) const;
  Term isStateOf(const Assignment& assignment);
  Term inSurroundings(const Freed& goal, const Assignment& assignment);

  Terms& terms_;
  Solver& solver_;
  std::vector<Term> assumptions_;
  std::set<uint16_t> state_;
  std::vector<Term> answers_;
  const Memory& usual_;
  std::vector<uint8_t> usual_bytes_;
  Assignment uncovered_;
  uint64_t calls_ = 0;
};

}  // namespace jumpscope::prove
