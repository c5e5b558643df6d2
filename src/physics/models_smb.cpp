// The registry's entries for Super Mario Bros.: the game, and the article's retelling.
#include "src/physics/model_parts.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/smb_jump.h"

namespace jumpscope::physics {
namespace {

constexpr int64_t no_floor = -1;

// One jump's constants in the place of the tables, for a game that is built the same way.
void addTableParameters(std::vector<Parameter>& list) {
  // clang-format off
  const std::vector<Parameter> tables{
      {"own_tables",        "flag",             "1: the seven below instead of the cartridge's tables by |x speed|", 0, 0, 1},
      {"rise",              "1/256 px/frame^2", "gravity while rising with the button held",                        32, 0, 255},
      {"fall",              "1/256 px/frame^2", "gravity after release or apex",                                   112, 0, 255},
      {"jump_speed",        "1/256 px/frame",   "speed of a start, down positive",                               -1024, -32768, 32767},
      {"terminal_speed",    "px/frame",         "no fall is faster",                                                 4, -128, 127},
      {"terminal_fraction", "1/256 px/frame",   "at terminal_speed: the fraction from which it is enforced",       128, 0, 255},
      {"release_rise",      "px",               "rise needed before a release counts",                               1, 0, 255},
  };
  // clang-format on
  list.insert(list.end(), tables.begin(), tables.end());
}

SmbTables tablesOf(const Settings& values) {
  SmbTables tables;
  if (values.at("own_tables") == 0) return tables;
  const int jump_speed = int(values.at("jump_speed"));
  tables.rise.fill(uint8_t(values.at("rise")));
  tables.fall.fill(uint8_t(values.at("fall")));
  tables.speed.fill(int8_t(jump_speed >> 8));
  tables.speed_fraction.fill(uint8_t(jump_speed & 0xFF));
  tables.terminal_speed = int8_t(values.at("terminal_speed"));
  tables.terminal_fraction = uint8_t(values.at("terminal_fraction"));
  tables.release_rise = uint8_t(values.at("release_rise"));
  return tables;
}

// clang-format off
std::vector<Parameter> smbParameters() {
  std::vector<Parameter> list{
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
  addTableParameters(list);
  return list;
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

Rows runSmbJump(const Settings& values, std::span<const uint8_t> buttons) {
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

  const SmbTables tables = tablesOf(values);
  Rows rows;
  rows.reserve(buttons.size());
  for (uint8_t pad : buttons) {
    input.a_down = aDown(pad);
    state = step(state, input, tables);
    // The game keeps A in bit 7 and B in bit 6; B plays no part in the vertical motion.
    const int64_t ab = (state.a_previous ? 0x80 : 0) | ((pad & 0x02) != 0 ? 0x40 : 0);
    rows.push_back({state.y_position, state.y_page, state.y_subpixel, state.y_speed, state.y_speed_fraction,
                    state.gravity, state.gravity_fall, state.jump_origin_y, input.x_speed_abs,
                    state.player_state, ab, ab, input.swimming, input.whirlpool, state.swim_timer});
  }
  return rows;
}

// clang-format off
std::vector<Parameter> articleParameters() {
  std::vector<Parameter> list{
      {"x_speed_abs", "1/16 px/frame", "|x speed|, which the article leaves at 0: 9, 16, 25 and 28 begin the next tier", 0, 0, 255},
      {"ground",      "px",            "y at which the player stands and lands",        176, -32768, 32767},
      {"correction",  "1/256 px",      "CorrectionValue at the start",                    0, 0, 255},
      {"lands",       "flag",          "0: the driver never resets",                      1, 0, 1},
      {"release_is_an_edge",    "flag", "0: as in the game, where a button that is up counts in every frame", 1, 0, 1},
      {"rise_is_signed",        "flag", "0: as in the game, where below the origin is far above it",          1, 0, 1},
      {"correction_survives",   "flag", "0: as in the game, where a start clears the sub-pixel",              1, 0, 1},
      {"landing_clears_all",    "flag", "0: as in the game, where sub-pixel and gravities stay",              1, 0, 1},
      {"speed_limit_is_signed", "flag", "0: as in the game, where very fast upwards counts as fast downwards", 1, 0, 1},
  };
  addTableParameters(list);
  return list;
}

std::vector<Column> articleColumns() {
  return {
      wholeColumn("y_position",       "px",               "VerticalPosition, down positive"),
      wholeColumn("y_subpixel",       "1/256 px",         "CorrectionValue"),
      wholeColumn("y_speed",          "px/frame",         "VerticalSpeed, down positive"),
      wholeColumn("y_speed_fraction", "1/256 px/frame",   "VerticalForceDecimalPart"),
      wholeColumn("gravity",          "1/256 px/frame^2", "VerticalForce"),
      wholeColumn("gravity_fall",     "1/256 px/frame^2", "VerticalForceFall"),
      wholeColumn("jump_origin_y",    "px",               "VerticalPositionOrigin"),
      wholeColumn("jumping",          "flag",             "CurrentState: 1 in the air"),
  };
}
// clang-format on

Rows runArticle(const Settings& values, std::span<const uint8_t> buttons) {
  const auto number = [&](const char* name) { return int(values.at(name)); };
  const SmbTables tables = tablesOf(values);
  const ArticleRules rules{number("release_is_an_edge") != 0, number("rise_is_signed") != 0,
                           number("correction_survives") != 0, number("landing_clears_all") != 0,
                           number("speed_limit_is_signed") != 0};
  ArticleInput input{false, number("x_speed_abs"), number("ground"), number("lands") != 0};
  ArticleState state;
  state.y_position = input.ground;
  state.y_subpixel = number("correction");
  Rows rows;
  rows.reserve(buttons.size());
  for (uint8_t pad : buttons) {
    input.a_down = aDown(pad);
    state = step(state, input, rules, tables);
    rows.push_back({state.y_position, state.y_subpixel, state.y_speed, state.y_speed_fraction, state.gravity,
                    state.gravity_fall, state.jump_origin_y, state.jumping});
  }
  return rows;
}

}  // namespace

std::vector<Model> smbModels() {
  return {
      {"smb-jump", "Super Mario Bros.: the player's vertical motion", smbParameters(), smbColumns(),
       "y_position", "y_subpixel", "player_state", runSmbJump},
      {"smb-article-jump", "the same as an article's C# class retells it", articleParameters(),
       articleColumns(), "y_position", "y_subpixel", "jumping", runArticle},
  };
}

}  // namespace jumpscope::physics
