// What a suite contains, in a few lines.
#pragma once

#include "src/base/facts.h"
#include "src/suite/suite.h"

namespace jumpscope::suite {

base::Facts describeSuite(const Suite& suite);

}  // namespace jumpscope::suite
