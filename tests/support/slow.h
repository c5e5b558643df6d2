// Tests that take minutes run only when asked for: JUMPSCOPE_SLOW=1, or JUMPSCOPE_SLOW=sample, which tries an eighth of
// the random cases. They get the CTest label `slow`.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace jumpscope::tests {

inline bool slowTestsWanted() {
  const char* wanted = std::getenv("JUMPSCOPE_SLOW");
  return wanted && (std::string_view(wanted) == "1" || std::string_view(wanted) == "sample");
}

// How many of so many random cases are tried; at least one.
template <class Count>
Count slowCases(Count all) {
  const char* wanted = std::getenv("JUMPSCOPE_SLOW");
  constexpr Count part = 8;
  return wanted && std::string_view(wanted) == "sample" ? (all + part - 1) / part : all;
}

}  // namespace jumpscope::tests

#define REQUIRE_SLOW()                           \
  if (!::jumpscope::tests::slowTestsWanted())    \
  GTEST_SKIP() << "SKIPPED: takes minutes (set " \
                  "JUMPSCOPE_SLOW=1)"
