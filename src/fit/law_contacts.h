// Contacts with the world: where the character is, and no law, ends a flight. The same flight some pixels higher shows them.
#pragma once

#include "src/discover/bench.h"
#include "src/fit/law_evidence.h"
#include "src/fit/law_experiments.h"

namespace jumpscope::fit {

// Ends each flight of the experiments at its first frame that two flights, which begin like it and are lifted by different
// numbers of pixels, both go through in another way, and the same one. Such a frame depends on the place. What is left
// out, and why, is added to the evidence.
void endAtContacts(discover::Bench& bench, const Experiments& experiments, LawEvidence& evidence);

}  // namespace jumpscope::fit
