// Files: read whole, and written so that a name never stands for half of one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

// The whole file. Throws std::runtime_error with a sentence when it is missing, a directory, unreadable, or
// larger than 1 GiB.
std::vector<uint8_t> readFile(const std::filesystem::path& path);

// A file written beside `path` under a temporary name, which takes its real name on commit() and disappears
// when it is destroyed without. A symbolic link is followed; a device or pipe (/dev/null, /dev/stdout) is
// written straight. Throws std::runtime_error.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view data);
  void write(std::span<const uint8_t> data);

  // Precondition: called once, nothing is written after it.
  void commit();

 private:
  [[noreturn]] void fail(const char* doing) const;
  void close();

  std::filesystem::path path_;       // as given, for messages
  std::filesystem::path final_;      // links followed
  std::filesystem::path temporary_;  // empty: written straight
  std::FILE* file_ = nullptr;
};

}  // namespace jumpscope::base
