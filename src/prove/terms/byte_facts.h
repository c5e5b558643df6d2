// Terms that depend on one byte only: all their values are known.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "src/prove/terms/term.h"

namespace jumpscope::prove {

// Values that a byte may have.
using ByteSet = std::bitset<256>;

class ByteFacts {
 public:
  using Values = std::array<uint64_t, 256>;  // by the byte's value

  explicit ByteFacts(const Terms& terms) : terms_(terms) {}

  // The input of at most 8 bits that the term depends on and nothing else; Term 0: there are several, or none.
  Term source(Term term);
  // Precondition: source(term). nullptr for a term that is too large.
  const Values* values(Term term);
  // Those values of the source for which a term of width 1 holds.
  std::optional<ByteSet> truth(Term term);

 private:
  std::vector<uint32_t> nodesBelow(Term term) const;
  uint64_t valueOf(const Node& node, size_t lane, const std::vector<uint32_t>& places,
                   const std::vector<Values>& values) const;

  static constexpr uint32_t several = 0xFFFFFFFF;
  const Terms& terms_;
  std::vector<uint32_t> sources_;  // by term: id of the source, 0 for a constant, or `several`
  std::unordered_map<uint32_t, std::unique_ptr<Values>> values_;
  std::vector<uint32_t> places_;  // scratch: by term
};

// What a path knows of single bytes.
class ByteDomains {
 public:
  ByteSet of(Term source) const;
  void restrict(Term source, const ByteSet& allowed);
  // Sources that can have one value only, with that value.
  std::vector<std::pair<Term, uint8_t>> settled() const;
  // What holds of both.
  void merge(const ByteDomains& other);

 private:
  std::map<uint32_t, ByteSet> known_;  // by id of the source
};

}  // namespace jumpscope::prove
