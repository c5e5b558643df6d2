// JUnit files against tests/suite/junit.xsd, with Debian's xmllint.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/support/shared.h"

namespace jumpscope::tests {

inline bool haveXmllint() { return std::system("command -v xmllint >/dev/null 2>&1") == 0; }

// What xmllint finds wrong with a JUnit file; "" when nothing. Precondition: haveXmllint().
inline std::string junitProblems(const std::filesystem::path& file) {
  const std::filesystem::path schema = sourceDir() / "tests/suite/junit.xsd";
  const std::string log = file.string() + ".xmllint";
  const std::string command =
      "xmllint --noout --schema '" + schema.string() + "' '" + file.string() + "' 2>'" + log + "'";
  if (std::system(command.c_str()) == 0) return "";
  std::ifstream in(log);
  return "xmllint: " + std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace jumpscope::tests

#define REQUIRE_XMLLINT() \
  if (!::jumpscope::tests::haveXmllint()) GTEST_SKIP() << "SKIPPED: no xmllint (Debian: libxml2-utils)"
