// What the tests of laws' proofs share: a claim that a cartridge follows a law, and the answer.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "src/physics/law.h"
#include "src/prove/proof/claim.h"

namespace jumpscope::discover {

// Of the profile's watches, on frames in which these buttons are pressed.
prove::ClaimOptions lawClaim(std::shared_ptr<const console::Cartridge> cartridge, trace::Profile profile,
                             const physics::Law& law, const std::string& press, uint64_t frames);

struct Answer {
  prove::Verdict verdict;
  std::string text;
};
Answer answerTo(const prove::ClaimOptions& options);

// Skips a test where there is no solver.
void requireSolver();

}  // namespace jumpscope::discover
