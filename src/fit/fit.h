// Which constants of a movement model reproduce a traced jump?
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/models.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::fit {

using physics::FitSeries;

struct FitChoice {
  std::string watch;                        // empty: the profile's height, or the first that looks like one
  std::optional<size_t> jump;               // jumps::Jump::number; nullopt: the first that rises
  const trace::Profile* profile = nullptr;  // nullptr: the trace has none
};

// Throws std::runtime_error when there is no such watch or flight, or it is too short (4 frames) to say
// anything.
FitSeries fitSeries(const trace::Trace& trace, const FitChoice& choice);

using physics::Constants;

// The flight that these make from `start` on: the position at the end of each frame, down positive, in the unit of the
// constants, of which `pixel` is one px. buttons[n] is not 0 while the key is down; frame 0 is that of the press.
std::vector<double> positionsOf(const Constants& constants, const std::vector<uint8_t>& buttons,
                                double start = 0, double pixel = 1);

struct FittedParameter {
  std::string name, unit, value;
  bool seen = true;  // false: the flight looks the same without it, so that this is only the default
};

struct FitResult {
  std::string model;
  FitSeries series;
  physics::Settings settings;  // what `jumpscope model` needs for this flight
  std::vector<FittedParameter> parameters;
  Constants constants;
  double model_origin = 0;  // px: where the model's run with these settings begins
  size_t exact_rows = 0;
  double max_error = 0, rms_error = 0;  // px, of the rows; 0 for exact ones
  std::optional<uint64_t> first_wrong_frame;

  size_t rows() const { return series.y.size(); }
  bool exact() const { return exact_rows == rows(); }
};

// The models that have a flight to fit.
std::vector<std::string> fittedModels();

// Finds the parameters; exact ones where there are any, and of these the ones with the fewest digits. `fps`
// is for models whose constants are per second. Throws std::runtime_error for a model without a flight.
FitResult fitJump(const FitSeries& series, const physics::Model& model, double fps);

// How the results are told: px and frames, and the units of an engine.
struct FitUnits {
  double fps = 60;
  double pixels_per_unit = 1;
};

std::string fitText(const FitResult& result, const FitUnits& units);
nlohmann::ordered_json fitJson(const FitResult& result, const FitUnits& units);
// The jump as source that computes what the model does, frame by frame. language: cpp, csharp or gdscript. Throws
// std::runtime_error where such code would differ from the model for any way to hold the key.
std::string fitSnippet(const FitResult& result, const FitUnits& units, const std::string& language);

}  // namespace jumpscope::fit
