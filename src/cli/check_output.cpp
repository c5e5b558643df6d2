#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>

#include "src/base/output.h"
#include "src/cli/check.h"
#include "src/suite/github.h"
#include "src/suite/junit.h"

namespace jumpscope::cli {

namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// Relative to the repository's root, if it is inside the repository.
std::string shownPath(const std::string& path) {
  const fs::path root = environment("GITHUB_WORKSPACE");
  if (root.empty() || !fs::path(path).is_absolute()) return fs::path(path).lexically_normal().string();
  const fs::path relative = fs::path(path).lexically_normal().lexically_relative(root.lexically_normal());
  return relative.empty() || *relative.begin() == ".." ? path : relative.string();
}

void appendSummary(const std::string& path, const std::string& summary) {
  std::ofstream file(path, std::ios::binary | std::ios::app);
  file << summary;
  file.flush();
  if (!file)
    throw std::runtime_error("cannot append the summary to " + path + ", which $GITHUB_STEP_SUMMARY names");
}

// The golden traces that changed, each once. Returns a line of words for each.
std::vector<std::string> addGoldens(base::OutputSet& outputs, std::span<const suite::CaseResult> results) {
  std::vector<std::string> words;
  std::map<fs::path, const suite::CaseResult*> owners;
  for (const suite::CaseResult& result : results) {
    if (!result.golden) continue;
    const auto [owner, is_first] = owners.emplace(result.golden->path, &result);
    if (!is_first && owner->second->golden->bytes != result.golden->bytes)
      throw std::runtime_error("the cases '" + owner->second->name + "' and '" + result.name +
                               "' need different values in the same golden trace, " +
                               result.golden->path.string() + "; use one golden trace per case");
    if (!is_first) continue;
    std::error_code error;
    fs::create_directories(result.golden->path.parent_path(), error);
    outputs.add(result.golden->path.string(), result.golden->bytes);
    words.push_back((result.golden->is_new ? "created " : "updated ") + result.golden->path.string());
  }
  return words;
}

}  // namespace

void handOut(const CheckOptions& options, const std::string& name, std::span<const suite::CaseResult> results,
             const std::string& words) {
  const bool junit_on_stdout = options.junit == "-";
  if (junit_on_stdout && options.json)
    throw std::runtime_error(
        "--json and --junit cannot both go to standard output; name a file: --junit FILE");
  const std::string annotations =
      options.github ? suite::githubAnnotations(name, options.file, results, shownPath) : "";
  // GitHub reads commands from either stream; data for another program stays clean.
  const bool data_on_stdout = junit_on_stdout || options.json;
  base::OutputSet outputs;
  outputs.add("-", junit_on_stdout ? suite::junitXml(name, options.file, results)
                   : options.json  ? words
                                   : words + annotations);
  if (!options.junit.empty() && !junit_on_stdout)
    outputs.add(options.junit, suite::junitXml(name, options.file, results));
  const std::vector<std::string> goldens = addGoldens(outputs, results);
  outputs.commit();
  if (junit_on_stdout) std::cerr << words;
  if (data_on_stdout) std::cerr << annotations;
  for (const std::string& words_on_golden : goldens) base::say(words_on_golden);
  const std::string summary = environment("GITHUB_STEP_SUMMARY");
  if (options.github && !summary.empty()) appendSummary(summary, suite::githubSummary(name, results));
}

}  // namespace jumpscope::cli
