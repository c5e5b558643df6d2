// smb-article-jump in the table of models.
#include "src/physics/smb_article_ends.h"

namespace jumpscope::physics {
namespace {

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
  const ArticleRules rules = articleRulesOf(values);
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

int heightOf(const Values& values) {
  return static_cast<int>(values.at(smb_y_page)) * 256 + values.byte(smb_y_position);
}

// The class's fields under the names of the game's bytes. y_page is not cut to a byte.
ArticleState stateOf(const Values& values) {
  ArticleState state;
  state.y_position = heightOf(values);
  state.y_subpixel = static_cast<int>(values.at(smb_y_subpixel));
  state.y_speed = static_cast<int>(values.at(smb_y_speed));
  state.y_speed_fraction = static_cast<int>(values.at(smb_y_speed_fraction));
  state.gravity = static_cast<int>(values.at(smb_gravity));
  state.gravity_fall = static_cast<int>(values.at(smb_gravity_fall));
  state.jump_origin_y = static_cast<int>(values.at(smb_jump_origin_y));
  state.jumping = values.at(smb_player_state) != 0;
  state.a_previous = values.at(smb_buttons_ab_previous) != 0;
  return state;
}

Values valuesOf(const ArticleState& state, Values rest) {
  rest.set(smb_y_position, state.y_position & 0xFF);
  rest.set(smb_y_page, state.y_position >> 8);
  rest.set(smb_y_subpixel, state.y_subpixel);
  rest.set(smb_y_speed, state.y_speed);
  rest.set(smb_y_speed_fraction, state.y_speed_fraction);
  rest.set(smb_gravity, state.gravity);
  rest.set(smb_gravity_fall, state.gravity_fall);
  rest.set(smb_jump_origin_y, state.jump_origin_y);
  rest.set(smb_player_state, state.jumping);
  rest.set(smb_buttons_ab_previous, state.a_previous);
  return rest;
}

// The height of a game's player.
int gameHeight(const Values& now) { return now.byte(smb_y_page) * 256 + now.byte(smb_y_position); }

class ArticlePredictor final : public FlightPredictor {
 public:
  ArticlePredictor(const SmbGame& game, const ArticleRules& rules, const SmbTables& tables)
      : game_(game), rules_(rules), tables_(tables) {}

  // The driver cleared everything at the landing before; the class keeps no height but its own, and the speed
  // to the side stays what it was.
  Values begin(const Values& before) const override {
    ArticleState state;
    state.y_position = gameHeight(before);
    state.a_previous = game_.aDown(before);
    Values rest;
    rest.set(smb_x_speed_abs, before.at(smb_x_speed_abs));
    return valuesOf(state, rest);
  }

  Prediction predict(const Values& state, const Frame& frame) const override {
    using Course = Prediction::Course;
    const bool climbs = frame.over && game_.stance(frame.now) == Stance::Climbing;
    if (!game_.inControl(frame.now) || climbs) return {.course = Course::Stop};
    if (frame.logged && !frame.moved && !frame.starts) return {.course = Course::Pass};
    const ArticleInput input{game_.aDown(frame.now), static_cast<int>(state.at(smb_x_speed_abs)),
                             gameHeight(frame.now), frame.landed};
    return {Course::Compare, state, valuesOf(step(stateOf(state), input, rules_, tables_), state)};
  }

  Values settle(const Values& after, const Frame&) const override { return after; }

  Values resume(const Values& from, const Values& now) const override {
    ArticleState state = stateOf(from);
    state.y_position = gameHeight(now);
    state.y_subpixel = now.byte(smb_y_subpixel);
    state.y_speed = static_cast<int8_t>(now.byte(smb_y_speed));
    state.y_speed_fraction = now.byte(smb_y_speed_fraction);
    state.gravity = now.byte(smb_gravity);
    if (now.has(smb_gravity_fall)) state.gravity_fall = now.byte(smb_gravity_fall);
    return valuesOf(state, from);
  }

 private:
  const SmbGame& game_;
  ArticleRules rules_;
  SmbTables tables_;
};

class SmbArticleGame final : public SmbGame {
 public:
  std::span<const Variable> variables() const override {
    static const std::vector<Variable> list = [this] {
      const auto bytes = SmbGame::variables();
      std::vector<Variable> own(bytes.begin(), bytes.end());
      own[smb_jump_origin_y].needed = false;  // the class notes it by itself
      for (Variable& variable : own)
        variable.compared = variable.compared && isMotionOrGravity(variable.role);
      return own;
    }();
    return list;
  }
  bool follows(Start start) const override { return start == Start::Jump; }
  bool landsByItself() const override { return true; }
  std::vector<Departure> departures() const override {
    return {
        {{{"release_is_an_edge", 0}},
         "the article sees a release only in the frame in which the button comes up"},
        {{{"rise_is_signed", 0}}, "the article subtracts heights with their sign, not as bytes"},
        {{{"correction_survives", 0}}, "the article does not clear the sub-pixel when a jump starts"},
        {{{"landing_clears_all", 0}}, "the article's driver clears sub-pixel and gravities at a landing"},
        {{{"speed_limit_is_signed", 0}}, "the article compares speeds with their sign, not as bytes"},
        {{{"release_is_an_edge", 0},
          {"rise_is_signed", 0},
          {"correction_survives", 0},
          {"landing_clears_all", 0},
          {"speed_limit_is_signed", 0}},
         "of several of the article's differences together"},
    };
  }
  std::string_view departuresName() const override { return "the article's documented differences"; }
  std::vector<std::string_view> parameters() const override {
    std::vector<std::string_view> list{"release_is_an_edge", "rise_is_signed", "correction_survives",
                                       "landing_clears_all", "speed_limit_is_signed"};
    for (std::string_view name : SmbGame::parameters()) list.push_back(name);
    return list;
  }
  std::unique_ptr<FlightPredictor> flightPredictor(const Settings& given) const override {
    return std::make_unique<ArticlePredictor>(*this, articleRulesOf(given), tablesBeside(given));
  }
};

const SmbArticleGame game{};

Settings fixedForFit(const FitSeries&, double) {
  return {{"own_tables", 1}, {"lands", 0}, {"ground", 176}, {"fit origin", 176}};
}

}  // namespace

Model smbArticleJump() {
  return {"smb-article-jump",
          "the same as an article's C# class retells it",
          articleParameters(),
          articleColumns(),
          "y_position",
          "y_subpixel",
          "jumping",
          runArticle,
          smbFitRules(fixedForFit),
          &game,
          /*twin*/ true};
}

}  // namespace jumpscope::physics
