// The evidence in words.
#include <bit>
#include <cstdlib>
#include <numeric>

#include "src/discover/laboratory.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

std::string frameText(const Scene& scene, size_t frame) { return std::to_string(scene.start.frame + frame); }

// "adding 16 to $04F3"
std::string change(const Bench& bench, int delta, size_t place) {
  std::string words = delta < 0 ? "subtracting " : "adding ";
  words.append(std::to_string(std::abs(delta))).append(delta < 0 ? " from " : " to ");
  return words.append(placeText(bench, place));
}

// "lowered", …
std::string_view movedWord(Axis axis, bool forward) {
  if (axis == Axis::Y) return forward ? "lowered" : "lifted";
  return forward ? "moved right" : "moved left";
}

std::string_view positiveWord(Axis axis, bool forward) {
  if (axis == Axis::Y) return forward ? "down positive" : "up positive";
  return forward ? "right positive" : "left positive";
}

std::string writerWords(Laboratory& laboratory, const Scene& scene, size_t place) {
  constexpr size_t most_named = 3;
  if (scene.moments.empty()) return "";
  const Moment& moment = scene.moments.front();
  const std::vector<Bench::Writer> writers =
      laboratory.bench.writers(moment, scene.script, scene.last - moment.frame, place);
  if (writers.empty() || writers.size() > most_named) return "";
  std::string words = "; " + placeText(laboratory.bench, place) + " is written by ";
  for (size_t i = 0; i < writers.size(); ++i)
    words.append(i == 0 ? "" : ", ").append(trace::addressText({writers[i].pc, writers[i].bank}));
  return words;
}

std::string ofFrames(size_t holds, size_t frames) {
  return std::to_string(holds) + " of " + std::to_string(frames) + " frames";
}

int exponentOf(int denominator) {
  return std::has_single_bit(static_cast<unsigned>(denominator))
             ? std::countr_zero(static_cast<unsigned>(denominator))
             : -1;
}

}  // namespace

std::string frameText(const JumpScene& jump, size_t frame) {
  return std::to_string(jump.start.frame + frame);
}

std::string settingWords(const Bench& bench, size_t place, int value, const JumpScene& jump, size_t frame) {
  return "setting " + placeText(bench, place) + " to " + std::to_string(value) + " before frame " +
         frameText(jump, frame);
}

trace::Watch watchOf(const Bench& bench, const std::string& name, const Number& number, bool is_signed,
                     const Weight& weight, const std::string& unit) {
  using trace::Type;
  static constexpr Type types[2][4] = {{Type::U8, Type::U16, Type::U24, Type::U32},
                                       {Type::S8, Type::S16, Type::S24, Type::S32}};
  trace::Watch watch;
  watch.name = name;
  for (const size_t place : number.places) watch.addresses.push_back(bench.places().address(place));
  watch.type = types[is_signed][number.places.size() - 1];
  watch.unit = unit;
  const int size = std::abs(weight.numerator);
  const int exponent = exponentOf(weight.denominator);
  if (size == 1 && exponent >= 0 && exponent <= number.bits())
    watch.fraction_bits = exponent;
  else if (size != 1 || weight.denominator != 1)
    watch.unit = std::to_string(size) +
                 (weight.denominator == 1 ? "" : "/" + std::to_string(weight.denominator)) + " " + unit;
  return watch;
}

Weight weightOfSpeed(const Weight& position, const Speed& speed) {
  const int64_t numerator = position.numerator * speed.numerator;
  const int64_t denominator = position.denominator * speed.denominator;
  const int64_t common = std::gcd(numerator, denominator);
  return {static_cast<int>(numerator / common), static_cast<int>(denominator / common)};
}

std::string pixelText(int64_t value, const Weight& weight) {
  trace::Watch watch;
  watch.type = trace::Type::S32;
  const int exponent = exponentOf(weight.denominator);
  const int64_t raw = value * weight.numerator;
  if (exponent < 0) return std::to_string(raw) + "/" + std::to_string(weight.denominator);
  watch.addresses.assign(4, 0);
  watch.fraction_bits = exponent;
  return trace::formatValue(watch, raw);
}

std::string positionWords(Laboratory& laboratory, const Scene& scene, const Position& position) {
  const bool forward = position.weight.numerator > 0;
  std::string words(scene.axis == Axis::Y ? "vertical position, " : "horizontal position, ");
  words.append(positiveWord(scene.axis, forward)).append("; ");
  words.append(change(laboratory.bench, position.delta, position.place));
  words.append(" before frame ").append(frameText(scene, position.frame)).append(" ");
  words.append(movedWord(scene.axis, position.moved > 0)).append(" the ");
  words.append(position.sprites == 1 ? "sprite" : std::to_string(position.sprites) + " sprites");
  words.append(" by ").append(std::to_string(std::abs(position.moved))).append(" px, to stay");
  if (!position.carries.empty()) words.append("; ").append(position.carries);
  words.append("; the sprites are where it says in ").append(ofFrames(position.shown, position.seen));
  if (position.near > position.shown)
    words.append(", and at most 4 px from there in ").append(std::to_string(position.near));
  return words.append(writerWords(laboratory, scene, position.place));
}

std::string speedWords(Laboratory& laboratory, const Scene& scene, const Speed& speed,
                       const Position& position) {
  const std::string letter = scene.axis == Axis::Y ? "y" : "x";
  const Weight weight = weightOfSpeed(position.weight, speed);
  std::string words = scene.axis == Axis::Y ? "vertical speed" : "horizontal speed";
  if (speed.is_signed)
    words.append(", ").append(positiveWord(scene.axis, weight.numerator > 0));
  else
    words.append(" as a magnitude; the direction is kept elsewhere");
  words.append("; ").append(change(laboratory.bench, speed.rate.delta, speed.rate.place));
  words.append(" before frame ").append(frameText(scene, speed.rate.frame)).append(" moved ").append(letter);
  words.append(" by ").append(
      pixelText(speed.rate.effect, {std::abs(position.weight.numerator), position.weight.denominator}));
  words.append(" px more in one update");
  if (!speed.carries.empty()) words.append("; ").append(speed.carries);
  words.append("; ").append(letter).append("(n+1) = ").append(letter).append("(n) ");
  words.append(speed.is_signed ? "+ v(" : "+- v(").append(speed.after ? "n+1" : "n").append(") in ");
  words.append(ofFrames(speed.holds, speed.frames));
  if (speed.within)
    words.append(", and in ")
        .append(std::to_string(speed.within))
        .append(" more by what v was when ")
        .append(letter)
        .append(" was written");
  if (speed.bumps)
    words.append("; it stopped short at a ceiling in ").append(std::to_string(speed.bumps)).append(" more");
  if (speed.rests) words.append("; in other frames neither moves");
  return words.append(writerWords(laboratory, scene, speed.number.places.front()));
}

std::string gravityWords(const Laboratory& laboratory, const Speed& gravity) {
  std::string words = "gravity in effect; ";
  words.append(change(laboratory.bench, gravity.rate.delta, gravity.rate.place)).append(" before frame ");
  words.append(frameText(*laboratory.flight, gravity.rate.frame)).append(" changed the speed by ");
  words.append(std::to_string(gravity.rate.effect))
      .append(" units more in every update; the speed changes by it in ");
  return words.append(ofFrames(gravity.holds, gravity.frames)).append(" of a flight");
}

std::string airWords(const Laboratory& laboratory, const AirState& state) {
  std::string words = std::to_string(state.ground) + " on the ground,";
  for (const uint8_t value : state.in_flight)
    words.append(value == *state.in_flight.begin() ? " " : " or ").append(std::to_string(value));
  words.append(" in all ").append(std::to_string(state.frames)).append(" frames of ");
  words.append(std::to_string(state.flights))
      .append(" flights; setting it to ")
      .append(std::to_string(state.ground));
  words.append(" before frame ").append(frameText(*laboratory.flight, state.frame));
  return words.append(" changed the flight");
}

}  // namespace jumpscope::discover
