// Files that appear whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace jumpscope::base {

// A file that is written under a temporary name beside `path`. commit() gives it its name; without commit()
// the destructor removes it. Symbolic links are followed, also to a file that does not exist yet; a file that
// is replaced keeps its mode. Devices and pipes (/dev/null, /dev/stdout) are written directly. Throws
// std::runtime_error.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view data);
  void write(std::span<const uint8_t> data);

  // Everything is on the disk, under the temporary name. Nothing is written after it.
  void finish();
  // finish(), then the file has its name. Precondition: called once.
  void commit();

  // Gives several files their names: all of them, or none when it throws.
  static void commitAll(std::span<const std::unique_ptr<AtomicFile>> files);

 private:
  void create();
  void keepMode() const;
  void flush();
  void takeName();
  void giveNameBack() noexcept;
  void removeTemporary() noexcept;
  [[noreturn]] void fail(const char* doing) const;

  std::filesystem::path path_;       // as given, for messages
  std::filesystem::path final_;      // links followed
  std::filesystem::path temporary_;  // empty: written straight
  int descriptor_ = -1;
  std::string pending_;
  enum class Name : uint8_t { Temporary, Final, Exchanged } name_ = Name::Temporary;
};

}  // namespace jumpscope::base
