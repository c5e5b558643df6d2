// What a fit found, as source for engines. The code computes in units and frames, not in seconds: then the numbers of a
// game that counts in fractions of a pixel are exact, and the apex comes in the same frame.
#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "src/fit/fit.h"
#include "src/fit/model_height.h"
#include "src/fit/numbers.h"

namespace jumpscope::fit {
namespace {

// A line counts where the jump has what the letter before it names:
//   P  a press_step           B  boosts               N  a count of frames (P, B or C)
//   1  one gravity            2  two of them          R  a release_factor
//   C  a cut_speed            T  a terminal speed     A, I, F  one after gravity, instead of it, by the speed's fraction
//   f  a terminal speed that is not by the fraction     K, k  the key matters, or does not
// $NAME is a constant, and its unit is put behind the line. NUMBER is double or float.
constexpr std::string_view cpp_template = R"(
F|#include <cmath>
 |struct Jump {
 |  static constexpr NUMBER initial_speed = $speed;
P|  static constexpr NUMBER press_step = $press_step;
1|  static constexpr NUMBER gravity = $fall_gravity;
2|  static constexpr NUMBER rise_gravity = $rise_gravity;
2|  static constexpr NUMBER fall_gravity = $fall_gravity;
f|  static constexpr NUMBER terminal_from = $terminal_from;
T|  static constexpr NUMBER terminal_speed = $terminal_speed;
F|  static constexpr NUMBER pixel = $pixel, terminal_fraction = $terminal_fraction;
R|  static constexpr NUMBER release_factor = $release_factor;
C|  static constexpr NUMBER cut_speed = $cut_speed;
C|  static constexpr int cut_until = $cut_until;
B|  static constexpr int boost_every = $boost_every, boost_count = $boost_count;
 |
 |  NUMBER y = 0, speed = 0;
N|  int frame = 0;
B|  bool held = true;
2|  bool falls = false;
C|  bool cut = false;
 |
 |  void start() {
 |    speed = initial_speed;
N|    frame = 0;
B|    held = true;
2|    falls = false;
C|    cut = false;
 |  }
 |
K|  void update(bool down) {
k|  void update(bool) {
N|    const int n = frame++;
P|    if (n == 0) {
P|      y += press_step;
P|      return;
P|    }
B|    static constexpr NUMBER boosts[] = {$boosts};
B|    held = held && down;
B|    if (held && n > 0 && n % boost_every == 0 && n / boost_every <= boost_count)
B|      speed += boosts[n / boost_every - 1];
 |    y += speed;
2|    if (!down || speed >= 0) falls = true;
R|    if (!down && speed < 0) speed *= release_factor;
C|    if (!down && !cut && n < cut_until && speed < cut_speed) {
C|      speed = cut_speed;
C|      cut = true;
C|    }
I|    if (speed >= terminal_from) {
I|      speed = terminal_speed;
I|      return;
I|    }
1|    speed += gravity;
2|    speed += falls ? fall_gravity : rise_gravity;
A|    if (speed >= terminal_from) speed = terminal_speed;
F|    if (speed >= terminal_speed && std::fmod(speed, pixel) >= terminal_fraction) speed = terminal_speed;
 |  }
 |};
)";

constexpr std::string_view csharp_template = R"(
 |public sealed class Jump {
 |    const NUMBER InitialSpeed = $speed;
P|    const NUMBER PressStep = $press_step;
1|    const NUMBER Gravity = $fall_gravity;
2|    const NUMBER RiseGravity = $rise_gravity;
2|    const NUMBER FallGravity = $fall_gravity;
f|    const NUMBER TerminalFrom = $terminal_from;
T|    const NUMBER TerminalSpeed = $terminal_speed;
F|    const NUMBER Pixel = $pixel, TerminalFraction = $terminal_fraction;
R|    const NUMBER ReleaseFactor = $release_factor;
C|    const NUMBER CutSpeed = $cut_speed;
C|    const int CutUntil = $cut_until;
B|    static readonly NUMBER[] Boosts = {$boosts};
B|    const int BoostEvery = $boost_every, BoostCount = $boost_count;
 |
 |    public NUMBER Y, Speed;
N|    int frame;
B|    bool held;
2|    bool falls;
C|    bool cut;
 |
 |    public void Start() {
 |        Speed = InitialSpeed;
N|        frame = 0;
B|        held = true;
2|        falls = false;
C|        cut = false;
 |    }
 |
 |    public void Update(bool down) {
N|        int n = frame++;
P|        if (n == 0) {
P|            Y += PressStep;
P|            return;
P|        }
B|        held = held && down;
B|        if (held && n > 0 && n % BoostEvery == 0 && n / BoostEvery <= BoostCount)
B|            Speed += Boosts[n / BoostEvery - 1];
 |        Y += Speed;
2|        if (!down || Speed <= 0) falls = true;
R|        if (!down && Speed > 0) Speed *= ReleaseFactor;
C|        if (!down && !cut && n < CutUntil && Speed > CutSpeed) {
C|            Speed = CutSpeed;
C|            cut = true;
C|        }
I|        if (Speed <= TerminalFrom) {
I|            Speed = TerminalSpeed;
I|            return;
I|        }
1|        Speed += Gravity;
2|        Speed += falls ? FallGravity : RiseGravity;
A|        if (Speed <= TerminalFrom) Speed = TerminalSpeed;
F|        if (Speed <= TerminalSpeed && -Speed % Pixel >= TerminalFraction) Speed = TerminalSpeed;
 |    }
 |}
)";

constexpr std::string_view gdscript_template = R"(
 |const INITIAL_SPEED = $speed
P|const PRESS_STEP = $press_step
1|const GRAVITY = $fall_gravity
2|const RISE_GRAVITY = $rise_gravity
2|const FALL_GRAVITY = $fall_gravity
f|const TERMINAL_FROM = $terminal_from
T|const TERMINAL_SPEED = $terminal_speed
F|const PIXEL = $pixel
F|const TERMINAL_FRACTION = $terminal_fraction
R|const RELEASE_FACTOR = $release_factor
C|const CUT_SPEED = $cut_speed
C|const CUT_UNTIL = $cut_until
B|const BOOSTS = [$boosts]
B|const BOOST_EVERY = $boost_every
 |
 |var y := 0.0
 |var speed := 0.0
N|var frame := 0
B|var held := true
2|var falls := false
C|var cut := false
 |
 |func start() -> void:
 |	speed = INITIAL_SPEED
N|	frame = 0
B|	held = true
2|	falls = false
C|	cut = false
 |
K|func update(down: bool) -> void:
k|func update(_down: bool) -> void:
N|	var n := frame
N|	frame += 1
P|	if n == 0:
P|		y += PRESS_STEP
P|		return
B|	held = held and down
B|	for k in range(BOOSTS.size()):
B|		if held and n == BOOST_EVERY * (k + 1):
B|			speed += BOOSTS[k]
 |	y += speed
2|	if not down or speed >= 0.0:
2|		falls = true
R|	if not down and speed < 0.0:
R|		speed *= RELEASE_FACTOR
C|	if not down and not cut and n < CUT_UNTIL and speed < CUT_SPEED:
C|		speed = CUT_SPEED
C|		cut = true
I|	if speed >= TERMINAL_FROM:
I|		speed = TERMINAL_SPEED
I|		return
1|	speed += GRAVITY
2|	speed += FALL_GRAVITY if falls else RISE_GRAVITY
A|	if speed >= TERMINAL_FROM:
A|		speed = TERMINAL_SPEED
F|	if speed >= TERMINAL_SPEED and fmod(speed, PIXEL) >= TERMINAL_FRACTION:
F|		speed = TERMINAL_SPEED
)";

struct Language {
  std::string_view name, text, comment, start, update;
  bool up;  // up is positive
};

constexpr Language languages[] = {
    {"cpp", cpp_template, "//", "start", "update", false},
    {"csharp", csharp_template, "//", "Start", "Update", true},
    {"gdscript", gdscript_template, "#", "start", "update", false},
};

// In units instead of px.
Constants inUnits(Constants c, const FitUnits& units) {
  const double factor = 1 / units.pixels_per_unit;
  for (double* value : {&c.speed, &c.rise_gravity, &c.fall_gravity, &c.terminal_from}) *value *= factor;
  for (std::optional<double>* value : {&c.press_step, &c.terminal_speed, &c.terminal_fraction, &c.cut_speed})
    if (*value) **value *= factor;
  for (double& boost : c.boosts) boost *= factor;
  return c;
}

bool has(const Constants& c, char feature) {
  const bool two = c.rise_gravity != c.fall_gravity, boosts = !c.boosts.empty();
  switch (feature) {
    case 'P':
      return c.press_step.has_value();
    case 'B':
      return boosts;
    case 'N':
      return c.press_step || boosts || c.cut_speed;
    case '1':
      return !two;
    case '2':
      return two;
    case 'R':
      return c.release_factor != 1;
    case 'K':
      return two || boosts || c.cut_speed || c.release_factor != 1;
    case 'k':
      return !has(c, 'K');
    case 'C':
      return c.cut_speed.has_value();
    case 'T':
      return c.terminal_speed.has_value();
    case 'A':
      return c.terminal_speed && !c.terminal_instead && !c.terminal_fraction;
    case 'F':
      return c.terminal_speed && c.terminal_fraction;
    case 'f':
      return c.terminal_speed && !c.terminal_fraction;
    case 'I':
      return c.terminal_speed && c.terminal_instead;
    default:
      return true;
  }
}

struct Filling {
  std::string text, unit;
};

// What $NAME stands for.
class Fillings {
 public:
  Fillings(const Constants& c, const FitUnits& units, bool up) : c_(c), units_(units), sign_(up ? -1 : 1) {
    motion("speed", c.speed, 1);
    motion("rise_gravity", c.rise_gravity, 2);
    motion("fall_gravity", c.fall_gravity, 2);
    motion("terminal_from", c.terminal_from, 1);
    motion("terminal_speed", c.terminal_speed.value_or(0), 1);
    motion("cut_speed", c.cut_speed.value_or(0), 1);
    put("press_step", literal(sign_ * c.press_step.value_or(0)),
        "unit: all that the frame of the press moves");
    put("pixel", literal(1 / units.pixels_per_unit), "unit");
    put("terminal_fraction", literal(c.terminal_fraction.value_or(0)), "unit/frame");
    put("release_factor", literal(c.release_factor), "of the speed, in each rising frame without the key");
    put("cut_until", std::to_string(c.cut_until), "frames from the press, in which a release cuts the speed");
    put("boost_every", std::to_string(c.boost_every), "frames");
    put("boost_count", std::to_string(c.boosts.size()), "frames");
    std::string boosts;
    for (const double boost : c.boosts) boosts += (boosts.empty() ? "" : ", ") + literal(sign_ * boost);
    put("boosts", boosts, "unit/frame, while the key has been down all along");
  }

  const Filling& at(const std::string& name) const { return fillings_.at(name); }

 private:
  void put(const char* name, std::string text, std::string unit) {
    fillings_[name] = {std::move(text), std::move(unit)};
  }
  std::string literal(double value) const {
    return c_.single_precision ? exactText(float(value)) + "f" : exactText(value);
  }
  void motion(const char* name, double value, int frames) {
    const std::string square = frames == 2 ? "^2" : "",
                      second = shortText(sign_ * value * std::pow(units_.fps, frames));
    put(name, literal(sign_ * value), "unit/frame" + square + " = " + second + " unit/s" + square);
  }

  const Constants& c_;
  const FitUnits& units_;
  double sign_;
  std::map<std::string, Filling> fillings_;
};

// A line of a template with its constants, and behind it the unit of the first of them.
std::string filled(std::string line, const Fillings& fillings, const Language& language) {
  std::string unit;
  for (size_t at; (at = line.find('$')) != std::string::npos;) {
    const size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
    const Filling& filling = fillings.at(line.substr(at + 1, end == std::string::npos ? end : end - at - 1));
    line.replace(at, (end == std::string::npos ? line.size() : end) - at, filling.text);
    if (unit.empty()) unit = filling.unit;
  }
  return unit.empty() ? line : line + "  " + std::string(language.comment) + " " + unit;
}

std::string headOf(const FitResult& result, const FitUnits& units, const Language& language) {
  std::vector<std::string> lines{"Fitted by jumpscope to jump " + std::to_string(result.series.jump) +
                                 ", model " + result.model + ": " + std::to_string(result.exact_rows) +
                                 " of " + std::to_string(result.rows()) + " rows exact."};
  std::string unseen;
  for (const FittedParameter& parameter : result.parameters)
    if (!parameter.seen) unseen += (unseen.empty() ? "" : ", ") + parameter.name;
  if (!unseen.empty())
    lines.push_back("That jump does not show these parameters, which have the model's defaults: " + unseen +
                    ".");
  lines.push_back("In the frame of the press call " + std::string(language.start) +
                  "(); in it and in every frame after it call " + std::string(language.update) + "().");
  lines.push_back("A unit is " + shortText(units.pixels_per_unit) + " px, a frame 1/" + shortText(units.fps) +
                  " s; " + (language.up ? "up" : "down") + " is positive.");
  std::string text;
  for (const std::string& line : lines) text += std::string(language.comment) + " " + line + "\n";
  return text;
}

std::string written(const FitResult& result, const Constants& in_px, const FitUnits& units,
                    const Language& language) {
  const Constants constants = inUnits(in_px, units);
  const Fillings fillings(constants, units, language.up);
  std::string text = headOf(result, units, language);
  for (std::string_view rest = language.text.substr(1); !rest.empty();) {
    const size_t end = rest.find('\n');
    std::string line(rest.substr(0, end));
    rest.remove_prefix(end + 1);
    if (!has(constants, line[0])) continue;
    line.erase(0, 2);
    for (size_t at; (at = line.find("NUMBER")) != std::string::npos;)
      line.replace(at, 6, constants.single_precision ? "float" : "double");
    text += filled(line, fillings, language) + "\n";
  }
  return text;
}

using Buttons = std::vector<uint8_t>;

// Ways to hold the key: for each number of frames, and let go and pressed again in the air.
std::vector<Buttons> waysToHold(size_t frames) {
  std::vector<Buttons> ways;
  for (size_t held = 1; held <= frames; ++held) {
    Buttons buttons(frames, 0);
    for (size_t n = 0; n < held; ++n) buttons[n] = 1;
    ways.push_back(buttons);
    for (size_t n = held + 1; n < std::min(frames, held + 4); ++n) buttons[n] = 1;
    ways.push_back(buttons);
  }
  return ways;
}

// Where the code is elsewhere than the model.
struct Difference {
  size_t held = 0, frame = 0;
};

// The first frame of a flight in which the code is not where the model is; up to the model's landing.
std::optional<size_t> differenceIn(const FitResult& result, const Constants& constants, const FitUnits& units,
                                   const physics::Model& model, const Buttons& buttons) {
  const ModelHeight height(model);
  size_t jumping = model.columns.size();
  for (size_t c = 0; c < model.columns.size(); ++c)
    if (model.columns[c].name == model.jumping) jumping = c;
  const physics::Rows rows = model.run(result.settings, buttons);
  const double half = std::ldexp(0.5, -height.bits());
  const std::vector<double> positions =
      positionsOf(inUnits(constants, units), buttons, result.model_origin / units.pixels_per_unit,
                  1 / units.pixels_per_unit);
  for (size_t n = 0; n < rows.size(); ++n) {
    if (jumping < rows[n].size() && rows[n][jumping] == 0) break;
    const double expected = std::ldexp(height.of(rows[n]), -height.bits());
    if (!(std::abs(positions[n] * units.pixels_per_unit - expected) <= half)) return n;
  }
  return std::nullopt;
}

std::optional<Difference> firstDifference(const FitResult& result, const Constants& constants,
                                          const FitUnits& units) {
  const physics::Model& model = physics::findModel(result.model);
  for (const Buttons& buttons : waysToHold(2 * result.rows()))
    if (const std::optional<size_t> frame = differenceIn(result, constants, units, model, buttons))
      return Difference{size_t(std::find(buttons.begin(), buttons.end(), 0) - buttons.begin()), *frame};
  return std::nullopt;
}

// The simplest constants with which the code does what the model does.
Constants constantsForCode(const FitResult& result, const FitUnits& units) {
  Constants simpler = result.constants;
  simpler.terminal_fraction.reset();
  if (!firstDifference(result, simpler, units)) return simpler;
  const std::optional<Difference> difference = firstDifference(result, result.constants, units);
  if (!difference) return result.constants;
  throw std::runtime_error(
      "a short piece of code would not do what " + result.model + " does: with the key held for " +
      std::to_string(difference->held) + " frames it would be elsewhere " +
      std::to_string(difference->frame) +
      " frames after the press; print the constants without --snippet, or choose another --model");
}

}  // namespace

std::string fitSnippet(const FitResult& result, const FitUnits& units, const std::string& language) {
  for (const Language& one : languages) {
    if (one.name != language) continue;
    if (language == "gdscript" && result.constants.single_precision)
      throw std::runtime_error("GDScript computes with 64-bit floats, and this jump of " + result.model +
                               " with 32-bit ones; choose cpp or csharp");
    return written(result, constantsForCode(result, units), units, one);
  }
  throw std::runtime_error("there is no snippet in '" + language + "'; choose cpp, csharp or gdscript");
}

}  // namespace jumpscope::fit
