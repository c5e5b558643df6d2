// jumpscope fit: which constants of a model reproduce a traced jump?
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/options.h"
#include "src/fit/fit.h"
#include "src/jumps/jumps.h"
#include "src/models/model_trace.h"
#include "src/session/trace_input.h"

namespace jumpscope::cli {

namespace {

struct FitOptions {
  std::string trace, model, profile, watch, fps, pixels_per_unit, snippet, output;
  std::optional<uint64_t> jump;
  session::LabelChoice labels;
  ScriptedRun run;
  bool json = false;
};

double positive(const std::string& text, const char* option, double otherwise) {
  if (text.empty()) return otherwise;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 1e-3 && value <= 1e6))
    throw std::runtime_error(std::string(option) + " must be a number from 0.001 to 1000000, not '" + text +
                             "'");
  return value;
}

// Frames per second: a model's trace may say; a console's trace is taken as NTSC, 60.
double recordedFps(const trace::Trace& trace) {
  const auto fps = trace.header.settings.find("fps");
  return fps == trace.header.settings.end() ? 60 : positive(fps->second, "the trace's fps", 60);
}

std::optional<trace::Profile> profileIfAny(const FitOptions& options, const trace::Trace& trace) {
  if (options.profile.empty() && trace.header.profile.empty() && trace.header.model.empty())
    return std::nullopt;
  return session::profileOf(trace, options.profile, options.trace);
}

void sayWhereTheStartIsUnknown(const FitOptions& options, const trace::Trace& trace,
                               const std::optional<trace::Profile>& profile) {
  if (!profile || profile->height_watch.empty()) return;
  if (!options.watch.empty() && options.watch != profile->height_watch) return;
  const std::string start =
      jumps::whyStartUnknown(trace, *profile, jumps::findJumps(trace, *profile, nullptr));
  if (!start.empty()) sayNotes({start});
}

session::LoadedTrace loadedTrace(const FitOptions& options) {
  if (readsEngine(options.run, !options.trace.empty()))
    return {traceOfEngine(options.run, options.profile), false, {}};
  return session::loadTrace(options.trace, options.profile, options.labels);
}

int fit(const FitOptions& options) {
  if (options.model.empty()) {
    std::string known;
    for (const std::string& name : fit::fittedModels()) known += (known.empty() ? "" : ", ") + name;
    throw std::runtime_error("no model is named; add --model and one of " + known);
  }
  if (options.json && !options.snippet.empty())
    throw std::runtime_error("--json and --snippet exclude each other; choose one");
  const physics::Model& model = models::modelNamed(options.model);
  const session::LoadedTrace loaded = loadedTrace(options);
  sayNotes(loaded.notes);
  const trace::Trace& trace = loaded.trace;
  const std::optional<trace::Profile> profile = profileIfAny(options, trace);
  const double fps = positive(options.fps, "--fps", recordedFps(trace));
  const fit::FitUnits units{fps, positive(options.pixels_per_unit, "--pixels-per-unit", 1)};
  sayWhereTheStartIsUnknown(options, trace, profile);
  const fit::FitSeries series =
      fit::fitSeries(trace, {options.watch, options.jump, profile ? &*profile : nullptr});
  const fit::FitResult result = fit::fitJump(series, model, fps);
  base::writeOutput(options.output, options.json ? base::jsonText(fit::fitJson(result, units))
                                    : !options.snippet.empty()
                                        ? fit::fitSnippet(result, units, options.snippet)
                                        : fit::fitText(result, units));
  return result.exact() ? 0 : 1;
}

}  // namespace

Action fitCommand(Arguments& arguments) {
  auto options = std::make_shared<FitOptions>();
  arguments.positional("TRACE", options->trace, false,
                       "a trace of any game or of a model, or a recording of another program; or --engine");
  arguments.option("--model", options->model, "NAME",
                   "the model whose constants to fit, e.g. " + physics::models().front().name);
  arguments.suggest("--model", fit::fittedModels());
  arguments.number("--jump", options->jump, {1, 1'000'000},
                   "number of the jump, as `jumpscope jumps` lists it (default: the first that rises)");
  arguments.option("--y", options->watch, "NAME",
                   "the watch of the vertical position, down positive (default: the profile's height)");
  declareProfile(arguments, options->profile, "profile that names the watches (default: from the trace)");
  declareLabels(arguments, options->labels);
  declareScriptedRun(arguments, options->run);
  arguments.option("--fps", options->fps, "N",
                   "frames per second (default: from the trace's model, else 60)");
  arguments.option("--pixels-per-unit", options->pixels_per_unit, "N",
                   "pixels per unit of length of your engine (default: 1)");
  arguments.choice("--snippet", options->snippet, {"cpp", "csharp", "gdscript"},
                   "print the constants as code");
  arguments.flag("--json", options->json, "print one JSON object");
  arguments.output("-o,--output", options->output, "FILE", "default: standard output",
                   textFormat({".h", ".hpp", ".cpp", ".cs", ".gd"}));
  arguments.footer("Exit status: 0 every row is reproduced exactly, 1 the constants are an approximation.");
  return [options] { return fit(*options); };
}

}  // namespace jumpscope::cli
