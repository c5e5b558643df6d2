// Where a command's data goes: standard output, or a file that is written atomically.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/atomic_file.h"

namespace jumpscope::base {

// Empty and "-" mean standard output.
bool isStandardOutput(const std::string& path);

// Writes all of `data`. Throws std::runtime_error when that fails; then no file is left behind.
void writeOutput(const std::string& path, std::string_view data);
void writeOutput(const std::string& path, std::span<const uint8_t> data);

// The program that read our standard output has ended, e.g. `head`. main exits quietly.
struct PipeClosed {};
// Throws PipeClosed or std::runtime_error: standard output has just failed.
[[noreturn]] void throwOutputFailed();

// Several files that are written together: all of them appear in commit(), or none when it throws.
class OutputSet {
 public:
  OutputSet() = default;
  ~OutputSet();
  OutputSet(const OutputSet&) = delete;
  OutputSet& operator=(const OutputSet&) = delete;

  // A folder and those above it. Those that this creates go again unless commit() succeeds.
  void makeFolder(const std::filesystem::path& folder);
  void add(const std::string& path, std::string data);
  void add(const std::string& path, std::span<const uint8_t> data);
  // A file that is written piece by piece. Lives as long as the set.
  AtomicFile& open(const std::string& path);
  void commit();

 private:
  struct Item {
    std::string path, data;
  };
  std::vector<Item> items_;
  std::set<std::filesystem::path> places_;
  std::vector<std::unique_ptr<AtomicFile>> files_;
  std::vector<std::filesystem::path> new_folders_;
};

// Prints a message on stderr, e.g. "wrote out/trace.csv".
void say(const std::string& words);

}  // namespace jumpscope::base
