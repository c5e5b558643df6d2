// Strategies that choose inputs by the results of earlier ones. They work in rounds: the inputs of a round follow from the
// results of the rounds before and from nothing else, so that any machine can process a round.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "src/sweep/candidates.h"
#include "src/sweep/spec.h"
#include "src/sweep/table.h"

namespace jumpscope::sweep {

class Search {
 public:
  // `radices`: how many values each choice has.
  Search(const SearchPlan& plan, Goal goal, std::vector<uint32_t> radices);

  uint64_t round() const { return round_; }
  // The inputs of the round; empty: the search is over.
  const std::vector<Digits>& inputs() const { return inputs_; }
  // Their results, in their order. Begins the next round.
  void learn(const std::vector<Result>& results);

 private:
  struct Node {
    Digits digits;
    uint64_t frames = 0;
  };
  // A*'s estimate of the cost by way of a node; then the order in which nodes came.
  using Rank = std::pair<Exact, uint64_t>;

  void beginRandom();
  void beginCoordinate();
  void extend(const std::vector<Digits>& beginnings);
  void learnCoordinate(const std::vector<Result>& results);
  void learnBeam(const std::vector<Result>& results);
  void learnAStar(const std::vector<Result>& results);
  std::vector<Digits> nearestNodes();

  SearchPlan plan_;
  Goal goal_;
  std::vector<uint32_t> radices_;
  uint64_t round_ = 0;
  std::vector<Digits> inputs_;

  Digits current_;              // coordinate
  std::optional<Exact> score_;  // of current_
  uint64_t unchanged_ = 0;      // rounds without a better one

  std::map<Rank, Node> open_;                // A*
  std::map<std::string, uint64_t> fastest_;  // frames to each place
  std::optional<Exact> found_;               // the frames of the shortest way found
  uint64_t nodes_ = 0;
};

}  // namespace jumpscope::sweep
