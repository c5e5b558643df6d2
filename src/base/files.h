// Reads whole files, and writes files atomically.
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

// A file that is written under a temporary name beside `path`. commit() renames it to `path`; without commit()
// the destructor removes it. Symbolic links are followed. Devices and pipes (/dev/null, /dev/stdout) are
// written directly. Throws std::runtime_error.
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
