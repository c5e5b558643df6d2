#include "src/prove/proof/budget.h"

#include "src/base/interrupt.h"

namespace jumpscope::prove {

bool isOver(Moment deadline) { return base::interrupted() || std::chrono::steady_clock::now() >= deadline; }

Budget::Budget(Solver& solver, Moment deadline)
    : solver_(solver), deadline_(deadline), thread_([this] { watch(); }) {}

Budget::~Budget() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void Budget::watch() {
  constexpr std::chrono::milliseconds between{20};
  std::unique_lock lock(mutex_);
  while (!changed_.wait_for(lock, between, [this] { return done_; }))
    if (isOver(deadline_)) solver_.giveUp();
}

}  // namespace jumpscope::prove
