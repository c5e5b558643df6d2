#include "src/sweep/rounds.h"

#include <algorithm>

namespace jumpscope::sweep {

Rounds::Rounds(const Plan& plan) : plan_(plan) {
  if (plan.spec.search) search_.emplace(*plan.spec.search, plan.spec.goal, plan.candidates->radices());
}

uint64_t Rounds::runs() const {
  if (search_) return search_->inputs().size();
  return done_ ? 0 : plan_.candidates->count();
}

Candidate Rounds::at(uint64_t run) const {
  if (search_) return plan_.candidates->of(search_->inputs()[run]);
  return plan_.candidates->at(run);
}

bool Rounds::isIn(const Pack& pack) const { return pack.chunksOf(number_).size() == chunks(); }

void Rounds::learn(const Pack& pack, const std::string& path) {
  first_ += runs();
  ++number_;
  if (!search_) {
    done_ = true;
    return;
  }
  std::vector<Pack::Entry> entries;
  for (const Pack::Entry& entry : pack.entries)
    if (entry.chunk.round + 1 == number_) entries.push_back(entry);
  std::sort(entries.begin(), entries.end(),
            [](const auto& a, const auto& b) { return a.chunk.number < b.chunk.number; });
  std::vector<Result> results;
  for (const Pack::Entry& entry : entries)
    for (Result& result : parseRows(readRows(path, entry), plan_, path)) results.push_back(std::move(result));
  if (results.size() != search_->inputs().size())
    throw std::runtime_error(path + " has another number of runs in round " + std::to_string(number_ - 1) +
                             " than the search; remove it and run the search again");
  search_->learn(results);
}

}  // namespace jumpscope::sweep
