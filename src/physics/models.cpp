#include "src/physics/models.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/physics/smb_jump.h"

namespace jumpscope::physics {
namespace {

constexpr int64_t no_floor = -1;

// clang-format off
std::vector<Parameter> smbParameters() {
  return {
      {"x_speed_abs",      "1/16 px/frame",   "|x speed| in every frame ($0700): 9, 16, 25 and 28 begin the next tier", 0, 0, 255},
      {"floor",            "px",              "y at which the player stands, -1 for none",           176, -1, 255},
      {"y_page",           "screen",          "at the start ($00B5)",                                  1, 0, 255},
      {"y_position",       "px",              "at the start, down positive ($00CE)",                 176, 0, 255},
      {"y_subpixel",       "1/256 px",        "at the start ($0416)",                                  0, 0, 255},
      {"y_speed",          "px/frame",        "at the start ($009F)",                                  0, -128, 127},
      {"y_speed_fraction", "1/256 px/frame",  "at the start ($0433)",                                  0, 0, 255},
      {"gravity",          "1/256 px/frame^2", "at the start ($0709)",                                40, 0, 255},
      {"gravity_fall",     "1/256 px/frame^2", "at the start ($070A)",                                40, 0, 255},
      {"player_state",     "",                "at the start ($001D): 0 ground, 1 jump or swim, 2 fall", 0, 0, 2},
      {"jump_origin_y",    "px",              "at the start ($0708)",                                  0, 0, 255},
      {"swim_timer",       "frames",          "at the start ($0782)",                                  0, 0, 255},
      {"a_previous",       "flag",            "A in the frame before the first",                       0, 0, 1},
      {"swimming",         "flag",            "in every frame ($0704)",                                0, 0, 1},
      {"whirlpool",        "flag",            "in every frame ($047D)",                                0, 0, 1},
  };
}

std::vector<Column> smbColumns() {
  return {
      {"y_position",       "px",               "position, down positive",              0x00CE, false},
      {"y_page",           "screen",           "screen page",                          0x00B5, false},
      {"y_subpixel",       "1/256 px",         "fraction of the position",             0x0416, false},
      {"y_speed",          "px/frame",         "speed, down positive",                 0x009F, true},
      {"y_speed_fraction", "1/256 px/frame",   "fraction of the speed",                0x0433, false},
      {"gravity",          "1/256 px/frame^2", "gravity in effect",                    0x0709, false},
      {"gravity_fall",     "1/256 px/frame^2", "gravity after release or apex",        0x070A, false},
      {"jump_origin_y",    "px",               "where the jump began",                 0x0708, false},
      {"x_speed_abs",      "1/16 px/frame",    "|x speed|",                            0x0700, false},
      {"player_state",     "",                 "0 ground, 1 jump or swim, 2 fall",     0x001D, false},
      {"buttons_ab",       "bits",             "bit 7 A, bit 6 B",                     0x000A, false},
      {"buttons_ab_previous", "bits",          "bit 7 A, bit 6 B, frame before",       0x000D, false},
      {"swimming",         "flag",             "1 in water",                           0x0704, false},
      {"whirlpool",        "flag",             "1 in a whirlpool",                     0x047D, false},
      {"swim_timer",       "frames",           "frames in which a new stroke is free", 0x0782, false},
  };
}
// clang-format on

std::vector<std::vector<int64_t>> runSmbJump(const std::map<std::string, int64_t>& values,
                                             std::span<const uint8_t> buttons) {
  const auto byte = [&](const char* name) { return static_cast<uint8_t>(values.at(name)); };
  SmbJumpState state;
  state.y_page = byte("y_page");
  state.y_position = byte("y_position");
  state.y_subpixel = byte("y_subpixel");
  state.y_speed = static_cast<int8_t>(values.at("y_speed"));
  state.y_speed_fraction = byte("y_speed_fraction");
  state.gravity = byte("gravity");
  state.gravity_fall = byte("gravity_fall");
  state.player_state = byte("player_state");
  state.jump_origin_y = byte("jump_origin_y");
  state.swim_timer = byte("swim_timer");
  state.a_previous = values.at("a_previous") != 0;

  SmbInput input;
  input.x_speed_abs = byte("x_speed_abs");
  input.swimming = values.at("swimming") != 0;
  input.whirlpool = values.at("whirlpool") != 0;
  if (values.at("floor") != no_floor) input.floor = byte("floor");

  std::vector<std::vector<int64_t>> rows;
  rows.reserve(buttons.size());
  for (uint8_t pad : buttons) {
    input.a_down = (pad & 0x01) != 0;
    state = step(state, input);
    // The game keeps A in bit 7 and B in bit 6; B plays no part in the vertical motion.
    const int64_t ab = (state.a_previous ? 0x80 : 0) | ((pad & 0x02) != 0 ? 0x40 : 0);
    rows.push_back({state.y_position, state.y_page, state.y_subpixel, state.y_speed, state.y_speed_fraction,
                    state.gravity, state.gravity_fall, state.jump_origin_y, input.x_speed_abs,
                    state.player_state, ab, ab, input.swimming, input.whirlpool, state.swim_timer});
  }
  return rows;
}

}  // namespace

std::span<const Model> models() {
  static const std::array<Model, 1> all{{
      {"smb-jump", "Super Mario Bros.: the player's vertical motion", smbParameters(), smbColumns(),
       runSmbJump},
  }};
  return all;
}

const Model& findModel(std::string_view name) {
  std::string known;
  for (const Model& model : models()) {
    if (model.name == name) return model;
    known += (known.empty() ? "" : ", ") + model.name;
  }
  throw std::runtime_error("there is no model \"" + std::string(name) + "\"; choose one of: " + known);
}

ModelRun runModel(const Model& model, const std::map<std::string, int64_t>& settings,
                  std::span<const uint8_t> buttons) {
  std::map<std::string, int64_t> values;
  std::string known;
  for (const Parameter& parameter : model.parameters) {
    values[parameter.name] = parameter.default_value;
    known += (known.empty() ? "" : ", ") + parameter.name;
  }
  for (const auto& [name, value] : settings) {
    const auto parameter =
        std::find_if(model.parameters.begin(), model.parameters.end(),
                     [&wanted = name](const Parameter& candidate) { return candidate.name == wanted; });
    if (parameter == model.parameters.end())
      throw std::runtime_error("model " + model.name + " has no parameter \"" + name + "\"; it has " + known);
    if (value < parameter->lowest || value > parameter->highest)
      throw std::runtime_error("parameter " + name + " of model " + model.name + " is " +
                               std::to_string(value) + "; expected " + std::to_string(parameter->lowest) +
                               " to " + std::to_string(parameter->highest));
    values[name] = value;
  }
  return {model.columns, model.run(values, buttons)};
}

}  // namespace jumpscope::physics
