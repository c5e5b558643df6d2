// What a fit found, for people, programs and engines.
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/fit/fit.h"

namespace jumpscope::fit {
namespace {

using nlohmann::ordered_json;

// As short as nine digits allow: constants of an engine are floats.
std::string shortText(double value) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value == 0 ? 0. : value, std::chars_format::general, 9).ptr;
  return std::string(text, end);
}

struct Row {
  std::string name;
  double value;
  std::string unit, engine_unit;
  double engine_value;
};

std::vector<Row> constantRows(const Constants& constants, const FitUnits& units) {
  const double speed = units.fps / units.pixels_per_unit, gravity = speed * units.fps;
  const auto row = [&](const char* name, double value, bool is_speed) {
    return Row{name, value, is_speed ? "px/frame" : "px/frame^2", is_speed ? "units/s" : "units/s^2",
               value * (is_speed ? speed : gravity)};
  };
  std::vector<Row> rows{row("initial speed", -constants.speed, true),
                        row("rise gravity", constants.rise_gravity, false),
                        row("fall gravity", constants.fall_gravity, false)};
  if (constants.terminal_speed) rows.push_back(row("terminal speed", *constants.terminal_speed, true));
  return rows;
}

std::string releaseRule(const Constants& constants) {
  if (!constants.boosts.empty())
    return "while the key is held, every " + std::to_string(constants.boost_every) +
           " frames a boost is added to the speed";
  if (constants.release_factor != 1)
    return "rising without the key: the speed is multiplied by " + shortText(constants.release_factor) +
           " every frame";
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

// The lines of a snippet, with %names filled in.
struct Snippet {
  std::string text;

  void line(const std::string& content) { text += content + "\n"; }
};

struct Syntax {
  std::string comment, constant, suffix, end;
};

std::string constantLine(const Syntax& syntax, const std::string& name, double value,
                         const std::string& unit) {
  std::string number = shortText(value);
  if (number.find_first_of(".e") == std::string::npos) number += ".0";
  return syntax.constant + name + " = " + number + syntax.suffix + syntax.end + "  " + syntax.comment + unit;
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
  for (const Row& row : constantRows(result.constants, units))
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
  for (const Row& row : constantRows(result.constants, units)) {
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

namespace {

// The constants of all three languages, one a line. Speeds are downwards in cpp and gdscript, upwards in
// csharp.
void addConstants(Snippet& snippet, const FitResult& result, const FitUnits& units, const Syntax& syntax,
                  const std::vector<std::string>& names, bool up) {
  const Constants& c = result.constants;
  const double speed = units.fps / units.pixels_per_unit, gravity = speed * units.fps, sign = up ? -1 : 1;
  const std::string none = c.terminal_speed ? "unit/s" : "unit/s; none in this jump";
  snippet.line(constantLine(syntax, names[0], 1 / units.fps, "s"));
  snippet.line(constantLine(syntax, names[1], sign * c.speed * speed, "unit/s"));
  snippet.line(constantLine(syntax, names[2], sign * c.rise_gravity * gravity, "unit/s^2"));
  snippet.line(constantLine(syntax, names[3], sign * c.fall_gravity * gravity, "unit/s^2"));
  snippet.line(
      constantLine(syntax, names[4], sign * (c.terminal_speed ? c.terminal_from : 1e6) * speed, none));
  snippet.line(constantLine(syntax, names[5], sign * c.terminal_speed.value_or(1e6) * speed, none));
  snippet.line(constantLine(syntax, names[6], c.release_factor, "of the speed, rising without the key"));
}

std::string remarkOnBoosts(const FitResult& result, const FitUnits& units, const std::string& comment,
                           bool up) {
  const Constants& c = result.constants;
  if (c.boosts.empty()) return "";
  std::string text =
      comment + "Before the move of frame " + std::to_string(c.boost_every) + " k after the start,";
  text += " k from 1, while the key has been down all along, add to the speed (unit/s):";
  for (const double boost : c.boosts)
    text.append(" ").append(shortText((up ? -boost : boost) * units.fps / units.pixels_per_unit));
  return text + "\n";
}

std::string headOf(const FitResult& result, const FitUnits& units, const std::string& comment, bool up) {
  std::string text = comment + "Fitted by jumpscope to jump " + std::to_string(result.series.jump) +
                     ", model " + result.model + ": " + std::to_string(result.exact_rows) + " of " +
                     std::to_string(result.rows()) + " rows exact.\n";
  text += comment + "Call update once a frame of fixed length, from the frame of the press on.\n";
  return text + remarkOnBoosts(result, units, comment, up);
}

std::string cppSnippet(const FitResult& result, const FitUnits& units) {
  Snippet snippet{headOf(result, units, "// ", false)};
  snippet.line("struct Jump {");
  addConstants(snippet, result, units, {"// ", "  static constexpr double ", "", ";"},
               {"frame", "initial_speed", "rise_gravity", "fall_gravity", "terminal_from", "terminal_speed",
                "release_factor"},
               false);
  snippet.line("");
  snippet.line("  double y = 0, speed = 0;  // down positive");
  snippet.line("  bool falls = false;");
  snippet.line("  void start() { speed = initial_speed, falls = false; }");
  snippet.line("  void update(bool held) {");
  snippet.line("    y += speed * frame;");
  snippet.line("    if (!held || speed >= 0) falls = true;");
  snippet.line("    if (!held && speed < 0) speed *= release_factor;");
  snippet.line("    speed += (falls ? fall_gravity : rise_gravity) * frame;");
  snippet.line("    if (speed >= terminal_from) speed = terminal_speed;");
  snippet.line("  }");
  snippet.line("};");
  return snippet.text;
}

std::string csharpSnippet(const FitResult& result, const FitUnits& units) {
  Snippet snippet{headOf(result, units, "// ", true)};
  snippet.line("public sealed class Jump {");
  addConstants(snippet, result, units, {"// ", "    const float ", "f", ";"},
               {"Frame", "InitialSpeed", "RiseGravity", "FallGravity", "TerminalFrom", "TerminalSpeed",
                "ReleaseFactor"},
               true);
  snippet.line("");
  snippet.line("    public float Y, Speed;  // up positive");
  snippet.line("    bool falls;");
  snippet.line("    public void Start() { Speed = InitialSpeed; falls = false; }");
  snippet.line("    public void Update(bool held) {");
  snippet.line("        Y += Speed * Frame;");
  snippet.line("        if (!held || Speed <= 0) falls = true;");
  snippet.line("        if (!held && Speed > 0) Speed *= ReleaseFactor;");
  snippet.line("        Speed += (falls ? FallGravity : RiseGravity) * Frame;");
  snippet.line("        if (Speed <= TerminalFrom) Speed = TerminalSpeed;");
  snippet.line("    }");
  snippet.line("}");
  return snippet.text;
}

std::string gdscriptSnippet(const FitResult& result, const FitUnits& units) {
  Snippet snippet{headOf(result, units, "# ", false)};
  addConstants(snippet, result, units, {"# ", "const ", "", ""},
               {"FRAME", "INITIAL_SPEED", "RISE_GRAVITY", "FALL_GRAVITY", "TERMINAL_FROM", "TERMINAL_SPEED",
                "RELEASE_FACTOR"},
               false);
  snippet.line("");
  snippet.line("var y := 0.0");
  snippet.line("var speed := 0.0  # down positive");
  snippet.line("var falls := false");
  snippet.line("");
  snippet.line("func start() -> void:");
  snippet.line("\tspeed = INITIAL_SPEED");
  snippet.line("\tfalls = false");
  snippet.line("");
  snippet.line("func update(held: bool) -> void:");
  snippet.line("\ty += speed * FRAME");
  snippet.line("\tif not held or speed >= 0.0:");
  snippet.line("\t\tfalls = true");
  snippet.line("\tif not held and speed < 0.0:");
  snippet.line("\t\tspeed *= RELEASE_FACTOR");
  snippet.line("\tspeed += (FALL_GRAVITY if falls else RISE_GRAVITY) * FRAME");
  snippet.line("\tif speed >= TERMINAL_FROM:");
  snippet.line("\t\tspeed = TERMINAL_SPEED");
  return snippet.text;
}

}  // namespace

std::string fitSnippet(const FitResult& result, const FitUnits& units, const std::string& language) {
  if (language == "cpp") return cppSnippet(result, units);
  if (language == "csharp") return csharpSnippet(result, units);
  if (language == "gdscript") return gdscriptSnippet(result, units);
  throw std::runtime_error("there is no snippet in '" + language + "'; choose cpp, csharp or gdscript");
}

}  // namespace jumpscope::fit
