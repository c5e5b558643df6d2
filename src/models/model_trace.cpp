#include "src/models/model_trace.h"

#include <filesystem>
#include <stdexcept>

#include "src/base/json_value.h"
#include "src/base/words.h"
#include "src/models/law_file.h"

namespace jumpscope::models {
namespace {

trace::Watch watchOf(const physics::Column& column) {
  trace::Watch watch;
  watch.name = column.name;
  if (column.address) watch.addresses.push_back(column.address);
  watch.fraction_bits = column.fraction_bits;
  watch.type = column.address ? (column.is_signed ? trace::Type::S8 : trace::Type::U8) : trace::Type::S16;
  watch.unit = column.unit;
  watch.meaning = column.meaning;
  return watch;
}

// The profile looks for jumps only while the game runs normally, which a model always does: watches of that
// kind are columns that never change.
void addWhatTheModelTakesForGranted(trace::Trace& trace, const trace::Profile& profile) {
  for (const trace::Condition& condition : profile.jump_when) {
    if (condition.op != "==" || trace.find(condition.watch)) continue;
    for (const trace::Watch& watch : profile.watches) {
      if (watch.name != condition.watch) continue;
      trace.header.watches.push_back(watch);
      const int64_t raw = trace::rawFloor(condition.value, watch.fraction_bits).raw;
      for (trace::Row& row : trace.rows) row.values.push_back(raw);
    }
  }
}

// The built-in profile whose game the model is; nullptr: it is no game's.
const trace::Profile* gameProfile(const std::string& model) {
  for (const std::string& name : trace::builtinProfileNames())
    if (trace::builtinProfile(name).model == model) return &trace::builtinProfile(name);
  return nullptr;
}

}  // namespace

const physics::Model& modelNamed(const std::string& name) {
  const physics::Model* const model = physics::knownModel(name);
  // A file may have changed since it was read.
  if (namesLawFile(name) && (!model || std::filesystem::exists(name))) return loadLaw(name, name);
  if (model) return *model;
  std::vector<std::string_view> known;
  std::string list;
  for (const physics::Model& one : physics::models()) {
    known.push_back(one.name);
    list += (list.empty() ? "" : ", ") + one.name;
  }
  throw std::runtime_error("there is no model '" + name + "'" + base::didYouMean(name, known) +
                           "; the models are " + list + ", and the laws of files (.json)");
}

physics::Settings parseSettings(const physics::Model& model, const std::vector<std::string>& texts) {
  std::vector<std::string_view> known;
  for (const physics::Parameter& parameter : model.parameters) known.push_back(parameter.name);
  physics::Settings settings;
  for (const std::string& text : texts) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos)
      throw std::runtime_error("--set '" + text + "' is not NAME=VALUE, e.g. --set " +
                               model.parameters.front().name + "=" +
                               settingText(model.parameters.front(), model.parameters.front().default_value));
    const std::string name = text.substr(0, equals);
    const physics::Parameter* parameter = physics::findParameter(model, name);
    if (!parameter)
      throw std::runtime_error("model " + model.name + " has no parameter '" + name + "'; did you mean " +
                               std::string(base::nearestKey(name, known)) + "? " +
                               (namesLawFile(model.name) ? "It has " + base::joined(std::vector<std::string>(
                                                                           known.begin(), known.end()))
                                                         : "All are listed by `jumpscope model --list`"));
    if (settings.contains(name)) throw std::runtime_error("--set names " + name + " twice");
    settings[name] = physics::parseSetting(model, *parameter, std::string_view(text).substr(equals + 1));
  }
  return settings;
}

trace::Trace modelTrace(const physics::Model& model, const physics::Settings& settings,
                        std::span<const uint8_t> buttons) {
  const physics::Settings all = physics::completed(model, settings);
  physics::ModelRun run = physics::runModel(model, all, buttons);
  trace::Trace result;
  result.header.version = JUMPSCOPE_VERSION;
  result.header.model = model.name;
  for (const physics::Parameter& parameter : model.parameters)
    result.header.settings[parameter.name] = settingText(parameter, all.at(parameter.name));
  for (const physics::Column& column : run.columns) result.header.watches.push_back(watchOf(column));
  for (size_t n = 0; n < run.rows.size(); ++n) result.rows.push_back({n, buttons[n], std::move(run.rows[n])});
  if (const trace::Profile* game = gameProfile(model.name)) {
    result.header.profile = game->name;
    addWhatTheModelTakesForGranted(result, *game);
  }
  return result;
}

trace::Profile modelProfile(const physics::Model& model) {
  if (const trace::Profile* game = gameProfile(model.name)) return *game;
  trace::Profile profile;
  profile.name = model.name;
  profile.title = model.title;
  profile.model = model.name;
  for (const physics::Column& column : model.columns) profile.watches.push_back(watchOf(column));
  profile.height_watch = model.height;
  profile.subpixel_watch = model.subpixel;
  if (!model.jumping.empty()) profile.jump_when.push_back({model.jumping, "!=", 0});
  return profile;
}

bool isModelTrace(const trace::TraceView& trace) {
  return !trace.header.model.empty() && !trace.header.settings.empty();
}

physics::Settings recordedSettings(const physics::Model& model, const trace::TraceView& trace) {
  std::vector<std::string> texts;
  for (const auto& [name, value] : trace.header.settings) texts.push_back(name + "=" + value);
  return parseSettings(model, texts);
}

}  // namespace jumpscope::models
