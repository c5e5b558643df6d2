#include "src/prove/coverage.h"

#include <algorithm>
#include <cstdio>

#include "src/prove/condition.h"

namespace jumpscope::prove {

Coverage::Coverage(Terms& terms, Solver& solver, std::vector<Term> assumptions, std::set<uint16_t> state,
                   const Memory& usual)
    : terms_(terms),
      solver_(solver),
      assumptions_(std::move(assumptions)),
      state_(std::move(state)),
      usual_(usual) {
  // The bytes that there are many of: where a game keeps its world, most of it is empty.
  std::map<uint8_t, size_t> counts;
  for (const uint8_t byte : usual.ram) ++counts[byte];
  for (const auto& [byte, count] : counts)
    if (count >= 8) usual_bytes_.push_back(byte);
}

Solver::Answer Coverage::ask(const std::vector<Term>& all_of) {
  ++calls_;
  for (const Term term : all_of)
    if (terms_.isConstant(term, 0)) return Solver::Answer::No;
  return solver_.check(all_of);
}

Term Coverage::stateIs(const Assignment& assignment) {
  Term same = terms_.yes();
  for (const uint16_t address : state_)
    same = terms_.conjunction(
        same, terms_.equal(terms_.initial(address), terms_.constant(8, assignment.initial(address))));
  return same;
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
  std::set<uint16_t> places = fixedBytes(result.term);
  for (const Read& read : computed) places.merge(fixedBytes(read.address));
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

std::set<uint16_t> Coverage::fixedBytes(Term term) const {
  std::set<uint16_t> bytes;
  std::vector<bool> seen(terms_.size());
  std::vector<Term> stack{term};
  while (!stack.empty()) {
    const Term top = stack.back();
    stack.pop_back();
    if (seen[top.id]) continue;
    seen[top.id] = true;
    const Node& node = terms_.node(top);
    if (node.op == Op::Initial && terms_.isConstant(node.a))
      bytes.insert(static_cast<uint16_t>(terms_.node(node.a).value));
    for (const Term part : {node.a, node.b, node.c})
      if (part) stack.push_back(part);
  }
  return bytes;
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
  for (const uint16_t address : fixedBytes(goal.term))
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
  { Assignment plain = usual; for (const Term read : goal.reads) plain.variables[number(read)] = 46;
    std::vector<Term> st{goal.term}; Evaluation ev(terms_, plain); int shown = 0;
    while (!st.empty() && shown < 12) { Term x = st.back(); st.pop_back(); auto& q = terms_.node(x); if (q.op == Op::And && q.width == 1) { st.push_back(q.a); st.push_back(q.b); continue; }
      if (ev.value(x) == 0) { fprintf(stderr, "   fails %s\n", textOf(terms_, x, 4).substr(0, 300).c_str()); ++shown; } } }
  if (tryOneValue(usual)) { fprintf(stderr, "usual!\n"); return; }
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

Term Coverage::inSurroundings(const Freed& goal, const Assignment& assignment) {
  Substitution substitution(
      terms_, {[&](uint64_t number, Term variable) {
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
    { std::string t; for (auto x : state_) t += std::to_string(uncovered_.initial(x)) + " "; fprintf(stderr, "round %d terms %zu %s\n", round, terms_.size(), t.c_str()); }
    answer = ask({goal.term, stateIs(uncovered_)});
    if (answer == Solver::Answer::No) return Answer::NotCovered;
    if (answer == Solver::Answer::Unknown) break;
    Assignment surroundings = solver_.assignment();
    for (const uint16_t address : state_) surroundings.memory[address] = uncovered_.initial(address);
    makePlain(goal, surroundings);
    wish.push_back(terms_.negation(inSurroundings(goal, surroundings)));
    { std::string t; for (auto r : goal.reads) t += std::to_string(surroundings.variables[terms_.node(r).value]) + " "; 
      std::vector<bool> seen(terms_.size()); std::vector<Term> st{wish.back()}; size_t n = 0; std::map<int,int> ini; while (!st.empty()) { auto x = st.back(); st.pop_back(); if (seen[x.id]) continue; seen[x.id] = true; ++n; auto& q = terms_.node(x); if (q.op == Op::Initial) ini[terms_.node(q.a).value]++; for (auto k : {q.a,q.b,q.c}) if (k) st.push_back(k); }
      std::string u; for (auto [k,v] : ini) u += std::to_string(k) + " "; fprintf(stderr, "  reads %s cone %zu of %s\n", t.c_str(), n, u.c_str()); }
  }
  return Answer::Unknown;
}

}  // namespace jumpscope::prove
