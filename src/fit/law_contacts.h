// What in a flight is no law's business: contact with the world, which the same flight a few pixels higher or lower shows, and
// frames in which the game did not move the character at all.
#pragma once

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

// Counts as lag, too, in which the game wrote neither the position nor the speed.
void markIdleFrames(discover::Bench& bench, Experiments& experiments, const physics::Law& law);

}  // namespace jumpscope::fit
