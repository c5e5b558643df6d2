// JUnit's XML, as Jenkins, GitLab and GitHub's actions read it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "src/suite/suite_run.h"

namespace jumpscope::suite {

// A whole JUnit file with one <testsuite>: a <testcase> a case, in order; a failure's text in its <failure>'s
// body, a reason in <skipped> and <error>. Without times, so that the same suite gives the same bytes.
// `file`: of the suite. Names that would be equal are told apart by " (2)", " (3)".
std::string junitXml(const std::string& suite, const std::string& file, std::span<const CaseResult> results);

// Text for XML 1.0. Bytes that are no UTF-8, and characters that XML cannot hold in any form (most control
// characters, U+FFFE, U+FFFF), become U+FFFD; in an attribute tabs and line ends are kept by reference.
enum class XmlPlace : uint8_t { Body, Attribute };
std::string xmlEscaped(std::string_view text, XmlPlace place);

}  // namespace jumpscope::suite
