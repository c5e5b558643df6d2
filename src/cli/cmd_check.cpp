// jumpscope check: many cases, one table, one exit status.
#include <algorithm>
#include <filesystem>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"
#include "src/cli/check.h"
#include "src/cli/commands.h"
#include "src/cli/options.h"
#include "src/console/sweep.h"
#include "src/suite/conformance.h"
#include "src/suite/suite.h"

namespace jumpscope::cli {

namespace {

std::vector<uint8_t> fileOrNothing(const std::filesystem::path& path) {
  return std::filesystem::exists(path) ? base::readFile(path) : std::vector<uint8_t>{};
}

std::vector<suite::Conformance> runAll(std::vector<suite::RomTest> tests, const console::Options& options,
                                       const suite::FileSource& files, uint64_t jobs) {
  std::vector<suite::Conformance> results(tests.size());
  size_t done = 0;
  std::mutex mutex;
  base::Progress progress("checking", tests.size());
  console::inParallel(tests.size(), static_cast<unsigned>(jobs), [&](unsigned, size_t i) {
    results[i] = suite::conform(tests[i], options, files);
    const std::lock_guard lock(mutex);
    progress.at(++done);
  });
  return results;
}

nlohmann::ordered_json resultsJson(const std::vector<suite::Conformance>& results) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const suite::Conformance& result : results) {
    nlohmann::ordered_json entry;
    entry["path"] = result.test.path;
    entry["suite"] = result.test.suite;
    entry["passed"] =
        result.standing == suite::Standing::Passed || result.standing == suite::Standing::PassedElsewhere;
    entry["judged"] = result.standing == suite::Standing::Passed ||
                      result.standing == suite::Standing::PassedElsewhere ||
                      result.standing == suite::Standing::Failed;
    entry["alignment"] = result.alignment;
    entry["frame"] = result.verdict.frame;
    entry["detail"] = result.verdict.detail;
    list.push_back(std::move(entry));
  }
  return list;
}

// The same as cases of a suite, for JUnit and GitHub.
std::vector<suite::CaseResult> asCases(const std::vector<suite::Conformance>& results) {
  std::vector<suite::CaseResult> cases;
  for (const suite::Conformance& result : results) {
    suite::CaseResult one;
    one.name = result.test.path;
    switch (result.standing) {
      case suite::Standing::Passed:
      case suite::Standing::PassedElsewhere:
        one.held.push_back("passed at alignment " + std::to_string(result.alignment));
        break;
      case suite::Standing::Failed: {
        one.status = suite::CaseStatus::Failed;
        std::string text = result.verdict.detail + "\n";
        for (const auto& [name, why] : result.verdict.parts) text += name + ": " + why + "\n";
        one.findings.push_back({"verdict", result.verdict.detail, text, "", 0, {}});
        break;
      }
      default:
        one.status = suite::CaseStatus::Skipped;
        one.reason = suite::standingText(result);
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

void refuseSuiteOptions(const CheckOptions& options) {
  if (options.update_goldens || options.require_roms || !options.rom_paths.empty() ||
      !options.labels.files.empty())
    throw std::runtime_error(options.file +
                             " is a manifest of test programs, whose files are beside it; --rom-path, "
                             "--require-roms, --symbols and --update-goldens apply to suites only");
}

int checkManifest(const CheckOptions& options, std::string_view text) {
  refuseSuiteOptions(options);
  std::vector<suite::RomTest> tests = suite::parseManifest(text, options.file);
  std::erase_if(
      tests, [&](const suite::RomTest& test) { return test.path.find(options.filter) == std::string::npos; });
  if (tests.empty())
    throw std::runtime_error("nothing to check in " + options.file +
                             (options.filter.empty() ? "" : ": no path contains '" + options.filter + "'"));

  console::Options machine;
  if (options.alignment) machine.alignment = static_cast<int>(*options.alignment);
  if (options.policy == "every-cycle") machine.policy = console::Policy::Lockstep;
  const std::filesystem::path folder = std::filesystem::path(options.file).parent_path();
  const auto files = [&](const std::string& path) { return fileOrNothing(folder / path); };
  const std::vector<suite::Conformance> results = runAll(std::move(tests), machine, files, options.jobs);

  const suite::Score score = suite::scoreOf(results);
  handOut(options, base::shownName(options.file), asCases(results),
          options.json ? base::jsonText(resultsJson(results)) : suite::conformanceText(results),
          options.page.empty() ? "" : suite::conformancePage(results, machine.alignment));
  if (score.passed + score.elsewhere + score.failed == 0)
    throw std::runtime_error("nothing in " + options.file +
                             " could be judged: every program lacks its file or needs an unsupported mapper");
  return score.failed ? 1 : 0;
}

// The suite in a folder: suite.json, as the window saves cases, or the only one.
std::string suiteIn(const std::filesystem::path& folder) {
  if (std::filesystem::exists(folder / "suite.json")) return (folder / "suite.json").string();
  std::vector<std::string> suites;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json" || !entry.is_regular_file()) continue;
    const std::vector<uint8_t> bytes = base::readFile(entry.path());
    const nlohmann::json json = nlohmann::json::parse(base::asText(bytes), nullptr, false);
    if (json.is_object() && json.contains("cases")) suites.push_back(entry.path().string());
  }
  const std::string shown = base::shownName(folder);
  if (suites.empty())
    throw std::runtime_error(shown +
                             " is a folder without a suite; expected a suite.json in it, as `play` saves "
                             "cases (docs/ci.md)");
  std::sort(suites.begin(), suites.end());
  if (suites.size() > 1)
    throw std::runtime_error(shown + " is a folder with " + std::to_string(suites.size()) +
                             " suites; name one of them, e.g. " + base::shownName(suites.front()));
  return suites.front();
}

int check(CheckOptions options) {
  if (std::filesystem::is_directory(options.file)) options.file = suiteIn(options.file);
  const std::vector<uint8_t> bytes = base::readFile(options.file);
  const std::string_view text = base::asText(bytes);
  const std::string name = base::printable(options.file);
  return suite::isSuite(text, name) ? checkSuite(options, text) : checkManifest(options, text);
}

}  // namespace

Action checkCommand(Arguments& arguments) {
  auto options = std::make_shared<CheckOptions>();
  arguments.positional(
      "SUITE", options->file, true,
      "a JSON file: a suite of cases (docs/ci.md), or a manifest of test programs; or a folder with "
      "one suite");
  arguments.repeated("--rom-path", options->rom_paths, "DIR",
                     "search this folder and its subfolders for ROMs by SHA-1; repeatable; "
                     "$JUMPSCOPE_ROMS names more folders, separated by colons");
  arguments.flag("--require-roms", options->require_roms,
                 "treat a missing ROM as a failure instead of skipping the case");
  arguments.flag("--update-goldens", options->update_goldens,
                 "rewrite golden traces that differ and create missing ones, in the suite's folder only");
  arguments.flag("--update-outside", options->update_outside,
                 "with --update-goldens: also write golden traces outside the suite's folder");
  declareLabels(arguments, options->labels);
  arguments.option("--filter", options->filter, "TEXT",
                   "run only the cases whose name, or the test programs whose path, contains TEXT");
  arguments.output([options] { return summaryOf(*options); });
  arguments.output("--junit", options->junit, "FILE", "write the results as JUnit XML",
                   {"JUnit XML", {".xml"}, false});
  arguments.flag("--github", options->github,
                 "print annotations for GitHub Actions and append a summary to $GITHUB_STEP_SUMMARY");
  arguments.flag("--json", options->json, "print JSON");
  arguments.number("-j,--jobs", options->jobs, {1, 256},
                   "number of parallel jobs (default: the number of cores)");
  arguments.number("--alignment", options->alignment, {0, 3},
                   "CPU/PPU clock alignment at power-on, 0 to 3 (default: from the suite, else 1)");
  arguments.choice("--policy", options->policy, {"catch-up", "every-cycle"},
                   "when the chips run; does not change results (default: from the suite, else catch-up)");
  arguments.output("--page", options->page, "FILE", "write the table of a manifest's results as Markdown",
                   {"Markdown", {".md", ".txt"}, false});
  return [options] { return check(*options); };
}

}  // namespace jumpscope::cli
