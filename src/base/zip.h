// Files in a zip archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

bool looksLikeZip(std::span<const uint8_t> file);

// An archive in memory. Files are unpacked on request, up to a limit that does not depend on the sizes that
// the archive declares.
class Zip {
 public:
  // `what`: the archive's name, for messages. The bytes must outlive the archive. Throws std::runtime_error
  // when they are no zip.
  Zip(std::span<const uint8_t> file, std::string what);
  ~Zip();
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  // The names of the files in it, folders left out, in the archive's order.
  std::vector<std::string> names() const;

  // The file of this name, whole; nullopt when there is none. Throws std::runtime_error when it is larger
  // than `largest` bytes, damaged, encrypted or packed in a way that libzip does not know.
  std::optional<std::string> read(const char* name, size_t largest) const;
  // The same, line by line without their ends and without a byte order mark, with the memory of a line. False when there
  // is no such file. Throws also for a line of more than `longest` bytes.
  bool readLines(const char* name, size_t largest, size_t longest,
                 const std::function<void(std::string_view)>& line) const;

 private:
  struct Archive;
  bool readBlocks(const char* name, size_t largest, const std::function<void(std::string_view)>& block) const;

  std::unique_ptr<Archive> archive_;
  std::string what_;
};

}  // namespace jumpscope::base
