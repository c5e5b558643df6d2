#include "tests/discover/law_claim.h"

#include <stdexcept>
#include <utility>

#include "src/physics/law_model.h"
#include "src/prove/proof/report.h"
#include "src/session/machine.h"

namespace jumpscope::discover {

prove::ClaimOptions lawClaim(std::shared_ptr<const console::Cartridge> cartridge, trace::Profile profile,
                             const physics::Law& law, const std::string& press, uint64_t frames) {
  prove::ClaimOptions options;
  options.cartridge = std::move(cartridge);
  options.profile = std::move(profile);
  options.profile.model = options.model = physics::addModel(physics::lawModel(law, "the law", "")).name;
  session::InputChoice choice;
  choice.press = {press};
  choice.frames = frames;
  options.runs = {
      {session::loadInput(choice, *options.cartridge), session::machineOptions({}, *options.cartridge)}};
  return options;
}

Answer answerTo(const prove::ClaimOptions& options) {
  const prove::Claim claim(options);
  const prove::Proof proof = claim.prove();
  return {proof.verdict, prove::proofSummary(claim, proof)};
}

void requireSolver() {
  try {
    const prove::Terms terms;
    prove::loadSolver(terms);
  } catch (const std::runtime_error& problem) {
    GTEST_SKIP() << problem.what();
  }
}

}  // namespace jumpscope::discover
