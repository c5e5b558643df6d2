#include "src/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "src/base/interrupt.h"
#include "src/base/limits.h"
#include "src/base/text.h"

namespace jumpscope::base {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// The message for errno, in lower case, to be used inside a sentence.
std::string reason() {
  std::string text = std::strerror(errno);
  if (!text.empty() && text[0] >= 'A' && text[0] <= 'Z') text[0] = char(text[0] - 'A' + 'a');
  return text;
}

}  // namespace

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
  const std::string name = path.string();
  const auto fail = [&](const std::string& why) {
    throw std::runtime_error("cannot read " + name + ": " + why);
  };

  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) fail("there is no such file");
  if (status.type() == std::filesystem::file_type::directory) fail("it is a directory; a file was expected");

  std::unique_ptr<std::FILE, Closer> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(reason());
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> block(size_t(1) << 18);
  while (const size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    if (bytes.size() + count > largest_file) fail("it is larger than the limit of 1 GiB");
    bytes.insert(bytes.end(), block.begin(), block.begin() + ptrdiff_t(count));
  }
  if (std::ferror(file.get())) fail(reason());
  return bytes;
}

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)), final_(path_) {
  std::error_code error;
  if (std::filesystem::is_symlink(path_, error)) {
    const auto target = std::filesystem::weakly_canonical(path_, error);
    if (!error) final_ = target;
  }
  const auto status = std::filesystem::status(final_, error);
  if (status.type() == std::filesystem::file_type::directory)
    throw std::runtime_error("cannot write " + path_.string() + ": it is a directory; name a file");
  if (std::filesystem::exists(status) && status.type() != std::filesystem::file_type::regular) {
    file_ = std::fopen(final_.c_str(), "wb");
    if (!file_) fail("open");
    return;
  }

  // Opened with the permissions that the umask leaves, as the final file would be.
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary_ = final_;
    temporary_ += ".part" + std::to_string(getpid()) + "-" + std::to_string(attempt);
    removeWhenInterrupted(temporary_);
    const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      file_ = fdopen(descriptor, "wb");
      return;
    }
    if (errno != EEXIST) break;
  }
  temporary_.clear();
  fail("create");
}

AtomicFile::~AtomicFile() {
  if (file_) std::fclose(file_);
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  keepWhenInterrupted(temporary_);
}

void AtomicFile::write(std::string_view data) {
  if (!data.empty() && std::fwrite(data.data(), 1, data.size(), file_) != data.size()) fail("write");
}

void AtomicFile::write(std::span<const uint8_t> data) { write(asText(data)); }

void AtomicFile::commit() {
  close();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), final_.c_str()) != 0) fail("rename the finished file to");
  keepWhenInterrupted(temporary_);
  temporary_.clear();
}

void AtomicFile::close() {
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("write");
}

void AtomicFile::fail(const char* doing) const {
  throw std::runtime_error(std::string("cannot ") + doing + " " + path_.string() + ": " + reason());
}

}  // namespace jumpscope::base
