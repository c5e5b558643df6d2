// What in a flight is no law's business: contact with the world, which the same flight a few pixels higher or lower shows, and
// frames in which the game did not move the character at all.
#pragma once

#include <vector>

#include "src/discover/bench.h"
#include "src/fit/law_evidence.h"
#include "src/fit/law_experiments.h"

namespace jumpscope::fit {

// Ends each flight of the experiments at its first frame that depends on the place: no shifted flight goes through it as
// this one does, and two that are shifted by different numbers of pixels go through it in one other way. Leaves out
// flights that began without a press. What is left out, and why, is added to the evidence.
void endAtContacts(discover::Bench& bench, const Experiments& experiments, LawEvidence& evidence);
// Leaves out flights in which A or B was down besides the button of the jump: such may change the law. False: there are
// none, or no others.
bool leaveOutOtherButtons(const Experiments& experiments, LawEvidence& evidence);

// Flights that fall deeper than the ground of the experiments lets them: two of the evidence, raised by some pixels where
// they begin to fall. Each goes on as long as two that are raised by different numbers of pixels do the same, and is written as
// if it had not been raised. Only those that fall faster than any of the evidence.
std::vector<LawFlight> raisedFlights(discover::Bench& bench, const Experiments& experiments,
                                     const LawEvidence& evidence);

// The flights that a movie shows before frame `end`, as far as nothing but the law moves them. None where they have another
// button than the evidence.
std::vector<LawFlight> flightsBefore(discover::Bench& bench, Experiments played, uint64_t end,
                                     const trace::Profile& profile, const LawEvidence& evidence);

// Counts as lag, too, in which the game wrote neither the position nor the speed.
void markIdleFrames(discover::Bench& bench, Experiments& experiments, const physics::Law& law);

}  // namespace jumpscope::fit
