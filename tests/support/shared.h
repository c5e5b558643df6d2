// Where the tests find the shared test data: $JUMPSCOPE_SHARED, or ../shared beside the repository.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace jumpscope::tests {

inline std::filesystem::path sharedDir() {
  if (const char* dir = std::getenv("JUMPSCOPE_SHARED"); dir && *dir) return dir;
  return std::filesystem::path(JUMPSCOPE_SOURCE_DIR) / ".." / "shared";
}

inline std::filesystem::path sourceDir() { return JUMPSCOPE_SOURCE_DIR; }

}  // namespace jumpscope::tests

// Skips the test when the shared data is not on this machine (a user's machine; CI has it).
#define REQUIRE_SHARED(relative)                                                          \
  const std::filesystem::path shared_path = ::jumpscope::tests::sharedDir() / (relative); \
  if (!std::filesystem::exists(shared_path))                                              \
  GTEST_SKIP() << "SKIPPED: no shared data at " << shared_path.string() << " (set JUMPSCOPE_SHARED)"
