#include "game_pool.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

namespace jumpscope::python {

Workers::Workers(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) others_.emplace_back([this] { wait(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  begun_.notify_all();
  for (std::thread& other : others_) other.join();
}

namespace {

// Waits for the condition without sleeping, about as long as falling asleep and being woken would take.
template <class Condition>
bool soon(const Condition& condition) {
  constexpr auto patience = std::chrono::microseconds(200);
  const auto start = std::chrono::steady_clock::now();
  while (!condition()) {
    if (std::chrono::steady_clock::now() - start > patience) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace

void Workers::wait() {
  for (uint64_t seen = 0;;) {
    const auto called = [&] { return ending_ || round_ != seen; };
    if (!soon(called)) {
      std::unique_lock lock(mutex_);
      begun_.wait(lock, called);
    }
    if (ending_) return;
    seen = round_;
    workOn();
    if (--working_ > 0) continue;
    const std::lock_guard lock(mutex_);
    done_.notify_one();
  }
}

void Workers::workOn() {
  for (size_t index = next_++; index < count_; index = next_++) {
    try {
      (*work_)(index);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
  }
}

void Workers::run(size_t count, const std::function<void(size_t)>& work) {
  work_ = &work;
  count_ = count;
  failure_ = nullptr;
  next_ = 0;
  working_ = others_.size();
  {
    const std::lock_guard lock(mutex_);  // nobody falls asleep between a look at the round and its change
    ++round_;
  }
  begun_.notify_all();
  workOn();
  const auto done = [this] { return working_ == 0; };
  if (!soon(done)) {
    std::unique_lock lock(mutex_);
    done_.wait(lock, done);
  }
  if (failure_) std::rethrow_exception(failure_);
}

namespace {

unsigned threadsFor(size_t count, unsigned threads) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  return unsigned(std::min<size_t>(threads, count));
}

}  // namespace

GamePool::GamePool(const Cartridge& cartridge, const Rules& rules, size_t count, unsigned threads, Look look)
    : look_(look), workers_(std::make_unique<Workers>(threadsFor(count, threads))), process_(getpid()) {
  if (count == 0) throw std::runtime_error("the number of environments is 0; expected at least 1");
  for (const Column& column : rules.profile.columns())
    scales_.push_back(std::ldexp(1.0, -column.fraction_bits));
  games_.resize(count);
  run([&](size_t index) { games_[index] = std::make_unique<Game>(cartridge, rules); });
}

// fork() copies no threads: in the child nobody would do the work, and nobody could be joined. Such workers are left
// alone, and new ones are made.
GamePool::~GamePool() {
  if (process_ != getpid()) (void)workers_.release();
}

void GamePool::run(const std::function<void(size_t)>& work) {
  if (process_ != getpid()) {
    auto fresh = std::make_unique<Workers>(threads());
    (void)workers_.release();
    workers_ = std::move(fresh);
    process_ = getpid();
  }
  workers_->run(size(), work);
}

void GamePool::show(size_t index, uint8_t* observations, double* values) const {
  const Game& game = *games_[index];
  game.observe(look_, observations + index * sizeOf(look_));
  const std::span<const int64_t> raw = game.values();
  for (size_t i = 0; i < raw.size(); ++i)
    values[index * raw.size() + i] = static_cast<double>(raw[i]) * scales_[i];
}

void GamePool::reset(std::span<const uint64_t> seeds, const PoolStep& out) {
  run([&](size_t index) {
    if (seeds.empty())
      games_[index]->reset();
    else
      games_[index]->reset(seeds[index]);
    show(index, out.observations, out.values);
  });
}

void GamePool::step(std::span<const uint8_t> buttons, const PoolStep& out) {
  run([&](size_t index) {
    Game& game = *games_[index];
    const Outcome outcome = game.step(buttons[index]);
    out.rewards[index] = outcome.reward;
    out.terminated[index] = outcome.terminated;
    out.truncated[index] = outcome.truncated;
    if (outcome.ended()) {
      show(index, out.last_observations, out.last_values);
      game.reset();
    }
    show(index, out.observations, out.values);
  });
}

}  // namespace jumpscope::python
