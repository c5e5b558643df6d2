#include "src/prove/terms/decisions.h"

#include <algorithm>

namespace jumpscope::prove {
namespace {

constexpr uint32_t of_constants = 0;  // their level

}  // namespace

size_t Decisions::Hash::operator()(const Node& node) const {
  uint64_t hash = node.level;
  for (const uint32_t part : {node.yes, node.no}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
  }
  return hash;
}

Decisions::Decisions(Terms& terms) : terms_(terms), nodes_{{of_constants, 0, 0}, {of_constants, 1, 1}} {
  term_of_ = {{0, terms.no()}, {1, terms.yes()}};
}

uint32_t Decisions::make(uint32_t level, uint32_t yes, uint32_t no) {
  if (yes == no) return yes;
  const auto [found, is_new] = known_.try_emplace({level, yes, no}, static_cast<uint32_t>(nodes_.size()));
  if (is_new) nodes_.push_back({level, yes, no});
  return found->second;
}

uint32_t Decisions::atom(Term term) {
  const auto [found, is_new] = level_of_.try_emplace(term.id, static_cast<uint32_t>(atoms_.size() + 1));
  if (is_new) atoms_.push_back(term);
  return make(found->second, 1, 0);
}

Decisions::Condition Decisions::of(Term term) {
  if (const auto found = of_term_.find(term.id); found != of_term_.end()) return {found->second};
  const prove::Node node = terms_.node(term);
  Condition result;
  const bool on_bools = node.a && terms_.width(node.a) == 1;
  if (node.op == Op::Constant)
    result = node.value != 0 ? always : never;
  else if (node.op == Op::And)
    result = both(of(node.a), of(node.b));
  else if (node.op == Op::Or)
    result = either(of(node.a), of(node.b));
  else if (node.op == Op::Xor || (node.op == Op::Eq && on_bools)) {
    const Condition a = of(node.a), b = of(node.b);
    result = choose(a, negation(b), b);
    if (node.op == Op::Eq) result = negation(result);
  } else if (node.op == Op::Ite)
    result = choose(of(node.a), of(node.b), of(node.c));
  else
    result = {atom(term)};
  of_term_[term.id] = result.id;
  return result;
}

Term Decisions::term(Condition condition) {
  if (const auto found = term_of_.find(condition.id); found != term_of_.end()) return found->second;
  const Node node = nodes_[condition.id];
  const Term yes = term({node.yes}), no = term({node.no});
  return term_of_[condition.id] = terms_.ite(atoms_[node.level - 1], yes, no);
}

Decisions::Condition Decisions::choose(Condition condition, Condition yes, Condition no) {
  return {chosen(condition.id, yes.id, no.id)};
}

uint32_t Decisions::chosen(uint32_t f, uint32_t g, uint32_t h) {
  if (f == 1 || g == h) return g;
  if (f == 0) return h;
  if (g == 1 && h == 0) return f;
  const Node key{f, g, h};
  if (const auto found = chosen_.find(key); found != chosen_.end()) return found->second;
  const uint32_t top = std::max({nodes_[f].level, nodes_[g].level, nodes_[h].level});
  const uint32_t if_yes = chosen(yes(f, top), yes(g, top), yes(h, top));
  const uint32_t if_no = chosen(no(f, top), no(g, top), no(h, top));
  return chosen_[key] = make(top, if_yes, if_no);
}

Decisions::Condition Decisions::restricted(Condition condition, Condition care) {
  if (care == never) return never;
  return {restrictedTo(condition.id, care.id)};
}

// Coudert and Madre's "restrict". Precondition: care is not `never`.
uint32_t Decisions::restrictedTo(uint32_t f, uint32_t care) {
  if (f <= 1 || care == 1) return f;
  if (f == care) return 1;
  const Node key{0, f, care};
  if (const auto found = restricted_.find(key); found != restricted_.end()) return found->second;
  const uint32_t top = nodes_[f].level;
  uint32_t result;
  if (nodes_[care].level > top) {
    result = restrictedTo(f, chosen(nodes_[care].yes, 1, nodes_[care].no));
  } else {
    const uint32_t care_yes = yes(care, top), care_no = no(care, top);
    if (care_yes == 0)
      result = restrictedTo(nodes_[f].no, care_no);
    else if (care_no == 0)
      result = restrictedTo(nodes_[f].yes, care_yes);
    else {
      const uint32_t if_yes = restrictedTo(nodes_[f].yes, care_yes);
      result = make(top, if_yes, restrictedTo(nodes_[f].no, care_no));
    }
  }
  return restricted_[key] = result;
}

}  // namespace jumpscope::prove
