// jumpscope model: a movement model on scripted inputs, written as a trace.
#include <charconv>
#include <stdexcept>

#include "src/app/commands.h"
#include "src/app/output.h"
#include "src/movie/player.h"
#include "src/physics/models.h"
#include "src/trace/profile.h"
#include "src/trace/trace_file.h"

namespace jumpscope::app {

namespace {

struct ModelOptions {
  std::string name, output;
  std::vector<std::string> settings, input;
  std::optional<uint64_t> frames;
};

constexpr Range frame_range{1, 10'000'000};

std::map<std::string, int64_t> parseSettings(const std::vector<std::string>& texts) {
  std::map<std::string, int64_t> settings;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    int64_t value = 0;
    const char* last = text.data() + text.size();
    const auto [end, error] = equals == std::string::npos
                                  ? std::from_chars_result{nullptr, std::errc::invalid_argument}
                                  : std::from_chars(text.data() + equals + 1, last, value);
    if (error != std::errc() || end != last)
      throw std::runtime_error("--set '" + text + "' is not NAME=NUMBER, e.g. --set x_speed_abs=40");
    settings[text.substr(0, equals)] = value;
  }
  return settings;
}

// The built-in profile whose game the model belongs to: with it `jumps` and `plot` understand the model's
// trace.
std::string profileFor(const std::string& model) {
  for (const std::string& name : trace::builtinProfileNames())
    if (trace::builtinProfile(name).model == model) return name;
  return "";
}

// The profile looks for jumps only while the game runs normally, which a model always does: watches of that
// kind are columns that never change.
void addWhatTheModelTakesForGranted(trace::Trace& trace, const trace::Profile& profile) {
  for (const trace::Condition& condition : profile.jump_when) {
    if (condition.op != "==" || trace.find(condition.watch)) continue;
    for (const trace::Watch& watch : profile.watches)
      if (watch.name == condition.watch) trace.header.watches.push_back(watch);
    for (trace::Row& row : trace.rows) row.values.push_back(condition.value);
  }
}

trace::Trace asTrace(const physics::Model& model, const physics::ModelRun& run,
                     const std::vector<uint8_t>& buttons) {
  trace::Trace result;
  result.header.version = JUMPSCOPE_VERSION;
  result.header.model = model.name;
  result.header.profile = profileFor(model.name);
  for (const physics::Column& column : run.columns) {
    trace::Watch& watch = result.header.watches.emplace_back();
    watch.name = column.name;
    if (column.address) watch.addresses.push_back(column.address);
    watch.type = column.is_signed ? trace::Type::S8 : trace::Type::U8;
    watch.unit = column.unit;
    watch.meaning = column.meaning;
  }
  for (size_t n = 0; n < run.rows.size(); ++n) result.rows.push_back({n, buttons[n], run.rows[n]});
  if (!result.header.profile.empty())
    addWhatTheModelTakesForGranted(result, trace::builtinProfile(result.header.profile));
  return result;
}

int model(const ModelOptions& options) {
  const physics::Model& chosen = physics::findModel(options.name);
  movie::Player player;
  for (const std::string& script : options.input) player.addPresses(movie::parsePress(script));
  const uint64_t frames = options.frames.value_or(std::max<uint64_t>(player.frames(), 60));
  if (frames > frame_range.largest)
    throw std::runtime_error("a model runs for at most " + std::to_string(frame_range.largest) +
                             " frames; add --frames N to say where to stop");
  std::vector<uint8_t> buttons;
  for (uint64_t frame = 0; frame < frames; ++frame) buttons.push_back(player.at(frame).pads[0]);
  const trace::Trace result =
      asTrace(chosen, physics::runModel(chosen, parseSettings(options.settings), buttons), buttons);
  const trace::TraceFormat format =
      isStandardOutput(options.output) ? trace::TraceFormat::Csv : trace::traceFormatOf(options.output);
  writeOutput(options.output, trace::encodeTrace(result, format));
  return 0;
}

std::string listOfModels() {
  std::string text;
  for (const physics::Model& model : physics::models()) {
    text += "Model " + model.name + ": " + model.title + "\n";
    for (const physics::Parameter& parameter : model.parameters)
      text += "  --set " + parameter.name + "=" + std::to_string(parameter.default_value) + "  (" +
              std::to_string(parameter.lowest) + " to " + std::to_string(parameter.highest) + " " +
              parameter.unit + ") " + parameter.meaning + "\n";
  }
  return text;
}

}  // namespace

Action modelCommand(Arguments& arguments) {
  auto options = std::make_shared<ModelOptions>();
  arguments.positional("NAME", options->name, true, "the model, e.g. smb-jump");
  arguments.repeated("--input", options->input, "SCRIPT",
                     "buttons by frame, e.g. '0-20:A 30-34:RA'; repeatable");
  arguments.number("--frames", options->frames, frame_range,
                   "how long to run (default: as long as the input, at least 60)");
  arguments.repeated("--set", options->settings, "NAME=NUMBER", "a parameter of the model; repeatable");
  arguments.option("-o,--output", options->output, "FILE",
                   ".csv, .csv.zst or .jsonl (default: CSV on standard output)");
  arguments.footer(listOfModels());
  return [options] { return model(*options); };
}

}  // namespace jumpscope::app
