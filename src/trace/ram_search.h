// RAM search: finds the addresses whose value changed in the way that the user saw.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

// The test of a step.
struct SearchStep {
  enum class Test : uint8_t {
    Any,  // nothing: the step only remembers the values
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Between,    // both ends included
    ChangedBy,  // in either direction
    IncreasedBy,
    DecreasedBy,
    Increased,
    Decreased,
  };
  uint64_t first_frame = 0, last_frame = 0;
  Test test = Test::Any;
  bool against_before = false;     // it looks at the value before
  int64_t number = 0, second = 0;  // the operand; Between: both
  std::string text;                // as it was written
};

// Parses "FRAME TEST" or "FIRST-LAST TEST":
//   100 equal to 176          also: = 176, == 176
//   130 less than before      also: < before
//   140 not equal to 3        also: != 3
//   greater than N, at least N, at most N (>, >=, <=); between A and B; any
//   150-160 decreased         also: increased
//   changed, unchanged, changed by N, increased by N, decreased by N
// Numbers are decimal, $hex or 0xhex. Throws std::runtime_error with one sentence.
SearchStep parseSearchStep(std::string_view text);

// The types that can be looked for, of least significant byte first.
std::vector<std::string_view> searchTypeNames();

// A type to look for: "u8", "s16", "u16be" (most significant byte first), "bcd". The watch has as many
// addresses as a value has bytes, as offsets from its first one. Throws std::runtime_error.
Watch parseSearchType(std::string_view name);

struct Candidate {
  Watch watch;
  std::vector<int64_t> values;  // at the last frame of each step so far

  uint16_t address() const;  // the lowest
};

class RamSearch {
 public:
  // All places from `first` to `last` (both included) of a value as parseSearchType gives it; may be called
  // again for another stretch.
  void addPlaces(const Watch& kind, uint16_t first, uint16_t last);

  // Throws std::runtime_error when the steps do not go forward in time, a number does not fit `kind`, or the
  // first one asks for an earlier value.
  static void requireSound(const std::vector<SearchStep>& steps, const Watch& kind);

  // Remembers the values now as those before the next step.
  template <class PeekByte>
  void remember(const PeekByte& peek);
  // Keeps the places that pass. `ends_step`: note the values as the step's.
  template <class PeekByte>
  void apply(const SearchStep& step, bool ends_step, const PeekByte& peek);

  const std::vector<Candidate>& candidates() const { return candidates_; }

 private:
  static bool passes(const SearchStep& step, const Watch& watch, int64_t now, int64_t before);

  std::vector<Candidate> candidates_;
  std::vector<int64_t> before_;  // one a candidate
};

}  // namespace jumpscope::trace

#include "src/trace/watch.h"

namespace jumpscope::trace {

template <class PeekByte>
void RamSearch::remember(const PeekByte& peek) {
  before_.resize(candidates_.size());
  for (size_t i = 0; i < candidates_.size(); ++i) before_[i] = readWatch(candidates_[i].watch, peek);
}

template <class PeekByte>
void RamSearch::apply(const SearchStep& step, bool ends_step, const PeekByte& peek) {
  before_.resize(candidates_.size());
  size_t kept = 0;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    Candidate& candidate = candidates_[i];
    const int64_t now = readWatch(candidate.watch, peek);
    if (!passes(step, candidate.watch, now, before_[i])) continue;
    if (ends_step) candidate.values.push_back(now);
    before_[kept] = now;
    if (kept != i) candidates_[kept] = std::move(candidate);
    ++kept;
  }
  candidates_.resize(kept);
  before_.resize(kept);
}

}  // namespace jumpscope::trace
