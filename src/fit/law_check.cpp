#include "src/fit/law_check.h"

#include <algorithm>

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawFrame;
using physics::LawState;
using physics::LawStep;

bool watched(const physics::LawNumber& number) { return !number.parts.empty(); }

}  // namespace

std::optional<Miss> Checker::check(const Law& law, const std::set<Place>& aside,
                                   std::vector<Place>* wrong) const {
  std::optional<Miss> first;
  for (size_t f = 0; f < evidence_.flights.size(); ++f) {
    const LawFlight& flight = evidence_.flights[f];
    LawState state = begin(law, flight);
    for (size_t r = 0; r < flight.rows.size(); ++r) {
      const LawState before = state;
      state = next(law, flight, before, flight.rows[r]);
      if (flight.rows[r].stray) continue;
      const Place place{f, r};
      if (aside.contains(place)) {
        if (!evidence_.speed_watched) break;
        state = adopted(law, state, flight.rows[r].seen);
      } else if (!equal(law, state, flight.rows[r].seen)) {
        if (!first) first = Miss{place, before, state};
        if (!wrong) return first;
        wrong->push_back(place);
        if (!evidence_.speed_watched) break;
        state = adopted(law, state, flight.rows[r].seen);
      }
    }
  }
  return first;
}

LawState Checker::begin(const Law& law, const LawFlight& flight) const {
  LawState state = adopted(law, {}, flight.before);
  state.held = flight.before.held;
  state.phase = (flight.falls ? physics::law_fall : physics::law_ground);
  if (!watched(law.gravity))
    state.gravity =
        flight.falls || state.speed != 0 ? physics::gravityInFall(law) : law.tiers.front().gravity;
  if (!watched(law.fall)) state.fall = law.tiers.front().fall;
  state.timer = 255;
  return state;
}

LawState Checker::next(const Law& law, const LawFlight& flight, const LawState& before, const LawRow& row) {
  const LawFrame<Plain> frame(law, row.down, row.x_speed, row.starts);
  if (!row.starts) return frame(before);
  // What moved before the start was on the ground, which may have moved it back.
  const bool stands = before.phase == physics::law_ground && (flight.seen_late || before.speed != 0);
  const bool moved = stands && physics::movedByGround(law, before.y, row.seen.y);
  if (!moved && (!flight.seen_late || comesBefore(law, LawStep::Move, LawStep::Start))) return frame(before);
  LawState state = before;
  if (moved) state.y = row.seen.y;
  return frame.fromStart(state);
}

LawState Checker::adopted(const Law& law, LawState state, const LawState& seen) const {
  state.y = seen.y;
  if (evidence_.speed_watched) state.speed = seen.speed;
  if (watched(law.gravity)) state.gravity = seen.gravity;
  if (watched(law.fall)) state.fall = seen.fall;
  if (watched(law.origin)) state.origin = seen.origin;
  return state;
}

bool Checker::equal(const Law& law, const LawState& a, const LawState& seen) const {
  return a.y == seen.y && (!evidence_.speed_watched || a.speed == seen.speed) &&
         (!watched(law.gravity) || a.gravity == seen.gravity) &&
         (!watched(law.fall) || a.fall == seen.fall) && (!watched(law.origin) || a.origin == seen.origin);
}

}  // namespace jumpscope::fit
