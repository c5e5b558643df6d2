#include "src/fit/law_refine.h"

#include <algorithm>

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

// Laws that this frame suggests: contacts that would end it as it ended, and limits beside it.
std::vector<OtherLaw> suggestedBy(const Law& law, const LawTransition& transition) {
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
        list.push_back(
            {"under a ceiling the speed may also become " + std::to_string(other.ceilings.back().speed),
             other});
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
        for (OtherLaw& contact : suggestedBy(one.law, *transition)) others.push_back(std::move(contact));
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
