// Tests that take minutes run only when asked for. They get the CTest label `slow`.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <string_view>

namespace jumpscope::tests {

inline bool slowTestsWanted() {
  const char* wanted = std::getenv("JUMPSCOPE_SLOW");
  return wanted && std::string_view(wanted) == "1";
}

}  // namespace jumpscope::tests

#define REQUIRE_SLOW()                           \
  if (!::jumpscope::tests::slowTestsWanted())    \
  GTEST_SKIP() << "SKIPPED: takes minutes (set " \
                  "JUMPSCOPE_SLOW=1)"
