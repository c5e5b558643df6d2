// Many runs at once: what becomes of one console under many inputs.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::console {

// How many workers inParallel() has for this: `threads` (0: one a core), but no more than there is work.
unsigned workersFor(size_t count, unsigned threads);

// Calls work(worker, index) once for every index below `count`, each worker on a thread of its own and
// numbered from 0. Returns when all are done. After the first exception no work is started; that of the
// lowest index is rethrown, which is the same for any number of threads when work(worker, index) depends on the index.
void inParallel(size_t count, unsigned threads,
                const std::function<void(unsigned worker, size_t index)>& work);

// Calls run(console, index) for each index below `count`, on a console in the state of `start` (with its
// options, without its hooks). Returns the results by index: the same ones for any number of threads. A
// console is used again for another index, so hooks that `run` sets stay until it sets others.
template <class Run>
auto sweep(const Console& start, size_t count, Run&& run, unsigned threads = 0) {
  using Result = std::invoke_result_t<Run&, Console&, size_t>;
  const State state = start.state();
  std::vector<Result> results(count);
  std::vector<std::unique_ptr<Console>> consoles(workersFor(count, threads));
  for (auto& console : consoles) console = std::make_unique<Console>(start);
  inParallel(count, threads, [&](unsigned worker, size_t index) {
    consoles[worker]->restore(state);
    results[index] = run(*consoles[worker], index);
  });
  return results;
}

}  // namespace jumpscope::console
