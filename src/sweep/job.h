// Runs a sweep, or a part of it, into a file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/sweep/pack.h"
#include "src/sweep/plan.h"

namespace jumpscope::sweep {

struct JobOptions {
  std::string output;  // .csv or .csv.zst
  unsigned threads = 0;
  Part part;
  std::string earlier;        // of a search: a file with the rounds before; then one round is run, else all
  bool wants_inputs = false;  // JobResult::best_inputs
  // All are optional. `stop` is asked in every frame.
  std::function<void(uint64_t done, uint64_t total)> progress;
  std::function<void(const std::string&)> say;
  std::function<bool()> stop;
};

struct Totals {
  uint64_t rounds = 0, chunks = 0, runs = 0;
  uint64_t frames = 0;    // of all runs
  uint64_t emulated = 0;  // of them: the others are those that runs have in common

  void add(const Chunk& chunk);
};

struct JobResult {
  Totals all, now;  // what the file holds; what this call added
  std::vector<BestRun> best;
  std::string columns;                 // the line of columns
  std::vector<std::string> best_rows;  // the lines of the best runs
  std::vector<Candidate> best_inputs;  // and their inputs, where they are wanted
  bool stopped = false;
  uint64_t unreached = 0;    // of the runs of this call, those with a press after their last frame
  bool search_over = false;  // there is no round after the one that was run
};

// Continues where an earlier call with the same output was ended. Throws std::runtime_error.
JobResult runJob(const Plan& plan, const JobOptions& options);

// Merges parts; the result equals that of one run. Throws std::runtime_error when one is missing, doubled or
// another sweep's.
JobResult mergeParts(const std::vector<std::string>& parts, const std::string& output);

// What a program that distributes a sweep must know about it.
struct Outline {
  uint64_t round = 0, runs = 0, chunks = 0, chunk_runs = 0;  // of the round to run now
  bool over = false;                                         // no round is left
};
Outline outlineOf(const Plan& plan, const std::string& earlier);

}  // namespace jumpscope::sweep
