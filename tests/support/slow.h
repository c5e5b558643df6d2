// Tests that take minutes run only when asked for: JUMPSCOPE_SLOW=1, or JUMPSCOPE_SLOW=sample, which tries one case in
// 64. They get the CTest label `slow`.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <string_view>

namespace jumpscope::tests {

inline bool slowTestsWanted() {
  const char* wanted = std::getenv("JUMPSCOPE_SLOW");
  return wanted && (std::string_view(wanted) == "1" || std::string_view(wanted) == "sample");
}

// From a case that is tried to the next.
inline size_t slowStep() {
  const char* wanted = std::getenv("JUMPSCOPE_SLOW");
  return wanted && std::string_view(wanted) == "sample" ? 64 : 1;
}

// How many of so many random cases are tried; at least one.
template <class Count>
Count slowCases(Count all) {
  const auto step = static_cast<Count>(slowStep());
  return (all + step - 1) / step;
}

}  // namespace jumpscope::tests

#define REQUIRE_SLOW()                           \
  if (!::jumpscope::tests::slowTestsWanted())    \
  GTEST_SKIP() << "SKIPPED: takes minutes (set " \
                  "JUMPSCOPE_SLOW=1)"
