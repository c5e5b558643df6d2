// What a fit found, for people and programs.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/fit/fit.h"
#include "src/fit/numbers.h"

namespace jumpscope::fit {
namespace {

using nlohmann::ordered_json;

struct Row {
  std::string name;
  double value;
  std::string unit, engine_unit;
  double engine_value;
};

// True if the flight is fast enough to show the terminal speed.
bool showsTerminalSpeed(const FitResult& result) {
  return result.constants.terminal_speed &&
         std::none_of(result.parameters.begin(), result.parameters.end(), [](const FittedParameter& p) {
           return !p.seen && (p.name == "terminal_speed" || p.name == "max_speed");
         });
}

std::vector<Row> constantRows(const FitResult& result, const FitUnits& units) {
  const Constants& constants = result.constants;
  const double speed = units.fps / units.pixels_per_unit, gravity = speed * units.fps;
  const auto row = [&](const char* name, double value, bool is_speed) {
    return Row{name, value, is_speed ? "px/frame" : "px/frame^2", is_speed ? "units/s" : "units/s^2",
               value * (is_speed ? speed : gravity)};
  };
  std::vector<Row> rows{row("initial speed", -constants.speed, true),
                        row("rise gravity", constants.rise_gravity, false),
                        row("fall gravity", constants.fall_gravity, false)};
  if (showsTerminalSpeed(result)) rows.push_back(row("terminal speed", *constants.terminal_speed, true));
  return rows;
}

std::string releaseRule(const Constants& constants) {
  if (!constants.boosts.empty())
    return "while the key is held, every " + std::to_string(constants.boost_every) +
           " frames a boost is added to the speed";
  if (constants.release_factor != 1)
    return "rising without the key: the speed is multiplied by " + shortText(constants.release_factor) +
           " every frame";
  if (constants.cut_speed)
    return "rising without the key before frame " + std::to_string(constants.cut_until) +
           ": a faster speed becomes " + shortText(-*constants.cut_speed) + " px/frame, once";
  if (constants.rise_gravity != constants.fall_gravity)
    return "once the key has been up, or at the apex: fall gravity";
  return "the key changes nothing after the press";
}

std::string commandFor(const FitResult& result) {
  const physics::Model& model = physics::findModel(result.model);
  std::string text = "jumpscope model " + result.model;
  for (const auto& [name, value] : result.settings) {
    const physics::Parameter& parameter = *physics::findParameter(model, name);
    if (value != parameter.default_value) text += " --set " + name + "=" + settingText(parameter, value);
  }
  return text;
}

}  // namespace

std::string fitText(const FitResult& result, const FitUnits& units) {
  std::string text = "jump " + std::to_string(result.series.jump) + " (frame " +
                     std::to_string(result.series.first_frame) + ", " + std::to_string(result.rows()) +
                     " frames in the air by " + result.series.watch + "), model " + result.model + "\n";
  if (result.series.hold_assumed)
    text += "  the trace shows no A when it began: taken as held until the apex\n";
  text += "  " + std::to_string(result.exact_rows) + " of " + std::to_string(result.rows()) + " rows exact";
  if (!result.exact())
    text += ", largest error " + shortText(result.max_error) + " px, rms " + shortText(result.rms_error) +
            " px, first differing frame " + std::to_string(*result.first_wrong_frame);
  text += "\n\nparameters\n";
  for (const FittedParameter& parameter : result.parameters)
    text += "  " + parameter.name + " = " + parameter.value + (parameter.unit.empty() ? "" : " ") +
            parameter.unit + (parameter.seen ? "" : "  (not seen in this jump)") + "\n";
  text += "\nconstants, at " + shortText(units.fps) + " frames a second and " +
          shortText(units.pixels_per_unit) + " px a unit\n";
  for (const Row& row : constantRows(result, units))
    text += "  " + row.name + ": " + shortText(row.value) + " " + row.unit + " = " +
            shortText(row.engine_value) + " " + row.engine_unit + "\n";
  text += "  release: " + releaseRule(result.constants) + "\n";
  return text + "\n" + commandFor(result) + "\n";
}

ordered_json fitJson(const FitResult& result, const FitUnits& units) {
  const physics::Model& model = physics::findModel(result.model);
  ordered_json json;
  json["model"] = result.model;
  json["jump"] = result.series.jump;
  json["watch"] = result.series.watch;
  json["first_frame"] = result.series.first_frame;
  json["hold_assumed"] = result.series.hold_assumed;
  json["rows"] = result.rows();
  json["exact_rows"] = result.exact_rows;
  json["exact"] = result.exact();
  json["max_error_px"] = result.max_error;
  json["rms_error_px"] = result.rms_error;
  json["first_differing_frame"] =
      result.first_wrong_frame ? ordered_json(*result.first_wrong_frame) : ordered_json(nullptr);
  json["parameters"] = ordered_json::array();
  for (const FittedParameter& parameter : result.parameters) {
    const bool is_word = !physics::findParameter(model, parameter.name)->choices.empty();
    json["parameters"].push_back({{"name", parameter.name},
                                  {"value", is_word ? ordered_json(parameter.value)
                                                    : ordered_json(result.settings.at(parameter.name))},
                                  {"unit", parameter.unit},
                                  {"seen", parameter.seen}});
  }
  json["fps"] = units.fps;
  json["pixels_per_unit"] = units.pixels_per_unit;
  json["constants"] = ordered_json::object();
  for (const Row& row : constantRows(result, units)) {
    std::string key = row.name;
    for (char& c : key)
      if (c == ' ') c = '_';
    json["constants"][key] = {{"px_and_frames", row.value}, {"units_and_seconds", row.engine_value}};
  }
  json["constants"]["release"] = releaseRule(result.constants);
  json["constants"]["release_factor"] = result.constants.release_factor;
  json["constants"]["boosts_px"] = result.constants.boosts;
  json["constants"]["boost_every"] = result.constants.boost_every;
  json["command"] = commandFor(result);
  return json;
}

}  // namespace jumpscope::fit
