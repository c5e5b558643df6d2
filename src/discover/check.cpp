// Repeats the experiments of a profile that discover() wrote.
#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>

#include "src/discover/law_bytes.h"
#include "src/trace/watch.h"

namespace jumpscope::discover {

namespace {

// The last press of the input is the jump; what comes before is the way to it.
JumpScene jumpOf(Bench& bench, const Script& input) {
  size_t end = input.size();
  while (end > 0 && input[end - 1] == 0) --end;
  size_t begin = end;
  while (begin > 0 && input[begin - 1] == input[end - 1]) --begin;
  if (begin == end)
    throw std::runtime_error("the movie presses nothing; it must end with the press of a jump");
  JumpScene jump{Script(input.begin(), input.begin() + static_cast<std::ptrdiff_t>(begin)),
                 {},
                 input[begin],
                 end - begin,
                 {}};
  jump.start = bench.after(bench.powerOn(), jump.way, jump.way.size());
  const std::optional<Arc> arc = jumpHere(bench, jump.start, jump.button, jump.hold);
  if (!arc) throw std::runtime_error("the movie's last press makes nothing jump");
  jump.arc = *arc;
  return jump;
}

// "px", "1/5 px", "4 px": the weight of a watch's least bit, without its sign.
Weight weightOf(const trace::Watch& watch) {
  Weight weight{1, 1};
  const char* const end = watch.unit.data() + watch.unit.size();
  if (auto [after, error] = std::from_chars(watch.unit.data(), end, weight.numerator);
      error == std::errc() && after != end) {
    if (*after == '/') std::from_chars(after + 1, end, weight.denominator);
  }
  weight.denominator = std::max(1, weight.denominator) << watch.fraction_bits;
  return weight;
}

class Repeat {
 public:
  Repeat(Bench& bench, const JumpScene& jump, const trace::Profile& profile)
      : laboratory_(bench, jump), bench_(bench), profile_(profile) {}

  std::vector<Check> run() {
    const std::optional<Position> y = position("y", laboratory_.flight);
    std::optional<Speed> v, added;
    if (y) {
      v = speed("y_speed", *laboratory_.flight, *y);
      if (v) added = gravity(*y, *v);
      if (v || !find("y_speed")) state(*y, v ? v->number : Number{});
    }
    if (!y) needs("y", {"y_speed", "state"});
    if (!v)
      needs("y_speed", {"state", "gravity", "gravity_fall", "jump_origin_y", "held_before", "jump_frames",
                        "jump_frames_run", "y_direction"});
    if (!v && find("y_speed")) needs("y_speed", {"x_speed_abs"});
    std::optional<KnownJump> jump;
    if (v) {
      jump.emplace(KnownJump{*y, *v, added ? &*added : nullptr});
      if (!added && find("gravity")) needs("gravity", {"gravity_fall"});
      lawBytes(findLawBytes(laboratory_, *jump), {"gravity_fall", "jump_origin_y", "held_before",
                                                  "jump_frames", "jump_frames_run", "y_direction"});
    }
    const std::optional<Position> x = position("x", laboratory_.walk);
    if (!x) needs("x", {"x_speed"});
    const std::optional<Speed> x_speed = x ? speed("x_speed", *laboratory_.walk, *x) : std::nullopt;
    if (!x_speed) needs("x_speed", {"x_speed_abs", "x_direction"});
    if (x_speed)
      lawBytes(findSideBytes(laboratory_, *x, *x_speed, jump ? &*jump : nullptr),
               {"x_speed_abs", "x_direction"});
    return checks_;
  }

 private:
  const trace::Watch* find(const std::string& name) const {
    for (const trace::Watch& watch : profile_.watches)
      if (watch.name == name) return &watch;
    return nullptr;
  }
  void say(const std::string& name, bool holds, const std::string& words) {
    checks_.push_back({name, holds, words, true});
  }
  bool said(const std::string& name) const {
    return std::any_of(checks_.begin(), checks_.end(), [&](const Check& one) { return one.watch == name; });
  }
  // The experiments of these start from another claim, which does not hold, or is not there.
  void needs(const std::string& other, std::initializer_list<const char*> names) {
    for (const std::string name : names)
      if (find(name) && !said(name)) checks_.push_back({name, false, "needs " + other, false});
  }

  std::optional<Position> position(const std::string& name, const std::optional<Scene>& scene) {
    const trace::Watch* watch = find(name);
    if (!watch) return std::nullopt;
    const std::optional<Number> number = numberOf(bench_, *watch);
    if (!scene || !number) {
      say(name, false, "nothing moves along this axis, or there are no such bytes");
      return std::nullopt;
    }
    std::optional<Position> position = confirmed(*scene, *number, weightOf(*watch));
    if (!position && scene->axis == Axis::X && laboratory_.endWalksAtTheCamera())
      position = confirmed(*scene, *number, weightOf(*watch));
    if (position) {
      say(name, true, positionWords(laboratory_, *scene, *position));
      return position;
    }
    say(name, false,
        "changing " + numberText(bench_, *number) + " does not move the sprites as the profile says");
    return std::nullopt;
  }

  std::optional<Position> confirmed(const Scene& scene, const Number& number, const Weight& weight) {
    for (const int sign : {1, -1}) {
      Position position{number, {sign * weight.numerator, weight.denominator}};
      if (confirmPosition(bench_, scene, position)) return position;
    }
    return std::nullopt;
  }

  std::optional<Speed> speed(const std::string& name, const Scene& scene, const Position& of) {
    const trace::Watch* watch = find(name);
    if (!watch) return std::nullopt;
    const std::optional<Number> number = numberOf(bench_, *watch);
    const Speeds speeds = findSpeeds(bench_, scene, laboratory_.trimmed(scene.axis, of.number), of.number);
    for (const Speed& sure : speeds.sure)
      if (number && sure.number == *number) {
        say(name, true, speedWords(laboratory_, scene, sure, of));
        return sure;
      }
    say(name, false, "the position does not move on by it");
    return std::nullopt;
  }

  // What the profile has of these kinds.
  void lawBytes(const std::vector<LawBytes>& found, std::initializer_list<const char*> names) {
    for (const std::string name : names) {
      const trace::Watch* watch = find(name);
      if (!watch || said(name)) continue;
      const std::optional<Number> number = numberOf(bench_, *watch);
      const LawByte* same = nullptr;
      for (const LawBytes& kind : found)
        for (const LawByte& byte : kind.bytes)
          if (kind.name == name && number == Number{{byte.place}}) same = &byte;
      say(name, same != nullptr, same ? same->words : "changing it does not change the jump as it would");
    }
  }

  std::optional<Speed> gravity(const Position& y, const Speed& v) {
    const trace::Watch* watch = find("gravity");
    if (!watch) return std::nullopt;
    const std::optional<Number> number = numberOf(bench_, *watch);
    for (const Speed& one : findGravity(bench_, *laboratory_.flight, v, y.number))
      if (number && one.number == *number) {
        say("gravity", true, gravityWords(laboratory_, one));
        return one;
      }
    say("gravity", false, "the speed does not change by it");
    return std::nullopt;
  }

  void state(const Position& y, const Number& v) {
    const trace::Watch* watch = find("state");
    if (!watch) return;
    const std::optional<Number> number = numberOf(bench_, *watch);
    for (const AirState& one : findAirStates(bench_, *laboratory_.flight, laboratory_.idle,
                                             laboratory_.trimmed(Axis::Y, y.number), y.number, v))
      if (number && number->has(one.place)) return say("state", true, airWords(laboratory_, one));
    say("state", false, "it does not tell the air from the ground");
  }

  Laboratory laboratory_;
  Bench& bench_;
  const trace::Profile& profile_;
  std::vector<Check> checks_;
};

}  // namespace

std::vector<Check> checkProfile(std::shared_ptr<const console::Cartridge> cartridge,
                                const console::Options& options, const trace::Profile& profile,
                                const Script& input) {
  Bench bench(std::move(cartridge), options);
  const JumpScene jump = jumpOf(bench, input);
  return Repeat(bench, jump, profile).run();
}

}  // namespace jumpscope::discover
