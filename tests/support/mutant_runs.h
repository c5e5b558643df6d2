// Whether the diff finds a mutant of the bundled cartridge in the bundled movies. A mutant's run starts at the
// frame in which the original first executes the instruction, and ends soon after its trace has come off the
// original's.
#pragma once

#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/jumplab.h"
#include "tests/support/mutants.h"

namespace jumpscope::tests {

// A movie played by the original cartridge.
class OriginalRun {
 public:
  // `code`: the instructions whose executions are noted.
  OriginalRun(std::shared_ptr<const console::Cartridge> cartridge, BundledMovie movie,
              const std::vector<Instruction>& code);

  const std::string& name() const { return movie_.name; }
  const Inputs& inputs() const { return movie_.inputs; }
  const Recording& recording() const { return recording_; }
  size_t frames() const { return recording_.trace.rows.size(); }
  // The console when frame `frame` begins.
  const console::State& before(size_t frame) const { return states_[frame]; }
  // The first frame from `frame` on in which the instruction at `address` is executed.
  std::optional<size_t> nextExecution(uint16_t address, size_t frame) const;
  // The index of the first write in frame `frame` or later.
  size_t firstWrite(size_t frame) const;

 private:
  static constexpr uint16_t noted_from = 0x8000;

  BundledMovie movie_;
  Recording recording_;
  std::vector<console::State> states_;
  std::vector<std::vector<uint16_t>> executed_;  // by frame, in order of addresses
};

// A mutant that differs from the original in a movie.
struct Departure {
  std::string movie;
  size_t frame = 0;                // the first whose row differs
  std::vector<std::string> first;  // watches that differ in it
  std::vector<std::string> ever;   // watches that differ in any frame of the run
  // Of the vertical watches only the speed differs in the first frame, and one of the two speeds is what a bump
  // leaves: another level could have a ceiling there, or none.
  bool bump_only = false;
  bool nothing_compared = false;  // the diff had nothing to compare
};

struct Verdict {
  enum class Kind : uint8_t {
    Found,   // the diff reports a difference
    Equal,   // no row of any movie differs from the original's
    Missed,  // a row differs, and the diff reports nothing in any movie
  } kind = Kind::Equal;
  std::vector<Departure> departures;  // of a mutant that is missed: each movie in which it differs
  std::string movie;                  // of one that is found: where
  std::string what;                   // of one that is found: the first difference
};

// How long the diff looks at a mutant that it has not found: for 120 frames, or to the end of each movie.
enum class Effort : uint8_t { Quick, Whole };

class MutantRuns {
 public:
  // Plays the movies, shortest first, with the original.
  MutantRuns(const std::vector<Instruction>& code, std::vector<BundledMovie> movies, unsigned threads);

  // Where a mutant differs from the original, in every movie. The diff is not asked.
  std::vector<Departure> departures(const Mutant& mutant) const;
  Verdict judge(const Mutant& mutant, Effort effort) const;

 private:
  std::shared_ptr<const console::Cartridge> cartridge_;
  std::vector<OriginalRun> originals_;
};

// jumplab's jump: from the player's frame to the mover's end, and the landing.
std::vector<Instruction> jumpRoutine(const console::Cartridge& cartridge);

// Judges every mutant, in order, on `threads` threads; `progress` is called with the number judged so far.
std::vector<Verdict> judgeAll(const MutantRuns& runs, const std::vector<Mutant>& mutants, unsigned threads,
                              Effort effort, const std::function<void(size_t)>& progress = {});

struct MutantCounts {
  size_t found = 0, equal = 0;
  size_t missed_vertically = 0;    // a vertical watch is among the first that differ
  size_t missed_bumps = 0;         // likewise, in each movie by a bump that another level could have
  size_t missed_after_others = 0;  // a vertical watch differs, after others
  size_t missed_otherwise = 0;     // no vertical watch differs
};

MutantCounts countsOf(const std::vector<Verdict>& verdicts);
std::string summaryOf(const std::vector<Verdict>& verdicts);
// The verdicts in words: counts, and the mutants that are missed by name.
std::string reportOf(const std::vector<Mutant>& mutants, const std::vector<Verdict>& verdicts);

}  // namespace jumpscope::tests
