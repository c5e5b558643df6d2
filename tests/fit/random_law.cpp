#include "tests/fit/random_law.h"

#include <algorithm>

namespace jumpscope::tests {

using physics::Law;
using physics::LawFrame;
using physics::LawState;
using physics::LawStep;

namespace {

int64_t between(std::mt19937& random, int64_t lowest, int64_t highest) {
  return std::uniform_int_distribution<int64_t>(lowest, highest)(random);
}
bool maybe(std::mt19937& random) { return between(random, 0, 1) != 0; }

void insertBefore(Law& law, LawStep step, LawStep other) {
  law.order.insert(std::find(law.order.begin(), law.order.end(), other), step);
}

}  // namespace

Law randomLaw(std::mt19937& random) {
  using enum LawStep;
  Law law;
  const int fraction = int(between(random, 0, 1)) * 4 + 4;
  const int64_t px = int64_t{1} << fraction;
  law.y = {{{"y", 16}}, 16, fraction};
  law.speed = {{{"y_speed", 16}}, 16, fraction};
  const std::vector<LawStep> orders[]{{Start, Gravity, Move}, {Start, Move, Gravity}, {Gravity, Move, Start}};
  law.order = orders[size_t(between(random, 0, 2))];
  law.clears_fraction = maybe(random);
  if (maybe(random)) law.x_speed = {{{"x_speed", 8}}, 8, 0};
  law.tiers.clear();
  const int64_t tiers = law.x_speed.parts.empty() ? 1 : between(random, 1, 3);
  for (int64_t i = 0; i < tiers; ++i) {
    Law::Tier tier;
    tier.from = i * 12;
    tier.start = -(3 * px + i * px / 2 + between(random, 0, px - 1));
    tier.gravity = between(random, px / 10 + 1, px / 4);
    tier.fall = tier.gravity;
    law.tiers.push_back(tier);
  }
  switch (between(random, 0, 3)) {
    case 0: {
      insertBefore(law, Choose, maybe(random) ? Gravity : Move);
      law.choice.release = true;
      if (maybe(random)) law.choice.apex = 0;
      if (maybe(random)) law.choice.rise = 1;
      law.choice.anew = law.choice.rise != 0 && maybe(random);
      law.choice.stays = maybe(random);
      for (Law::Tier& tier : law.tiers) tier.fall = tier.gravity + between(random, px / 10 + 1, px / 3);
      break;
    }
    case 1: {
      law.order.push_back(Cut);
      const int64_t value = -between(random, px / 4, 2 * px);
      law.cut = Law::Cut{Law::Cut::Kind::Set, value, value, 0, 256, false};
      break;
    }
    case 2:
      law.order.push_back(Cut);
      law.cut = Law::Cut{Law::Cut::Kind::Shift, between(random, 1, 2), 0, 0, 256, true};
      break;
    default:
      break;
  }
  if (maybe(random)) {
    const int64_t fastest = 3 * px + between(random, 0, px);
    law.terminal = Law::Terminal{maybe(random) ? Law::Terminal::Kind::Clamp : Law::Terminal::Kind::Instead,
                                 fastest, fastest, false, false};
  }
  return law;
}

fit::LawEvidence evidenceOf(const Law& law, std::mt19937& random, size_t flights) {
  fit::LawEvidence evidence;
  Law& numbers = evidence.law;
  numbers.y = law.y;
  numbers.speed = law.speed;
  numbers.gravity = law.gravity;
  numbers.fall = law.fall;
  numbers.x_speed = law.x_speed;
  evidence.speed_watched = !law.speed.parts.empty();
  const int64_t ground = (int64_t{176} << law.y.fraction) & ((int64_t{1} << law.y.bits) - 1);
  for (size_t f = 0; f < flights; ++f) {
    const size_t hold = 1 + f * 3 % 40, again = hold + size_t(between(random, 2, 12));
    const int64_t x_speed = law.x_speed.parts.empty() ? 0 : int64_t(f * 7 % 40);
    fit::LawFlight flight;
    LawState state;
    state.y = ground;
    state.phase = physics::law_ground;
    state.gravity = law.tiers.front().gravity;
    state.fall = law.tiers.front().fall;
    flight.before = state;
    for (size_t n = 0; n < 90; ++n) {
      const bool down = n < hold || (n >= again && n < again + 4);
      const LawFrame<Plain> frame(law, down, x_speed, n == 0);
      state = frame(state);
      if (n > 2 && state.speed >= 0 && physics::lawWrapped(state.y - ground, law.y.bits) >= 0) break;
      flight.rows.push_back({f * 200 + n, down, x_speed, n == 0, state});
    }
    evidence.flights.push_back(std::move(flight));
  }
  return evidence;
}

}  // namespace jumpscope::tests
