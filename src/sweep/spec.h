// The specification of a sweep: where runs begin, their inputs, when they end, and their score. Format:
// docs/sweep.md and docs/schema/sweep.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/movie/buttons.h"
#include "src/session/machine.h"
#include "src/session/session.h"
#include "src/suite/suite.h"
#include "src/trace/trace.h"

namespace jumpscope::sweep {

// Which frame's value counts: the last one's, or the smallest or largest of all.
enum class At : uint8_t { End, Min, Max };
enum class Goal : uint8_t { Max, Min };

// A numeric expression over watches (trace/when.h).
struct Measure {
  std::string name, value;
  At at = At::End;
};

// A condition that ends a run.
struct Ending {
  std::string name, when;
};

// Where every run begins: a state file, or input from power-on.
struct Start {
  std::string state;          // path; empty: from power-on
  session::InputParts input;  // from power-on
  std::string when;  // the runs begin after the first frame in which this holds; empty: after the input
};

struct Variable {
  std::string name;
  int64_t from = 0, to = 0, step = 1;

  uint64_t count() const { return uint64_t((to - from) / step) + 1; }
};

// A press script with variables in braces, for all their values.
struct Ranges {
  std::vector<Variable> variables;  // the last one changes fastest
  std::string press;
};

// Buttons held for `hold` frames each, `steps` times.
struct Choices {
  std::vector<movie::Buttons> buttons;
  uint64_t hold = 1, steps = 1;
};
// All sequences of choices.
struct Patterns {
  Choices choices;
};
// Some of them, by chance.
struct Random {
  Choices choices;
  uint64_t count = 1, seed = 0;
};

// A movie in which buttons are flipped by chance.
struct Mutations {
  std::string movie;  // path
  uint64_t count = 1, seed = 0;
  double rate = 0;            // of the frames from `from` to `to`
  uint64_t from = 0, to = 0;  // counted from the start of the sweep
  movie::Buttons buttons = 0xFF;
};

// One input a line of standard input.
struct Lines {
  bool press = true;  // press scripts; else the buttons of one frame after another
};

using Inputs = std::variant<Ranges, Patterns, Random, Mutations, Lines>;

struct SearchPlan {
  enum class Strategy : uint8_t { Random, Beam, Coordinate, AStar } strategy = Strategy::Random;
  uint64_t rounds = 1;
  uint64_t width = 1;  // random: runs a round; beam: survivors; A*: nodes that a round expands
  uint64_t seed = 0;
  std::string estimate;           // A*: the frames that are left, as an expression
  std::string found;              // A*: the name of the ending that is looked for
  std::vector<std::string> same;  // A*: runs with equal values of these are in the same place
};

// Paths are as the file has them: relative to its folder.
struct Spec {
  std::string name;
  suite::RomWanted rom;
  std::vector<std::string> patches;
  session::MachineChoice machine;
  std::string profile;                // built-in name or path; may be empty
  std::vector<trace::Watch> watches;  // besides the profile's
  Start start;
  Inputs inputs;
  std::optional<SearchPlan> search;
  uint64_t frames = 0;  // the length of a run that nothing ends
  std::vector<Ending> endings;
  Measure score;
  Goal goal = Goal::Max;
  std::vector<Measure> columns;
  uint64_t best = 10;
  std::optional<uint64_t> chunk;  // runs

  std::string canonical;  // the file without layout, name and paths: what makes two specs the same
};

constexpr uint64_t most_runs = uint64_t{1} << 62;
constexpr uint64_t most_chunk_runs = 65536;
constexpr uint64_t most_best = 1000;

// Throws std::runtime_error naming file, place and what belongs there.
Spec parseSpec(std::string_view text, const std::string& file_name);

// The keys that an object of a spec may have: a test compares docs/schema/sweep.schema.json with them.
std::span<const std::string_view> specKeys();
std::span<const std::string_view> startKeys();
std::span<const std::string_view> searchKeys();
std::span<const std::string_view> inputKinds();
std::span<const std::string_view> keysOfInputs(std::string_view kind);

// True if `a` is a better score than `b`.
template <class Number>
bool isBetter(Goal goal, const Number& a, const Number& b) {
  return goal == Goal::Max ? b < a : a < b;
}

}  // namespace jumpscope::sweep
