#include "src/fit/law_fit.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

#include "src/fit/law_check.h"
#include "src/fit/law_open.h"
#include "src/fit/law_repairs.h"
#include "src/fit/law_unseen.h"
#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawState;
using physics::LawStep;

constexpr size_t beam = 24;  // laws of each order that are followed
constexpr size_t most_repairs = 60;
constexpr size_t most_others = 8;  // laws that the search found besides the simplest

// How much there is to say of a law.
int costOf(const Hypothesis& one) {
  const Law& law = one.law;
  int cost = int(4 * law.tiers.size() + 5 * one.aside.size()) + (law.clears_fraction ? 1 : 0);
  if (law.has(LawStep::Choose)) {
    cost += 2;
    cost += law.choice.apex ? 1 : 0;
    cost += law.choice.apex.value_or(0) != 0 ? 1 : 0;
    cost += law.choice.release ? 1 : 0;
    cost += law.choice.anew ? 1 : 0;
    cost += law.choice.rise != 0 ? 2 : 0;
    cost += law.choice.after != 0 ? 2 : 0;
    cost += law.choice.released ? 2 : 0;
    for (const Law::Tier& tier : law.tiers) cost += tier.fall != tier.gravity ? 1 : 0;
  }
  if (law.cut) {
    cost += 4 + (law.cut->once ? 1 : 0) + (law.cut->from > 0 ? 2 : 0) + (law.cut->until < 256 ? 2 : 0);
    cost += law.cut->kind == Law::Cut::Kind::Set && law.cut->limit != law.cut->value ? 1 : 0;
  }
  if (law.terminal) {
    const bool clamps = law.terminal->kind == Law::Terminal::Kind::Clamp;
    cost += 3 + (law.terminal->by_fraction ? 1 : 0);
    cost += (clamps && law.terminal->from == law.terminal->to) || !clamps ? 0 : 1;
  }
  if (law.lift) cost += 6 + int(law.lift->speeds.size());
  if (law.hang) cost += 6;
  cost += (law.turn ? 2 : 0) + (law.every > 1 ? 3 : 0);
  return cost;
}

constexpr Place at_end{SIZE_MAX, SIZE_MAX};

Place progress(const Hypothesis& one) { return one.miss ? one.miss->place : at_end; }

bool better(const Hypothesis& a, const Hypothesis& b) {
  if (progress(a) != progress(b)) return progress(a) > progress(b);
  return a.cost < b.cost;
}

// The best law that begins with this order of steps, and others that explain all rows, if it does.
std::vector<Hypothesis> search(const Checker& checker, const std::vector<LawStep>& order) {
  Hypothesis first{checker.evidence().law, {}, {}, 0};
  first.law.order = order;
  first.miss = checker.check(first.law, first.aside);
  std::vector<Hypothesis> front{first};
  Hypothesis best = first;
  // Where gravity comes before a start, it shows in its row unless that clears it.
  first.law.clears_fraction = true;
  first.miss = checker.check(first.law, first.aside);
  front.push_back(first);
  for (size_t round = 0; round < most_repairs && !front.empty(); ++round) {
    std::vector<Hypothesis> next;
    for (const Hypothesis& one : front) {
      if (!one.miss) continue;
      for (Hypothesis& repaired : repairsOf(checker, one)) {
        repaired.miss = checker.check(repaired.law, repaired.aside);
        repaired.cost = costOf(repaired);
        const bool further = progress(repaired) > progress(one);
        if (further) next.push_back(std::move(repaired));
      }
    }
    // Equal ones stay in the order of their repairs, whichever library sorts them.
    std::stable_sort(next.begin(), next.end(), better);
    std::vector<Hypothesis> kept;
    for (Hypothesis& one : next) {
      const bool known = std::any_of(kept.begin(), kept.end(), [&](const Hypothesis& other) {
        return other.law == one.law && other.aside == one.aside;
      });
      if (!known && kept.size() < beam) kept.push_back(std::move(one));
    }
    front = std::move(kept);
    for (const Hypothesis& one : front)
      if (better(one, best)) best = one;
    if (!best.miss) break;
  }
  std::vector<Hypothesis> found{best};
  for (Hypothesis& one : front)
    if (!one.miss && !best.miss && !(one.law == best.law)) found.push_back(std::move(one));
  return found;
}

std::vector<std::vector<LawStep>> ordersFor(const LawEvidence& evidence) {
  using enum LawStep;
  if (!evidence.speed_watched) return {{Start, Gravity, Move}, {Gravity, Start, Move}};
  return {{Start, Gravity, Move}, {Start, Move, Gravity}, {Gravity, Move, Start},
          {Gravity, Start, Move}, {Move, Gravity, Start}, {Move, Start, Gravity}};
}

}  // namespace

std::vector<std::pair<std::string, int64_t*>> constantsOf(Law& law) {
  std::vector<std::pair<std::string, int64_t*>> list;
  const bool chooses = law.has(LawStep::Choose);
  for (size_t i = 0; i < law.tiers.size(); ++i) {
    const std::string name = "tiers[" + std::to_string(i) + "].";
    if (i > 0) list.push_back({name + "from", &law.tiers[i].from});
    list.push_back({name + "start", &law.tiers[i].start});
    list.push_back({name + "gravity", &law.tiers[i].gravity});
    if (chooses) list.push_back({name + "fall", &law.tiers[i].fall});
  }
  if (chooses && law.choice.apex) list.push_back({"choice.apex", &*law.choice.apex});
  if (chooses && law.choice.release) list.push_back({"choice.rise", &law.choice.rise});
  if (chooses && law.choice.released) list.push_back({"choice.released", &*law.choice.released});
  if (law.turn) list.push_back({"turn", &*law.turn});
  if (chooses && law.choice.after > 0) list.push_back({"choice.after", &law.choice.after});
  if (law.cut) {
    list.push_back({"cut.value", &law.cut->value});
    list.push_back({"cut.limit", &law.cut->limit});
    list.push_back({"cut.from", &law.cut->from});
    list.push_back({"cut.until", &law.cut->until});
  }
  if (law.terminal) {
    list.push_back({"terminal.from", &law.terminal->from});
    if (law.terminal->kind != Law::Terminal::Kind::Stop) list.push_back({"terminal.to", &law.terminal->to});
  }
  if (law.hang) {
    list.push_back({"hang.from", &law.hang->from});
    list.push_back({"hang.below", &law.hang->below});
    list.push_back({"hang.gravity", &law.hang->gravity});
  }
  return list;
}

bool fits(const LawEvidence& evidence, const LawFit& fit, const Law& law) {
  if (!physics::whyUnsound(law).empty()) return false;
  std::vector<Place> wrong;
  Checker checker(evidence);
  checker.check(law, {}, &wrong);
  return std::all_of(wrong.begin(), wrong.end(), [&](const Place& place) {
    return std::any_of(fit.aside.begin(), fit.aside.end(),
                       [&](const auto& one) { return one.first == checker.row(place).frame; });
  });
}

namespace {

// The landings: where they left the character, and how deep in the ground it was before.
void learnLanding(const Checker& checker, Law& law) {
  std::vector<std::pair<int64_t, int64_t>> ends;  // the pixel, and the depth
  bool clears = false, keeps = false;
  const int64_t mask = (int64_t{1} << law.y.fraction) - 1;
  for (const LawFlight& flight : checker.evidence().flights) {
    if (!flight.landing) continue;
    LawState state = checker.begin(law, flight);
    for (const LawRow& row : flight.rows) {
      state = Checker::next(law, flight, state, row);
      if (!row.stray) state = checker.adopted(law, state, row.seen);
    }
    state = Checker::next(law, flight, state, *flight.landing);
    const int64_t seen = flight.landing->seen.y;
    const int64_t depth = (state.y >> law.y.fraction) - (seen >> law.y.fraction);
    if (depth < 0 || depth > 255) return;
    ends.push_back({seen >> law.y.fraction, depth});
    keeps = keeps || ((seen & mask) != 0 && (seen & mask) == (state.y & mask));
    clears = clears || ((seen & mask) == 0 && (state.y & mask) != 0);
    if ((seen & mask) != 0 && (seen & mask) != (state.y & mask)) return;
  }
  if (ends.empty() || (clears && keeps && mask != 0)) return;
  Law::Landing landing;
  landing.tile = 1;
  landing.clears_fraction = clears;
  while (landing.tile < 16 && std::all_of(ends.begin(), ends.end(), [&](const auto& end) {
           return ((end.first ^ ends.front().first) & (2 * landing.tile - 1)) == 0;
         }))
    landing.tile *= 2;
  landing.at = ends.front().first & (landing.tile - 1);
  for (const auto& end : ends) landing.depth = std::max(landing.depth, end.second + 1);
  landing.depth = std::min(landing.depth, landing.tile);
  law.landing = landing;
}

void noteAside(const Checker& checker, const Hypothesis& found, LawFit& fit) {
  std::set<std::pair<int64_t, bool>> speeds;
  for (const Place& place : found.aside) {
    const LawFlight& flight = checker.evidence().flights[place.first];
    const LawRow& row = flight.rows[place.second];
    const int64_t before = place.second == 0 ? flight.before.speed : flight.rows[place.second - 1].seen.speed;
    fit.aside.push_back({row.frame, before < 0 ? "something above stopped it" : "something threw it up"});
    if (before >= 0) continue;
    const int64_t mask = (int64_t{1} << fit.law.speed.fraction) - 1;
    speeds.insert({row.seen.speed & ~mask, (row.seen.speed & mask) != 0});
  }
  for (const auto& pair : speeds) {
    const int64_t speed = pair.first;
    const bool keeps = pair.second;
    const bool known = std::any_of(fit.law.ceilings.begin(), fit.law.ceilings.end(),
                                   [&](const Law::Ceiling& one) { return one.speed == speed; });
    if (known)
      fit.law.ceilings.back().keeps_fraction = true;
    else
      fit.law.ceilings.push_back({speed, keeps});
  }
}

// What the words of another law have that those of this one do not.
std::string otherLines(const Law& law, const Law& other) {
  const std::string known = "\n" + lawWords(law), words = lawWords(other);
  std::string text;
  for (size_t begin = 0, end = 0; (end = words.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = words.substr(begin, end - begin);
    if (known.find("\n" + line + "\n") != std::string::npos) continue;
    const size_t first = line.find_first_not_of(' '), rest = line.find_first_not_of(' ', 12);
    const std::string name =
        first < 12 ? line.substr(first, line.find_last_not_of(' ', 11) + 1 - first) + ": " : "";
    text += (text.empty() ? "" : "; ") + name + line.substr(rest);
  }
  return text.empty() ? "a law without one of these lines" : text;
}

// The steps of the longest flight as a table, which counts the frames since the start and knows no button.
Law tableOf(const LawEvidence& evidence) {
  const auto jumps = [](const LawFlight& flight) { return !flight.falls && !flight.thrown; };
  const LawFlight* longest = nullptr;
  for (const LawFlight& flight : evidence.flights)
    if (jumps(flight) && (!longest || flight.rows.size() > longest->rows.size())) longest = &flight;
  Law law = evidence.law;
  if (!longest || law.y.fraction != law.speed.fraction) return law;
  law.order = {LawStep::Start, LawStep::Lift, LawStep::Gravity, LawStep::Move};
  law.lift = {{}, true};
  int64_t y = longest->before.y, speed = 0;
  for (const LawRow& row : longest->rows) {
    const int64_t step = physics::lawWrapped(row.seen.y - y, law.y.bits);
    if (law.lift->speeds.empty()) law.tiers = {{0, speed = step, 0, 0}};
    law.lift->speeds.push_back(step - speed);
    y = row.seen.y;
    speed = step;
  }
  return law;
}

// The same, if need be with a button that makes it go on sooner. nullopt: none of them explains every row.
std::optional<Law> tableFor(const LawEvidence& evidence) {
  const Checker checker(evidence);
  const Law table = tableOf(evidence);
  if (!table.lift || !physics::whyUnsound(table).empty()) return std::nullopt;
  const std::optional<Miss> miss = checker.check(table, {});
  if (!miss) return table;
  // Those that are let go soonest tell most tables apart.
  constexpr size_t few = 6;
  LawEvidence some = evidence;
  std::reverse(some.flights.begin(), some.flights.end());
  std::erase_if(some.flights, [](const LawFlight& flight) { return flight.falls || flight.thrown; });
  some.flights.resize(std::min(few, some.flights.size()));
  const Checker first(some);
  const auto frames = int64_t(table.lift->speeds.size());
  constexpr int64_t latest = 30;
  Law law = table;
  Law::Lift& lift = *law.lift;
  for (const int64_t by : {frames, int64_t{1}, int64_t{2}, int64_t{3}, int64_t{4}})
    for (lift.to = 1; lift.to < frames; ++lift.to)
      for (lift.from = 0; lift.from <= std::min(lift.to, latest); ++lift.from)
        for (const int way : {0, 1, 2, 3}) {
          lift.by = std::min(by, lift.to);
          lift.late = way % 2 != 0;
          lift.stands = way / 2 != 0;
          if (!first.check(law, {}) && !checker.check(law, {})) return law;
        }
  return std::nullopt;
}

// Flights in which the button is held longest come first: they show one thing after the other.
LawEvidence longestHeldFirst(LawEvidence evidence) {
  const auto held = [](const LawFlight& flight) {
    const auto up =
        std::find_if(flight.rows.begin(), flight.rows.end(), [](const LawRow& row) { return !row.down; });
    return flight.falls ? -1 : up - flight.rows.begin();
  };
  std::stable_sort(evidence.flights.begin(), evidence.flights.end(),
                   [&](const LawFlight& a, const LawFlight& b) { return held(a) > held(b); });
  return evidence;
}

}  // namespace

LawFit fitLaw(const LawEvidence& in_order) {
  const LawEvidence evidence = longestHeldFirst(in_order);
  const Checker checker(evidence);
  std::vector<Hypothesis> found;
  for (const std::vector<LawStep>& order : ordersFor(evidence))
    for (Hypothesis& one : search(checker, order)) found.push_back(std::move(one));
  std::stable_sort(found.begin(), found.end(), better);
  Hypothesis best = found.front();
  if (best.miss && evidence.may_be_table && !evidence.speed_watched)
    if (const std::optional<Law> table = tableFor(evidence)) best = {*table, {}, {}, 0};
  const auto right = [&](const Law& law) {
    return physics::whyUnsound(law).empty() && !checker.check(law, best.aside);
  };
  const auto cost = [&](const Law& law) { return costOf({law, best.aside, {}, 0}); };
  LawFit fit;
  fit.notes = evidence.notes;
  fit.not_tried = evidence.not_tried;
  fit.place_of = evidence.place_of;
  for (const LawEvidence::LeftOut& one : evidence.left_out) fit.aside.push_back({one.first, one.why});
  fit.rows = evidence.rows() - best.aside.size();
  if (fit.rows == 0)
    throw std::runtime_error(
        "no frame of a jump can be judged; record jumps from the frame before their start on");
  if (best.miss) {
    std::vector<Place> wrong;
    checker.check(best.law, best.aside, &wrong);
    fit.wrong = wrong.size();
    for (const Place& place : wrong) fit.wrong_frames.push_back(checker.row(place).frame);
    std::sort(fit.wrong_frames.begin(), fit.wrong_frames.end());
    fit.law = best.law;
    return fit;
  }
  best.law = simplest(best.law, right, cost);
  fit.law = best.law;
  fit.open = openConstants(fit.law, right);
  for (const auto& list : {variantsOf(fit.law), otherSums(fit.law)})
    for (const OtherLaw& other : list)
      if (right(other.law)) fit.others.push_back(other);
  for (OtherLaw& other : otherCuts(checker, fit.law, right)) fit.others.push_back(std::move(other));
  size_t tried = 0;
  for (const Hypothesis& other : found) {
    if (other.miss || other.aside != best.aside || ++tried > most_others) continue;
    const Law law = simplest(other.law, right, cost);
    if (!(law == fit.law)) fit.others.push_back({otherLines(fit.law, law), law});
  }
  // What no input tells apart, is the same law.
  std::vector<OtherLaw> others;
  for (OtherLaw& other : fit.others)
    if (partingInput(fit.law, other.law) &&
        std::none_of(others.begin(), others.end(), [&](const OtherLaw& one) {
          return one.words == other.words || !partingInput(one.law, other.law);
        }))
      others.push_back(std::move(other));
  fit.others = std::move(others);
  std::erase_if(fit.open,
                [&](const OpenConstant& open) { return !partingInput(fit.law, withEnd(fit.law, open)); });
  noteAside(checker, best, fit);
  learnLanding(checker, fit.law);
  for (std::string& sentence : unseenOf(checker, fit.law)) fit.unseen.push_back(std::move(sentence));
  fit.unseen.insert(fit.unseen.end(), evidence.unseen.begin(), evidence.unseen.end());
  std::sort(fit.aside.begin(), fit.aside.end());
  return fit;
}

}  // namespace jumpscope::fit
