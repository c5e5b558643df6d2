// A trace judged by an engine, as it is by a built-in model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/engine/engine.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::engine {

struct Options {
  std::vector<std::string> settings;         // "NAME=VALUE" each, as the engine understands them
  std::map<std::string, double> tolerances;  // by watch, in its unit
  size_t most_listed = SIZE_MAX;             // differences; a text shows the first only
};

// What an engine computes for a profile that does not say so: the motion and gravity of a game's model, else all watches.
std::vector<std::string> comparedValues(const trace::Profile& profile);

// "y=0.05" each. Throws std::runtime_error.
std::map<std::string, double> parseTolerances(const std::vector<std::string>& texts);

// Compares what the engine computes: where the profile's model is a game's, of its variables, else of the profile's
// watches. The engine is given start values before each flight, and again where other code moved the player. Notes of the
// result say what was judged and what not. Throws std::runtime_error for what the engine does wrong, and where it computes
// no height.
diff::DiffResult compareWith(const trace::TraceView& trace, const trace::Profile& profile,
                             const std::optional<trace::WritesView>& writes, const Engine& engine,
                             const Options& options = {});

// What an engine is told that is not judged by a trace. `profile` says which values it may compute, and what their units
// are; nullptr: the engine does. Throws std::runtime_error.
Hello helloOf(const trace::Profile* profile, const std::vector<std::string>& settings = {});

}  // namespace jumpscope::engine
