#include "src/fit/law_refine.h"

#include <algorithm>
#include <span>

#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;

constexpr size_t most_changes = 4;
constexpr int64_t most_tile = 65536;
constexpr size_t most_laws = 400;  // of each number of changes

struct ComparedVariable {
  size_t place;
  int64_t mask;
};

std::vector<ComparedVariable> comparedOf(const Law& law) {
  std::vector<ComparedVariable> list;
  size_t place = 0;
  for (const physics::LawNumber* number : physics::numbersOf(law))
    for (size_t part = 0; part < number->parts.size(); ++part, ++place)
      if (number != &law.held && number != &law.x_speed)
        list.push_back({place, (int64_t{1} << number->parts[part].bits) - 1});
  return list;
}

// The same with a ceiling that pushes the player down to a grid, by no more than a tile of it.
void addPushes(std::vector<OtherLaw>& list, Law law, const std::string& words, int64_t y, int64_t to) {
  const int64_t down = (to >> law.y.fraction) - (y >> law.y.fraction), whole = int64_t{1} << law.y.fraction;
  for (const int64_t tile : {8, 16, 32}) {
    if (down < 1 || down > tile) continue;
    Law::Ceiling& ceiling = law.ceilings.back();
    ceiling.tile = tile;
    ceiling.at = (to >> law.y.fraction) & (tile - 1);
    ceiling.clears_fraction = (to & (whole - 1)) == 0 && (y & (whole - 1)) != 0;
    list.push_back({words + ", and pushes down to " + std::to_string(ceiling.at) + " of every " +
                        std::to_string(tile) + " px",
                    law});
  }
}

// A landing on a grid, where the law has none.
void addGrids(std::vector<OtherLaw>& list, Law law, int64_t y, int64_t to) {
  const int64_t up = (y >> law.y.fraction) - (to >> law.y.fraction), whole = int64_t{1} << law.y.fraction;
  for (const int64_t tile : {16, 8, 32}) {
    if (up < 0 || up >= tile) continue;
    law.landing = Law::Landing{tile, (to >> law.y.fraction) & (tile - 1), up + 1, (to & (whole - 1)) == 0};
    list.push_back(
        {"a landing is on " + std::to_string(law.landing->at) + " of every " + std::to_string(tile) + " px",
         law});
  }
}

// One floor, which stops whoever is below it: on the rest of the range, or on the half of it.
void addFloor(std::vector<OtherLaw>& list, const Law& law, int64_t y, int64_t range, bool half) {
  if (!law.landing || law.landing->tile > range || range > most_tile) return;
  Law other = law;
  other.landing->tile = range;
  other.landing->at = (y >> law.y.fraction) & (range - 1);
  // No landing of the rows may have had a fraction to clear.
  if ((y & ((int64_t{1} << law.y.fraction) - 1)) == 0) other.landing->clears_fraction = true;
  other.landing->depth = half ? range / 2 : range - other.landing->at;
  list.push_back({"a landing is on " + std::to_string(other.landing->at) + " px from anywhere below", other});
}

// A cut within other frames after the start: the game's count tells which frames it has, and halves what is open.
void addCutWindow(std::vector<OtherLaw>& list, const Law& law, std::span<const LawTransition> transitions) {
  if (!law.cut || law.count.parts.empty()) return;
  Law other = law;
  other.cut->once = true;
  std::vector<int64_t> windows;
  for (other.cut->until = 1; other.cut->until < 256; ++other.cut->until)
    if (physics::whyUnsound(other).empty() &&
        std::all_of(transitions.begin(), transitions.end(),
                    [&](const LawTransition& one) { return explains(other, one); }))
      windows.push_back(other.cut->until);
  if (windows.empty()) return;
  other.cut->until = windows[windows.size() / 2];
  list.push_back({"a release cuts once, before frame " + std::to_string(other.cut->until), other});
}

// Laws that this frame suggests: contacts that would end it as it ended, and limits beside it.
std::vector<OtherLaw> suggestedBy(const Law& law, const LawTransition& transition,
                                  std::span<const LawTransition> transitions) {
  std::vector<OtherLaw> list;
  const physics::LawValues<Plain> values(law);
  physics::LawState state;
  state.phase = physics::law_jump;
  state.gravity = law.tiers.front().gravity;
  state.fall = law.tiers.front().fall;
  state = values.stateOf(transition.before, state);
  const physics::LawState after = values.stateOf(transition.after, state);
  if (!law.state.parts.empty() && state.phase == physics::law_ground && after.y == state.y) {
    const int64_t now = values.read(transition.after, law.state);
    Law other = law;
    other.states[physics::law_fall] = now;
    if (now != law.states[physics::law_ground] && now >= 0 && now < 256)
      list.push_back({"who walks off an edge has the state " + std::to_string(now), other});
  }
  addCutWindow(list, law, transitions);
  // Where a tier begins is often open by the rows.
  const int64_t x_speed = values.xSpeed(transition.before);
  for (size_t tier = 1; tier < law.tiers.size(); ++tier)
    for (const int64_t from : {x_speed, x_speed + 1}) {
      Law other = law;
      other.tiers[tier].from = from;
      list.push_back({"tier " + std::to_string(tier) + " begins at " + std::to_string(from), other});
    }
  const int64_t fraction = (int64_t{1} << law.speed.fraction) - 1;
  for (const bool starts : {false, true}) {
    const physics::LawFrame<Plain> frame(law, (transition.pad & law.button) != 0,
                                         values.xSpeed(transition.before), starts);
    const physics::LawState moved = frame(state);
    if (moved.speed < 0 && after.speed != moved.speed)
      for (const bool keeps : {true, false}) {
        // Whole pixels, and the fraction that it had or none.
        if ((after.speed & fraction) != (keeps ? moved.speed & fraction : 0)) continue;
        Law other = law;
        other.ceilings.push_back({keeps ? after.speed & ~fraction : after.speed, keeps});
        const std::string words =
            "under a ceiling the speed may also become " + std::to_string(other.ceilings.back().speed);
        list.push_back({words, other});
        addPushes(list, other, words, moved.y, after.y);
      }
    if (!law.terminal && after.speed > 0 && after.speed < moved.speed)
      for (const int64_t from : {after.speed, after.speed + fraction + 1}) {
        Law other = law;
        other.terminal = Law::Terminal{};
        other.terminal->from = from;
        other.terminal->to = after.speed;
        list.push_back(
            {"a speed of " + std::to_string(from) + " or more becomes " + std::to_string(after.speed),
             other});
      }
    const int64_t depth = (moved.y >> law.y.fraction) - (after.y >> law.y.fraction);
    if (law.landing && depth >= law.landing->depth && depth < law.landing->tile) {
      Law other = law;
      other.landing->depth = depth + 1;
      list.push_back({"a landing is from less than " + std::to_string(depth + 1) + " px deep", other});
    }
    if (!law.landing && moved.speed > 0 && after.speed == 0) addGrids(list, law, moved.y, after.y);
    for (const int64_t range : {int64_t{256}, int64_t{1} << (law.y.bits - law.y.fraction)})
      for (const bool half : {false, true}) addFloor(list, law, after.y, range, half);
  }
  return list;
}

}  // namespace

bool explains(const Law& law, const LawTransition& transition) {
  const physics::LawFrameEnds<Plain> ends(law);
  const std::vector<physics::FrameEnd<Plain>> list = ends.ends(transition.before, transition.pad, false);
  const std::vector<ComparedVariable> compared = comparedOf(law);
  return std::any_of(list.begin(), list.end(), [&](const physics::FrameEnd<Plain>& end) {
    return end.possible && std::all_of(compared.begin(), compared.end(), [&](const ComparedVariable& one) {
             return ((end.values.at(one.place) ^ transition.after.at(one.place)) & one.mask) == 0;
           });
  });
}

std::optional<RefinedLaw> refined(const Law& law, const Right& right,
                                  std::span<const LawTransition> transitions) {
  const auto unexplained = [&](const Law& one) {
    return std::find_if(transitions.begin(), transitions.end(),
                        [&](const LawTransition& transition) { return !explains(one, transition); });
  };
  std::vector<RefinedLaw> front{{law, ""}};
  std::vector<Law> known{law};
  for (size_t changes = 0; changes < most_changes; ++changes) {
    std::vector<RefinedLaw> next;
    for (const RefinedLaw& one : front) {
      std::vector<OtherLaw> others = variantsOf(one.law);
      if (const auto transition = unexplained(one.law); transition != transitions.end())
        for (OtherLaw& contact : suggestedBy(one.law, *transition, transitions))
          others.push_back(std::move(contact));
      for (OtherLaw& other : others) {
        if (std::find(known.begin(), known.end(), other.law) != known.end() || !right(other.law)) continue;
        known.push_back(other.law);
        next.push_back({other.law, one.words + (one.words.empty() ? "" : "; ") + other.words});
        if (unexplained(other.law) == transitions.end()) return next.back();
        if (next.size() == most_laws) break;
      }
      if (next.size() == most_laws) break;
    }
    front = std::move(next);
  }
  return std::nullopt;
}

}  // namespace jumpscope::fit
