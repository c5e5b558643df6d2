// Which values a term can have: a superset, found without a solver.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/prove/terms/byte_facts.h"

namespace jumpscope::prove {

class ValueSets {
 public:
  using Set = std::vector<uint64_t>;  // ascending, each once

  ValueSets(const Terms& terms, ByteFacts& facts, const ByteDomains& domains, size_t most)
      : terms_(terms), facts_(facts), domains_(domains), most_(most) {}

  // nullopt: more than `most`.
  std::optional<Set> of(Term term);

 private:
  std::optional<Set> find(Term term);
  std::optional<Set> ofSource(Term term, Term source);
  std::optional<Set> ofPair(const Node& node);
  std::optional<Set> ofRange(Term term) const;
  std::optional<Set> limited(Set set);

  const Terms& terms_;
  ByteFacts& facts_;
  const ByteDomains& domains_;
  size_t most_;
  std::unordered_map<uint32_t, std::optional<Set>> known_;
  size_t computed_ = 0, depth_ = 0;
  std::bitset<256> seen_;  // scratch
};

}  // namespace jumpscope::prove
