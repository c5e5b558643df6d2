#include "src/cli/fit_check.h"

#include <algorithm>
#include <stdexcept>

#include "src/diff/diff.h"
#include "src/physics/law_model.h"

namespace jumpscope::cli {

std::vector<uint64_t> framesThatDiffer(const trace::Trace& trace, trace::Profile profile,
                                       const std::vector<std::pair<uint64_t, std::string>>& aside,
                                       const fit::LawEvidence& evidence,
                                       const physics::Law& law) {
  profile.model = physics::addModel(physics::lawModel(law, "the fitted law", "")).name;
  profile.feeds.clear();
  const diff::DiffResult result = diff::compareWith(trace, profile, nullptr);
  if (result.nothingCompared())
    throw std::runtime_error("nothing was compared: no jump in the trace can be followed from its start");
  std::vector<uint64_t> frames;
  for (const diff::Difference& difference : result.differences) {
    const uint64_t first = difference.jump ? trace.rows[result.jumps[*difference.jump].first_row].frame : 0;
    const bool turned = std::any_of(aside.begin(), aside.end(), [&](const auto& one) {
      return one.first >= first && one.first <= difference.frame;
    });
    const bool left_out = std::any_of(evidence.left_out.begin(), evidence.left_out.end(), [&](const auto& one) {
      return one.first <= difference.frame && difference.frame <= one.last;
    });
    if (!turned && !left_out && (frames.empty() || frames.back() != difference.frame)) frames.push_back(difference.frame);
  }
  return frames;
}

}  // namespace jumpscope::cli
