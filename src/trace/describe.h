// What a trace, a recording, a profile or a file of labels contains, in a few lines.
#pragma once

#include "src/base/facts.h"
#include "src/trace/profile.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

base::Facts describeTrace(const Trace& trace);
base::Facts describeProfile(const Profile& profile);
base::Facts describeLabels(const Symbols& symbols);

}  // namespace jumpscope::trace
