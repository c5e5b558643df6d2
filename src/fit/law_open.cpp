#include "src/fit/law_open.h"

#include <algorithm>
#include <set>

#include "src/base/text.h"
#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawFrame;
using physics::LawState;
using physics::LawStep;

constexpr size_t longest_flight = 120;  // frames
constexpr int64_t far = int64_t{1} << 17;

int64_t& constantAt(Law& law, size_t index) { return *constantsOf(law)[index].second; }

// How far a constant can go with nothing wrong; nullopt: as far as the game's numbers go.
std::optional<int64_t> farthest(const Law& law, size_t index, int step, const Right& right) {
  Law changed = law;
  const int64_t value = constantAt(changed, index);
  const std::string name = constantsOf(changed)[index].first;
  const bool counts =
      name == "choice.rise" || name == "choice.after" || name.starts_with("cut.from") ||
      name == "cut.until" ||
      (name.starts_with("tiers") && name.ends_with(".from"));  // px, frames or a speed to the side
  const auto fits = [&](int64_t by) {
    constantAt(changed, index) = value + step * by;
    return (!counts || (value + step * by >= 0 && value + step * by <= 256)) && right(changed);
  };
  const auto sound = [&](int64_t by) {
    constantAt(changed, index) = value + step * by;
    return physics::whyUnsound(changed).empty();
  };
  int64_t good = 0, bad = 1;
  for (; fits(bad); bad *= 2) {
    good = bad;
    if (bad > far) return std::nullopt;
  }
  while (bad - good > 1) {
    const int64_t middle = (good + bad) / 2;
    (fits(middle) ? good : bad) = middle;
  }
  // Beyond are no numbers that the game has.
  if (!counts && good > 0 && name != "cut.value" && !sound(good + 1)) return std::nullopt;
  return value + step * good;
}

bool isLimit(const std::string& name) {
  for (const char* end : {".from", ".below", ".limit", ".until", ".apex", ".rise"})
    if (name.ends_with(end)) return true;
  return false;
}

// The number in a range that has the most zeros at its end.
int64_t roundest(int64_t lowest, int64_t highest) {
  if (lowest <= 0 && highest >= 0) return 0;
  for (int bits = 40; bits >= 0; --bits) {
    const int64_t unit = int64_t{1} << bits;
    const int64_t at = (highest >= 0 ? highest / unit : -((-highest + unit - 1) / unit)) * unit;
    if (at >= lowest) return at;
  }
  return lowest;
}

// Limits that frames leave open are what a programmer would write.
void roundLimits(Law& law, const Right& right) {
  for (size_t i = 0; i < constantsOf(law).size(); ++i) {
    const std::string name = constantsOf(law)[i].first;
    if (!isLimit(name)) continue;
    const int64_t value = constantAt(law, i);
    const int64_t lowest = farthest(law, i, -1, right).value_or(value - far);
    const int64_t highest = farthest(law, i, 1, right).value_or(value + far);
    Law changed = law;
    int64_t wanted = roundest(lowest, highest);
    if (name == "cut.until") wanted = highest >= 256 ? 256 : value;
    if (name == "cut.limit" && law.cut->kind == Law::Cut::Kind::Set && lowest <= law.cut->value &&
        law.cut->value <= highest)
      wanted = law.cut->value;
    if (name == "terminal.from" && lowest <= law.terminal->to && law.terminal->to <= highest)
      wanted = law.terminal->to;
    if (name == "choice.rise" || name == "cut.from") wanted = std::max<int64_t>(lowest, 0);
    constantAt(changed, i) = wanted;
    if (right(changed)) law = changed;
  }
}

// A state in the air needs no ground: only the flight counts.
std::optional<size_t> partingFrame(const Law& a, const Law& b, const JumpInput& input) {
  const std::vector<bool> buttons = buttonsOf(input, longest_flight);
  LawState one, other;
  one.y = other.y = int64_t{1} << (a.y.bits - 1);
  const auto run = [&](const Law& law, LawState& state, size_t n) {
    const LawFrame<Plain> frame(law, buttons[n], input.x_speed, n == 0);
    state = n == 0 ? frame.fromStart(state) : frame(state);
  };
  for (size_t n = 0; n < buttons.size(); ++n) {
    run(a, one, n);
    run(b, other, n);
    const bool speeds = !a.speed.parts.empty();
    if (one.y != other.y || (speeds && one.speed != other.speed)) return n;
  }
  return std::nullopt;
}

}  // namespace

std::vector<bool> buttonsOf(const JumpInput& input, size_t frames) {
  std::vector<bool> buttons(frames, false);
  for (size_t n = 0; n < std::min(input.hold, frames); ++n) buttons[n] = true;
  if (input.again)
    for (size_t n = *input.again; n < std::min(*input.again + 3, frames); ++n) buttons[n] = true;
  return buttons;
}

std::string inputText(const JumpInput& input) {
  std::string text = "held for " + base::counted(input.hold, "frame");
  if (input.again) text += ", pressed again after " + base::counted(*input.again, "frame");
  if (input.x_speed != 0) text += ", at the speed " + std::to_string(input.x_speed) + " to the side";
  return text + ", they part in frame " + std::to_string(input.frame);
}

std::optional<JumpInput> partingInput(const Law& a, const Law& b) {
  std::set<int64_t> speeds{0};
  for (const Law* law : {&a, &b})
    for (const Law::Tier& tier : law->tiers)
      for (const int64_t x : {tier.from - 1, tier.from})
        if (x > 0) speeds.insert(x);
  std::optional<JumpInput> best;
  for (const int64_t x_speed : speeds)
    for (size_t hold = 1; hold <= 64; ++hold)
      for (size_t pause = 0; pause <= 4; pause += 2) {
        JumpInput input{x_speed, hold, {}, 0};
        if (pause > 0) input.again = hold + pause;
        const auto frame = partingFrame(a, b, input);
        if (!frame || (best && best->frame <= *frame)) continue;
        input.frame = *frame;
        best = input;
      }
  return best;
}

Law simplest(Law law, const Right& right, const std::function<int(const Law&)>& cost) {
  roundLimits(law, right);
  for (bool better = true; better;) {
    better = false;
    for (const OtherLaw& other : variantsOf(law)) {
      if (cost(other.law) >= cost(law) || !right(other.law)) continue;
      law = other.law;
      better = true;
      break;
    }
  }
  roundLimits(law, right);
  return law;
}

std::vector<OpenConstant> openConstants(const Law& law, const Right& right) {
  std::vector<OpenConstant> list;
  Law named = law;
  const auto constants = constantsOf(named);
  for (size_t i = 0; i < constants.size(); ++i) {
    OpenConstant open{constants[i].first, *constants[i].second, farthest(law, i, -1, right),
                      farthest(law, i, 1, right)};
    if (open.lowest != open.value || open.highest != open.value) list.push_back(open);
  }
  return list;
}

Law withValue(Law law, const std::string& name, int64_t value) {
  for (const auto& [known, number] : constantsOf(law))
    if (known == name) *number = value;
  return law;
}

Law withEnd(const Law& law, const OpenConstant& open) {
  const bool up = !open.highest || *open.highest > open.value;
  const int64_t end = up ? open.highest.value_or(open.value + far) : open.lowest.value_or(open.value - far);
  return withValue(law, open.name, end);
}

std::string orderText(const Law& law) {
  constexpr const char* names[]{"start", "choose", "cut", "lift", "move", "gravity"};
  std::string text;
  for (const LawStep step : law.order) text += (text.empty() ? "" : ", ") + std::string(names[size_t(step)]);
  return text;
}

std::vector<OtherLaw> variantsOf(const Law& law) {
  std::vector<OtherLaw> list;
  const auto add = [&](const std::string& words, auto change) {
    Law other = law;
    change(other);
    if (!(other == law)) list.push_back({words, other});
  };
  const auto move = [&](LawStep step) {
    for (size_t place = 0; place < law.order.size(); ++place)
      add("", [&](Law& other) {
        std::erase(other.order, step);
        other.order.insert(other.order.begin() + std::ptrdiff_t(place), step);
      });
    for (OtherLaw& other : list)
      if (other.words.empty()) other.words = "the steps in the order " + orderText(other.law);
  };
  add(law.clears_fraction ? "a start keeps the fraction of the position"
                          : "a start clears the fraction of the position",
      [](Law& other) { other.clears_fraction = !other.clears_fraction; });
  if (law.has(LawStep::Choose)) {
    add("no other gravity", [](Law& other) { std::erase(other.order, LawStep::Choose); });
    add("a release has no gravity of its own", [](Law& other) { other.choice.released.reset(); });
    add("the apex does not change the gravity", [](Law& other) { other.choice.apex.reset(); });
    add("the apex changes the gravity, too", [](Law& other) {
      if (!other.choice.apex) other.choice.apex = 0;
    });
    add(law.choice.release ? "a release does not change the gravity" : "a release changes the gravity, too",
        [](Law& other) { other.choice.release = !other.choice.release; });
    if (law.choice.release) {
      add(law.choice.anew ? "the button counts in the frame of a press"
                          : "the button counts only in its second frame",
          [](Law& other) { other.choice.anew = !other.choice.anew; });
      add("the button counts only in its second frame, and after a rise of 1 px", [](Law& other) {
        other.choice.anew = true;
        other.choice.rise = std::max<int64_t>(other.choice.rise, 1);
      });
      add("a release counts at any height", [](Law& other) { other.choice.rise = 0; });
    }
    add(law.choice.stays ? "the gravity changes back with the button"
                         : "the gravity stays until the next start",
        [](Law& other) { other.choice.stays = !other.choice.stays; });
    move(LawStep::Choose);
  }
  if (law.choice.after > 0 && law.has(LawStep::Choose))
    add("the gravity does not change with time", [](Law& other) { other.choice.after = 0; });
  if (law.lift) {
    add("no lift", [](Law& other) {
      other.lift.reset();
      std::erase(other.order, LawStep::Lift);
    });
    move(LawStep::Lift);
  }
  if (law.cut) {
    add("no cut", [](Law& other) {
      other.cut.reset();
      std::erase(other.order, LawStep::Cut);
    });
    add(law.cut->once ? "every frame without the button cuts" : "only the first release cuts",
        [](Law& other) { other.cut->once = !other.cut->once; });
    add("a release cuts at any time", [](Law& other) { other.cut->from = 0, other.cut->until = 256; });
    move(LawStep::Cut);
  }
  if (law.terminal) {
    using Kind = Law::Terminal::Kind;
    constexpr const char* words[]{"a fast fall is limited after gravity",
                                  "a fast fall is limited instead of gravity", "a fast fall gets no gravity"};
    for (const Kind kind : {Kind::Clamp, Kind::Instead, Kind::Stop})
      add(words[size_t(kind)], [&](Law& other) { other.terminal->kind = kind; });
    add(law.terminal->by_fraction ? "the limit of a fall is one number"
                                  : "the limit of a fall compares pixels and fraction separately",
        [](Law& other) { other.terminal->by_fraction = !other.terminal->by_fraction; });
    add(law.terminal->wraps ? "the limit of a fall is compared with its sign"
                            : "the limit of a fall is compared by the sign of a difference",
        [](Law& other) { other.terminal->wraps = !other.terminal->wraps; });
    add("no limit of a fall", [](Law& other) { other.terminal.reset(); });
  }
  if (law.hang) {
    add("no hang", [](Law& other) { other.hang.reset(); });
    add(law.hang->held ? "it hangs without the button, too" : "it hangs only with the button",
        [](Law& other) { other.hang->held = !other.hang->held; });
  }
  add("the apex does not stop a rise", [](Law& other) { other.turn.reset(); });
  for (size_t i = 1; i < law.tiers.size(); ++i)
    add("tier " + std::to_string(i) + " is that below",
        [&](Law& other) { other.tiers.erase(other.tiers.begin() + std::ptrdiff_t(i)); });
  return list;
}

}  // namespace jumpscope::fit
