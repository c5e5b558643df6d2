#include "src/prove/terms/value_set.h"

#include <algorithm>

namespace jumpscope::prove {
namespace {

// Beyond these the bounds of a term have to do.
constexpr size_t most_pairs = 4096;
constexpr size_t most_values = 60'000;  // computed for all terms together
constexpr size_t deepest = 24;

}  // namespace

std::optional<ValueSets::Set> ValueSets::limited(Set set) {
  computed_ += set.size();
  if (!set.empty() && *std::max_element(set.begin(), set.end()) < seen_.size()) {
    for (const uint64_t value : set) seen_.set(value);
    Set sorted;
    for (size_t value = 0; value < seen_.size(); ++value)
      if (seen_[value]) sorted.push_back(value);
    seen_.reset();
    set = std::move(sorted);
  } else {
    std::sort(set.begin(), set.end());
    set.erase(std::unique(set.begin(), set.end()), set.end());
  }
  if (set.size() > most_) return std::nullopt;
  return set;
}

std::optional<ValueSets::Set> ValueSets::of(Term term) {
  if (const auto found = known_.find(term.id); found != known_.end()) return found->second;
  std::optional<Set> set;
  ++depth_;
  if (depth_ <= deepest && computed_ < most_values) set = find(term);
  --depth_;
  std::optional<Set> range = ofRange(term);
  if (range) computed_ += range->size();
  if (range && (!set || range->size() < set->size())) set = std::move(range);
  return known_[term.id] = std::move(set);
}

std::optional<ValueSets::Set> ValueSets::find(Term term) {
  const Node node = terms_.node(term);
  const Term source = facts_.source(term);
  if (node.op == Op::Constant) return Set{node.value};
  if (source)
    if (std::optional<Set> set = ofSource(term, source)) return set;
  switch (node.op) {
    case Op::Ite: {
      std::optional<Set> yes = of(node.b), no = of(node.c);
      if (!yes || !no) return std::nullopt;
      yes->insert(yes->end(), no->begin(), no->end());
      return limited(std::move(*yes));
    }
    case Op::ZeroExtend:
      return of(node.a);
    case Op::Truncate: {
      std::optional<Set> set = of(node.a);
      if (!set) return std::nullopt;
      for (uint64_t& value : *set) value &= (uint64_t{1} << node.width) - 1;
      return limited(std::move(*set));
    }
    case Op::Table: {
      const std::vector<uint8_t>& contents = terms_.tableContents(node.value);
      Set set;
      const std::optional<Set> indices = of(node.a);
      if (!indices) {
        set.assign(contents.begin(), contents.end());
        set.push_back(0);
        return limited(std::move(set));
      }
      for (const uint64_t index : *indices) set.push_back(index < contents.size() ? contents[index] : 0);
      return limited(std::move(set));
    }
    case Op::Add:
    case Op::Sub:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::Lshr:
      return ofPair(node);
    default:
      return std::nullopt;
  }
}

std::optional<ValueSets::Set> ValueSets::ofSource(Term term, Term source) {
  const ByteFacts::Values* values = facts_.values(term);
  if (values == nullptr) return std::nullopt;
  const ByteSet domain = domains_.of(source);
  Set set;
  for (size_t byte = 0; byte < 256; ++byte)
    if (domain[byte]) set.push_back((*values)[byte]);
  return limited(std::move(set));
}

std::optional<ValueSets::Set> ValueSets::ofPair(const Node& node) {
  const std::optional<Set> left = of(node.a), right = of(node.b);
  if (!left || !right || left->size() * right->size() > most_pairs) return std::nullopt;
  Set set;
  for (const uint64_t a : *left)
    for (const uint64_t b : *right) set.push_back(folded(node.op, node.width, a, b));
  return limited(std::move(set));
}

std::optional<ValueSets::Set> ValueSets::ofRange(Term term) const {
  const uint64_t lowest = terms_.lowest(term), highest = terms_.highest(term);
  if (highest - lowest >= most_) return std::nullopt;
  Set set;
  for (uint64_t value = lowest; value <= highest; ++value) set.push_back(value);
  return set;
}

}  // namespace jumpscope::prove
