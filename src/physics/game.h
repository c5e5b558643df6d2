// A model beside a game: the game's variables that the model is about, and what it expects of them frame by
// frame. Pure values; whether they come from a trace or from a running console is the caller's business.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/bits/plain.h"
#include "src/physics/settings.h"

namespace jumpscope::physics {

// What a variable means to code that knows no game. At most one variable of a game plays each role, but for
// Other, whose meaning only the model knows.
enum class Role : uint8_t {
  YPosition,       // px, down positive
  YPage,           // 256 px
  YSubpixel,       // 1/256 px; the routine that moves the player writes it in every frame
  YSpeed,          // px/frame
  YSpeedFraction,  // 1/256 px/frame
  Gravity,         // in effect
  GravityFall,     // in effect after release or apex
  JumpOrigin,      // where the jump began, as YPosition; in flight only a start writes it
  State,           // read by Game::stance
  XSpeed,          // |x speed|, which may choose how a jump starts
  XPosition,       // px, right positive
  XPage,           // 256 px
  Other,
};
constexpr size_t role_count = static_cast<size_t>(Role::Other) + 1;

// Written by the routine that moves the player.
constexpr bool isMotion(Role role) { return role <= Role::YSpeedFraction; }
// Motion, and what chooses it: a write by other code is an event.
constexpr bool isMotionOrGravity(Role role) { return role <= Role::GravityFall; }

struct Variable {
  // In a profile's "feeds"; without an entry there, the watch of this name feeds the variable.
  std::string_view name;
  Role role = Role::Other;
  bool needed = false;     // no comparison without it
  bool compared = false;   // the model says what it is at the end of a frame
  bool is_signed = false;  // the byte is
  bool input = false;      // written in every frame in which the game's logic runs
  // A run of the game's logic begins with the first and ends with the second. What is `early` may be written
  // shortly before.
  bool opens = false, closes = false, early = false;
  bool steady = false;  // not written from the beginning of a run until the player's code is through
};

// The variables of one frame, numbered as in Game::variables(), in any family of numbers.
template <template <class> class Number>
class BasicValues {
 public:
  static constexpr size_t most = 32;

  bool has(size_t variable) const { return (known_ >> variable & 1) != 0; }
  Number<int64_t> at(size_t variable, int64_t otherwise = 0) const {
    return has(variable) ? values_[variable] : Number<int64_t>(otherwise);
  }
  Number<uint8_t> byte(size_t variable, uint8_t otherwise = 0) const {
    return static_cast<Number<uint8_t>>(at(variable, otherwise));
  }
  void set(size_t variable, const Number<int64_t>& value) {
    values_[variable] = value;
    known_ |= uint32_t{1} << variable;
  }

  Number<uint8_t> buttons = 0;  // port 1: bit 7 Right ... bit 0 A

 private:
  std::array<Number<int64_t>, most> values_{};
  uint32_t known_ = 0;
};
using Values = BasicValues<Plain>;

enum class Stance : uint8_t { Unknown, Ground, Jumping, Falling, Climbing };

// How a flight begins.
enum class Start : uint8_t { None, Jump, Stroke, Fall };

// One frame of a flight, as a game played it.
struct Frame {
  Values before;           // at the end of the frame before
  Values at_start;         // when the player's code began; as `before` where the writes are not known
  Values now;              // at the frame's end
  bool logged = false;     // the writes are known, and with them the next three
  bool starts = false;     // a jump or a stroke started
  bool moved = false;      // the routine that moves the player ran
  bool game_ran = false;   // the game's logic ran
  uint32_t written = ~0u;  // bit n: variable n was written; all set where the writes are not known
  bool over = false;       // the flight is over at its end: landed, climbing or out of control
  bool landed = false;
  bool pad_counts = false;  // `now.buttons` is known, and is what the game's player presses
  // Of every variable: its last write in the frame, counted from 1; 0: none, or not known.
  std::array<uint32_t, Values::most> last_write = {};
  // The name of the last outcome, if that is only a few frames old.
  std::string_view recent = {};
  // px: where the player stood when his flight began, if he has not moved to the side since.
  std::optional<uint8_t> floor = {};
  // Of the frames right before in which the game's logic did not run: it may have read the pad there.
  std::vector<uint8_t> earlier_buttons = {};
};

// A state in which a frame may leave the player, and what brought him there. Texts stay valid.
struct Outcome {
  Values values;
  std::string_view name = {};    // "landing"; empty: nothing but the motion
  std::string_view detail = {};  // "snapped up 3 px"
  std::string_view probably =
      {};  // what other code seems to have done, without a write log: "probable stomp"
};

// What a model says of one run of the game's logic.
struct Judgement {
  Start start = Start::None;
  Values decided = {};  // what the motion should work on
  Values moved = {};    // what the motion should make of it
  // How the run may end, the plainest first.
  std::vector<Outcome> outcomes = {};
  std::string_view unjudged = {};  // what was taken from the game although the model knows better: why
};

// A model that says of every frame, on the ground too, what may be at its end.
class Judge {
 public:
  virtual ~Judge() = default;
  // Why the model says nothing of a frame; empty: it judges it.
  virtual std::string_view passes(const Frame& frame) const = 0;
  // From the state at the end of the run before. Only the variables that Variable::compared names count.
  virtual Judgement judge(const Values& state, const Frame& frame) const = 0;
  // Why an end that is none of the outcomes is the doing of code that the model does not cover; empty: it is
  // an error. Bit n of `written_late`: variable n was written after the motion; 0 where that is not known.
  virtual std::string_view adopts(const Frame& frame, const Judgement& judgement,
                                  uint32_t written_late) const = 0;
  // True if the game may stand still for long, e.g. while paused.
  virtual bool mayStandStill(const Values& now) const = 0;
  // True if the last write of a run of the game's logic may be missing.
  virtual bool mayStayOpen(const Values& now) const = 0;
};

// What a model makes of a frame.
struct Prediction {
  enum class Course : uint8_t {
    Compare,  // `after` is expected
    Pass,     // nothing is expected of this frame; the next one goes on from the same state
    Resume,   // nothing is expected; the next one goes on from the game's own values
    Stop,     // nothing is expected of this frame and the rest of the flight
  };
  Course course = Course::Compare;
  Values decided = {};  // what the motion should work on
  Values after = {};    // what the motion should make of it
  // With Resume: what the game is taken to have done; `after` is what the motion would have made without it. Empty: nothing
  // that counts.
  std::string_view unjudged = {};
};

// A frame ahead with nothing in the way.
struct Ahead {
  Values state;
  bool over = false;  // landed, or fell off the screen
};

// A model that follows a flight from its start to its end. A state is what the model knows at the end of a
// frame.
class FlightPredictor {
 public:
  virtual ~FlightPredictor() = default;
  // The state from which the first frame of a flight is predicted. `before`: the frame before it.
  virtual Values begin(const Values& before) const = 0;
  virtual Prediction predict(const Values& state, const Frame& frame) const = 0;
  // The state after a frame, from the `after` of its prediction, when no other code moved the player.
  virtual Values settle(const Values& after, const Frame& frame) const = 0;
  // The state after a frame in which other code moved the player.
  virtual Values resume(const Values& state, const Values& now) const = 0;
};

// A model that says where a player goes from here.
class Forecaster {
 public:
  virtual ~Forecaster() = default;
  virtual Values begin(const Values& now) const = 0;
  // The same with the button up: a press in the next frame is a new one.
  virtual Values released(const Values& state) const = 0;
  // The next frame; x speed and water stay as they are in `state`. `floor`: the y position, on its page, at
  // which the player lands.
  virtual Ahead ahead(const Values& state, bool a_down, std::optional<uint8_t> floor) const = 0;
};

// What other code than start and motion did to a player in flight.
struct OutsideWrites {
  std::array<std::optional<uint8_t>, role_count> before;  // what the first such write found
  std::array<uint8_t, role_count> after{};                // what the last one left
  Values now;                                             // at the frame's end

  bool wrote(Role role) const { return before[static_cast<size_t>(role)].has_value(); }
};

constexpr std::string_view landing_event = "landing";

// A way in which a model is known not to be the game: switched off by `settings`, a difference is explained.
struct Departure {
  Settings settings;
  std::string because;
};

// The game that a model is about. The defaults are those of a game of which nothing is known but the names of
// its watches.
class Game {
 public:
  virtual ~Game() = default;
  virtual std::span<const Variable> variables() const;

  // Of one frame's values.
  virtual bool aDown(const Values& now) const { return (now.buttons & 0x01) != 0; }
  virtual bool inControl(const Values&) const { return true; }
  virtual Stance stance(const Values&) const { return Stance::Unknown; }
  // True if a start is a swimming stroke.
  virtual bool strokes(const Values& /*at_start*/) const { return false; }
  // True if the values of two frames show a stroke in mid-flight.
  virtual bool strokeSeen(const Values& /*before*/, const Values& /*now*/) const { return false; }
  // Row of the model's tables that a start uses.
  virtual std::optional<int> tier(const Values& /*at_start*/) const { return std::nullopt; }
  virtual std::string tierName(int tier) const { return "tier " + std::to_string(tier); }
  // The name of what happened: landing_event, or one of the model's own. Stays valid.
  virtual std::string_view event(const OutsideWrites& writes) const;

  // True if a flight with this start is compared.
  virtual bool follows(Start) const { return true; }
  // The model lands by itself, so that the frame of a landing is compared as it ends; else as the motion left
  // it.
  virtual bool landsByItself() const { return false; }
  // A start clears the sub-pixel, so that an arc begins on a whole pixel.
  virtual bool startClearsSubpixel() const { return false; }
  // Parameters that count beside a game; what the others say, its values say.
  virtual std::vector<std::string_view> parameters() const { return {}; }
  virtual std::vector<Departure> departures() const { return {}; }
  // What the departures are called in a summary.
  virtual std::string_view departuresName() const { return "the model's documented differences"; }
  // A model with its parameters chosen. `given`: those of parameters() that are to be other than the game's.
  // A game's traces are compared by a judge, or else flight by flight; nullptr: there is no such thing.
  virtual std::unique_ptr<Judge> judge(const Settings& /*given*/) const { return nullptr; }
  virtual std::unique_ptr<FlightPredictor> flightPredictor(const Settings& /*given*/) const {
    return nullptr;
  }
  // Of the game's own parameters; nullptr: the window cannot show where a flight goes from here.
  virtual std::unique_ptr<Forecaster> forecaster() const { return nullptr; }
};

// Of a profile that names no model, or one that is about no game.
const Game& anyGame();

std::optional<size_t> variableNamed(const Game& game, std::string_view name);
std::optional<size_t> variableOf(const Game& game, Role role);

}  // namespace jumpscope::physics
