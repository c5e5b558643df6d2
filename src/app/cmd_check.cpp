// jumpscope check: many cases, one table, one exit status.
#include <filesystem>
#include <iostream>
#include <mutex>

#include "src/app/commands.h"
#include "src/app/interrupt.h"
#include "src/app/json.h"
#include "src/app/output.h"
#include "src/compare/conformance.h"
#include "src/console/sweep.h"
#include "src/trace/files.h"

namespace jumpscope::app {

namespace {

struct CheckOptions {
  std::string manifest;
  std::string filter;
  std::string page;
  std::string policy = "catch-up";
  uint64_t alignment = console::default_alignment;
  uint64_t jobs = 0;
  bool json = false;
};

std::vector<uint8_t> fileOrNothing(const std::filesystem::path& path) {
  return std::filesystem::exists(path) ? trace::readFile(path) : std::vector<uint8_t>{};
}

std::vector<compare::Conformance> runAll(std::vector<compare::RomTest> tests, const console::Options& options,
                                         const compare::FileSource& files, uint64_t jobs) {
  std::vector<compare::Conformance> results(tests.size());
  size_t done = 0;
  std::mutex mutex;
  Progress progress("checking", tests.size());
  console::inParallel(tests.size(), static_cast<unsigned>(jobs), [&](unsigned, size_t i) {
    throwIfInterrupted();
    results[i] = compare::conform(tests[i], options, files);
    const std::lock_guard lock(mutex);
    progress.at(++done);
  });
  return results;
}

nlohmann::ordered_json resultsJson(const std::vector<compare::Conformance>& results) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const compare::Conformance& result : results) {
    nlohmann::ordered_json entry;
    entry["path"] = result.test.path;
    entry["suite"] = result.test.suite;
    entry["passed"] =
        result.standing == compare::Standing::Passed || result.standing == compare::Standing::PassedElsewhere;
    entry["judged"] = result.standing == compare::Standing::Passed ||
                      result.standing == compare::Standing::PassedElsewhere ||
                      result.standing == compare::Standing::Failed;
    entry["alignment"] = result.alignment;
    entry["frame"] = result.verdict.frame;
    entry["detail"] = result.verdict.detail;
    list.push_back(std::move(entry));
  }
  return list;
}

int check(const CheckOptions& options) {
  const std::vector<uint8_t> bytes = trace::readFile(options.manifest);
  std::vector<compare::RomTest> tests =
      compare::parseManifest(std::string(bytes.begin(), bytes.end()), options.manifest);
  std::erase_if(tests, [&](const compare::RomTest& test) {
    return test.path.find(options.filter) == std::string::npos;
  });
  if (tests.empty())
    throw std::runtime_error("nothing to check in " + options.manifest +
                             (options.filter.empty() ? "" : ": no path contains '" + options.filter + "'"));

  console::Options machine;
  machine.alignment = static_cast<int>(options.alignment);
  machine.policy = options.policy == "every-cycle" ? console::Policy::EveryCycle : console::Policy::CatchUp;
  const std::filesystem::path folder = std::filesystem::path(options.manifest).parent_path();
  const auto files = [&](const std::string& path) { return fileOrNothing(folder / path); };
  const std::vector<compare::Conformance> results = runAll(std::move(tests), machine, files, options.jobs);

  const compare::Score score = compare::scoreOf(results);
  if (!options.page.empty()) writeOutput(options.page, compare::conformancePage(results, machine.alignment));
  std::cout << (options.json ? jsonText(resultsJson(results)) : compare::conformanceText(results));
  if (score.passed + score.elsewhere + score.failed == 0)
    throw std::runtime_error("nothing of " + options.manifest +
                             " could be judged: no file or no board for any program");
  return score.failed ? 1 : 0;
}

}  // namespace

Action checkCommand(Arguments& arguments) {
  auto options = std::make_shared<CheckOptions>();
  arguments.positional("MANIFEST", options->manifest, true,
                       "JSON: test programs, and how each reports; their files lie beside it");
  arguments.option("--filter", options->filter, "TEXT", "only programs whose path contains TEXT");
  arguments.number("--alignment", options->alignment, {0, 3},
                   "where the PPU's clock stands at power-on (default 1)");
  arguments.choice("--policy", options->policy, {"catch-up", "every-cycle"},
                   "when chips run (default catch-up)");
  arguments.number("-j,--jobs", options->jobs, {1, 256}, "how many at once (default: one a core)");
  arguments.flag("--json", options->json, "for programs: JSON");
  arguments.option("--page", options->page, "FILE", "write the whole table as Markdown");
  return [options] { return check(*options); };
}

}  // namespace jumpscope::app
