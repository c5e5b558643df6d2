#include "src/console/sweep.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>

namespace jumpscope::console {

unsigned workersFor(size_t count, unsigned threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<size_t>(threads, 1, std::max<size_t>(count, 1)));
}

void inParallel(size_t count, unsigned threads,
                const std::function<void(unsigned worker, size_t index)>& work) {
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr failure;
  size_t failed = count;
  const auto loop = [&](unsigned worker) {
    for (size_t index = next++; index < count; index = next++) {
      try {
        work(worker, index);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (index < failed) failure = std::current_exception(), failed = index;
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (unsigned worker = 1; worker < workersFor(count, threads); ++worker)
      others.emplace_back(loop, worker);
    loop(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace jumpscope::console
