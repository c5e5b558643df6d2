// cut-jump in the table of models.
#include <algorithm>
#include <array>

#include "src/physics/cut_jump_ends.h"
#include "src/physics/model_parts.h"

namespace jumpscope::physics {
namespace {

// clang-format off
const std::vector<Parameter>& constantParameters() {
  static const std::vector<Parameter> list{
      {"gravity",    "1/256 px/frame^2", "added to the speed in every frame",                                76, -32768, 32767},
      {"max_speed",  "1/256 px/frame",   "a fall this fast or faster goes on at this speed",                768, -32768, 32767},
      {"jump_speed", "1/256 px/frame",   "speed of a start, down positive",                               -1536, -32768, 32767},
      {"cut_speed",  "1/256 px/frame",   "what a release leaves of a faster rise",                         -512, -32768, 32767},
      {"cut_frames", "frames",           "after the start, in which a release counts",                       30, 0, 254},
  };
  return list;
}

const std::vector<Parameter>& gridParameters() {
  static const std::vector<Parameter> list{
      {"tile",       "px", "beside a game: floors and ceilings are edges of a grid so wide, a power of 2", 16, 1, 128},
      {"floor_at",   "px", "beside a game: position on that grid of a player who stands",                   0, 0, 127},
      {"ceiling_at", "px", "beside a game: position on that grid of a player whose head touches",           0, 0, 127},
  };
  return list;
}

std::vector<Parameter> cutParameters() {
  std::vector<Parameter> list{
      {"ground",     "px",             "y at which the player stands",                                  176, 0, 255},
      {"y_subpixel", "1/256 px",       "at the start, below the ground",                                  0, 0, 255},
      {"y_speed",    "1/256 px/frame", "at the start",                                                    0, -32768, 32767},
      {"lands",      "flag",           "0: the ground is gone after the first start",                     1, 0, 1},
  };
  for (const auto* more : {&constantParameters(), &gridParameters()})
    list.insert(list.end(), more->begin(), more->end());
  return list;
}

constexpr Variable cut_variables[]{
    {"y_position",       Role::YPosition,      /*needed*/ true, /*compared*/ true},
    {"y_subpixel",       Role::YSubpixel,      true, true},
    {"y_speed",          Role::YSpeed,         true, true, /*is_signed*/ true},
    {"y_speed_fraction", Role::YSpeedFraction, true, true},
    {.name = "cut_timer", .compared = true},
    {.name = "pressed", .input = true},
    {.name = "held_before"},
    {.name = "in_control"},  // 0: the player does not move
};
// clang-format on

CutConstants constantsOf(const Settings& values) {
  CutConstants constants;
  constants.gravity = int(values.at("gravity"));
  constants.max_speed = int(values.at("max_speed"));
  constants.jump_speed = int(values.at("jump_speed"));
  constants.cut_speed = int(values.at("cut_speed"));
  constants.cut_frames = uint8_t(values.at("cut_frames"));
  return constants;
}

// The ground is everywhere below `ground`; a player on it or in it may start.
Rows runCut(const Settings& values, std::span<const uint8_t> buttons) {
  const CutConstants constants = constantsOf(values);
  const int ground = int(values.at("ground"));
  CutState state;
  state.y = uint16_t(ground * 256 + int(values.at("y_subpixel")));
  state.speed = int16_t(values.at("y_speed"));
  bool solid = true;
  Press press;
  Rows rows;
  rows.reserve(buttons.size());
  for (uint8_t pad : buttons) {
    cutMove(state, constants);
    if (solid && state.speed > 0 && state.y >> 8 > ground) {
      state.y = uint16_t(ground * 256);
      state.speed = 0;
    }
    const bool starts = press(pad) && solid && state.y >> 8 >= ground;
    cutDecide(state, aDown(pad), starts, constants);
    solid = solid && (!starts || values.at("lands") != 0);
    rows.push_back({state.y, state.speed, state.cut_timer, state.y >> 8 < ground || state.speed < 0});
  }
  return rows;
}

// Every frame ends as CutFrameEnds says.
class CutJudge final : public Judge {
 public:
  explicit CutJudge(const Settings& given) : ends_(given) {}

  std::string_view passes(const Frame& frame) const override {
    const bool moves = frame.before.byte(cut_in_control, 1) != 0 && frame.now.byte(cut_in_control, 1) != 0;
    return moves ? std::string_view{} : "the player is not in control";
  }

  Judgement judge(const Values& from, const Frame& frame) const override {
    Judgement judgement;
    Values before = from;
    if (frame.now.has(cut_pressed)) before.set(cut_pressed, frame.now.at(cut_pressed));
    for (const FrameEnd<Plain>& end : ends_.ends(before, frame.now.buttons, false))
      if (end.possible) judgement.outcomes.push_back({restored(end.values, frame.now), end.name});
    judgement.decided = before;
    judgement.moved = judgement.outcomes.front().values;
    return judgement;
  }

  std::string_view adopts(const Frame&, const Judgement&, uint32_t) const override { return {}; }
  bool mayStandStill(const Values&) const override { return true; }
  bool mayStayOpen(const Values&) const override { return true; }

 private:
  // What the model does not compute is as the game has it.
  static Values restored(Values end, const Values& now) {
    for (const size_t v : {cut_pressed, cut_held_before, cut_in_control})
      if (now.has(v)) end.set(v, now.at(v));
    return end;
  }

  CutFrameEnds<Plain> ends_;
};

class CutGame final : public Game {
 public:
  std::span<const Variable> variables() const override { return cut_variables; }
  std::vector<std::string_view> parameters() const override {
    std::vector<std::string_view> names;
    for (const auto* list : {&constantParameters(), &gridParameters()})
      for (const Parameter& parameter : *list) names.push_back(parameter.name);
    return names;
  }
  bool inControl(const Values& now) const override { return now.byte(cut_in_control, 1) != 0; }
  std::unique_ptr<Judge> judge(const Settings& given) const override {
    return std::make_unique<CutJudge>(given);
  }
};

const CutGame game{};

// A player on the ground falls into it by a few frames of gravity before it lifts him again.
std::vector<double> speedsOnGround(double subpixel, double gravity) {
  for (int n = 0; n < 256 && gravity > 0; ++n)
    if (n * (n + 1) / 2 * gravity == subpixel) return {n * gravity};
  return {0};
}

double subpixelOf(const FitSeries& series) {
  return std::floor((series.origin - std::floor(series.origin)) * 256);
}

Settings cutFixed(const FitSeries& series, double) {
  const double ground = std::clamp(std::floor(series.origin), 0., 255.);
  return {
      {"ground", ground}, {"y_subpixel", subpixelOf(series)}, {"lands", 0}, {"fit origin", series.origin}};
}

// Steps are speeds, except in the first frame; where they stop growing by the gravity, the speed was cut or limited.
std::vector<Settings> cutGuesses(const FitSeries& series, double) {
  const std::vector<double> y = pixels(series);
  if (y.size() < 4) return {};
  const Parabolas estimate = parabolasOf(series);
  const std::vector<double> d = steps(y), dd = accelerations(series);
  const double gravity =
      fine(series) ? median({dd.begin() + 2, dd.end()}) * 256 : std::nearbyint(estimate.fall * 256);
  Settings guess{{"gravity", gravity},
                 {"jump_speed", fine(series) ? d[1] * 256 - gravity : std::nearbyint(estimate.speed * 256)}};
  if (!fine(series)) return {guess};
  for (size_t n = 2; n < d.size(); ++n) {
    if (d[n] > 0 && dd[n] == 0) guess["max_speed"] = d[n] * 256;
    const bool let_go = n > 1 && series.buttons[n - 1] == 0 && series.buttons[n - 2] != 0;
    if (let_go && dd[n] * 256 != gravity) guess["cut_speed"] = d[n] * 256 - gravity;
  }
  std::vector<Settings> guesses;
  for (const double speed : speedsOnGround(subpixelOf(series), gravity)) {
    guess["y_speed"] = speed;
    guesses.push_back(guess);
  }
  return guesses;
}

// The frame of the press still moves with what it had on the ground, then the start sets the speed.
Constants cutFound(const Settings& settings, double) {
  const auto px = [&](const char* name) { return settings.at(name) / 256; };
  Constants constants;
  const bool grows = px("jump_speed") < px("max_speed");
  constants.speed = grows ? px("jump_speed") + px("gravity") : px("max_speed");
  constants.rise_gravity = constants.fall_gravity = px("gravity");
  constants.terminal_speed = constants.terminal_from = px("max_speed");
  constants.terminal_instead = true;
  constants.cut_speed = px("cut_speed");
  constants.cut_until = int(settings.at("cut_frames")) - 1;
  const double sinks = px("y_speed") < px("max_speed") ? px("y_speed") + px("gravity") : px("max_speed");
  const bool caught = sinks > 0 && px("y_subpixel") + sinks >= 1;
  constants.press_step = caught ? -px("y_subpixel") : sinks;
  return constants;
}

}  // namespace

CutSettings cutSettings(const Settings& given) {
  Settings all;
  for (const auto* list : {&constantParameters(), &gridParameters()})
    for (const Parameter& parameter : *list) all[parameter.name] = parameter.default_value;
  for (const auto& [name, value] : given) all[name] = value;
  return {constantsOf(all), int(all.at("tile")), int(all.at("floor_at")), int(all.at("ceiling_at"))};
}

// clang-format off
Model cutJump() {
  return {"cut-jump", "a jump by one gravity that a release cuts short",
      cutParameters(),
      {{"y_position", "px", "position, down positive", 0, false, 8},
       {"y_speed", "px/frame", "speed, down positive", 0, true, 8},
       wholeColumn("cut_timer", "frames", "since the start, from 1; 0: a release does not count"),
       wholeColumn("jumping", "flag", "1 in the air")},
      "y_position", "", "jumping", runCut,
      {.tunable = {"jump_speed", "gravity", "cut_speed", "max_speed", "y_speed"}, .fixed = cutFixed, .guesses = cutGuesses,
       .constants = cutFound},
      &game};
}
// clang-format on

}  // namespace jumpscope::physics
