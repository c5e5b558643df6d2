#include "src/physics/law_model.h"

#include "src/physics/law_ends.h"
#include "src/physics/model_parts.h"

namespace jumpscope::physics {

size_t watchesOf(const Law& law) {
  size_t watches = 0;
  for (const LawNumber* number : numbersOf(law)) watches += number->parts.size();
  return watches;
}

namespace {

Role roleOf(const Law& law, const LawNumber& number, size_t part) {
  const size_t parts = number.parts.size();
  if (&number == &law.y) {
    constexpr Role roles[]{Role::YPage, Role::YPosition, Role::YSubpixel};
    if (parts > 3) return part == 0 ? Role::YPosition : Role::Other;
    return roles[part + (parts == 3 ? 0 : 1)];
  }
  if (&number == &law.speed && part < 2) return part == 0 ? Role::YSpeed : Role::YSpeedFraction;
  if (&number == &law.gravity && part == 0) return Role::Gravity;
  if (&number == &law.fall && part == 0) return Role::GravityFall;
  if (&number == &law.state && part == 0) return Role::State;
  return Role::Other;
}

// The variables behind those of the watches: those of a state, and those of LawForecaster.
constexpr size_t hidden_state = 10;

// The whole state of a law in the variables of its game.
class WholeState {
 public:
  explicit WholeState(const Law& law) : values_(law), hidden_(watchesOf(law)) {}

  const LawValues<Plain>& watched() const { return values_; }
  // What no watch has is in variables behind those of the watches.
  Values valuesOf(const LawState& state, const Values& rest) const {
    Values values = values_.valuesOf(state, rest);
    const int64_t list[hidden_state]{state.speed, state.gravity, state.fall, state.origin, state.phase,
                                     state.tier,  state.timer,   state.held, state.cut,    state.let_go};
    for (size_t i = 0; i < hidden_state; ++i) values.set(hidden_ + i, list[i]);
    return values;
  }
  LawState stateIn(const Values& values) const {
    const auto at = [&](size_t place) { return values.at(hidden_ + place); };
    LawState state;
    state.speed = at(0);
    state.gravity = at(1);
    state.fall = at(2);
    state.origin = at(3);
    state = values_.stateOf(values, state);
    state.phase = uint8_t(at(4));
    state.tier = uint8_t(at(5));
    state.timer = uint8_t(at(6));
    state.held = at(7) != 0;
    state.cut = at(8) != 0;
    state.let_go = at(9) != 0;
    return state;
  }
  // Further variables, from 0 to law_hidden_variables - hidden_state - 1.
  size_t further(size_t number) const { return hidden_ + hidden_state + number; }

 private:
  LawValues<Plain> values_;
  size_t hidden_;
};

// Follows a flight from its start.
class LawPredictor final : public FlightPredictor {
 public:
  explicit LawPredictor(const Law& law) : law_(law), whole_(law_) {}

  Values begin(const Values& before) const override {
    LawState state;
    state.gravity = law_.tiers.front().gravity;
    state.fall = law_.tiers.front().fall;
    state.held = (before.buttons & law_.button) != 0;
    state = values().stateOf(before, state);
    if (state.speed != 0) fallFreely(state);
    if (!LawValues<Plain>::watched(law_.origin)) state.origin = (state.y >> law_.y.fraction) & 0xFF;
    state.phase = law_ground;
    // Where the position is moved before a start, the flight is seen a frame late.
    if (state.speed < 0) state = LawFrame<Plain>(law_, true, values().xSpeed(before), true).fromStart(state);
    return hidden(values().stateOf(before, state), {law_.air_jumps, 0}, before);
  }

  Prediction predict(const Values& from, const Frame& frame) const override {
    if (frame.over) return {.course = Prediction::Course::Stop};
    LawState state = whole_.stateIn(from);
    const bool first = state.phase == law_ground;
    if (first && !isStart(frame)) return {.course = Prediction::Course::Resume};
    const bool down = (frame.now.buttons & law_.button) != 0;
    Further further = furtherIn(from);
    const bool pressed = down && (frame.before.buttons & law_.button) == 0 && law_.latency == 0;
    const bool rests = !first && restsOn(further, state.y);
    const bool again = !first && pressed && (rests || startsAgain(state, further));
    if (again) further.stopped_at = -1;
    const LawFrame<Plain> law_frame(law_, down, values().xSpeed(frame.before), first || again);
    const int64_t y = values().stateOf(frame.now, state).y;
    if ((first && state.speed != 0 && movedByGround(law_, state.y, y)) || (again && rests && y == state.y)) {
      state.y = y;
      state = law_frame.fromStart(state);
    } else {
      state = law_frame(state);
    }
    const LawState seen = values().stateOf(frame.now, state);
    if (state.speed < 0 && seen.speed != state.speed)
      for (const Law::Ceiling& ceiling : law_.ceilings) {
        const int64_t speed = speedUnder(law_, ceiling, state.speed);
        if (speed != seen.speed) continue;
        state.speed = speed;
        break;
      }
    ++further.gone;
    const Values after = hidden(state, further, frame.now);
    if (!first && !again && stoppedByGround(values().stateOf(frame.before, state).y, seen, state))
      return {Prediction::Course::Resume, from, after, "a fall that the ground stopped"};
    return {Prediction::Course::Compare, from, after};
  }
  Values settle(const Values& after, const Frame&) const override { return after; }
  Values resume(const Values& from, const Values& now) const override {
    LawState state = values().stateOf(now, whole_.stateIn(from));
    Further further = furtherIn(from);
    if (state.phase == law_ground) {
      state.phase = law_fall;
      further.gone = 1;
      fallFreely(state);
    } else if (state.speed == 0) {
      further.stopped_at = state.y;
    }
    return hidden(state, further, now);
  }

 private:
  void fallFreely(LawState& state) const {
    if (!LawValues<Plain>::watched(law_.gravity)) state.gravity = gravityInFall(law_);
  }

  // What decides about starts in the air.
  struct Further {
    int64_t left = 0;         // that there may still be before the landing
    int64_t gone = 0;         // frames since the ground is
    int64_t stopped_at = -1;  // y where the ground last stopped a fall
  };
  // Gravity may pull at who stands, until he is a pixel deep.
  bool restsOn(const Further& further, int64_t y) const {
    const int64_t pixel = int64_t{1} << law_.y.fraction;
    return further.stopped_at >= 0 && std::abs(lawWrapped(y - further.stopped_at, law_.y.bits)) < pixel;
  }
  // A press in the air starts if it comes soon after an edge, or there is a start left.
  bool startsAgain(const LawState& state, Further& further) const {
    if (state.phase == law_fall && further.gone <= law_.coyote) return true;
    if (further.left == 0) return false;
    --further.left;
    return true;
  }

  // The law knows no place: where a fall ends without speed, on its way or pushed up by less than a pixel, there is ground.
  bool stoppedByGround(int64_t y_before, const LawState& seen, const LawState& expected) const {
    const int64_t pixel = int64_t{1} << law_.y.fraction;
    const auto below = [&](int64_t from, int64_t y) { return lawWrapped(y - from, law_.y.bits); };
    return expected.speed > 0 && seen.speed == 0 && below(seen.y, expected.y) >= 0 &&
           below(y_before, seen.y) > -pixel;
  }

  // A flight that begins here begins with a start.
  bool isStart(const Frame& frame) const {
    const LawState seen = values().stateOf(frame.now, LawState());
    const bool told = !law_.state.parts.empty() && law_.states[law_jump] != law_.states[law_fall];
    if (told) return seen.phase == law_jump;
    if (!law_.speed.parts.empty()) return seen.speed < 0;
    return lawWrapped(seen.y - values().stateOf(frame.before, LawState()).y, law_.y.bits) < 0;
  }

  Values hidden(const LawState& state, const Further& further, const Values& rest) const {
    Values values = whole_.valuesOf(state, rest);
    values.set(whole_.further(0), further.left);
    values.set(whole_.further(1), further.gone);
    values.set(whole_.further(2), further.stopped_at);
    return values;
  }
  Further furtherIn(const Values& values) const {
    return {values.at(whole_.further(0)), values.at(whole_.further(1)), values.at(whole_.further(2))};
  }
  const LawValues<Plain>& values() const { return whole_.watched(); }

  const Law law_;
  const WholeState whole_;
};

// A player on flat ground, who presses and lets go.
struct OnFlatGround {
  LawState state;
  int64_t below = 0;   // the ground; y alone does not tell, where a jump is higher than half of its range
  int64_t wait = -1;   // frames until a press starts
  int64_t asked = -1;  // frames for which a press in the air is still remembered
  int64_t left = 0;    // starts in the air before the landing
  int64_t gone = 0;    // frames since the ground is
};

// As if there were no ground. True: a start.
bool runFrame(const Law& law, OnFlatGround& player, bool down, int64_t x_speed) {
  const bool pressed = down && !player.state.held, stands = player.state.phase == law_ground;
  player.gone = stands ? 0 : player.gone + 1;
  if (stands) player.left = law.air_jumps;
  if (pressed) player.asked = law.buffer;
  const bool late = player.state.phase == law_fall && player.gone <= law.coyote;
  const bool may = stands || late || (pressed && player.left > 0);
  bool starts = false;
  if (player.asked >= 0 && may && player.wait < 0) {
    if (!stands && !late) --player.left;
    player.wait = law.latency;
    player.asked = -1;
  }
  if (player.wait >= 0) starts = player.wait-- == 0;
  if (player.asked >= 0) --player.asked;
  const int64_t y = player.state.y;
  player.state = LawFrame<Plain>(law, down, x_speed, starts)(player.state);
  player.below += lawWrapped(player.state.y - y, law.y.bits);
  return starts;
}

// Puts him on the ground, if he has fallen to it. True: he has.
bool land(const Law& law, OnFlatGround& player) {
  if (player.state.phase == law_ground || player.state.speed < 0 || player.below < 0) return false;
  player.state.y = (player.state.y - player.below) & ((int64_t{1} << law.y.bits) - 1);
  player.below = 0;
  player.state.speed = 0;
  player.state.phase = law_ground;
  return true;
}

class LawForecaster final : public Forecaster {
 public:
  explicit LawForecaster(const Law& law) : law_(law), whole_(law_) {}

  // What a LawPredictor has followed, or who stands.
  Values begin(const Values& now) const override {
    const bool followed = now.has(whole_.further(0));
    const Values values = followed ? now : LawPredictor(law_).begin(now);
    OnFlatGround player{whole_.stateIn(values)};
    player.left = values.at(whole_.further(0));
    player.gone = values.at(whole_.further(1));
    return valuesOf(player, values);
  }

  Values released(const Values& from) const override {
    OnFlatGround player = playerIn(from);
    player.state.held = false;
    return valuesOf(player, from);
  }

  // The law knows no place: with a floor, that is where the flight began.
  Ahead ahead(const Values& from, bool a_down, std::optional<uint8_t> floor) const override {
    OnFlatGround player = playerIn(from);
    const int64_t before = below(player.state);
    runFrame(law_, player, a_down, whole_.watched().xSpeed(from));
    const int64_t after = below(player.state);
    const bool lands = floor && player.state.phase != law_ground && before < 0 && after >= 0;
    if (lands) {
      const int64_t pixel = (player.state.y >> law_.y.fraction) - after;
      player.state.y = (pixel << law_.y.fraction) & ((int64_t{1} << law_.y.bits) - 1);
      player.state.speed = 0;
      player.state.phase = law_ground;
    }
    return {valuesOf(player, from), lands};
  }

 private:
  // px below where the flight began, of which the game keeps a byte: more than `deepest` is above.
  int64_t below(const LawState& state) const {
    constexpr int64_t range = 256, deepest = 32;
    const int64_t down = ((state.y >> law_.y.fraction) - state.origin) & (range - 1);
    return down > deepest ? down - range : down;
  }

  Values valuesOf(const OnFlatGround& player, const Values& rest) const {
    Values values = whole_.valuesOf(player.state, rest);
    const int64_t list[]{player.left, player.gone, player.wait, player.asked};
    static_assert(hidden_state + std::size(list) == law_hidden_variables);
    for (size_t i = 0; i < std::size(list); ++i) values.set(whole_.further(i), list[i]);
    return values;
  }
  OnFlatGround playerIn(const Values& from) const {
    const auto at = [&](size_t number) { return from.at(whole_.further(number)); };
    OnFlatGround player{whole_.stateIn(from)};
    player.left = at(0);
    player.gone = at(1);
    player.wait = at(2);
    player.asked = at(3);
    return player;
  }

  const Law law_;
  const WholeState whole_;
};

class LawGame final : public Game {
 public:
  explicit LawGame(const Law& law) : law_(law) {
    for (const LawNumber* number : numbersOf(law_))
      for (size_t part = 0; part < number->parts.size(); ++part) {
        Variable variable;
        variable.name = number->parts[part].watch;
        variable.role = roleOf(law_, *number, part);
        variable.needed = number == &law_.y || number == &law_.speed;
        variable.compared = number != &law_.held && number != &law_.x_speed;
        variables_.push_back(variable);
      }
  }

  std::span<const Variable> variables() const override { return variables_; }
  bool aDown(const Values& now) const override { return (now.buttons & law_.button) != 0; }
  bool follows(Start start) const override { return start == Start::Jump || start == Start::Fall; }
  std::unique_ptr<FlightPredictor> flightPredictor(const Settings&) const override {
    return std::make_unique<LawPredictor>(law_);
  }
  std::unique_ptr<Forecaster> forecaster() const override { return std::make_unique<LawForecaster>(law_); }

 private:
  const Law law_;
  std::vector<Variable> variables_;
};

// On flat ground.
Rows runLaw(const Law& law, const Settings& settings, std::span<const uint8_t> buttons) {
  const int64_t mask = (int64_t{1} << law.y.bits) - 1;
  OnFlatGround player;
  player.state.y = (int64_t(settings.at("ground")) << law.y.fraction) & mask;
  player.state.gravity = law.tiers.front().gravity;
  player.state.fall = law.tiers.front().fall;
  player.left = law.air_jumps;
  bool solid = true;
  Rows rows;
  for (const uint8_t pad : buttons) {
    const bool starts = runFrame(law, player, (pad & law.button) != 0, int64_t(settings.at("x_speed")));
    if (starts && settings.at("lands") == 0) solid = false;
    if (solid) land(law, player);
    rows.push_back({player.state.y, player.state.speed, player.state.phase != law_ground});
  }
  return rows;
}

}  // namespace

Model lawModel(const Law& law, const std::string& name, const std::string& title) {
  requireSound(law, "model " + name);
  const double pixels = double((int64_t{1} << (law.y.bits - law.y.fraction)) - 1);
  Model model;
  model.name = name;
  model.title = title;
  model.parameters = {{"ground", "px", "y at which the player stands", std::min(pixels, 176.), 0, pixels},
                      {"x_speed", "", "speed to the side, which may choose how a jump starts", 0, 0, 32767},
                      {"lands", "flag", "0: the ground is gone after the first start", 1, 0, 1}};
  model.columns = {{"y_position", "px", "position, down positive", 0, false, law.y.fraction},
                   {"y_speed", "px/frame", "speed, down positive", 0, true, law.speed.fraction},
                   wholeColumn("jumping", "flag", "1 in the air")};
  model.height = "y_position";
  model.jumping = "jumping";
  model.law = std::make_shared<const Law>(law);
  model.run = [law = model.law](const Settings& settings, std::span<const uint8_t> buttons) {
    return runLaw(*law, settings, buttons);
  };
  model.game_of_law = std::make_shared<LawGame>(law);
  model.game = model.game_of_law.get();
  return model;
}

}  // namespace jumpscope::physics
