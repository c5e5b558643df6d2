// Random laws of jumps, and what a game that obeys one shows.
#pragma once

#include <cstdint>
#include <random>

#include "src/fit/law_evidence.h"
#include "src/physics/law.h"

namespace jumpscope::tests {

physics::Law randomLaw(std::mt19937& random);

// Jumps from the ground, each held, let go and pressed again in another way, at all speeds to the side that matter.
fit::LawEvidence evidenceOf(const physics::Law& law, std::mt19937& random, size_t flights);

}  // namespace jumpscope::tests
