// What prove says of a mutant of the bundled cartridge.
#pragma once

#include <string>

#include "src/prove/proof/prover.h"
#include "tests/support/mutants.h"

namespace jumpscope::tests {

struct MutantProof {
  prove::Verdict verdict = prove::Verdict::Open;
  std::string summary;     // "proved: ...", "differs: ...", or why it is neither
  bool confirmed = false;  // of a counterexample: the emulator shows it
  bool seen = false;       // of a counterexample: its state was traced
  double seconds = 0;
};

// As `jumpscope prove` does without more options than --profile smb. Never throws: what it would say is the summary of
// an open verdict.
MutantProof proveMutant(const Mutant& mutant);

}  // namespace jumpscope::tests
