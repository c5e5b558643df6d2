// A trace against movement code of somebody else's, flight by flight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "src/diff/diff.h"

namespace jumpscope::diff {

// How an engine is compared: code of somebody else's that knows no level and answers in numbers of its own.
struct EngineRules {
  // By watch, in 2^-32 of its unit. What is within a tolerance is counted; what is within the rounding, in which values
  // are known, is equal. No entry: exact.
  std::map<std::string, int64_t> tolerances, roundings;
  bool compares = true;           // false: only asks the predictor what it would be asked
  size_t most_listed = SIZE_MAX;  // of Comparison
  // Told which row comes next, before the predictor begins with it or predicts it.
  std::function<void(size_t row)> on_row = {};
};

// A trace against an engine, whose game (physics::Model::game) predicts flights and names the variables to be
// compared, in 2^-32 of their watches' units. A fall is followed from the end of its first frame: only the level knows
// where a floor ends. A flight is followed to its first difference. Where the profile names no model of a game, nobody
// knows its mover: a jump is followed from the press of A that leads to it, a landing is not compared, and the log only
// names writers.
// `binding`: of the engine's game; the profile says what a jump is.
DiffResult compareWithEngine(const trace::TraceView& trace, const trace::Profile& profile,
                             const models::Binding& binding, const models::WriteLog* log,
                             const physics::Model& engine, const EngineRules& rules);

}  // namespace jumpscope::diff
