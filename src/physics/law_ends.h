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
inline std::array<const LawNumber*, 10> numbersOf(const Law& law) {
  return {&law.y,      &law.speed, &law.gravity, &law.fall,  &law.state,
          &law.origin, &law.held,  &law.x_speed, &law.count, &law.counting};
}

// True if a frame begins with the gravity that was chosen in the one before.
inline bool choosesForTheNextFrame(const Law& law) {
  return law.has(LawStep::Choose) && comesBefore(law, LawStep::Gravity, LawStep::Choose);
}

// The frames since the start, as a byte, that a law asks for: from that many on, all are the same to it.
inline int64_t framesAsked(const Law& law) {
  int64_t frames = 0;
  if (law.lift) frames = std::max(frames, int64_t(law.lift->speeds.size()));
  if (law.has(LawStep::Choose)) frames = std::max(frames, law.choice.after);
  if (law.cut) frames = std::max(frames, law.cut->from);
  if (law.cut && law.cut->until < 256) frames = std::max(frames, law.cut->until);
  return frames;
}
// True if a law asks for them only until the button is let go: then the game's count may end there.
inline bool countEndsOnRelease(const Law& law) {
  const bool chooses = law.has(LawStep::Choose) && law.choice.after > 0;
  const bool stays = law.choice.release && law.choice.stays && !law.choice.anew && law.choice.rise == 0;
  return (law.lift && !law.lift->always) || (chooses && stays);
}
// The same of the first cut.
inline bool countEndsWithCut(const Law& law) { return law.cut && law.cut->once; }

// Why the game's count does not say all that a law has to know of the past of a jump; empty: it does.
inline std::string whyCountIsNotEnough(const Law& law) {
  const bool chooses = law.has(LawStep::Choose) && law.choice.after > 0;
  const bool cuts = law.cut && (law.cut->from > 0 || law.cut->until < 256 || law.cut->once);
  const bool stays = law.choice.release && law.choice.stays && !law.choice.anew && law.choice.rise == 0;
  if (law.every > 1) return "the law counts frames for as long as a jump lasts (every)";
  if (law.lift && law.lift->to > 0) return "the law skips frames of its table after a release";
  if (countEndsWithCut(law) && (law.lift || chooses || law.cut->until == 256))
    return "the law cuts a jump once, and no watch says if it was cut";
  if (countEndsOnRelease(law) && (cuts || (law.lift && chooses && (law.lift->always || !stays))))
    return "the law counts frames beyond a release, and no watch says if there was one";
  return {};
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
  const bool counted = !law.count.parts.empty();
  if (counts != nullptr && counted)
    if (std::string why = whyCountIsNotEnough(law); !why.empty()) return why;
  if (counts != nullptr && !counted)
    return "the law counts frames since the start (" + std::string(counts) +
           "), and no watch holds that count";
  const bool cuts_again =
      law.cut && !(law.cut->kind == Law::Cut::Kind::Set && law.cut->value >= law.cut->limit);
  if (cuts_again && law.cut->once && !(counted && law.cut->until < 256))
    return "the law cuts a jump once, and no watch says if it was cut";
  const bool over_on_release = counted && law.choice.after > 0 && countEndsOnRelease(law);
  if (chooses && law.choice.release && law.choice.stays && no_gravity && !over_on_release)
    return "the law's gravity stays after a release, and no watch is the gravity in effect";
  const bool by_speed = law.choice.apex && !law.choice.release && law.choice.after == 0;
  if (choosesForTheNextFrame(law) && no_gravity && !by_speed)
    return "the gravity of a frame was chosen in the one before, and no watch is the gravity in effect";
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
    if (watched(law_.count)) {
      const Int passed = timerOf(read(values, law_.count));
      const Number<bool> counts =
          watched(law_.counting)
              ? Number<bool>((read(values, law_.counting) & law_.counts.counting_mask) != 0)
              : Number<bool>(true);
      state.timer = static_cast<Number<uint8_t>>(choose(counts, passed, Int(longest_count)));
    }
    return state;
  }
  // The frames since the start by the game's count, which is 1 at the end of that of the start.
  Int timerOf(const Int& count) const {
    const Int passed = law_.counts.step > 0 ? Int(count - law_.counts.first) : Int(law_.counts.first - count);
    return Int((passed + 1) & longest_count);
  }
  static constexpr int64_t longest_count = 0xFF;
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
    State state = stateOf(before);
    if (choosesForTheNextFrame(law_) && !values_.watched(law_.gravity))
      state = LawFrame<Number>(law_, down, 0, false).chosen(state);
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

  using Ends = std::vector<FrameEnd<Number>>;
  using Frame = LawFrame<Number>;
  // What became of the player, and if it could.
  struct Met {
    State state;
    Number<bool> possible;
    bool starts = false;  // in this frame
  };

  void addEnds(Ends& list, const BasicValues<Number>& before, const State& from, const Frame& frame,
               const Number<bool>& possible, std::string_view name) const {
    const State moved = frame(from);
    const bool starts = !name.empty();
    if (values_.watched(law_.state) && !starts) {
      const Number<bool> stood = Number<bool>(possible && from.phase == law_ground);
      State falls = moved;
      falls.phase = law_fall;
      add(list, before, {moved, stood}, {}, "standing", false);
      add(list, before, {falls, stood}, {}, "fall", false, WorldContact::Edge);
      addLanding(list, before, {moved, stood}, {}, "landing", WorldContact::Edge);
      const Met flies{moved, Number<bool>(possible && from.phase != law_ground)};
      addMotion(list, before, flies, name);
      addLanding(list, before, flies, {}, "landing", WorldContact::Landing, oneFloor() && isSure());
    } else {
      const Met met{moved, possible, starts};
      addMotion(list, before, met, name);
      addLanding(list, before, met, {}, starts ? name : "landing", WorldContact::Landing);
    }
    for (const Law::Ceiling& ceiling : law_.ceilings) {
      const Met bumped = under(ceiling, {moved, possible, starts});
      add(list, before, bumped, {.above = "ceiling"}, "ceiling", false, WorldContact::Ceiling);
      addLanding(list, before, bumped, {.above = "ceiling"}, "ceiling", WorldContact::Ceiling);
    }
    if (!comesBefore(law_, LawStep::Move, LawStep::Start)) return;
    // Where the motion comes first, the world may have met the player right after it.
    Number<bool> moves = possible;
    if (values_.watched(law_.state) && !starts) moves = Number<bool>(possible && from.phase != law_ground);
    const Met move{frame.untilMove(from), moves, starts};
    const auto addMet = [&](Met met, const Surroundings& around, std::string_view end, WorldContact contact) {
      met.state = frame.afterMove(met.state);
      add(list, before, met, around, starts ? name : end, false, contact);
    };
    if (law_.landing && starts) addMet(landed(move), {.floor = true}, name, WorldContact::Landing);
    for (const Law::Ceiling& ceiling : law_.ceilings)
      if (ceiling.tile > 0)
        addMet(under(ceiling, move), {.above = "ceiling"}, "ceiling", WorldContact::Ceiling);
  }

  // Who comes below the only floor need not go on.
  void addMotion(Ends& list, const BasicValues<Number>& before, const Met& moved,
                 std::string_view name) const {
    if (!oneFloor() || !isSure()) return add(list, before, moved, {}, name, isSure());
    const Number<bool> lands = landed(moved).possible;
    add(list, before, {moved.state, Number<bool>(moved.possible && !lands), moved.starts}, {}, name, true);
    add(list, before, {moved.state, lands, moved.starts}, {}, name, false);
  }

  // Its floor is all of the world: whoever comes below it lands.
  bool oneFloor() const { return law_.landing && law_.landing->tile >= 256; }

  Int pixelOf(const State& state) const { return Int(state.y >> law_.y.fraction); }
  // Moved by so many pixels.
  Int shifted(const Int& y, const Int& pixels, bool clears_fraction) const {
    const Int moved = Int((y + (pixels << law_.y.fraction)) & ((int64_t{1} << law_.y.bits) - 1));
    return clears_fraction ? Int(moved & ~((int64_t{1} << law_.y.fraction) - 1)) : moved;
  }

  Met landed(Met met) const {
    const Law::Landing& landing = *law_.landing;
    const Int depth = Int((pixelOf(met.state) - landing.at) & (landing.tile - 1));
    met.possible = Number<bool>(met.possible && met.state.speed >= 0 && depth < landing.depth);
    met.state.y = shifted(met.state.y, Int(0 - depth), landing.clears_fraction);
    met.state.speed = 0;
    met.state.phase = law_ground;
    return met;
  }

  Met under(const Law::Ceiling& ceiling, Met met) const {
    met.possible = Number<bool>(met.possible && met.state.speed < 0);
    met.state.speed = speedUnder(law_, ceiling, met.state.speed);
    if (ceiling.tile > 0) {
      const Int above = Int(((ceiling.at - 1 - pixelOf(met.state)) & (ceiling.tile - 1)) + 1);
      met.state.y = shifted(met.state.y, above, ceiling.clears_fraction);
    }
    // Who hits his head stands no more.
    met.state.phase = choose(met.state.phase == law_ground, Number<uint8_t>(law_fall), met.state.phase);
    return met;
  }

  void addLanding(Ends& list, const BasicValues<Number>& before, const Met& met, Surroundings around,
                  std::string_view name, WorldContact contact, bool demanded = false) const {
    if (!law_.landing) return;
    around.floor = true;
    add(list, before, landed(met), around, name, demanded, contact);
  }

  void add(Ends& list, const BasicValues<Number>& before, const Met& met, const Surroundings& around,
           std::string_view name, bool demanded, WorldContact contact = WorldContact::None) const {
    const BasicValues<Number> values = values_.valuesOf(met.state, before);
    if (!values_.watched(law_.count))
      return list.push_back({values, met.possible, around, name, demanded, contact});
    bool alternative = false;
    const auto addCount = [&](const Int& left, const Int& flag, const Number<bool>& possible_so) {
      FrameEnd<Number> end{values, Number<bool>(met.possible && possible_so), around, name, demanded,
                           contact};
      values_.write(end.values, law_.count, left);
      values_.write(end.values, law_.counting, flag);
      end.alternative = std::exchange(alternative, true);
      list.push_back(end);
    };
    const Law::Count& counts = law_.counts;
    if (met.starts) return addCount(Int(counts.first), Int(counts.counting_mask), true);
    const Int count = values_.read(before, law_.count), counting = values_.read(before, law_.counting);
    const Int on = Int((count + counts.step) & 0xFF), over = Int(counts.over);
    const auto counted = [&](const Int& value) {
      return Number<bool>(values_.timerOf(value) < framesAsked(law_));
    };
    const State& after = met.state;
    Number<bool> free = false, ends = false;
    if (values_.watched(law_.state)) {
      // Who stands, or falls without a start, is not asked.
      free = Number<bool>(after.phase == law_ground);
      ends = Number<bool>(after.phase == law_fall);
      if (law_.states[law_jump] != law_.states[law_fall]) free = Number<bool>(free || ends);
    }
    if (countEndsOnRelease(law_)) ends = Number<bool>(ends || after.let_go);
    if (countEndsWithCut(law_)) ends = Number<bool>(ends || after.cut);
    const bool flagged = values_.watched(law_.counting);
    if (flagged) ends = Number<bool>(ends || (counting & counts.counting_mask) == 0);
    // What has come to rest never counts again.
    ends = Number<bool>(ends || !counted(count));
    Number<bool> may_end = Number<bool>(free || ends || !counted(on));
    if (contact != WorldContact::None) may_end = true;  // the world may end the count, too
    addCount(on, counting, Number<bool>(free || !ends || !counted(on)));
    for (const Int& rests : {count, over})
      addCount(rests, counting, Number<bool>(free || (may_end && !counted(rests))));
    if (!flagged) return;
    for (const Int& flag : {Int(counting & (0xFF - counts.counting_mask)), Int(0)})
      for (const Int& rests : {on, count, over}) addCount(rests, flag, may_end);
  }

  const Law law_;
  const LawValues<Number> values_;
};

}  // namespace jumpscope::physics
