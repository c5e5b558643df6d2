// Where a command's data goes: standard output, or a file that is written atomically.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

// Empty and "-" mean standard output.
bool isStandardOutput(const std::string& path);

// Writes all of `data`. Throws std::runtime_error when that fails; then no file is left behind.
void writeOutput(const std::string& path, std::string_view data);
void writeOutput(const std::string& path, std::span<const uint8_t> data);

// Several files that are written together: none of them appears before commit().
class OutputSet {
 public:
  void add(const std::string& path, std::string data);
  void add(const std::string& path, std::span<const uint8_t> data);
  void commit();

 private:
  struct Item {
    std::string path, data;
  };
  std::vector<Item> items_;
};

// Prints a message on stderr, e.g. "wrote out/trace.csv".
void say(const std::string& words);

}  // namespace jumpscope::base
