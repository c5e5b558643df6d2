// The inputs of a sweep by their index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/sweep/press_template.h"
#include "src/sweep/script.h"
#include "src/sweep/spec.h"

namespace jumpscope::sweep {

// The choices that make an input: the place of each variable's value in its range, or the choice of each step;
// fewer steps than there are make the beginning of an input.
using Digits = std::vector<uint32_t>;

struct Candidate {
  uint64_t frames = 0;             // of the run, unless it ends before
  std::vector<int64_t> variables;  // of ranges
  Script script;
  bool has_unreached = false;  // a press lies after the last frame
};

// The contents of the files that inputs come from.
struct InputSources {
  std::optional<movie::Player> movie;  // of mutations
  uint64_t movie_start = 0;            // the frame of the movie with which the runs begin
  std::vector<std::string> lines;      // of standard input
  console::Devices devices;            // that presses are meant for
};

class Candidates {
 public:
  // Throws std::runtime_error when there are too many.
  Candidates(const Spec& spec, InputSources sources);

  uint64_t count() const { return count_; }
  // Throws std::runtime_error naming the input when it is no press script, or presses what is not plugged in.
  Candidate at(uint64_t index) const;
  // Of ranges and patterns.
  Candidate of(const Digits& digits) const;
  // How many values each digit has.
  const std::vector<uint32_t>& radices() const { return radices_; }
  const std::vector<std::string>& variableNames() const { return names_; }
  // Runs processed together: a fixed number, so that results do not depend on threads.
  uint64_t chunkRuns() const { return chunk_runs_; }

 private:
  void countRanges(const Ranges& ranges);
  void countPatterns(const Choices& choices);
  Digits digitsOf(uint64_t index) const;
  void press(Candidate& candidate, std::string_view script) const;
  Candidate random(const Random& random, uint64_t index) const;
  Candidate mutated(const Mutations& mutations, uint64_t index) const;
  Candidate line(const Lines& lines, uint64_t index) const;

  Inputs inputs_;
  uint64_t frames_ = 0, count_ = 0, chunk_runs_ = 0;
  InputSources sources_;
  std::vector<std::string> names_;
  std::vector<uint32_t> radices_;
  std::optional<PressTemplate> template_;
};

// A generator whose numbers follow from seed and place alone (Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators": SplitMix64).
class Chance {
 public:
  Chance(uint64_t seed, uint64_t place) : state_(seed) { state_ = next() + place * 0x9E3779B97F4A7C15; }
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  uint32_t below(uint32_t limit) { return uint32_t(((next() >> 32) * limit) >> 32); }
  // From 0 to below 1, with 53 bits.
  double real() { return double(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

}  // namespace jumpscope::sweep
