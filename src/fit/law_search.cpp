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

// The rows of flights in which y or the speed alone leaves its path: with the row before and those after it, it goes on at one
// gravity, as a law that lets a value jump and come back hardly does, but a damaged row does.
std::vector<Place> strayRows(const LawEvidence& evidence) {
  constexpr size_t most = 8;
  std::vector<Place> places;
  const auto stray = [](const auto& at, int order) {
    // The differences of this order beside it are equal, and its own go to and fro as binomials do.
    const auto change = [&](int row) {
      return order == 1 ? at(row) - at(row - 1) : at(row) - 2 * at(row - 1) + at(row - 2);
    };
    const int64_t usual = change(-1), off = change(0) - usual;
    return off != 0 && change(1) - usual == -order * off &&
           change(order) - usual == (order == 1 ? -off : off) && change(order + 1) == usual;
  };
  for (size_t f = 0; f < evidence.flights.size(); ++f) {
    const std::vector<LawRow>& rows = evidence.flights[f].rows;
    for (size_t r = 3; r + 3 < rows.size() && places.size() < most; ++r) {
      const auto seen = [&](int row) -> const physics::LawState& {
        return rows[static_cast<size_t>(static_cast<int>(r) + row)].seen;
      };
      if (stray([&](int row) { return seen(row).y; }, 2) ||
          (evidence.speed_watched && stray([&](int row) { return seen(row).speed; }, 1)))
        places.push_back({f, r});
    }
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
