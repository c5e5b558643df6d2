// The options of `check`. Suites and manifests of test programs share the options and the output
// formats.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/session/labels.h"
#include "src/suite/suite_run.h"

namespace jumpscope::cli {

struct CheckOptions {
  std::string file;
  std::string filter;
  std::string page;
  std::string junit;
  std::optional<uint64_t> alignment;
  std::string policy;  // empty: as the file says
  uint64_t jobs = 0;
  std::vector<std::string> rom_paths;
  session::LabelChoice labels;
  bool json = false, github = false, require_roms = false, update_goldens = false, update_outside = false;
};

// Runs a suite; `text` is what its file holds. Returns the exit status or throws std::runtime_error.
int checkSuite(const CheckOptions& options, std::string_view text);

// Prints `words` or `json` on standard output, and writes the files that the options ask for, including
// golden traces and `page`, the table of a manifest. Either all files are written or none.
void handOut(const CheckOptions& options, const std::string& name, std::span<const suite::CaseResult> results,
             const std::string& words, const std::string& page = "");

// The file for GitHub's summary; "": none.
std::string summaryOf(const CheckOptions& options);

// The folders of --rom-path, in order, then those of $JUMPSCOPE_ROMS, which need not all exist.
std::vector<std::filesystem::path> romFolders(const std::vector<std::string>& rom_paths);

}  // namespace jumpscope::cli
