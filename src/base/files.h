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

// Opens /dev/null for those of the descriptors 0 to 2 that are closed, so that no file takes their place.
// Writing to a standard output that was closed fails.
void keepStandardDescriptors();

// From now on a file that was read or written is not written over: whoever names an input as an output, or one
// output twice, has made a mistake. Files are told by identity, not by name.
void protectFiles();

enum class Overwrite : uint8_t {
  NoInput,   // with protectFiles(): what this program read or wrote is refused
  Anything,  // it is meant to be replaced
};

// A file that is written under a temporary name beside `path`. commit() renames it to `path`; without commit()
// the destructor removes it. Symbolic links are followed, also to a file that is not there yet; a file that is
// replaced keeps its mode. Devices and pipes (/dev/null, /dev/stdout) are
// written directly. Throws std::runtime_error.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path, Overwrite overwrite = Overwrite::NoInput);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view data);
  void write(std::span<const uint8_t> data);

  // Everything is on the disk, under the temporary name. Nothing is written after it.
  void finish();
  // Precondition: called once, nothing is written after it.
  void commit();

 private:
  void create();
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path path_;       // as given, for messages
  std::filesystem::path final_;      // links followed
  std::filesystem::path temporary_;  // empty: written straight
  std::FILE* file_ = nullptr;
};

}  // namespace jumpscope::base
