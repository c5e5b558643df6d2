// Where a jump's height counts from.
#pragma once

#include <cstdint>

#include "src/jumps/height.h"
#include "src/jumps/jumps.h"

namespace jumpscope::jumps {

// As Height::exact() has it. `before`: the last row before the jump; of one that began before the trace, its first row.
int64_t originOf(const Height& height, const models::Binding& binding, JumpStart start,
                 const trace::Row& before);

}  // namespace jumpscope::jumps
