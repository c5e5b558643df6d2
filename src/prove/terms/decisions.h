// Conditions in a canonical form: reduced ordered binary decision diagrams over the comparisons that a program has
// made. The latest is asked first, so that one more decision costs no more on a long path than on a short one. What
// follows by propositional logic alone is found at once.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "src/prove/terms/term.h"

namespace jumpscope::prove {

class Decisions {
 public:
  // A condition; equal ones have equal ids.
  struct Condition {
    uint32_t id = 1;
    bool operator==(const Condition&) const = default;
  };
  static constexpr Condition never{0}, always{1};

  explicit Decisions(Terms& terms);

  // Precondition: the term has width 1.
  Condition of(Term term);
  Term term(Condition condition);

  Condition both(Condition a, Condition b) { return choose(a, b, never); }
  Condition either(Condition a, Condition b) { return choose(a, always, b); }
  Condition negation(Condition a) { return choose(a, never, always); }
  Condition choose(Condition condition, Condition yes, Condition no);
  // A condition that equals `condition` wherever `care` holds, and is simpler where that is possible.
  Condition restricted(Condition condition, Condition care);

  size_t size() const { return nodes_.size(); }

 private:
  struct Node {
    uint32_t level = 0;  // place in atoms_, from 1; those above are asked first
    uint32_t yes = 0, no = 0;
    bool operator==(const Node&) const = default;
  };
  struct Hash {
    size_t operator()(const Node& node) const;
  };

  uint32_t make(uint32_t level, uint32_t yes, uint32_t no);
  uint32_t chosen(uint32_t f, uint32_t g, uint32_t h);
  uint32_t restrictedTo(uint32_t f, uint32_t care);
  uint32_t atom(Term term);
  uint32_t yes(uint32_t f, uint32_t level) const { return nodes_[f].level == level ? nodes_[f].yes : f; }
  uint32_t no(uint32_t f, uint32_t level) const { return nodes_[f].level == level ? nodes_[f].no : f; }

  Terms& terms_;
  std::vector<Node> nodes_;
  std::unordered_map<Node, uint32_t, Hash> known_;
  std::unordered_map<Node, uint32_t, Hash> chosen_;      // f, g, h
  std::unordered_map<Node, uint32_t, Hash> restricted_;  // 0, f, care
  std::vector<Term> atoms_;                              // by level - 1
  std::unordered_map<uint32_t, uint32_t> level_of_;      // by id of the atom's term
  std::unordered_map<uint32_t, uint32_t> of_term_;       // by id of the term
  std::unordered_map<uint32_t, Term> term_of_;           // by id of the node
};

}  // namespace jumpscope::prove
