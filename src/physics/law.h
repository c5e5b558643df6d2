// A jump as data: a hybrid automaton over integers. `jumpscope fit` finds one, a file holds it (docs/laws.md), and this
// is its only interpreter: with plain numbers it makes rows, with terms a prover knows it for all states at once.
//
// Numbers are raw, as the game has them. Down is positive: what grows upward is negated where it is read (Law::up).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/bits/plain.h"

namespace jumpscope::physics {

// A number of the game.
struct LawNumber {
  struct Part {
    std::string watch;
    int bits = 8;
    bool operator==(const Part&) const = default;
  };
  std::vector<Part> parts;  // most significant first; empty: no watch has it
  int bits = 16;            // in all
  int fraction = 0;         // bits below the pixel

  bool operator==(const LawNumber&) const = default;
};

enum class LawStep : uint8_t { Start, Choose, Cut, Lift, Move, Gravity };
// Phases.
inline constexpr uint8_t law_ground = 0, law_jump = 1, law_fall = 2;

struct Law {
  // What a start chooses by the speed to the side: of the rows with from <= |x speed| the last one.
  struct Tier {
    int64_t from = 0;
    int64_t start = 0;    // the speed
    int64_t gravity = 0;  // added to the speed in every frame
    int64_t fall = 0;     // the same, once Choose has chosen it
    bool operator==(const Tier&) const = default;
  };
  // When the gravity of falling takes the place of the other one.
  struct Choice {
    std::optional<int64_t> apex;  // at this speed or a faster fall
    bool release = false;         // without the button
    bool anew = false;            // the button counts only if it was down in the frame before, too
    int64_t rise = 0;             // px that the release takes, modulo 256
    int64_t after = 0;  // frames after the start, whatever the speed and the button are; 0: no such limit
    bool stays = true;  // until the next start; else only while its reason lasts
    std::optional<int64_t> released;  // the gravity after a release that is no fall yet, if it is a third one
    bool operator==(const Choice&) const = default;
  };
  // What the speed becomes without the button, if it is below `limit`.
  struct Cut {
    enum class Kind : uint8_t { Set, Shift, Add } kind = Kind::Set;
    int64_t value = 0;  // the speed; bits to shift right; or what is added
    int64_t limit = 0;
    int64_t from = 0;     // frames after the start
    int64_t until = 256;  // frames after the start; 256: always
    bool once = false;
    bool keeps_fraction = false;  // of the speed, where Set gives it whole pixels
    bool operator==(const Cut&) const = default;
  };
  // What is added to the speed while the button has been down since the start.
  struct Lift {
    std::vector<int64_t> speeds;  // in the frame of the start and in those after it
    bool always = false;          // whatever the button does: a jump from a table, without gravity
    // Of a table: in each frame without the button from frame `from` on, it goes on by `by` further frames, up to frame
    // `to`. `to` = 0: it does not.
    int64_t from = 0, to = 0, by = 0;
    bool late = false;    // the button of the frame before counts
    bool stands = false;  // in such a frame it stands, and the next one is `to`
    bool operator==(const Lift&) const = default;
  };
  // What becomes of a speed of `from` or more.
  struct Terminal {
    enum class Kind : uint8_t {
      Clamp,    // after the addition: it becomes `to`
      Instead,  // the same instead of the addition
      Stop      // nothing is added
    } kind = Kind::Clamp;
    int64_t from = 0, to = 0;
    bool by_fraction = false;  // pixels and fraction are compared separately, and each must be so much
    bool wraps = false;        // compared by the sign of the difference in the number's width
    bool operator==(const Terminal&) const = default;
  };
  // Another gravity while the speed is in [from, below).
  struct Hang {
    int64_t from = 0, below = 0, gravity = 0;
    bool held = false;  // only with the button
    bool operator==(const Hang&) const = default;
  };
  // Where the player comes to stand: the next pixel above that is `at` on a grid of `tile`, if he is less than `depth` below.
  struct Landing {
    int64_t tile = 16, at = 0, depth = 1;
    bool clears_fraction = false;
    bool operator==(const Landing&) const = default;
  };
  // The speed after the head has hit something.
  struct Ceiling {
    int64_t speed = 0;
    bool keeps_fraction = false;
    // The player is put on the next pixel below that is `at` on a grid of `tile`; 0: he stays where he is.
    int64_t tile = 0, at = 0;
    bool clears_fraction = false;
    bool operator==(const Ceiling&) const = default;
  };

  // How the game itself counts the frames since a start.
  struct Count {
    int64_t first = 0;          // at the end of the frame of the start
    int64_t step = 1;           // added in each frame after it: 1 or -1
    int64_t over = 0;           // where it may rest once nothing depends on it any more
    int64_t counting_mask = 1;  // bits of `counting` that are not 0 as long as it counts
    bool operator==(const Count&) const = default;
  };

  LawNumber y{{}, 16, 8}, speed{{}, 16, 8}, gravity, fall, x_speed, state, origin, held;
  LawNumber count, counting;  // a byte each: the frames since the start, and whether they are still counted
  Count counts;               // what `count` means
  bool up = false;            // the game's height and speed grow upward
  bool x_signed = false;      // the speed to the side has a sign, which does not count
  uint8_t button = 0x01;      // of the pad
  int64_t held_mask = 0xFF;   // bits of `held` that are not 0 if the button was down
  int64_t states[3] = {0, 1, 1};  // of `state`, by phase
  std::vector<LawStep> order{LawStep::Start, LawStep::Gravity, LawStep::Move};
  int64_t latency = 0;           // frames between the press and the start
  bool clears_fraction = false;  // a start puts the player on a whole pixel
  std::vector<Tier> tiers{Tier{}};
  Choice choice;
  std::optional<Cut> cut;
  std::optional<Lift> lift;
  std::optional<Terminal> terminal;
  std::optional<Hang> hang;
  std::optional<int64_t> turn;  // what a rise becomes that gravity ends: a magnitude that stops at 0
  int64_t every = 1,
          first = 0;  // gravity acts in each `every`-th frame, of which the `first`-th after the start is one
  std::optional<Landing> landing;
  std::vector<Ceiling> ceilings;
  int64_t air_jumps = 0;  // further starts in the air
  int64_t coyote = 0;     // frames after the ground is gone in which a press still starts
  int64_t buffer = 0;     // frames before the ground in which a press still starts

  bool has(LawStep step) const { return std::find(order.begin(), order.end(), step) != order.end(); }
  bool operator==(const Law&) const = default;
};

// As a number of `bits` with a sign.
template <class Value>
Value lawWrapped(const Value& value, int bits) {
  const int shift = 64 - bits;
  return static_cast<Value>(static_cast<Value>(value << shift) >> shift);
}

// True if step `a` comes before step `b` in a frame.
inline bool comesBefore(const Law& law, LawStep a, LawStep b) {
  return std::find(law.order.begin(), law.order.end(), a) < std::find(law.order.begin(), law.order.end(), b);
}

// The gravity of who falls without a start.
inline int64_t gravityInFall(const Law& law) {
  return law.has(LawStep::Choose) ? law.tiers.front().fall : law.tiers.front().gravity;
}

// True if the ground alone may have moved who stands in the frame of a start: by less than a pixel, where the start comes
// after the motion. Games let gravity pull him in and put him back.
inline bool movedByGround(const Law& law, int64_t before, int64_t after) {
  const int64_t moved = lawWrapped(after - before, law.y.bits), pixel = int64_t{1} << law.y.fraction;
  return comesBefore(law, LawStep::Move, LawStep::Start) && moved > -pixel && moved < pixel;
}

template <template <class> class Number>
struct BasicLawState {
  Number<int64_t> y = 0;      // in [0, 2^bits)
  Number<int64_t> speed = 0;  // with its sign
  Number<int64_t> gravity = 0, fall = 0;
  Number<int64_t> origin = 0;  // px, a byte: where the start was
  Number<uint8_t> phase = law_ground;
  Number<uint8_t> tier = 0;
  Number<uint8_t> timer = 0;    // frames since the start, at most 255
  Number<bool> held = false;    // the button in the frame before
  Number<bool> cut = false;     // it was cut since the start
  Number<bool> let_go = false;  // the button was up since the start
};
using LawState = BasicLawState<Plain>;

template <template <class> class Number>
class LawFrame {
 public:
  using Int = Number<int64_t>;
  using State = BasicLawState<Number>;

  // A frame with the button (`down`), in which a jump starts or not.
  LawFrame(const Law& law, const Number<bool>& down, const Int& x_speed, bool starts)
      : law_(law), down_(down), x_speed_(x_speed), starts_(starts) {}

  // Who stands, rests.
  State operator()(const State& before) const {
    State state = before;
    for (const LawStep step : law_.order) run(step, state);
    if (!starts_) {
      const Number<bool> rests = Number<bool>(before.phase == law_ground);
      state.y = choose(rests, before.y, state.y);
      state.speed = choose(rests, before.speed, state.speed);
      state.gravity = choose(rests, before.gravity, state.gravity);
    }
    return ended(state);
  }
  // With the gravity that a frame chooses in this state.
  State chosen(State state) const {
    chooseGravity(state);
    return state;
  }
  // The steps to the move, and those after it: between them the world may meet the player.
  State untilMove(State state) const {
    for (const LawStep step : law_.order) {
      run(step, state);
      if (step == LawStep::Move) break;
    }
    return state;
  }
  State afterMove(State state) const {
    bool on = false;
    for (const LawStep step : law_.order) {
      if (on) run(step, state);
      on = on || step == LawStep::Move;
    }
    return ended(state);
  }
  // The steps from the start on: where the ground has moved the player before it.
  State fromStart(State state) const {
    bool on = false;
    for (const LawStep step : law_.order)
      if (on = on || step == LawStep::Start; on) run(step, state);
    state.held = down_;
    state.let_go = Number<bool>(!down_);
    state.timer = 1;
    return state;
  }

 private:
  State ended(State state) const {
    state.held = down_;
    state.let_go = Number<bool>(state.let_go || !down_);
    // At its end it goes on in step with `every`.
    state.timer = choose(state.timer == 255, static_cast<Number<uint8_t>>(256 - law_.every),
                         static_cast<Number<uint8_t>>(state.timer + 1));
    return state;
  }

  void run(LawStep step, State& state) const {
    switch (step) {
      case LawStep::Start:
        if (starts_) start(state);
        break;
      case LawStep::Choose:
        chooseGravity(state);
        break;
      case LawStep::Cut:
        if (law_.cut) cut(state, *law_.cut);
        break;
      case LawStep::Lift:
        if (law_.lift) lift(state, *law_.lift);
        break;
      case LawStep::Move:
        move(state);
        break;
      case LawStep::Gravity:
        addGravity(state);
        break;
    }
  }

  void start(State& state) const {
    Number<uint8_t> tier = 0;
    for (size_t i = 1; i < law_.tiers.size(); ++i)
      tier = static_cast<Number<uint8_t>>(tier + choose(x_speed_ >= law_.tiers[i].from, 1, 0));
    std::vector<int64_t> speeds, gravities, falls;
    for (const Law::Tier& row : law_.tiers) {
      speeds.push_back(row.start);
      gravities.push_back(row.gravity);
      falls.push_back(row.fall);
    }
    state.tier = tier;
    state.speed = at(speeds, tier);
    state.gravity = at(gravities, tier);
    state.fall = at(falls, tier);
    state.phase = law_jump;
    state.timer = 0;
    state.cut = false;
    state.let_go = false;
    state.origin = pixel(state);
    if (law_.clears_fraction) state.y = Int(state.y & ~((int64_t{1} << law_.y.fraction) - 1));
  }

  Int pixel(const State& state) const { return Int((state.y >> law_.y.fraction) & 0xFF); }

  void chooseGravity(State& state) const {
    const Law::Choice& choice = law_.choice;
    Number<bool> falls = false, rises_on = false;
    if (choice.apex) falls = Number<bool>(state.speed >= *choice.apex);
    if (choice.release) {
      Number<bool> released = Number<bool>(!down_);
      if (choice.anew) released = Number<bool>(released || !state.held);
      if (choice.rise > 0)
        released = Number<bool>(released && ((state.origin - pixel(state)) & 0xFF) >= choice.rise);
      (choice.released ? rises_on : falls) = Number<bool>(falls || released);
    }
    if (choice.after > 0) falls = Number<bool>(falls || state.timer >= choice.after);
    falls = Number<bool>(choose(state.phase == law_fall, Number<bool>(true), falls));
    Int otherwise = state.gravity;
    if (!choice.stays) {
      std::vector<int64_t> gravities;
      for (const Law::Tier& row : law_.tiers) gravities.push_back(row.gravity);
      otherwise = at(gravities, state.tier);
    }
    if (choice.released) otherwise = Int(choose(rises_on, Int(*choice.released), otherwise));
    const Int chosen = choose(falls, state.fall, otherwise);
    state.gravity = Int(choose(state.phase == law_ground, state.gravity, chosen));
  }

  void cut(State& state, const Law::Cut& cut) const {
    Number<bool> cuts = Number<bool>(!down_ && state.speed < cut.limit && state.phase == law_jump);
    if (cut.from > 0) cuts = Number<bool>(cuts && state.timer >= cut.from);
    if (cut.until < 256) cuts = Number<bool>(cuts && state.timer < cut.until);
    if (cut.once) cuts = Number<bool>(cuts && !state.cut);
    Int speed = cut.value;
    if (cut.keeps_fraction)
      speed = Int(cut.value + (state.speed & ((int64_t{1} << law_.speed.fraction) - 1)));
    if (cut.kind == Law::Cut::Kind::Shift) speed = Int(state.speed >> int(cut.value));
    if (cut.kind == Law::Cut::Kind::Add) speed = wrapped(Int(state.speed + cut.value));
    state.speed = Int(choose(cuts, speed, state.speed));
    state.cut = Number<bool>(state.cut || cuts);
  }

  void lift(State& state, const Law::Lift& lift) const {
    if (lift.always) return followTable(state, lift);
    const Number<bool> held = Number<bool>(down_ && !state.let_go && state.phase == law_jump);
    const Number<bool> lifts = Number<bool>(held && state.timer < int64_t(lift.speeds.size()));
    const Number<uint8_t> frame = choose(lifts, state.timer, Number<uint8_t>(0));
    state.speed = Int(choose(lifts, wrapped(Int(state.speed + at(lift.speeds, frame))), state.speed));
  }

  void followTable(State& state, const Law::Lift& table) const {
    Number<bool> stands = false;
    if (table.to > 0) {
      const Number<bool> skips = Number<bool>(!(table.late ? state.held : down_) && state.phase == law_jump &&
                                              state.timer >= table.from && state.timer < table.to);
      const Int timer = Int(state.timer + table.by);
      const Int skipped = Int(choose(timer < table.to, timer, Int(table.to)) - (table.stands ? 1 : 0));
      state.timer = choose(skips, static_cast<Number<uint8_t>>(skipped), state.timer);
      if (table.stands) stands = skips;
    }
    std::vector<int64_t> speeds;
    for (int64_t speed = law_.tiers.front().start; const int64_t more : table.speeds)
      speeds.push_back(speed = lawWrapped(speed + more, law_.speed.bits));
    const Number<bool> on = Number<bool>(state.phase != law_ground && state.timer < int64_t(speeds.size()));
    const Number<uint8_t> frame = choose(on, state.timer, Number<uint8_t>(0));
    state.speed = Int(choose(stands, Int(0), Int(choose(on, Int(at(speeds, frame)), state.speed))));
  }

  void move(State& state) const {
    const int shift = law_.y.fraction - law_.speed.fraction;
    const Int way = shift >= 0 ? Int(state.speed << shift) : Int(state.speed >> -shift);
    state.y = Int((state.y + way) & ((int64_t{1} << law_.y.bits) - 1));
  }

  Int wrapped(const Int& speed) const { return lawWrapped(speed, law_.speed.bits); }

  Number<bool> past(const Int& speed, const Law::Terminal& terminal) const {
    const auto atLeast = [&](const Int& a, int64_t b, int bits) {
      return terminal.wraps ? Number<bool>(lawWrapped(Int(a - b), bits) >= 0) : Number<bool>(a >= b);
    };
    if (!terminal.by_fraction) return atLeast(speed, terminal.from, law_.speed.bits);
    const int fraction = law_.speed.fraction;
    const int64_t mask = (int64_t{1} << fraction) - 1;
    return Number<bool>(
        atLeast(Int(speed >> fraction), terminal.from >> fraction, law_.speed.bits - fraction) &&
        (speed & mask) >= (terminal.from & mask));
  }

  void addGravity(State& state) const {
    Int gravity = state.gravity;
    if (law_.hang) {
      Number<bool> hangs = Number<bool>(state.speed >= law_.hang->from && state.speed < law_.hang->below);
      if (law_.hang->held) hangs = Number<bool>(hangs && down_);
      gravity = Int(choose(hangs, Int(law_.hang->gravity), gravity));
    }
    if (law_.every > 1) {
      std::vector<int64_t> acts(256);
      for (size_t frame = size_t(law_.first); frame < acts.size(); frame += size_t(law_.every))
        acts[frame] = 1;
      gravity = Int(choose(Number<bool>(Int(at(acts, state.timer)) == 1), gravity, Int(0)));
    }
    Int added = wrapped(Int(state.speed + gravity));
    if (law_.turn) added = Int(choose(Number<bool>(state.speed < 0 && added >= 0), Int(*law_.turn), added));
    if (!law_.terminal) {
      state.speed = added;
      return;
    }
    const Law::Terminal& terminal = *law_.terminal;
    const bool before = terminal.kind != Law::Terminal::Kind::Clamp;
    const Int limited = terminal.kind == Law::Terminal::Kind::Stop ? state.speed : Int(terminal.to);
    state.speed = Int(choose(past(before ? state.speed : added, terminal), limited, added));
  }

  const Law& law_;
  Number<bool> down_;
  Int x_speed_;
  bool starts_;
};

}  // namespace jumpscope::physics
