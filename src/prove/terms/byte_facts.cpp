#include "src/prove/terms/byte_facts.h"

#include <algorithm>

namespace jumpscope::prove {
namespace {

constexpr size_t most_nodes = 400;

}  // namespace

// Terms stand after their parts, so that one pass finds the sources of all.
Term ByteFacts::source(Term term) {
  for (size_t id = sources_.size(); id <= term.id; ++id) {
    const Node& node = terms_.node({static_cast<uint32_t>(id)});
    uint32_t source = 0;
    if (node.op == Op::Variable || (node.op == Op::Initial && terms_.isConstant(node.a)))
      source = node.width <= 8 ? static_cast<uint32_t>(id) : several;
    else if (node.op == Op::Initial)
      source = several;
    else
      for (const Term part : {node.a, node.b, node.c}) {
        const uint32_t of_part = part ? sources_[part.id] : 0;
        if (of_part != 0) source = source == 0 || source == of_part ? of_part : several;
      }
    sources_.push_back(source);
  }
  const uint32_t found = sources_[term.id];
  return {found == several ? 0 : found};
}

std::vector<uint32_t> ByteFacts::nodesBelow(Term term) const {
  std::vector<uint32_t> found{term.id};
  for (size_t next = 0; next < found.size() && found.size() <= most_nodes; ++next) {
    const Node& node = terms_.node({found[next]});
    if (node.op == Op::Initial) continue;
    for (const Term part : {node.a, node.b, node.c})
      if (part && std::find(found.begin(), found.end(), part.id) == found.end()) found.push_back(part.id);
  }
  std::sort(found.begin(), found.end());
  return found;
}

uint64_t ByteFacts::valueOf(const Node& node, size_t lane, const std::vector<uint32_t>& places,
                            const std::vector<Values>& values) const {
  const auto part = [&](Term term) { return values[places[term.id]][lane]; };
  const uint64_t mask = node.width >= 64 ? ~uint64_t{0} : (uint64_t{1} << node.width) - 1;
  switch (node.op) {
    case Op::Constant:
      return node.value;
    case Op::Variable:
    case Op::Initial:
      return lane & mask;
    case Op::Ite:
      return part(node.a) != 0 ? part(node.b) : part(node.c);
    case Op::Truncate:
      return part(node.a) & mask;
    case Op::ZeroExtend:
      return part(node.a);
    case Op::SignExtend: {
      const unsigned unused = 64 - terms_.width(node.a);
      return static_cast<uint64_t>(static_cast<int64_t>(part(node.a) << unused) >> unused) & mask;
    }
    case Op::Table: {
      const std::vector<uint8_t>& contents = terms_.tableContents(node.value);
      return part(node.a) < contents.size() ? contents[part(node.a)] : 0;
    }
    default:
      return folded(node.op, terms_.width(node.a), part(node.a), part(node.b));
  }
}

const ByteFacts::Values* ByteFacts::values(Term term) {
  const auto [found, is_new] = values_.try_emplace(term.id);
  if (!is_new) return found->second.get();
  const std::vector<uint32_t> nodes = nodesBelow(term);
  if (nodes.size() > most_nodes) return nullptr;
  places_.resize(std::max<size_t>(places_.size(), term.id + 1));
  std::vector<Values> values(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) {
    places_[nodes[i]] = static_cast<uint32_t>(i);
    const Node& node = terms_.node({nodes[i]});
    for (size_t lane = 0; lane < 256; ++lane) values[i][lane] = valueOf(node, lane, places_, values);
  }
  found->second = std::make_unique<Values>(values.back());
  return found->second.get();
}

std::optional<ByteSet> ByteFacts::truth(Term term) {
  const Values* all = values(term);
  if (all == nullptr) return std::nullopt;
  ByteSet set;
  for (size_t lane = 0; lane < 256; ++lane) set[lane] = (*all)[lane] != 0;
  return set;
}

ByteSet ByteDomains::of(Term source) const {
  const auto found = known_.find(source.id);
  return found == known_.end() ? ByteSet{}.set() : found->second;
}

std::vector<std::pair<Term, uint8_t>> ByteDomains::settled() const {
  std::vector<std::pair<Term, uint8_t>> found;
  for (const auto& [source, values] : known_) {
    if (values.count() != 1) continue;
    for (unsigned value = 0; value < 256; ++value)
      if (values[value]) found.emplace_back(Term{source}, static_cast<uint8_t>(value));
  }
  return found;
}

void ByteDomains::restrict(Term source, const ByteSet& allowed) {
  const auto [found, is_new] = known_.try_emplace(source.id, allowed);
  if (!is_new) found->second &= allowed;
}

void ByteDomains::merge(const ByteDomains& other) {
  for (auto known = known_.begin(); known != known_.end();) {
    const auto found = other.known_.find(known->first);
    if (found == other.known_.end() || (known->second |= found->second).all())
      known = known_.erase(known);
    else
      ++known;
  }
}

}  // namespace jumpscope::prove
