// `fit --prove`: the law that a fit found is proved of the game's routine; what refutes it goes back into the law.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "src/fit/law_refine.h"
#include "src/prove/proof/claim.h"
#include "src/trace/profile.h"

namespace jumpscope::cli {

struct ProvedLaw {
  physics::Law law;
  trace::Profile profile;            // with what the proof assumes, and the watches for that
  std::vector<std::string> history;  // a sentence for each round
  prove::Verdict verdict = prove::Verdict::Open;
  std::string report;
};

// `right`: whether a law still agrees with the rows that it was found from. At most `rounds` proofs.
ProvedLaw proveLaw(std::shared_ptr<const console::Cartridge> cartridge, const trace::Profile& profile,
                   const std::string& name, const physics::Law& law, const fit::Right& right,
                   const std::vector<prove::Run>& runs, size_t rounds);

}  // namespace jumpscope::cli
