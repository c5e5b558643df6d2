#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>

#include "src/base/files.h"
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

// The summary of GitHub's job, open for appending.
class Summary {
 public:
  explicit Summary(const std::string& path) : path_(path) {
    if (!path.empty()) file_.open(path, std::ios::binary | std::ios::app);
    require();
  }
  void append(const std::string& text) {
    file_ << text;
    file_.flush();
    require();
  }

 private:
  void require() const {
    if (!path_.empty() && !file_)
      throw std::runtime_error("cannot append the summary to " + path_ +
                               ", which $GITHUB_STEP_SUMMARY names");
  }

  std::string path_;
  std::ofstream file_;
};

// Equal for two names of one file, hard links too. The number of a file that has one name only is no identity:
// another process that updates the same golden traces may replace the file, and another one then get its number.
std::string identity(const fs::path& path) {
  struct stat is {};
  return stat(path.c_str(), &is) == 0 && is.st_nlink > 1
             ? std::to_string(is.st_dev) + ":" + std::to_string(is.st_ino)
             : base::placeOf(path).string();
}

// The golden traces that changed, each once. Returns a line of words for each.
std::vector<std::string> addGoldens(base::OutputSet& outputs, std::span<const suite::CaseResult> results) {
  std::vector<std::string> words;
  std::map<std::string, const suite::CaseResult*> owners;
  for (const suite::CaseResult& result : results) {
    if (!result.golden) continue;
    const auto [owner, is_first] = owners.emplace(identity(result.golden->path), &result);
    if (!is_first && owner->second->golden->bytes != result.golden->bytes)
      throw std::runtime_error("the cases '" + owner->second->name + "' and '" + result.name +
                               "' need different values in the same golden trace, " +
                               result.golden->path.string() + "; use one golden trace per case");
    if (!is_first) continue;
    outputs.makeFolder(result.golden->path.parent_path());
    outputs.add(result.golden->path.string(), result.golden->bytes);
    words.push_back((result.golden->is_new ? "created " : "updated ") + result.golden->path.string());
  }
  return words;
}

}  // namespace

std::string summaryOf(const CheckOptions& options) {
  return options.github ? environment("GITHUB_STEP_SUMMARY") : "";
}

void handOut(const CheckOptions& options, const std::string& name, std::span<const suite::CaseResult> results,
             const std::string& words, const std::string& page) {
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
  if (!page.empty()) outputs.add(options.page, page);
  const std::vector<std::string> goldens = addGoldens(outputs, results);
  Summary summary(summaryOf(options));
  outputs.commit();
  if (junit_on_stdout) std::cerr << words;
  if (data_on_stdout) std::cerr << annotations;
  for (const std::string& words_on_golden : goldens) base::say(words_on_golden);
  if (!summaryOf(options).empty()) summary.append(suite::githubSummary(name, results));
}

}  // namespace jumpscope::cli
