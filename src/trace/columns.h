// The columns of a trace: which is lag, and which are left.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

// The watch that is 1 in a frame of lag; nullopt: there is none.
std::optional<size_t> lagColumn(const Header& header);
// Adds a watch of lag unless there is one. Returns true if it was added.
bool addLagWatch(std::vector<Watch>& watches);
// Removes the last watch, which addLagWatch() added.
void dropLagWatch(Trace& trace);
// Removes all other watches.
void keepWatches(Trace& trace, const std::function<bool(const Watch&)>& keep);

}  // namespace jumpscope::trace
