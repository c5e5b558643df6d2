#include "src/sweep/search.h"

#include <algorithm>
#include <numeric>

namespace jumpscope::sweep {

using Strategy = SearchPlan::Strategy;

Search::Search(const SearchPlan& plan, Goal goal, std::vector<uint32_t> radices)
    : plan_(plan), goal_(goal), radices_(std::move(radices)) {
  if (plan_.strategy == Strategy::Random) beginRandom();
  if (plan_.strategy == Strategy::Coordinate) {
    Chance chance(plan_.seed, 0);
    for (const uint32_t radix : radices_) current_.push_back(chance.below(radix));
    beginCoordinate();
  }
  if (plan_.strategy == Strategy::Beam || plan_.strategy == Strategy::AStar) extend({Digits{}});
}

void Search::learn(const std::vector<Result>& results) {
  if (plan_.strategy == Strategy::Coordinate) learnCoordinate(results);
  std::vector<Digits> tried;
  tried.swap(inputs_);
  if (++round_ == plan_.rounds) return;
  switch (plan_.strategy) {
    case Strategy::Random:
      return beginRandom();
    case Strategy::Coordinate:
      // Every coordinate was tried around this input: none of its neighbors is better.
      if (unchanged_ >= radices_.size()) return;
      return beginCoordinate();
    case Strategy::Beam:
      inputs_.swap(tried);
      return learnBeam(results);
    case Strategy::AStar:
      inputs_.swap(tried);
      return learnAStar(results);
  }
}

void Search::beginRandom() {
  for (uint64_t i = 0; i < plan_.width; ++i) {
    Chance chance(plan_.seed, round_ * plan_.width + i);
    Digits digits;
    for (const uint32_t radix : radices_) digits.push_back(chance.below(radix));
    inputs_.push_back(std::move(digits));
  }
}

void Search::beginCoordinate() {
  const size_t coordinate = round_ % radices_.size();
  for (uint32_t value = 0; value < radices_[coordinate]; ++value) {
    inputs_.push_back(current_);
    inputs_.back()[coordinate] = value;
  }
}

void Search::learnCoordinate(const std::vector<Result>& results) {
  ++unchanged_;
  for (size_t i = 0; i < results.size(); ++i) {
    if (score_ && !isBetter(goal_, results[i].score, *score_)) continue;
    if (score_ || inputs_[i] != current_) unchanged_ = 0;
    score_ = results[i].score;
    current_ = inputs_[i];
  }
}

// The next round: each of these with each choice behind it.
void Search::extend(const std::vector<Digits>& beginnings) {
  std::vector<Digits> longer;
  for (const Digits& digits : beginnings) {
    if (digits.size() == radices_.size()) continue;
    for (uint32_t choice = 0; choice < radices_[digits.size()]; ++choice) {
      longer.push_back(digits);
      longer.back().push_back(choice);
    }
  }
  inputs_ = std::move(longer);
}

// The best runs go on, except those that a condition has ended.
void Search::learnBeam(const std::vector<Result>& results) {
  std::vector<size_t> order;
  for (size_t i = 0; i < results.size(); ++i)
    if (results[i].end == "time") order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return isBetter(goal_, results[a].score, results[b].score); });
  order.resize(std::min<size_t>(order.size(), plan_.width));
  std::vector<Digits> survivors;
  for (const size_t i : order) survivors.push_back(inputs_[i]);
  extend(survivors);
}

void Search::learnAStar(const std::vector<Result>& results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Result& result = results[i];
    const Exact frames{int64_t(result.frames), 0};
    if (result.end == plan_.found) found_ = found_ ? std::min(*found_, frames) : frames;
    if (result.end != "time") continue;
    if (!plan_.same.empty()) {
      const auto [place, is_new] = fastest_.try_emplace(result.place, result.frames);
      if (!is_new && place->second <= result.frames) continue;
      place->second = result.frames;
    }
    const Exact rank{result.estimate.whole + frames.whole, result.estimate.part};
    open_.emplace(Rank{rank, nodes_++}, Node{inputs_[i], result.frames});
  }
  extend(nearestNodes());
}

// Takes them off the open ones. None is left when no way through an open one can be shorter than the one found.
std::vector<Digits> Search::nearestNodes() {
  std::vector<Digits> nodes;
  while (!open_.empty() && nodes.size() < plan_.width) {
    const auto nearest = open_.begin();
    if (found_ && *found_ <= nearest->first.first) break;
    nodes.push_back(std::move(nearest->second.digits));
    open_.erase(nearest);
  }
  return nodes;
}

}  // namespace jumpscope::sweep
