#include "src/cli/fit_check.h"

#include <algorithm>
#include <stdexcept>

#include "src/diff/diff.h"
#include "src/physics/law_model.h"

namespace jumpscope::cli {

std::vector<uint64_t> framesThatDiffer(const trace::Trace& whole, trace::Profile profile,
                                       const std::vector<std::pair<uint64_t, std::string>>& aside,
                                       const fit::LawEvidence& evidence, const physics::Law& law) {
  profile.model = physics::addModel(physics::lawModel(law, "the fitted law", "")).name;
  profile.feeds.clear();
  // Frames of lag are no rows of a law.
  const fit::Polled polled = fit::polledOnly(whole);
  const trace::Trace& trace = polled.trace;
  const diff::DiffResult result = diff::compareWith(trace, profile, nullptr);
  if (result.nothingCompared())
    throw std::runtime_error("nothing was compared: no jump in the trace can be followed from its start");
  std::vector<uint64_t> frames;
  for (const diff::Difference& difference : result.differences) {
    const uint64_t first = difference.jump ? polled.frames[result.jumps[*difference.jump].first_row] : 0;
    const uint64_t frame = polled.frames[difference.row];
    const bool turned = std::any_of(aside.begin(), aside.end(), [&](const auto& one) {
      return one.first >= first && one.first <= frame;
    });
    const bool left_out =
        std::any_of(evidence.left_out.begin(), evidence.left_out.end(),
                    [&](const auto& one) { return one.first <= frame && frame <= one.last; });
    // The row in which a jump ends may be the start of the next one, which is seen before it moves.
    const bool next = std::any_of(evidence.flights.begin(), evidence.flights.end(), [&](const auto& flight) {
      return flight.rows.front().starts && flight.rows.front().frame == frame && difference.jump &&
             result.jumps[*difference.jump].end == jumps::JumpEnd::NextJump;
    });
    if (!turned && !left_out && !next && (frames.empty() || frames.back() != frame)) frames.push_back(frame);
  }
  return frames;
}

}  // namespace jumpscope::cli
