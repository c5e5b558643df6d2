// Writes runs of the movement models as traces, and reads such traces.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/physics/models.h"
#include "src/trace/packed_rows.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::models {

// physics::findModel, which also suggests the nearest name, and reads the law of a file (law_file.h).
const physics::Model& modelNamed(const std::string& name);

// "gravity=0.3" each. Throws std::runtime_error for what is not NAME=VALUE, for a name that the model does
// not have (suggesting the nearest) and for a value that the parameter does not take.
physics::Settings parseSettings(const physics::Model& model, const std::vector<std::string>& texts);

// A trace of a run: port 1 of every frame, and a watch per column. Every parameter is recorded. Throws like
// physics::runModel.
trace::Trace modelTrace(const physics::Model& model, const physics::Settings& settings,
                        std::span<const uint8_t> buttons);

// The rule that finds the jumps of a model's trace: the game's own profile if the model is a game's.
trace::Profile modelProfile(const physics::Model& model);

// True if a trace was made by a model and its header names the parameters.
bool isModelTrace(const trace::TraceView& trace);

// The parameters that a model's trace was made with. Throws std::runtime_error where they do not fit the
// model.
physics::Settings recordedSettings(const physics::Model& model, const trace::TraceView& trace);

}  // namespace jumpscope::models
