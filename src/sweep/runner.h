// Runs inputs on one console. Inputs with a common beginning share its frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "src/console/console.h"
#include "src/sweep/candidates.h"
#include "src/sweep/plan.h"
#include "src/trace/recorder.h"

namespace jumpscope::sweep {

struct Outcome {
  uint64_t frames = 0;          // that the run has
  size_t ending = 0;            // of Spec::endings; their number: nothing ended it
  std::vector<Exact> measures;  // as Expressions::measures
};

// Thrown when the sweep is to stop.
struct Stopped {};

class Runner {
 public:
  // `stop` is asked in every frame. The plan outlives the runner.
  Runner(const Plan& plan, std::function<bool()> stop);

  // The outcome of each candidate, in their order. Precondition: all have frames.
  std::vector<Outcome> run(std::span<const Candidate> candidates);
  // Frames that were emulated, of all calls.
  uint64_t emulated() const { return emulated_; }

 private:
  // A run in progress, beside its console.
  struct Progress {
    uint64_t frame = 0;
    uint8_t buttons = 0;  // in the frame before
    std::vector<int64_t> before;
    std::vector<Exact> measures;
    size_t ending = 0;
  };
  // A state from which several runs continue.
  struct Saved {
    Progress progress;
    std::unique_ptr<console::Console> console;
  };

  void runOne(const Candidate& candidate, std::vector<uint64_t> save_at);
  bool ranToEnd(const Candidate& candidate) const;
  void runFrame();
  void measure();
  void save();
  void goBackTo(uint64_t frame);

  const Plan& plan_;
  std::function<bool()> stop_;
  console::Console console_;
  trace::RowReader reader_;
  trace::Row row_;
  Progress now_;
  std::vector<Saved> saved_;  // ascending frames; the first is the start
  size_t depth_ = 0;          // of saved_ in use; the others keep their memory
  uint64_t emulated_ = 0;
};

}  // namespace jumpscope::sweep
