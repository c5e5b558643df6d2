// What a law allows a frame to make of a game's variables, which are the watches that its numbers are made of.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "src/physics/frame_ends.h"
#include "src/physics/law.h"

namespace jumpscope::physics {

// The numbers of a law in the order of its game's variables: for each number as many variables as it has parts.
inline std::array<const LawNumber*, 8> numbersOf(const Law& law) {
  return {&law.y, &law.speed, &law.gravity, &law.fall, &law.state, &law.origin, &law.held, &law.x_speed};
}

// Why the watches do not say all that a law's next frame depends on, as a sentence without a full stop; empty: they do.
inline std::string whyHidden(const Law& law) {
  const bool chooses = law.has(LawStep::Choose);
  const auto differ = [&](int64_t Law::Tier::*number) {
    return std::any_of(law.tiers.begin(), law.tiers.end(),
                       [&](const Law::Tier& tier) { return tier.*number != law.tiers.front().*number; });
  };
  const bool no_gravity = law.gravity.parts.empty(), no_fall = law.fall.parts.empty();
  const char* counts = law.lift                          ? "a lift"
                       : law.every > 1                   ? "every"
                       : chooses && law.choice.after > 0 ? "choice.after"
                       : law.cut && law.cut->from > 0    ? "cut.from"
                       : law.cut && law.cut->until < 256 ? "cut.until"
                                                         : nullptr;
  if (counts != nullptr)
    return "the law counts frames since the start (" + std::string(counts) +
           "), and no watch holds that count";
  const bool cuts_again =
      law.cut && !(law.cut->kind == Law::Cut::Kind::Set && law.cut->value >= law.cut->limit);
  if (cuts_again && law.cut->once) return "the law cuts a jump once, and no watch says if it was cut";
  if (chooses && law.choice.release && law.choice.stays && no_gravity)
    return "the law's gravity stays after a release, and no watch is the gravity in effect";
  if (chooses && law.choice.release && law.choice.rise > 0 && law.origin.parts.empty())
    return "a release counts after a rise, and no watch says where the jump began";
  if ((no_gravity && differ(&Law::Tier::gravity)) ||
      (chooses && no_gravity && no_fall && differ(&Law::Tier::fall)))
    return "a start chooses the gravity, and no watch is the gravity in effect";
  return {};
}

// The speed after the head has hit something.
template <class Int>
Int speedUnder(const Law& law, const Law::Ceiling& ceiling, const Int& speed) {
  const int64_t mask = (int64_t{1} << law.speed.fraction) - 1;
  return ceiling.keeps_fraction ? Int(ceiling.speed | (speed & mask)) : Int(ceiling.speed);
}

// Reads and writes a law's numbers in the variables of its game.
template <template <class> class Number>
class LawValues {
 public:
  using Int = Number<int64_t>;
  using State = BasicLawState<Number>;

  explicit LawValues(const Law& law) : law_(law) {
    size_t next = 0;
    for (const LawNumber* number : numbersOf(law)) {
      first_.push_back({number, next});
      next += number->parts.size();
    }
  }

  static bool watched(const LawNumber& number) { return !number.parts.empty(); }

  // Without its sign.
  Int read(const BasicValues<Number>& values, const LawNumber& number) const {
    Int all = 0;
    for (size_t i = 0; i < number.parts.size(); ++i) {
      const int bits = number.parts[i].bits;
      all = Int((all << bits) | (values.at(placeOf(number) + i) & ((int64_t{1} << bits) - 1)));
    }
    return all;
  }
  Int readSigned(const BasicValues<Number>& values, const LawNumber& number) const {
    return lawWrapped(read(values, number), number.bits);
  }
  void write(BasicValues<Number>& values, const LawNumber& number, const Int& value) const {
    int below = 0;
    for (size_t i = number.parts.size(); i-- > 0;) {
      const int bits = number.parts[i].bits;
      values.set(placeOf(number) + i, Int((value >> below) & ((int64_t{1} << bits) - 1)));
      below += bits;
    }
  }

  // What no watch has stays as in `state`.
  State stateOf(const BasicValues<Number>& values, State state) const {
    state.y = read(values, law_.y);
    if (law_.up) state.y = Int((0 - state.y) & ((int64_t{1} << law_.y.bits) - 1));
    if (watched(law_.speed)) {
      state.speed = readSigned(values, law_.speed);
      if (law_.up) state.speed = lawWrapped(Int(0 - state.speed), law_.speed.bits);
    }
    if (watched(law_.gravity)) state.gravity = read(values, law_.gravity);
    if (watched(law_.fall)) state.fall = read(values, law_.fall);
    if (watched(law_.origin)) state.origin = read(values, law_.origin);
    if (watched(law_.held)) state.held = Number<bool>((read(values, law_.held) & law_.held_mask) != 0);
    if (watched(law_.state)) {
      const Int now = read(values, law_.state);
      const Number<uint8_t> flies = choose(now == law_.states[law_jump], law_jump, law_fall);
      state.phase = choose(now == law_.states[law_ground], Number<uint8_t>(law_ground), flies);
    }
    return state;
  }
  BasicValues<Number> valuesOf(const State& state, BasicValues<Number> rest) const {
    const auto up = [&](const Int& value, int bits) {
      return Int((law_.up ? Int(0 - value) : value) & ((int64_t{1} << bits) - 1));
    };
    write(rest, law_.y, up(state.y, law_.y.bits));
    write(rest, law_.speed, up(state.speed, law_.speed.bits));
    write(rest, law_.gravity, state.gravity);
    write(rest, law_.fall, state.fall);
    write(rest, law_.origin, state.origin);
    if (watched(law_.state)) {
      const Int flies =
          choose(state.phase == law_jump, Int(law_.states[law_jump]), Int(law_.states[law_fall]));
      write(rest, law_.state, choose(state.phase == law_ground, Int(law_.states[law_ground]), flies));
    }
    return rest;
  }
  Int xSpeed(const BasicValues<Number>& values) const {
    if (!watched(law_.x_speed)) return 0;
    if (!law_.x_signed) return read(values, law_.x_speed);
    const Int speed = readSigned(values, law_.x_speed);
    return choose(speed < 0, Int(0 - speed), speed);
  }

  size_t placeOf(const LawNumber& number) const {
    for (const auto& [known, place] : first_)
      if (known == &number) return place;
    return 0;
  }

 private:
  const Law& law_;
  std::vector<std::pair<const LawNumber*, size_t>> first_;
};

template <template <class> class Number>
class LawFrameEnds final : public FrameEnds<Number> {
 public:
  using Int = Number<int64_t>;
  using State = BasicLawState<Number>;

  explicit LawFrameEnds(const Law& law) : law_(law), values_(law_) {}

  std::vector<FrameEnd<Number>> ends(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                     bool /*early_done*/) const override {
    const Number<bool> down = Number<bool>((pad & law_.button) != 0);
    const State state = stateOf(before);
    Number<bool> pressed = values_.watched(law_.held) ? Number<bool>(down && !state.held) : down;
    if (asksEarlierFrames()) pressed = true;
    Number<bool> stands =
        values_.watched(law_.state) ? Number<bool>(state.phase == law_ground) : Number<bool>(true);
    if (law_.air_jumps > 0 || law_.coyote > 0) stands = true;
    std::vector<FrameEnd<Number>> list;
    // A press on the ground starts; where nothing tells that he stands, or that it is a new press, it may.
    const bool sure = isSure();
    const Number<bool> starts = Number<bool>(pressed && stands);
    addEnds(list, before, state, LawFrame<Number>(law_, down, values_.xSpeed(before), false),
            sure ? Number<bool>(!starts) : Number<bool>(true), {});
    addEnds(list, before, state, LawFrame<Number>(law_, down, values_.xSpeed(before), true), starts, "jump");
    return list;
  }

  std::vector<Limit<Number>> limits(const BasicValues<Number>& before) const override {
    if (!values_.watched(law_.state)) return {};
    Number<bool> known = false;
    const Int now = values_.read(before, law_.state);
    for (const int64_t state : law_.states) known = Number<bool>(known || now == state);
    return {{"the state is none that the law knows", Number<bool>(!known)}};
  }

  std::string hidden() const override { return whyHidden(law_); }

  std::optional<ButtonBefore> buttonBefore() const override {
    if (law_.held.parts.size() != 1) return ButtonBefore{law_.button, std::nullopt, 0};
    return ButtonBefore{law_.button, values_.placeOf(law_.held), law_.held_mask};
  }

  Values usual() const override {
    LawState state;
    state.phase = law_ground;
    return LawValues<Plain>(law_).valuesOf(state, Values());
  }

 private:
  // An earlier press may start a jump now, and no watch counts the frames since.
  bool asksEarlierFrames() const { return law_.buffer > 0 || law_.latency > 0; }
  bool isSure() const {
    return values_.watched(law_.state) && values_.watched(law_.held) && !asksEarlierFrames() &&
           law_.air_jumps == 0 && law_.coyote == 0;
  }

  State stateOf(const BasicValues<Number>& before) const {
    State state;
    state.phase = law_jump;
    state.gravity = law_.tiers.front().gravity;
    state.fall = law_.tiers.front().fall;
    return values_.stateOf(before, state);
  }

  void addEnds(std::vector<FrameEnd<Number>>& list, const BasicValues<Number>& before, const State& from,
               const LawFrame<Number>& frame, const Number<bool>& possible, std::string_view name) const {
    const State moved = frame(from);
    if (values_.watched(law_.state) && name.empty()) {
      const Number<bool> stood = Number<bool>(possible && from.phase == law_ground);
      State falls = moved;
      falls.phase = law_fall;
      add(list, before, moved, stood, {}, "standing", false);
      add(list, before, falls, stood, {}, "fall", false, WorldContact::Edge);
      addLanding(list, before, moved, stood, {}, "landing", WorldContact::Edge);
      const Number<bool> flies = Number<bool>(possible && from.phase != law_ground);
      addMotion(list, before, moved, flies, name);
      addLanding(list, before, moved, flies, {}, "landing", WorldContact::Landing, oneFloor() && isSure());
    } else {
      addMotion(list, before, moved, possible, name);
      addLanding(list, before, moved, possible, {}, name.empty() ? "landing" : name, WorldContact::Landing);
    }
    for (const Law::Ceiling& ceiling : law_.ceilings) {
      State bumped = moved;
      bumped.speed = speedUnder(law_, ceiling, moved.speed);
      const Number<bool> rises = Number<bool>(possible && moved.speed < 0);
      // Who hits his head stands no more.
      bumped.phase = choose(moved.phase == law_ground, Number<uint8_t>(law_fall), moved.phase);
      add(list, before, bumped, rises, {.above = "ceiling"}, "ceiling", false, WorldContact::Ceiling);
      addLanding(list, before, bumped, rises, {.above = "ceiling"}, "ceiling", WorldContact::Ceiling);
    }
  }

  // Who comes below the only floor need not go on.
  void addMotion(std::vector<FrameEnd<Number>>& list, const BasicValues<Number>& before, const State& moved,
                 const Number<bool>& possible, std::string_view name) const {
    if (!oneFloor() || !isSure()) return add(list, before, moved, possible, {}, name, isSure());
    const Number<bool> lands = Number<bool>(moved.speed >= 0 && depthOf(moved) < law_.landing->depth);
    add(list, before, moved, Number<bool>(possible && !lands), {}, name, true);
    add(list, before, moved, Number<bool>(possible && lands), {}, name, false);
  }

  // Its floor is all of the world: whoever comes below it lands.
  bool oneFloor() const { return law_.landing && law_.landing->tile >= 256; }

  // px below the floor.
  Int depthOf(const State& state) const {
    return Int(((state.y >> law_.y.fraction) - law_.landing->at) & (law_.landing->tile - 1));
  }

  void addLanding(std::vector<FrameEnd<Number>>& list, const BasicValues<Number>& before, State state,
                  const Number<bool>& possible, Surroundings around, std::string_view name,
                  WorldContact contact, bool demanded = false) const {
    if (!law_.landing) return;
    const Law::Landing& landing = *law_.landing;
    const int64_t fraction = (int64_t{1} << law_.y.fraction) - 1;
    const Int depth = depthOf(state);
    const Number<bool> lands = Number<bool>(possible && state.speed >= 0 && depth < landing.depth);
    state.y = Int((state.y - (depth << law_.y.fraction)) & ((int64_t{1} << law_.y.bits) - 1));
    if (landing.clears_fraction) state.y = Int(state.y & ~fraction);
    state.speed = 0;
    state.phase = law_ground;
    around.floor = true;
    add(list, before, state, lands, around, name, demanded, contact);
  }

  void add(std::vector<FrameEnd<Number>>& list, const BasicValues<Number>& before, const State& state,
           const Number<bool>& possible, const Surroundings& around, std::string_view name, bool demanded,
           WorldContact contact = WorldContact::None) const {
    list.push_back({values_.valuesOf(state, before), possible, around, name, demanded, contact});
  }

  const Law law_;
  const LawValues<Number> values_;
};

}  // namespace jumpscope::physics
