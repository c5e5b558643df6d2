// The functions of targets.def.
#pragma once

#include "tests/fuzz/target.h"

namespace jumpscope::fuzz {

#define TARGET(name, dictionary, function) void function(Bytes);
#include "tests/fuzz/targets.def"
#undef TARGET

}  // namespace jumpscope::fuzz
