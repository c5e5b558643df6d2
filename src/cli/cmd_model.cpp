// jumpscope model: a movement model on scripted inputs, written as a trace.
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/device.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/cli/commands.h"
#include "src/cli/engine_options.h"
#include "src/cli/options.h"
#include "src/models/model_trace.h"
#include "src/trace/trace_file.h"

namespace jumpscope::cli {

namespace {

struct ModelOptions {
  std::string name, output, profile;
  ScriptedRun run;
  bool list = false, json = false;
};

// "0 to 255 px" or "mixed, f64 or f32".
std::string rangeText(const physics::Parameter& parameter) {
  if (parameter.choices.empty()) {
    const std::string range =
        settingText(parameter, parameter.lowest) + " to " + settingText(parameter, parameter.highest);
    return parameter.unit.empty() ? range : range + " " + parameter.unit;
  }
  std::string text;
  for (size_t i = 0; i < parameter.choices.size(); ++i)
    text += (i == 0 ? "" : i + 1 == parameter.choices.size() ? " or " : ", ") + parameter.choices[i];
  return text;
}

std::string listText() {
  std::string text;
  for (const physics::Model& model : physics::models()) {
    text += (text.empty() ? "" : "\n") + model.name + ": " + model.title + "\n";
    for (const physics::Parameter& parameter : model.parameters)
      text += "  --set " + parameter.name + "=" + settingText(parameter, parameter.default_value) + "  (" +
              rangeText(parameter) + ") " + parameter.meaning + "\n";
    text += "  writes";
    for (const physics::Column& column : model.columns)
      text += (&column == &model.columns.front() ? " " : ", ") + column.name +
              (column.unit.empty() ? "" : " (" + column.unit + ")");
    text += "\n";
  }
  return text;
}

nlohmann::ordered_json listJson() {
  using nlohmann::ordered_json;
  ordered_json all = ordered_json::array();
  for (const physics::Model& model : physics::models()) {
    ordered_json entry{{"model", model.name},
                       {"title", model.title},
                       {"parameters", ordered_json::array()},
                       {"columns", ordered_json::array()}};
    for (const physics::Parameter& parameter : model.parameters) {
      ordered_json item{{"name", parameter.name}, {"unit", parameter.unit}, {"meaning", parameter.meaning}};
      if (parameter.choices.empty()) {
        item["default"] = parameter.default_value;
        item["lowest"] = parameter.lowest;
        item["highest"] = parameter.highest;
        item["whole"] = parameter.whole;
      } else {
        item["default"] = settingText(parameter, parameter.default_value);
        item["choices"] = parameter.choices;
      }
      entry["parameters"].push_back(std::move(item));
    }
    for (const physics::Column& column : model.columns)
      entry["columns"].push_back({{"name", column.name}, {"unit", column.unit}, {"meaning", column.meaning}});
    all.push_back(std::move(entry));
  }
  return all;
}

trace::Trace traceOf(const ModelOptions& options) {
  if (!options.run.engine.command.empty()) return traceOfEngine(options.run, options.profile);
  const physics::Model& chosen = models::modelNamed(options.name);
  const physics::Settings settings = models::parseSettings(chosen, options.run.settings);
  return models::modelTrace(chosen, settings, buttonsOf(options.run));
}

int model(const ModelOptions& options) {
  if (options.list) {
    base::writeOutput(options.output, options.json ? base::jsonText(listJson()) : listText());
    return 0;
  }
  const bool engine = !options.run.engine.command.empty();
  if (options.name.empty() && !engine)
    throw std::runtime_error("no model is named; `jumpscope model --list` lists them with their parameters");
  if (!options.name.empty() && engine)
    throw std::runtime_error("--engine takes the place of the model " + options.name +
                             "; leave one of them out");
  if (!engine && !options.profile.empty())
    throw std::runtime_error("--profile names the values of an engine; add --engine CMD, or leave it out");
  if (options.json)
    throw std::runtime_error("--json needs --list; to write a model's trace as JSON, use -o FILE.jsonl");
  const trace::Trace result = traceOf(options);
  const trace::TraceFormat format =
      base::isDevice(options.output) ? trace::TraceFormat::Csv : trace::traceFormatOf(options.output);
  base::writeOutput(options.output, trace::encodeTrace(result, format));
  return 0;
}

}  // namespace

Action modelCommand(Arguments& arguments) {
  auto options = std::make_shared<ModelOptions>();
  arguments.positional("NAME", options->name, false, "the model, e.g. " + physics::models().front().name);
  arguments.suggest("NAME", modelNames());
  arguments.flag("--list", options->list, "list all models with their parameters and columns");
  arguments.flag("--json", options->json, "print the list as JSON");
  declareProfile(arguments, options->profile, "with --engine: the profile whose values it computes");
  declareScriptedRun(arguments, options->run);
  arguments.output("-o,--output", options->output, "FILE",
                   ".csv, .csv.zst or .jsonl (default: CSV on standard output)",
                   traceOutput([options] { return !options->list; }));
  return [options] { return model(*options); };
}

}  // namespace jumpscope::cli
