// The whole way to a law: the fit, and of a game the experiments that decide what it leaves open, show what in a flight is no
// law's business, and let the character fall deeper.
#pragma once

#include <memory>

#include "src/fit/law_experiments.h"
#include "src/fit/law_fit.h"

namespace jumpscope::fit {

// A game on which experiments are made.
struct Game {
  std::shared_ptr<const console::Cartridge> cartridge;
  console::Options machine;
  discover::Script movie;
  discover::Script way;  // to a moment on the ground
  Experiments experiments;
};
// `movie`: from power-on, ends with a jump. Throws as wayToJump() does.
Game experimentOn(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& machine,
                  const discover::Script& movie, const trace::Profile& profile);

struct LawSearch {
  trace::Trace trace;
  const trace::Profile& profile;
  // nullptr: there is only the trace; else its experiments may grow, and `trace` is theirs.
  Game* game = nullptr;
  bool decides = true;  // makes experiments that decide what is open
};
struct LawFound {
  LawFit fit;
  LawEvidence evidence;  // refers to the game
  trace::Trace trace;    // with the frames as lag in which the game did not move the character
};
// Where no law explains the speed, one of the height alone may stand for it, which a note says. Throws as lawEvidence() does.
LawFound searchLaw(LawSearch search);
// An experiment whose frames the law and another one that explains all frames so far do not both explain: it is made first,
// to see that the flight lasts so long. nullopt: none of those that were tried.
std::optional<Experiment> decidingExperiment(const LawFound& found, const Game& game,
                                             const trace::Profile& profile);

}  // namespace jumpscope::fit
