// Which laws mean nothing.
#include <set>
#include <stdexcept>

#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"

namespace jumpscope::physics {
namespace {

// The sentences of whyUnsound; empty: nothing is wrong.

std::string whyCountIsNone(const Law& law) {
  if (law.count.parts.empty())
    return law.counting.parts.empty() ? "" : "there is \"counting\" without a \"count\"; expected both";
  for (const LawNumber* number : {&law.count, &law.counting})
    if (number->parts.size() > 1 || (number->parts.size() == 1 && number->bits != 8))
      return "a count of frames has " + std::to_string(number->bits) + " bits; expected a byte";
  const Law::Count& counts = law.counts;
  if (counts.step != 1 && counts.step != -1)
    return "count.step is " + std::to_string(counts.step) + "; expected 1 or -1";
  const int64_t asked = framesAsked(law), at_rest = LawValues<Plain>(law).timerOf(counts.over);
  if (law.counting.parts.empty() && at_rest < asked)
    return "count.over is " + std::to_string(counts.over) + ", which is the count of frame " +
           std::to_string(at_rest) + " after the start; expected one that no frame has before frame " +
           std::to_string(asked);
  return {};
}

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
  if (const std::string why = whyCountIsNone(law); !why.empty()) return why;
  constexpr size_t most = Values::most - law_hidden_variables;
  if (watchesOf(law) > most)
    return "the numbers have " + std::to_string(watchesOf(law)) + " watches; expected at most " +
           std::to_string(most);
  return law.y.fraction >= law.y.bits ? "the position has a fraction only; expected pixels, too" : "";
}

std::string whyStepsAreNone(const Law& law) {
  const std::set<LawStep> once(law.order.begin(), law.order.end());
  if (once.size() != law.order.size()) return "a step stands in the order twice";
  for (const LawStep step : {LawStep::Start, LawStep::Move, LawStep::Gravity})
    if (!law.has(step))
      return "the order lacks a step; expected start, move and gravity, and choose, cut or lift besides";
  if (law.cut.has_value() != law.has(LawStep::Cut))
    return law.cut ? "there is a cut, but the order lacks the step cut; expected both or none"
                   : "the order has the step cut, but there is no cut; expected both or none";
  if (law.lift.has_value() != law.has(LawStep::Lift))
    return law.lift ? "there is a lift, but the order lacks the step lift; expected both or none"
                    : "the order has the step lift, but there is no lift; expected both or none";
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
    if (cut.keeps_fraction &&
        (cut.kind != Law::Cut::Kind::Set || (cut.value & ((int64_t{1} << law.speed.fraction) - 1)) != 0))
      return "cut.keeps_fraction is of a cut that sets the speed to whole pixels; expected such a value";
    if (cut.from >= cut.until)
      return "cut.from is " + std::to_string(cut.from) + "; expected less than cut.until, " +
             std::to_string(cut.until);
  }
  if (law.lift) {
    constexpr size_t most_lifted = 128;
    if (law.lift->speeds.empty() || law.lift->speeds.size() > most_lifted)
      return "lift.speeds has " + std::to_string(law.lift->speeds.size()) + " numbers; expected 1 to " +
             std::to_string(most_lifted);
    if ((law.lift->to > 0 && !law.lift->always) || law.lift->from > law.lift->to ||
        law.lift->to >= int64_t(law.lift->speeds.size()) || (law.lift->to > 0) != (law.lift->by > 0))
      return "lift.from, lift.to and lift.by are " + std::to_string(law.lift->from) + ", " +
             std::to_string(law.lift->to) + " and " + std::to_string(law.lift->by) +
             "; expected none, or with \"always\" frames of its speeds and a step";
    if (law.lift->always && law.tiers.size() > 1)
      return "there are several tiers and a lift that is a table; expected one of them";
    for (const int64_t speed : law.lift->speeds)
      if (const std::string why = whyNoSpeed(law, "lift.speeds: a speed", speed); !why.empty()) return why;
  }
  if (law.terminal)
    if (const std::string why = whyNoSpeed(law, "terminal.to", law.terminal->to); !why.empty()) return why;
  if (law.hang) {
    if (law.hang->from >= law.hang->below)
      return "hang.from is " + std::to_string(law.hang->from) + "; expected less than hang.below, " +
             std::to_string(law.hang->below);
    if (const std::string why = whyNoSpeed(law, "hang.gravity", law.hang->gravity); !why.empty()) return why;
  }
  if (law.first >= law.every)
    return "first is " + std::to_string(law.first) + "; expected less than every, " +
           std::to_string(law.every);
  for (const auto& [name, speed] :
       {std::pair{"turn", law.turn}, std::pair{"choice.released", law.choice.released}})
    if (const std::string why = whyNoSpeed(law, name, speed.value_or(0)); !why.empty()) return why;
  for (const Law::Ceiling& ceiling : law.ceilings) {
    if (const std::string why = whyNoSpeed(law, "ceilings: speed", ceiling.speed); !why.empty()) return why;
    if (ceiling.tile != 0 && ((ceiling.tile & (ceiling.tile - 1)) != 0 || ceiling.at >= ceiling.tile))
      return "ceilings: tile is " + std::to_string(ceiling.tile) +
             "; expected a power of two, and an \"at\" on it";
  }
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

std::string doubtOf(const Law& law) {
  if (law.held.parts.empty()) return {};
  const int64_t mask = law.held_mask & 0xFF;
  int64_t mirrored = 0;
  for (int bit = 0; bit < 8; ++bit) mirrored |= int64_t{law.button >> bit & 1} << (7 - bit);
  if (mask == law.button || mask == mirrored) return {};
  const bool several = (mask & (mask - 1)) != 0;
  return "the law's held.mask " + std::to_string(mask) +
         (several ? " names several buttons" : " names another button than the law's") +
         "; that of its button is " + std::to_string(law.button) + ", or " + std::to_string(mirrored) +
         " where A is in bit 7";
}

void requireSound(const Law& law, const std::string& where) {
  if (const std::string why = whyUnsound(law); !why.empty()) throw std::runtime_error(where + ": " + why);
}

}  // namespace jumpscope::physics
