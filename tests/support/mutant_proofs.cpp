#include "tests/support/mutant_proofs.h"

#include <chrono>

#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "tests/support/jumplab.h"

namespace jumpscope::tests {

MutantProof proveMutant(const Mutant& mutant) {
  const auto start = std::chrono::steady_clock::now();
  MutantProof result;
  try {
    console::Cartridge cartridge = *jumplabCartridge();
    cartridge.prg = patched(cartridge.prg, mutant);
    prove::ClaimOptions options;
    options.cartridge = std::make_shared<const console::Cartridge>(std::move(cartridge));
    options.profile = trace::builtinProfile("smb");
    const prove::Claim claim(options);
    const prove::Proof proof = claim.prove();
    result.verdict = proof.verdict;
    result.summary = prove::proofSummary(claim, proof);
    if (proof.counterexample) {
      result.confirmed = proof.counterexample->confirmed;
      result.seen = proof.counterexample->seen.has_value();
    }
  } catch (const std::exception& error) {
    result.summary = error.what();
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace jumpscope::tests
