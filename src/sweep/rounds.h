// The inputs of a sweep round by round. A sweep without a search has one round.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/sweep/pack.h"
#include "src/sweep/plan.h"
#include "src/sweep/search.h"

namespace jumpscope::sweep {

class Rounds {
 public:
  explicit Rounds(const Plan& plan);

  uint64_t number() const { return number_; }
  uint64_t runs() const;  // of this round; 0: there is none
  uint64_t chunks() const {
    return (runs() + plan_.candidates->chunkRuns() - 1) / plan_.candidates->chunkRuns();
  }
  bool over() const { return runs() == 0; }
  // The number of the round's first run in the sweep.
  uint64_t first() const { return first_; }
  Candidate at(uint64_t run) const;  // counted in the round

  // True if a file holds all chunks of this round.
  bool isIn(const Pack& pack) const;
  // Goes on to the next round. Precondition: isIn(pack), which lies at `path`.
  void learn(const Pack& pack, const std::string& path);

 private:
  const Plan& plan_;
  std::optional<Search> search_;
  uint64_t number_ = 0, first_ = 0;
  bool done_ = false;  // without a search
};

}  // namespace jumpscope::sweep
