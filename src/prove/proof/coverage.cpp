#include "src/prove/proof/coverage.h"

#include <algorithm>

namespace jumpscope::prove {

Coverage::Coverage(Terms& terms, Solver& solver, std::vector<Term> assumptions, std::set<uint16_t> state,
                   std::vector<Term> answers, const Memory& usual)
    : terms_(terms),
      solver_(solver),
      assumptions_(std::move(assumptions)),
      state_(std::move(state)),
      answers_(std::move(answers)),
      usual_(usual) {
  // The bytes that there are many of: where a game keeps its world, most of it is empty.
  std::map<uint8_t, size_t> counts;
  for (const uint8_t byte : usual.ram) ++counts[byte];
  for (const auto& [byte, count] : counts)
    if (count >= 8) usual_bytes_.push_back(byte);
}

Solver::Answer Coverage::ask(const std::vector<Term>& all_of) {
  ++calls_;
  return solver_.check(all_of);
}

Coverage::Freed Coverage::freed(Term term) {
  struct Read {
    Term address, value;
  };
  std::vector<Read> computed;
  std::map<uint32_t, Term> known;  // by address
  Substitution substitution(terms_, {[](uint64_t, Term variable) { return variable; },
                                     [&](Term, Term address) {
                                       if (terms_.isConstant(address)) return terms_.initial(address);
                                       Term& value = known[address.id];
                                       if (!value) {
                                         value = terms_.variable(8, "read " + std::to_string(known.size()));
                                         computed.push_back({address, value});
                                       }
                                       return value;
                                     }});
  Freed result{substitution.apply(term), {}};
  std::vector<Read> fixed;
  std::vector<Term> roots{result.term};
  for (const Read& read : computed) roots.push_back(read.address);
  std::set<uint16_t> places = initialBytes(terms_, roots);
  places.insert(state_.begin(), state_.end());
  for (const uint16_t place : places) fixed.push_back({terms_.constant(16, place), terms_.initial(place)});
  const auto agree = [&](const Read& a, const Read& b) {
    const Term apart = terms_.negation(terms_.equal(a.address, b.address));
    result.term = terms_.conjunction(result.term, terms_.disjunction(apart, terms_.equal(a.value, b.value)));
  };
  for (size_t i = 0; i < computed.size(); ++i) {
    result.reads.push_back(computed[i].value);
    for (size_t j = 0; j < i; ++j) agree(computed[i], computed[j]);
    for (const Read& read : fixed) agree(computed[i], read);
  }
  return result;
}

bool Coverage::holds(const Freed& goal, const Assignment& assignment) const {
  return Evaluation(terms_, assignment).value(goal.term) != 0;
}

// The fewer different values surroundings have, the more states they suit.
void Coverage::makePlain(const Freed& goal, Assignment& assignment) {
  const auto tryInstead = [&](const Assignment& other) {
    if (!holds(goal, other)) return false;
    assignment = other;
    return true;
  };
  std::vector<uint16_t> surrounding;
  for (const uint16_t address : initialBytes(terms_, {&goal.term, 1}))
    if (!state_.contains(address)) surrounding.push_back(address);
  const auto number = [&](Term read) { return terms_.node(read).value; };
  std::set<uint64_t> values(usual_bytes_.begin(), usual_bytes_.end());
  for (const Term read : goal.reads) values.insert(assignment.variables[number(read)]);
  const auto tryOneValue = [&](const Assignment& base) {
    for (const uint64_t value : values) {
      Assignment plain = base;
      for (const Term read : goal.reads) plain.variables[number(read)] = value;
      if (tryInstead(plain)) return true;
    }
    return false;
  };
  Assignment usual = assignment;
  for (const uint16_t address : surrounding) usual.memory[address] = byteAt(usual_, address);
  if (tryOneValue(usual)) return;
  if (!tryInstead(usual))
    for (const uint16_t address : surrounding) {
      Assignment plain = assignment;
      plain.memory[address] = byteAt(usual_, address);
      tryInstead(plain);
    }
  if (tryOneValue(assignment)) return;
  for (const uint64_t value : values)
    for (const Term read : goal.reads) {
      Assignment plain = assignment;
      plain.variables[number(read)] = value;
      tryInstead(plain);
    }
}

Term Coverage::isStateOf(const Assignment& assignment) {
  Term same = initialBytesAre(terms_, state_, assignment);
  for (const Term answer : answers_) {
    const auto found = assignment.variables.find(terms_.node(answer).value);
    const uint64_t value = found == assignment.variables.end() ? 0 : found->second;
    same = terms_.conjunction(same, terms_.equal(answer, terms_.constant(8, value)));
  }
  return same;
}

Term Coverage::inSurroundings(const Freed& goal, const Assignment& assignment) {
  Substitution substitution(
      terms_, {[&](uint64_t number, Term variable) {
                 if (std::find(answers_.begin(), answers_.end(), variable) != answers_.end()) return variable;
                 const auto found = assignment.variables.find(number);
                 return terms_.constant(terms_.width(variable),
                                        found == assignment.variables.end() ? 0 : found->second);
               },
               [&](Term, Term address) {
                 const uint16_t place = static_cast<uint16_t>(terms_.node(address).value);
                 if (state_.contains(place)) return terms_.initial(address);
                 return terms_.constant(8, assignment.initial(place));
               }});
  return substitution.apply(goal.term);
}

Coverage::Answer Coverage::check(Term wanted, Term reached) {
  Term all = reached;
  for (const Term assumption : assumptions_) all = terms_.conjunction(all, assumption);
  const Freed goal = freed(all);
  std::vector<Term> wish = assumptions_;
  wish.push_back(wanted);
  constexpr int most_rounds = 300;
  for (int round = 0; round < most_rounds; ++round) {
    Solver::Answer answer = ask(wish);
    if (answer == Solver::Answer::No) return Answer::Covered;
    if (answer == Solver::Answer::Unknown) break;
    uncovered_ = solver_.assignment();
    answer = ask({goal.term, isStateOf(uncovered_)});
    if (answer == Solver::Answer::No) return Answer::NotCovered;
    if (answer == Solver::Answer::Unknown) break;
    Assignment surroundings = solver_.assignment();
    for (const uint16_t address : state_) surroundings.memory[address] = uncovered_.initial(address);
    makePlain(goal, surroundings);
    wish.push_back(terms_.negation(inSurroundings(goal, surroundings)));
  }
  return Answer::Unknown;
}

std::vector<Demand> demandsOf(Terms& terms, const std::vector<AllowedEnd>& ends,
                              const std::function<Term(const AllowedEnd&)>& reached) {
  std::vector<Demand> list;
  bool demanded = false;
  for (const AllowedEnd& end : ends) {
    if (!end.alternative) {
      demanded = end.demanded;
      if (demanded) list.push_back({end.name, terms.no(), terms.no()});
    }
    if (!demanded) continue;
    Demand& demand = list.back();
    demand.possible = terms.disjunction(demand.possible, end.possible);
    demand.reached = terms.disjunction(demand.reached, reached(end));
  }
  return list;
}

}  // namespace jumpscope::prove
