#include "src/physics/models.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <list>
#include <mutex>
#include <stdexcept>

#include "src/physics/law.h"

namespace jumpscope::physics {

#define JUMPSCOPE_MODEL(make) Model make();
#include "src/physics/models.def"
#undef JUMPSCOPE_MODEL

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string numberText(double value) {
  char text[32];
  // -0 is 0 to every model's range, and would be another text.
  const auto end = std::to_chars(text, text + sizeof text, value == 0 ? 0. : value).ptr;
  return std::string(text, end);
}

std::string expectation(const Parameter& parameter) {
  if (!parameter.choices.empty()) return "one of " + joined(parameter.choices);
  return (parameter.whole ? "" : "a number from ") + numberText(parameter.lowest) + " to " +
         numberText(parameter.highest);
}

void requireInRange(const Model& model, const Parameter& parameter, double value) {
  const bool fits = value >= parameter.lowest && value <= parameter.highest &&
                    (!parameter.whole || value == std::floor(value));
  if (fits) return;
  throw std::runtime_error("parameter " + parameter.name + " of model " + model.name + " is " +
                           numberText(value) + "; expected " + expectation(parameter));
}

}  // namespace

std::span<const Model> models() {
  static const std::vector<Model> all{
#define JUMPSCOPE_MODEL(make) make(),
#include "src/physics/models.def"
#undef JUMPSCOPE_MODEL
  };
  return all;
}

namespace {

// Models of files, the newest first.
struct Added {
  std::mutex mutex;
  std::list<Model> models;
};
Added& added() {
  static Added list;
  return list;
}

}  // namespace

const Model& addModel(Model model) {
  Added& known = added();
  const std::lock_guard lock(known.mutex);
  // A file that is read again with the same content adds nothing.
  const auto last = std::find_if(known.models.begin(), known.models.end(),
                                 [&](const Model& other) { return other.name == model.name; });
  const bool same = last != known.models.end() && last->law && model.law && *last->law == *model.law &&
                    last->title == model.title;
  if (same) return *last;
  return known.models.emplace_front(std::move(model));
}

const Model* knownModel(std::string_view name) {
  for (const Model& model : models())
    if (model.name == name) return &model;
  Added& known = added();
  const std::lock_guard lock(known.mutex);
  for (const Model& model : known.models)
    if (model.name == name) return &model;
  return nullptr;
}

const Model& findModel(std::string_view name) {
  if (const Model* model = knownModel(name)) return *model;
  std::vector<std::string> known;
  for (const Model& model : models()) known.push_back(model.name);
  throw std::runtime_error("there is no model \"" + std::string(name) +
                           "\"; choose one of: " + joined(known));
}

const Game& gameOf(std::string_view model) {
  const Model* known = knownModel(model);
  return known && known->game ? *known->game : anyGame();
}

const Parameter* findParameter(const Model& model, std::string_view name) {
  const auto found = std::find_if(model.parameters.begin(), model.parameters.end(),
                                  [&](const Parameter& parameter) { return parameter.name == name; });
  return found == model.parameters.end() ? nullptr : &*found;
}

Settings completed(const Model& model, const Settings& settings) {
  Settings defaults;
  for (const Parameter& parameter : model.parameters) defaults[parameter.name] = parameter.default_value;
  return changed(model, std::move(defaults), settings);
}

Settings changed(const Model& model, Settings base, const Settings& settings) {
  for (const auto& [name, value] : settings) {
    const Parameter* parameter = findParameter(model, name);
    if (!parameter) {
      std::vector<std::string> known;
      for (const Parameter& one : model.parameters) known.push_back(one.name);
      throw std::runtime_error("model " + model.name + " has no parameter \"" + name + "\"; it has " +
                               joined(known));
    }
    requireInRange(model, *parameter, value);
    base[name] = value;
    const std::string& with = parameter->counts_with;
    if (!with.empty() && !settings.contains(with)) base[with] = 1;
  }
  return base;
}

ModelRun runModel(const Model& model, const Settings& settings, std::span<const uint8_t> buttons) {
  return {model.columns, model.run(completed(model, settings), buttons)};
}

std::string settingText(const Parameter& parameter, double value) {
  const bool is_choice = value >= 0 && value < double(parameter.choices.size());
  return is_choice ? parameter.choices[size_t(value)] : numberText(value);
}

double parseSetting(const Model& model, const Parameter& parameter, std::string_view text) {
  for (size_t i = 0; i < parameter.choices.size(); ++i)
    if (parameter.choices[i] == text) return double(i);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole_text = error == std::errc() && end == text.data() + text.size() && std::isfinite(value);
  if (!parameter.choices.empty() || !whole_text)
    throw std::runtime_error("parameter " + parameter.name + " of model " + model.name + " cannot be '" +
                             std::string(text) + "'; expected " + expectation(parameter));
  requireInRange(model, parameter, value);
  return value;
}

}  // namespace jumpscope::physics
