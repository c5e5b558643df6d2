#include "src/fit/law_search.h"

#include <algorithm>
#include <initializer_list>
#include <tuple>

#include "src/fit/law_check.h"
#include "src/fit/law_contacts.h"
#include "src/trace/columns.h"

namespace jumpscope::fit {
namespace {

LawEvidence readEvidence(LawSearch& search) {
  if (search.game) search.trace = search.game->experiments.trace;
  LawEvidence read = lawEvidence(search.trace, search.profile);
  if (const Game* game = search.game)
    read.place_of = [game](uint64_t frame) { return game->experiments.placeOf(frame); };
  return read;
}

// Fits the law to more flights of the game, if there is one that explains them, too.
void seeMore(discover::Bench& bench, const LawSearch& search, LawFound& found) {
  const Game& game = *search.game;
  using Flights = std::vector<LawFlight>;
  const auto add = [&](std::initializer_list<const Flights*> sources) {
    LawEvidence more = found.evidence;
    for (const Flights* flights : sources)
      more.flights.insert(more.flights.end(), flights->begin(), flights->end());
    if (more.flights.size() == found.evidence.flights.size()) return true;
    LawFit fitted = fitLaw(more);
    if (!fitted.exact()) return false;
    found.fit = std::move(fitted);
    found.evidence = std::move(more);
    return true;
  };
  const Flights raised = raisedFlights(bench, game.experiments, found.evidence);
  const Flights before =
      flightsBefore(bench, playedBefore(bench, game.movie, game.way.size(), search.profile), game.way.size(),
                    search.profile, found.evidence);
  // Where no law explains both, one may explain either.
  if (!add({&raised, &before}) && !raised.empty() && !before.empty() && !add({&raised})) add({&before});
}

// Makes the experiments that decide which of two constants is the game's, and fits again.
void decideByExperiments(discover::Bench& bench, LawSearch& search, LawFound& found) {
  constexpr int most_rounds = 2;
  for (int round = 0; round < most_rounds && found.fit.exact(); ++round) {
    Experiments& experiments = search.game->experiments;
    const auto list = decidingExperiments(found.fit, experiments, found.evidence.law.x_speed);
    if (list.empty()) return;
    addExperiments(bench, experiments, list);
    found.evidence = readEvidence(search);
    found.fit = fitLaw(found.evidence);
  }
}

// Whether the value in row `at` alone leaves its path: the differences of this order over it go to and fro as binomials do,
// beside those before and after it, which are one gravity or two. Two at least must show it.
bool isStray(const std::vector<int64_t>& values, size_t at, size_t order) {
  const auto known = [&](size_t row) { return row >= order && row < values.size(); };
  const auto change = [&](size_t row) {
    return order == 1 ? values[row] - values[row - 1] : values[row] - 2 * values[row - 1] + values[row - 2];
  };
  const bool begins = at == 0 || !known(at - 1), ends = !known(at + order + 1);
  if (begins && ends) return false;
  const int64_t after = ends ? change(at - 1) : change(at + order + 1);
  const int64_t before = begins ? after : change(at - 1);
  constexpr int64_t binomials[3][3] = {{}, {1, -1}, {1, -2, 1}};
  for (size_t turn = 0; turn <= order + 1; ++turn) {
    int64_t off = 0;
    size_t shown = 0;
    bool fits = true;
    for (size_t i = 0; i <= order && fits; ++i) {
      if (!known(at + i)) continue;
      const int64_t by = change(at + i) - (i < turn ? before : after), times = binomials[order][i];
      if (shown++ == 0) off = by / times;
      fits = off != 0 && by == off * times;
    }
    if (fits && shown >= 2) return true;
  }
  return false;
}

std::vector<Place> strayRows(const LawEvidence& evidence) {
  constexpr size_t most = 8;
  std::vector<Place> places;
  for (size_t f = 0; f < evidence.flights.size(); ++f) {
    std::vector<int64_t> heights, speeds;
    for (const LawRow& row : evidence.flights[f].rows) {
      heights.push_back(row.seen.y);
      speeds.push_back(row.seen.speed);
    }
    for (size_t r = 0; r < heights.size() && places.size() < most; ++r)
      if (isStray(heights, r, 2) || (evidence.speed_watched && isStray(speeds, r, 1)))
        places.push_back({f, r});
  }
  return places;
}

// A simpler law may explain all rows but a stray one, which differs then.
void leaveOutAStrayRow(LawFound& found) {
  for (const Place& place : strayRows(found.evidence)) {
    LawEvidence without = found.evidence;
    LawRow& row = without.flights[place.first].rows[place.second];
    row.stray = true;
    LawFit fit = fitLaw(without);
    if (!fit.exact() || (found.fit.exact() && lawWords(fit.law).size() >= lawWords(found.fit.law).size()))
      continue;
    fit.wrong = 1;
    fit.wrong_frames = {row.frame};
    fit.notes.push_back(
        "this law explains all rows but that of frame " + std::to_string(row.frame) +
        ", which leaves the path and comes back to it in the next row, as a damaged row does");
    found.fit = std::move(fit);
    return;
  }
}

LawFound searchAsWatched(LawSearch search) {
  LawFound found;
  found.evidence = readEvidence(search);
  found.fit = fitLaw(found.evidence);
  if (Game* game = search.game) {
    discover::Bench bench(game->cartridge, game->machine);
    if (search.decides) decideByExperiments(bench, search, found);
    if (!found.fit.exact()) {
      markIdleFrames(bench, game->experiments, found.evidence.law);
      found.evidence = readEvidence(search);
      endAtContacts(bench, game->experiments, found.evidence);
      found.evidence.may_be_table = true;
      found.fit = fitLaw(found.evidence);
    }
    if (!found.fit.exact() && leaveOutOtherButtons(game->experiments, found.evidence)) {
      found.evidence.unseen.push_back(
          "with another of A and B down a jump is another one, which this law does not describe");
      if (LawFit without = fitLaw(found.evidence); without.exact()) found.fit = std::move(without);
    }
    if (found.fit.exact()) seeMore(bench, search, found);
  } else {
    leaveOutAStrayRow(found);
  }
  found.trace = std::move(search.trace);
  return found;
}

void leaveOut(const physics::LawNumber& number, trace::Trace& trace) {
  trace::keepWatches(trace, [&](const trace::Watch& watch) {
    return std::none_of(number.parts.begin(), number.parts.end(),
                        [&](const auto& part) { return part.watch == watch.name; });
  });
}

}  // namespace

Game experimentOn(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& machine,
                  const discover::Script& movie, const trace::Profile& profile) {
  Game game{std::move(cartridge), machine, movie, {}, {}};
  discover::Buttons button = 0;
  std::tie(game.way, button) = wayToJump(game.movie, std::nullopt);
  discover::Bench bench(game.cartridge, game.machine);
  game.experiments = makeExperiments(bench, game.way, button, profile);
  return game;
}

LawFound searchLaw(LawSearch search) {
  LawFound found = searchAsWatched(search);
  if (found.fit.wrong <= found.fit.rows / 2 || !found.evidence.speed_watched) return found;
  LawSearch of_height = search;
  of_height.trace = found.trace;
  leaveOut(found.evidence.law.speed, of_height.trace);
  Game* const game = search.game;
  Experiments whole;
  if (game) {
    whole = game->experiments;
    leaveOut(found.evidence.law.speed, game->experiments.trace);
  }
  LawFound height = searchAsWatched(std::move(of_height));
  if (!height.fit.exact()) {
    if (game) game->experiments = std::move(whole);
    return found;
  }
  height.fit.notes.push_back(
      "no law explains y_speed, which may be a magnitude; this one is of the height alone");
  return height;
}

std::optional<Experiment> decidingExperiment(const LawFound& found, const Game& game,
                                             const trace::Profile& profile) {
  std::vector<physics::Law> others;
  for (const OtherLaw& other : found.fit.others) others.push_back(other.law);
  for (const OpenConstant& open : found.fit.open) others.push_back(withEnd(found.fit.law, open));
  discover::Bench bench(game.cartridge, game.machine);
  for (const physics::Law& other : others) {
    const std::optional<JumpInput> input = partingInput(found.fit.law, other);
    if (!input) continue;
    Game tried = game;
    const Experiment experiment = experimentFor(*input, game.experiments, found.evidence.law.x_speed);
    addExperiments(bench, tried.experiments, {experiment});
    LawSearch search{{}, profile, &tried};
    const LawEvidence evidence = readEvidence(search);
    const auto wrong = [&](const physics::Law& law) {
      std::vector<Place> places;
      Checker(evidence).check(law, {}, &places);
      return places;
    };
    if (wrong(found.fit.law) != wrong(other)) return experiment;
  }
  return std::nullopt;
}

}  // namespace jumpscope::fit
