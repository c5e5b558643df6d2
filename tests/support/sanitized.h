// The sanitizers look at memory accesses and arithmetic, which are the same in every case that runs through the same lines:
// of many such cases, which the other presets all try, they get every eighth.
#pragma once

#include <cstddef>

namespace jumpscope::tests {

#ifdef JUMPSCOPE_SANITIZE
inline constexpr size_t case_step = 8;
#else
inline constexpr size_t case_step = 1;
#endif

}  // namespace jumpscope::tests
