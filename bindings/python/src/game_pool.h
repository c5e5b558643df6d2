// Many games that are stepped at once, on threads of their own.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

#include "game.h"

namespace jumpscope::python {

// Threads that wait for work. The caller works too.
class Workers {
 public:
  explicit Workers(unsigned threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  unsigned threads() const { return unsigned(others_.size()) + 1; }
  // Calls work(index) for each index below `count` and returns when all are done. Rethrows the first exception; the
  // work that had not begun by then is left out.
  void run(size_t count, const std::function<void(size_t)>& work);

 private:
  void wait();
  void workOn();

  std::vector<std::thread> others_;
  std::mutex mutex_;
  std::condition_variable begun_, done_;
  const std::function<void(size_t)>* work_ = nullptr;
  size_t count_ = 0;
  std::atomic<size_t> next_ = 0;
  std::atomic<size_t> working_ = 0;
  std::atomic<uint64_t> round_ = 0;
  std::atomic<bool> ending_ = false;
  std::exception_ptr failure_;
};

// What a step of all games writes, one entry a game.
struct PoolStep {
  uint8_t* observations = nullptr;  // sizeOf(look) bytes each
  double* rewards = nullptr;
  bool* terminated = nullptr;
  bool* truncated = nullptr;
  double* values = nullptr;  // as many as the profile has watches each
  // Of the games whose episode ended, before they were reset.
  uint8_t* last_observations = nullptr;
  double* last_values = nullptr;
};

class GamePool {
 public:
  // `threads`: 0: one a core.
  GamePool(const Cartridge& cartridge, const Rules& rules, size_t count, unsigned threads, Look look);

  ~GamePool();
  GamePool(const GamePool&) = delete;
  GamePool& operator=(const GamePool&) = delete;

  size_t size() const { return games_.size(); }
  unsigned threads() const { return workers_->threads(); }
  Look look() const { return look_; }
  const Game& game(size_t index) const { return *games_.at(index); }

  // No seeds: all games go on with the chance that they have.
  void reset(std::span<const uint64_t> seeds, const PoolStep& out);
  // A game whose episode ends is reset at once: its observation and values are the next episode's first.
  void step(std::span<const uint8_t> buttons, const PoolStep& out);

 private:
  void run(const std::function<void(size_t)>& work);
  void show(size_t index, uint8_t* observations, double* values) const;

  Look look_;
  std::vector<double> scales_;  // of the watches
  std::vector<std::unique_ptr<Game>> games_;
  std::unique_ptr<Workers> workers_;
  pid_t process_;  // that the workers' threads are part of
};

}  // namespace jumpscope::python
