// How long a proof may take: until a moment, or until somebody presses Ctrl+C.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "src/prove/terms/solver.h"

namespace jumpscope::prove {

using Moment = std::chrono::steady_clock::time_point;

// True once no more is to be tried.
bool isOver(Moment deadline);

// While one exists, the solver gives up when it is over.
class Budget {
 public:
  Budget(Solver& solver, Moment deadline);
  ~Budget();
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

 private:
  void watch();

  Solver& solver_;
  Moment deadline_;
  bool done_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

}  // namespace jumpscope::prove
