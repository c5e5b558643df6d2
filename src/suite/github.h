// GitHub Actions: annotations, which appear beside the lines of a pull request, and a job's summary.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "src/suite/suite_run.h"

namespace jumpscope::suite {

// A path as it is to be shown: GitHub wants it relative to the repository's root.
using ShownPath = std::function<std::string(const std::string&)>;

// Workflow commands (docs.github.com, "Workflow commands for GitHub Actions"), a line each: ::error for every
// finding and every case that could not be run, ::warning for skipped ones, ::notice for
// a warning of one that passed. They point at the golden trace's
// line where there is one, else at the case in the suite's file.
std::string githubAnnotations(const std::string& suite, const std::string& file,
                              std::span<const CaseResult> results, const ShownPath& shown);

// Markdown for $GITHUB_STEP_SUMMARY: the sum, a table of the cases that did not pass, and their text. GitHub
// takes 1 MiB from a step; what is beyond that is counted, not shown.
std::string githubSummary(const std::string& suite, std::span<const CaseResult> results);

// As GitHub's toolkit (actions/toolkit, core/src/command.ts) escapes the text of a command and its
// properties.
std::string githubData(std::string_view text);
std::string githubProperty(std::string_view text);

}  // namespace jumpscope::suite
