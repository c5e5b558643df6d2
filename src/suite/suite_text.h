// The results of a suite, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "src/suite/suite_run.h"

namespace jumpscope::suite {

struct SuiteScore {
  size_t passed = 0, failed = 0, skipped = 0, not_run = 0;
  size_t total() const { return passed + failed + skipped + not_run; }
};
SuiteScore scoreOf(std::span<const CaseResult> results);

// "passed", "failed", "skipped", "error"
std::string_view toString(CaseStatus status);
// The results with untrusted text escaped: see base::printable().
std::vector<CaseResult> shownResults(std::span<const CaseResult> results);
// "12 cases: 10 passed, 1 failed, 1 skipped"
std::string suiteSummary(std::span<const CaseResult> results);
// A line a case, the first difference of each failure with its context, and the sum.
std::string suiteText(std::span<const CaseResult> results);
nlohmann::ordered_json suiteJson(const std::string& name, std::span<const CaseResult> results);
// The lines of text that say all that is wrong with a case; "" for one that passed or was skipped.
std::string failureText(const CaseResult& result);
// One line: the first finding, or why the case could not be run.
std::string failureHeadline(const CaseResult& result);

}  // namespace jumpscope::suite
