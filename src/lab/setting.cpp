#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/concat.h"
#include "src/base/json.h"
#include "src/base/json_value.h"
#include "src/base/text.h"
#include "src/lab/lab.h"
#include "src/models/law_file.h"

namespace jumpscope::lab {
namespace {

using base::JsonValue;
using nlohmann::ordered_json;

constexpr int format_version = 1;

ordered_json settingsJson(const physics::Model& model, const physics::Settings& settings) {
  ordered_json json = ordered_json::object();
  for (const physics::Parameter& parameter : model.parameters) {
    const double value = settings.at(parameter.name);
    if (!parameter.choices.empty())
      json[parameter.name] = physics::settingText(parameter, value);
    else if (parameter.whole)
      json[parameter.name] = static_cast<int64_t>(value);
    else
      json[parameter.name] = value;
  }
  return json;
}

double parameterValue(const physics::Model& model, const physics::Parameter& parameter,
                      const JsonValue& value) {
  if (!parameter.choices.empty()) {
    const auto found = std::find(parameter.choices.begin(), parameter.choices.end(), value.string());
    if (found != parameter.choices.end()) return static_cast<double>(found - parameter.choices.begin());
    std::string words;
    for (const std::string& word : parameter.choices) words.append(words.empty() ? "" : ", ").append(word);
    value.fail(base::concat({"one of ", words}));
  }
  const std::string range = base::concat({parameter.whole ? "an integer from " : "a number from ",
                                          physics::settingText(parameter, parameter.lowest), " to ",
                                          physics::settingText(parameter, parameter.highest)});
  if (!value.json().is_number()) value.fail(range);
  try {
    const double number = value.json().get<double>();
    physics::completed(model, {{parameter.name, number}});
    return number;
  } catch (const std::runtime_error&) {
    value.fail(range);
  }
}

physics::Settings parseSettings(const physics::Model& model, const JsonValue& object) {
  std::vector<std::string_view> known;
  for (const physics::Parameter& parameter : model.parameters) known.push_back(parameter.name);
  object.requireKeys(known);
  physics::Settings settings;
  for (const physics::Parameter& parameter : model.parameters)
    if (const auto value = object.find(parameter.name))
      settings[parameter.name] = parameterValue(model, parameter, *value);
  return physics::completed(model, settings);
}

std::string colorText(uint32_t color) { return "#" + base::lowerHex(color, 6); }

uint32_t parseColor(const JsonValue& value) {
  const std::string text = value.string();
  const bool fits = text.size() == 7 && text[0] == '#' &&
                    text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  if (!fits) value.fail("a color as \"#rrggbb\"");
  return static_cast<uint32_t>(std::stoul(text.substr(1), nullptr, 16));
}

bool parseFlag(const JsonValue& value) {
  if (!value.json().is_boolean()) value.fail("true or false");
  return value.json().get<bool>();
}

// The place of the value's text among `names`.
template <size_t size>
size_t parseName(const JsonValue& value, const std::array<std::string_view, size>& names) {
  const std::string text = value.string();
  const auto found = std::find(names.begin(), names.end(), text);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  std::string words;
  for (const std::string_view name : names) words.append(words.empty() ? "" : ", ").append(name);
  value.fail(base::concat({"one of ", words}));
}

const physics::Model& parseModel(const JsonValue& value) {
  const std::string name = value.string();
  if (models::namesLawFile(name)) return comparisonModel(name);
  std::vector<std::string_view> known;
  for (const physics::Model* model : comparisonModels()) {
    if (model->name == name) return *model;
    known.push_back(model->name);
  }
  value.fail(base::concat({"a model with a height, e.g. ", base::nearestKey(name, known)}));
}

EntryChoice parseEntry(const JsonValue& object, size_t place) {
  static constexpr std::string_view keys[] = {"model", "shown", "colour", "settings"};
  object.requireKeys(keys);
  EntryChoice entry;
  entry.model = &parseModel(object.at("model"));
  entry.settings = physics::completed(*entry.model, {});
  entry.color = paletteColor(place);
  if (const auto shown = object.find("shown")) entry.shown = parseFlag(*shown);
  if (const auto color = object.find("colour")) entry.color = parseColor(*color);
  if (const auto settings = object.find("settings")) entry.settings = parseSettings(*entry.model, *settings);
  return entry;
}

void parseJumps(const JsonValue& object, Lab& lab) {
  static constexpr std::string_view keys[] = {"across", "ghosts", "models"};
  object.requireKeys(keys);
  if (const auto across = object.find("across")) lab.across = Across(parseName(*across, across_names));
  size_t ghosts = lab.comparison.ghosts();
  if (const auto kept = object.find("ghosts")) ghosts = size_t(kept->integer(0, Comparison::most_ghosts));
  if (const auto models = object.find("models")) {
    std::vector<EntryChoice> entries;
    for (const JsonValue& item : models->items()) entries.push_back(parseEntry(item, entries.size()));
    if (entries.size() > Comparison::most_entries)
      models->fail(base::concat({"at most ", std::to_string(Comparison::most_entries), " models"}));
    lab.comparison = Comparison(std::move(entries));
  }
  lab.comparison.keepGhosts(ghosts);
}

}  // namespace

std::string saveSetting(const Lab& lab) {
  ordered_json models = ordered_json::array();
  for (const EntryChoice& entry : lab.comparison.choices())
    models.push_back({{"model", entry.model->name},
                      {"shown", entry.shown},
                      {"colour", colorText(entry.color)},
                      {"settings", settingsJson(*entry.model, entry.settings)}});
  ordered_json json;
  json["jumpscope_lab"] = format_version;
  json["view"] = view_names[size_t(lab.view)];
  json["slow_motion"] = lab.clock.slowness();
  json["jumps"] = {{"across", across_names[size_t(lab.across)]},
                   {"ghosts", lab.comparison.ghosts()},
                   {"models", std::move(models)}};
  json["strafe"] = settingsJson(strafeParameters(), lab.strafe.settings());
  json["sandbox"] = settingsJson(sandboxParameters(), lab.sandbox.settings());
  return base::jsonText(json);
}

Lab loadSetting(std::string_view text, const std::string& name) {
  static constexpr std::string_view keys[] = {"jumpscope_lab", "view",   "slow_motion",
                                              "jumps",         "strafe", "sandbox"};
  const nlohmann::json json = base::parseJson(text, name);
  const JsonValue root(json, name);
  root.requireKeys(keys);
  root.at("jumpscope_lab").integer(format_version, format_version);
  Lab lab;
  if (const auto view = root.find("view")) lab.view = View(parseName(*view, view_names));
  if (const auto slowness = root.find("slow_motion")) {
    const auto value = slowness->integer(1, LabClock::slownesses.back());
    if ((value & (value - 1)) != 0) slowness->fail("1, 2, 4, 8 or 16");
    lab.clock.setSlowness(int(value));
  }
  if (const auto jumps = root.find("jumps")) parseJumps(*jumps, lab);
  if (const auto strafe = root.find("strafe"))
    for (const auto& [parameter, value] : parseSettings(strafeParameters(), *strafe))
      lab.strafe.set(parameter, value);
  if (const auto sandbox = root.find("sandbox"))
    for (const auto& [parameter, value] : parseSettings(sandboxParameters(), *sandbox))
      lab.sandbox.set(parameter, value);
  return lab;
}

}  // namespace jumpscope::lab
