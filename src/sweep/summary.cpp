#include "src/sweep/summary.h"

#include <iterator>

namespace jumpscope::sweep {

void Totals::add(const Chunk& chunk) {
  rounds = std::max(rounds, chunk.round + 1);
  ++chunks;
  runs += chunk.runs;
  frames += chunk.frames;
  emulated += chunk.emulated;
}

void Summary::add(const std::string& path, const Pack::Entry& entry) {
  totals_.add(entry.chunk);
  for (const BestRun& run : entry.chunk.best) best_.add(run);
  places_.insert_or_assign(entry.chunk.first, Place{&path, &entry});
}

void Summary::fill(JobResult& result) const {
  result.all = totals_;
  result.best = best_.runs();
  result.columns = columns_;
  result.best_rows.clear();
  for (const BestRun& run : result.best) {
    const Place& place = std::prev(places_.upper_bound(run.index))->second;
    result.best_rows.push_back(readRow(*place.path, *place.entry, run.index));
  }
}

}  // namespace jumpscope::sweep
