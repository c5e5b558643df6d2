// Where tests find data that is not ours, such as other people's test programs: $JUMPSCOPE_SHARED, or
// ../shared beside the repository, or what tools/get-test-roms fetched. For data of our own see
// tests/support/data.h.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace jumpscope::tests {

std::filesystem::path sourceDir();

inline std::filesystem::path sharedDir() {
  if (const char* dir = std::getenv("JUMPSCOPE_SHARED"); dir && *dir) return dir;
  return sourceDir() / ".." / "shared";
}

// Where `relative` lies; in sharedDir() when it lies nowhere.
inline std::filesystem::path sharedPath(const std::string& relative) {
  const std::filesystem::path fetched = sourceDir() / "roms_test/fetched" / relative;
  const std::filesystem::path shared = sharedDir() / relative;
  return !std::filesystem::exists(shared) && std::filesystem::exists(fetched) ? fetched : shared;
}

}  // namespace jumpscope::tests

// Skips the test when this machine lacks the data. Tests with this line get the CTest label `shared`.
#define REQUIRE_SHARED(relative)                                                      \
  const std::filesystem::path shared_path = ::jumpscope::tests::sharedPath(relative); \
  if (!std::filesystem::exists(shared_path))                                          \
  GTEST_SKIP() << "SKIPPED: no shared data at " << shared_path.string()               \
               << " (run tools/get-test-roms, or set JUMPSCOPE_SHARED)"
