// Runs a suite: finds the cartridges, runs the cases in parallel, returns one exit status.
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>

#include "src/base/environment.h"
#include "src/base/files.h"
#include "src/base/json.h"
#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/cli/check.h"
#include "src/console/sweep.h"
#include "src/session/recent.h"
#include "src/session/stranger.h"
#include "src/session/trace_input.h"
#include "src/suite/suite.h"
#include "src/suite/suite_roms.h"
#include "src/suite/suite_text.h"

namespace jumpscope::cli {

namespace fs = std::filesystem;

std::vector<fs::path> romFolders(const std::vector<std::string>& rom_paths) {
  std::vector<fs::path> folders;
  for (const std::string& folder : rom_paths) {
    if (!fs::is_directory(folder))
      throw std::runtime_error("--rom-path " + folder + " is not a folder; name a folder that contains ROMs");
    folders.emplace_back(folder);
  }
  const char* listed = std::getenv("JUMPSCOPE_ROMS");
  std::string rest = listed ? listed : "";
  while (!rest.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    if (end > 0) folders.emplace_back(rest.substr(0, end));
    rest.erase(0, end + 1);
  }
  return folders;
}

namespace {

// From the suite's folder up to the root, and the current folder.
std::vector<fs::path> foldersAbove(const fs::path& folder) {
  std::vector<fs::path> above;
  std::error_code error;
  for (fs::path at = fs::absolute(folder, error).lexically_normal(); at.has_relative_path();) {
    at = at.parent_path();
    above.push_back(at);
  }
  above.emplace_back(".");
  return above;
}

suite::Suite chosenCases(const CheckOptions& options, std::string_view text) {
  suite::Suite suite = suite::parseSuite(text, base::printable(options.file));
  std::erase_if(suite.cases, [&](const suite::SuiteCase& one) {
    return one.name.find(options.filter) == std::string::npos;
  });
  if (suite.cases.empty())
    throw std::runtime_error("nothing to check in " + options.file + ": no case's name contains '" +
                             options.filter + "'");
  for (suite::SuiteCase& one : suite.cases) {
    if (options.alignment) one.machine.alignment = *options.alignment;
    if (!options.policy.empty()) one.machine.policy = options.policy;
    // A case's own files are relative to the suite, these are not.
    for (const std::string& file : options.labels.files) one.symbols.push_back(fs::absolute(file).string());
  }
  return suite;
}

// A damaged cartridge is an error only of the cases that name it.
suite::RomFound find(suite::RomIndex& index, const suite::RomWanted& wanted) {
  try {
    return index.find(wanted);
  } catch (const std::runtime_error& error) {
    return {nullptr, error.what(), true, {}};
  }
}

// A golden trace that a case updates must not be what another case compares.
void requireGoldensAreNoInputs(const suite::Suite& suite, const fs::path& folder) {
  std::set<fs::path> traces;
  for (const suite::SuiteCase& one : suite.cases)
    if (!one.trace.empty()) traces.insert(base::placeOf(folder / one.trace));
  for (const suite::SuiteCase& one : suite.cases)
    if (!one.expect.golden.empty() && traces.contains(base::placeOf(folder / one.expect.golden)))
      throw std::runtime_error(
          "the golden trace " + one.expect.golden + " of the case '" + one.name +
          "' is the trace of a case too; use two files, so that updating one leaves the other");
}

// Profiles that do not list the cartridge of their case: a note for each pair, however many cases have it.
void sayStrangers(const suite::Suite& suite, const std::vector<suite::RomFound>& roms,
                  const fs::path& folder) {
  std::set<std::string> said;
  for (size_t i = 0; i < suite.cases.size(); ++i) {
    const std::string& profile = suite.cases[i].profile;
    if (profile.empty() || !roms[i].cartridge) continue;
    try {
      const std::string note =
          session::strangerNote(session::loadProfile(profile, folder), *roms[i].cartridge);
      if (!note.empty() && said.insert(note).second) base::say("note: " + note);
    } catch (const std::runtime_error&) {
      // A profile that cannot be read is an error of the case.
    }
  }
}

std::vector<suite::CaseResult> runCases(const CheckOptions& options, const suite::Suite& suite) {
  suite::SuiteOptions common;
  common.folder = fs::path(options.file).parent_path();
  common.update_goldens = options.update_goldens;
  common.update_outside = options.update_outside;
  if (options.update_goldens) requireGoldensAreNoInputs(suite, common.folder);
  common.require_roms = options.require_roms;

  // In sequence, so that the result does not depend on threads.
  suite::RomIndex index(common.folder, romFolders(options.rom_paths));
  index.alsoLookAt(foldersAbove(common.folder), session::recentCartridges(base::processEnvironment()));
  std::vector<suite::RomFound> roms(suite.cases.size());
  for (size_t i = 0; i < suite.cases.size(); ++i)
    if (suite.cases[i].trace.empty()) roms[i] = find(index, suite.cases[i].rom);

  sayStrangers(suite, roms, common.folder);

  std::vector<suite::CaseResult> results(suite.cases.size());
  size_t done = 0;
  std::mutex mutex;
  base::Progress progress("checking", suite.cases.size());
  progress.at(0);
  console::inParallel(suite.cases.size(), static_cast<unsigned>(options.jobs), [&](unsigned, size_t i) {
    results[i] = suite::runCase(suite.cases[i], roms[i], common);
    const std::lock_guard lock(mutex);
    progress.at(++done);
  });
  return results;
}

// The first case that could not be run, as a sentence on one line.
std::string notRunSentence(const CheckOptions& options, const std::vector<suite::CaseResult>& results,
                           size_t count) {
  for (const suite::CaseResult& result : results) {
    if (result.status != suite::CaseStatus::NotRun) continue;
    const std::string others = count > 1 ? " (and " + std::to_string(count - 1) + " more)" : "";
    return options.file + ", case '" + result.name + "'" + others + " could not be run: " + result.reason;
  }
  return "";
}

}  // namespace

int checkSuite(const CheckOptions& options, std::string_view text) {
  if (!options.page.empty())
    throw std::runtime_error("--page needs a manifest of test programs; for a suite, use --junit or --json");
  const suite::Suite suite = chosenCases(options, text);
  const std::vector<suite::CaseResult> results = runCases(options, suite);
  handOut(options, suite.name, results,
          options.json ? base::jsonText(suite::suiteJson(suite.name, results)) : suite::suiteText(results));
  const suite::SuiteScore score = suite::scoreOf(results);
  if (score.not_run) throw std::runtime_error(notRunSentence(options, results, score.not_run));
  if (score.skipped == score.total())
    throw std::runtime_error("nothing was compared: every case of " + options.file +
                             " was skipped; the first reason: " + results.front().reason);
  return score.failed ? 1 : 0;
}

}  // namespace jumpscope::cli
