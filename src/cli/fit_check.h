// What `jumpscope diff` says of a law that was fitted, on the rows that it was fitted to.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "src/fit/law_evidence.h"
#include "src/physics/law.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::cli {

// The frames that differ; without those in a jump that something not judged (`aside`) turned before.
std::vector<uint64_t> framesThatDiffer(const trace::Trace& trace, trace::Profile profile,
                                       const std::vector<std::pair<uint64_t, std::string>>& aside,
                                       const fit::LawEvidence& evidence, const physics::Law& law);

}  // namespace jumpscope::cli
