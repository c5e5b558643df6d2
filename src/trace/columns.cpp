#include "src/trace/columns.h"

#include <algorithm>

namespace jumpscope::trace {
namespace {

bool tellsLag(const Watch& watch) { return watch.type == Type::Lag && watch.take == Take::Value; }

}  // namespace

std::optional<size_t> lagColumn(const Header& header) {
  const auto lag = std::find_if(header.watches.begin(), header.watches.end(), tellsLag);
  if (lag == header.watches.end()) return std::nullopt;
  return static_cast<size_t>(lag - header.watches.begin());
}

bool addLagWatch(std::vector<Watch>& watches) {
  if (std::any_of(watches.begin(), watches.end(), tellsLag)) return false;
  Watch lag;
  lag.name = "lag";
  lag.type = Type::Lag;
  while (std::any_of(watches.begin(), watches.end(), [&](const auto& one) { return one.name == lag.name; }))
    lag.name += '_';
  watches.push_back(std::move(lag));
  return true;
}

void dropLagWatch(Trace& trace) {
  trace.header.watches.pop_back();
  for (Row& row : trace.rows) row.values.pop_back();
}

void keepWatches(Trace& trace, const std::function<bool(const Watch&)>& keep) {
  std::vector<size_t> kept;
  std::vector<Watch> watches;
  for (size_t i = 0; i < trace.header.watches.size(); ++i) {
    if (!keep(trace.header.watches[i])) continue;
    kept.push_back(i);
    watches.push_back(trace.header.watches[i]);
  }
  trace.header.watches = std::move(watches);
  for (Row& row : trace.rows) {
    std::vector<int64_t> values;
    for (const size_t i : kept) values.push_back(row.values[i]);
    row.values = std::move(values);
  }
}

}  // namespace jumpscope::trace
