#include "src/physics/law_model.h"

#include <set>
#include <stdexcept>

#include "src/physics/law_ends.h"
#include "src/physics/model_parts.h"

namespace jumpscope::physics {
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

// Follows a flight from its start. What no watch has is in variables behind those of the watches.
class LawPredictor final : public FlightPredictor {
 public:
  explicit LawPredictor(const Law& law) : law_(law), values_(law_) {
    for (const LawNumber* number : numbersOf(law_)) hidden_ += number->parts.size();
  }

  Values begin(const Values& before) const override {
    LawState state;
    state.gravity = law_.tiers.front().gravity;
    state.fall = law_.tiers.front().fall;
    state.held = (before.buttons & law_.button) != 0;
    state = values_.stateOf(before, state);
    state.phase = law_ground;
    // Where the position is moved before a start, the flight is seen a frame late.
    if (state.speed < 0) state = LawFrame<Plain>(law_, true, values_.xSpeed(before), true).fromStart(state);
    return hidden(values_.stateOf(before, state), {law_.air_jumps, 0}, before);
  }

  Prediction predict(const Values& from, const Frame& frame) const override {
    if (frame.over) return {.course = Prediction::Course::Stop};
    LawState state = stateIn(from);
    const bool first = state.phase == law_ground;
    if (first && !isStart(frame.now)) return {.course = Prediction::Course::Resume};
    const bool down = (frame.now.buttons & law_.button) != 0;
    Further further = furtherIn(from);
    const bool again = !first && down && (frame.before.buttons & law_.button) == 0 && law_.latency == 0 &&
                       startsAgain(state, further);
    state = LawFrame<Plain>(law_, down, values_.xSpeed(frame.before), first || again)(state);
    const LawState seen = values_.stateOf(frame.now, state);
    if (state.speed < 0 && seen.speed != state.speed)
      for (const Law::Ceiling& ceiling : law_.ceilings) {
        const int64_t speed = speedUnder(law_, ceiling, state.speed);
        if (speed != seen.speed) continue;
        state.speed = speed;
        break;
      }
    ++further.gone;
    return {Prediction::Course::Compare, from, hidden(state, further, frame.now)};
  }
  Values settle(const Values& after, const Frame&) const override { return after; }
  Values resume(const Values& from, const Values& now) const override {
    LawState state = values_.stateOf(now, stateIn(from));
    Further further = furtherIn(from);
    if (state.phase == law_ground) state.phase = law_fall, further.gone = 1;
    return hidden(state, further, now);
  }

 private:
  // What decides about starts in the air.
  struct Further {
    int64_t left = 0;  // that there may still be before the landing
    int64_t gone = 0;  // frames since the ground is
  };
  // A press in the air starts if it comes soon after an edge, or there is a start left.
  bool startsAgain(const LawState& state, Further& further) const {
    if (state.phase == law_fall && further.gone <= law_.coyote) return true;
    if (further.left == 0) return false;
    --further.left;
    return true;
  }

  // A flight that begins here begins with a start.
  bool isStart(const Values& now) const {
    const LawState seen = values_.stateOf(now, LawState());
    const bool told = !law_.state.parts.empty() && law_.states[law_jump] != law_.states[law_fall];
    return told ? seen.phase == law_jump : seen.speed < 0;
  }

  Values hidden(const LawState& state, const Further& further, const Values& rest) const {
    Values values = values_.valuesOf(state, rest);
    const int64_t list[]{state.speed, state.gravity, state.fall, state.origin, state.phase, state.tier,
                         state.timer, state.held,    state.cut,  further.left, further.gone};
    for (size_t i = 0; i < std::size(list); ++i) values.set(hidden_ + i, list[i]);
    return values;
  }
  Further furtherIn(const Values& values) const { return {values.at(hidden_ + 9), values.at(hidden_ + 10)}; }
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
    return state;
  }

  const Law law_;
  const LawValues<Plain> values_;
  size_t hidden_ = 0;
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

 private:
  const Law law_;
  std::vector<Variable> variables_;
};

// On flat ground.
Rows runLaw(const Law& law, const Settings& settings, std::span<const uint8_t> buttons) {
  const int64_t mask = (int64_t{1} << law.y.bits) - 1;
  const int64_t ground = (int64_t(settings.at("ground")) << law.y.fraction) & mask;
  LawState state;
  state.y = ground;
  state.gravity = law.tiers.front().gravity;
  state.fall = law.tiers.front().fall;
  bool solid = true;
  bool held = false;
  int64_t below = 0;  // the ground; y alone does not tell, where a jump is higher than half of its range
  int64_t wait = -1, asked = -1, left = law.air_jumps, gone = 0;
  Rows rows;
  for (const uint8_t pad : buttons) {
    const bool down = (pad & law.button) != 0, pressed = down && !held;
    held = down;
    const bool stands = state.phase == law_ground;
    gone = stands ? 0 : gone + 1;
    if (stands) left = law.air_jumps;
    if (pressed) asked = law.buffer;
    const bool may = stands || (state.phase == law_fall && gone <= law.coyote) || (pressed && left > 0);
    bool starts = false;
    if (asked >= 0 && may && wait < 0) {
      if (!stands && !(state.phase == law_fall && gone <= law.coyote)) --left;
      wait = law.latency;
      asked = -1;
    }
    if (wait >= 0) starts = wait-- == 0;
    if (asked >= 0) --asked;
    const int64_t y = state.y;
    state = LawFrame<Plain>(law, down, int64_t(settings.at("x_speed")), starts)(state);
    below += lawWrapped(state.y - y, law.y.bits);
    if (starts && settings.at("lands") == 0) solid = false;
    if (solid && state.phase != law_ground && state.speed >= 0 && below >= 0) {
      state.y = ground;
      below = 0;
      state.speed = 0;
      state.phase = law_ground;
    }
    rows.push_back({state.y, state.speed, state.phase != law_ground});
  }
  return rows;
}

// The sentences of whyUnsound; empty: nothing is wrong.

std::string whyNumbersAreNone(const Law& law) {
  for (const LawNumber* number : numbersOf(law)) {
    int bits = 0;
    std::set<std::string> watches;
    for (const LawNumber::Part& part : number->parts) {
      bits += part.bits;
      if (!watches.insert(part.watch).second)
        return "the watch " + part.watch + " stands in one number twice; expected each once";
    }
    if (bits != 0 && bits != number->bits)
      return "the watches of a number have " + std::to_string(bits) + " bits; expected " +
             std::to_string(number->bits);
    if (number->bits < 1 || number->bits > 32 || number->fraction < 0 || number->fraction > number->bits)
      return "a number has " + std::to_string(number->bits) + " bits, " + std::to_string(number->fraction) +
             " of them a fraction; expected 1 to 32 bits, of which the fraction is a part";
  }
  return law.y.fraction >= law.y.bits ? "the position has a fraction only; expected pixels, too" : "";
}

std::string whyStepsAreNone(const Law& law) {
  const std::set<LawStep> once(law.order.begin(), law.order.end());
  if (once.size() != law.order.size()) return "a step stands in the order twice";
  for (const LawStep step : {LawStep::Start, LawStep::Move, LawStep::Gravity})
    if (!law.has(step))
      return "the order lacks a step; expected start, move and gravity, and choose or cut besides";
  if (law.cut.has_value() != law.has(LawStep::Cut))
    return law.cut ? "there is a cut, but the order lacks the step cut; expected both or none"
                   : "the order has the step cut, but there is no cut; expected both or none";
  return {};
}

// "tiers[1].start is 70000; expected -32768 to 32767, which the speed's 16 bits hold", if so.
std::string whyNoSpeed(const Law& law, const std::string& name, int64_t value) {
  if (lawWrapped(value, law.speed.bits) == value) return {};
  const int64_t half = int64_t{1} << (law.speed.bits - 1);
  return name + " is " + std::to_string(value) + "; expected " + std::to_string(-half) + " to " +
         std::to_string(half - 1) + ", which the " + std::to_string(law.speed.bits) +
         " bits of the speed hold";
}

// The same of a gravity, which a watch has without a sign.
std::string whyNoGravity(const Law& law, const LawNumber& number, const std::string& name, int64_t value) {
  if (number.parts.empty()) return whyNoSpeed(law, name, value);
  const int64_t most = (int64_t{1} << number.bits) - 1;
  if (value >= 0 && value <= most) return {};
  return name + " is " + std::to_string(value) + "; expected 0 to " + std::to_string(most) +
         ", which its watches hold";
}

std::string whyTiersAreNone(const Law& law) {
  if (law.tiers.empty()) return "there are no tiers; expected at least one";
  for (size_t i = 0; i < law.tiers.size(); ++i) {
    const Law::Tier& tier = law.tiers[i];
    const std::string name = "tiers[" + std::to_string(i) + "].";
    if (i == 0 ? tier.from != 0 : tier.from <= law.tiers[i - 1].from)
      return name + "from is " + std::to_string(tier.from) + "; expected " +
             (i == 0 ? "0 of the first tier"
                     : "more than the " + std::to_string(law.tiers[i - 1].from) + " of the tier before");
    for (const std::string& why : {whyNoSpeed(law, name + "start", tier.start),
                                   whyNoGravity(law, law.gravity, name + "gravity", tier.gravity),
                                   whyNoGravity(law, law.fall, name + "fall", tier.fall)})
      if (!why.empty()) return why;
  }
  return {};
}

std::string whyPartsAreNone(const Law& law) {
  if (law.cut) {
    const Law::Cut& cut = *law.cut;
    if (cut.kind == Law::Cut::Kind::Shift && (cut.value < 1 || cut.value >= law.speed.bits))
      return "cut.value is " + std::to_string(cut.value) + "; expected a shift by 1 to " +
             std::to_string(law.speed.bits - 1) + " bits";
    if (const std::string why = whyNoSpeed(law, "cut.value", cut.value); !why.empty()) return why;
    if (cut.from >= cut.until)
      return "cut.from is " + std::to_string(cut.from) + "; expected less than cut.until, " +
             std::to_string(cut.until);
  }
  if (law.terminal)
    if (const std::string why = whyNoSpeed(law, "terminal.to", law.terminal->to); !why.empty()) return why;
  if (law.hang) {
    if (law.hang->from >= law.hang->below)
      return "hang.from is " + std::to_string(law.hang->from) + "; expected less than hang.below, " +
             std::to_string(law.hang->below);
    if (const std::string why = whyNoSpeed(law, "hang.gravity", law.hang->gravity); !why.empty()) return why;
  }
  for (const Law::Ceiling& ceiling : law.ceilings)
    if (const std::string why = whyNoSpeed(law, "ceilings: speed", ceiling.speed); !why.empty()) return why;
  if (law.landing) {
    const Law::Landing& landing = *law.landing;
    if (landing.tile < 1 || (landing.tile & (landing.tile - 1)) != 0)
      return "landing.tile is " + std::to_string(landing.tile) + "; expected a power of two";
    if (landing.at >= landing.tile || landing.depth > landing.tile)
      return "landing.at is " + std::to_string(landing.at) + " and landing.depth " +
             std::to_string(landing.depth) + "; expected less than, and no more than, the tile of " +
             std::to_string(landing.tile) + " px";
  }
  if (!law.state.parts.empty() &&
      (law.states[law_ground] == law.states[law_jump] || law.states[law_ground] == law.states[law_fall]))
    return "the state is " + std::to_string(law.states[law_ground]) +
           " on the ground and in the air; expected two values";
  return {};
}

}  // namespace

std::string whyUnsound(const Law& law) {
  for (const auto& check : {whyNumbersAreNone, whyStepsAreNone, whyTiersAreNone, whyPartsAreNone})
    if (const std::string why = check(law); !why.empty()) return why;
  return {};
}

void requireSound(const Law& law, const std::string& where) {
  if (const std::string why = whyUnsound(law); !why.empty()) throw std::runtime_error(where + ": " + why);
}

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
