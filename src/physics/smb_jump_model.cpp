// smb-jump in the table of models.
#include "src/physics/smb_judge.h"

namespace jumpscope::physics {
namespace {

constexpr int64_t no_floor = -1;

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

class SmbForecaster final : public Forecaster {
 public:
  Values begin(const Values& now) const override { return smbValuesOf(smbStateOf(now), now); }

  Values released(const Values& from) const override {
    SmbJumpState state = smbStateOf(from);
    state.a_previous = false;
    return smbValuesOf(state, from);
  }

  Ahead ahead(const Values& from, bool a_down, std::optional<uint8_t> floor) const override {
    SmbInput input = smbInputOf(from, a_down);
    input.floor = floor;
    const SmbJumpState state = step(smbStateOf(from), input);
    constexpr uint8_t visible_page = 1;
    const bool landed =
        floor && state.y_position == *floor && state.y_speed == 0 && state.player_state == smb_on_ground;
    // Above the screen the page is 0 or 255.
    const bool fallen = static_cast<int8_t>(state.y_page) > visible_page;
    return {smbValuesOf(state, from), landed || fallen};
  }
};

class SmbJumpGame final : public SmbGame {
 public:
  std::optional<int> tier(const Values& at_start) const override {
    return static_cast<int>(smbTier(smbInputOf(at_start, true)));
  }
  std::string tierName(int tier) const override {
    static constexpr const char* names[] = {
        "tier 0: |x speed| below 9", "tier 1: from 9",   "tier 2: from 16",  "tier 3: from 25",
        "tier 4: from 28",           "tier 5: swimming", "tier 6: whirlpool"};
    return tier >= 0 && tier < 7 ? names[tier] : Game::tierName(tier);
  }
  std::unique_ptr<Judge> judge(const Settings& given) const override {
    return smbJudge(*this, tablesBeside(given));
  }
  std::unique_ptr<Forecaster> forecaster() const override { return std::make_unique<SmbForecaster>(); }
};

const SmbJumpGame game{};

Settings fixedForFit(const FitSeries&, double) {
  return {{"own_tables", 1}, {"floor", -1}, {"y_position", 176}, {"fit origin", 176}};
}

}  // namespace

Model smbJump() {
  return {"smb-jump",
          "Super Mario Bros.: the player's vertical motion",
          smbParameters(),
          smbColumns(),
          "y_position",
          "y_subpixel",
          "player_state",
          runSmbJump,
          smbFitRules(fixedForFit),
          &game};
}

}  // namespace jumpscope::physics
