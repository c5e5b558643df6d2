#include "src/base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <set>
#include <stdexcept>
#include <utility>

#include "src/base/text.h"

namespace jumpscope::base {
namespace {

constexpr size_t largest_file = size_t(1) << 30;

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// What protectFiles() guards: device and inode of what was read, paths of what is written.
struct Guard {
  bool on = false;
  std::set<std::pair<dev_t, ino_t>> read;
  std::set<std::filesystem::path> written;
};

Guard& guard() {
  static Guard guard;
  return guard;
}

// The file that a chain of links names, whether it exists or not.
std::filesystem::path linkTarget(std::filesystem::path path) {
  constexpr int longest_chain = 40;  // as the kernel's
  std::error_code error;
  for (int i = 0; i < longest_chain && std::filesystem::is_symlink(path, error); ++i) {
    const auto target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

void requireFree(const std::filesystem::path& path, const std::filesystem::path& shown) {
  if (!guard().on) return;
  struct stat is {};
  if (stat(path.c_str(), &is) == 0 && guard().read.contains({is.st_dev, is.st_ino}))
    throw std::runtime_error("cannot write " + shown.string() +
                             ": the command reads this file; name another one");
  std::error_code error;
  if (!guard().written.insert(std::filesystem::weakly_canonical(path, error)).second)
    throw std::runtime_error("cannot write " + shown.string() + ": it is named for two outputs");
}

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
  struct stat is {};
  if (guard().on && fstat(fileno(file.get()), &is) == 0 && S_ISREG(is.st_mode))
    guard().read.insert({is.st_dev, is.st_ino});
  std::vector<uint8_t> bytes;
  std::vector<uint8_t> block(size_t(1) << 18);
  while (const size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    if (bytes.size() + count > largest_file) fail("it is larger than the limit of 1 GiB");
    bytes.insert(bytes.end(), block.begin(), block.begin() + ptrdiff_t(count));
  }
  if (std::ferror(file.get())) fail(reason());
  return bytes;
}

void keepStandardDescriptors() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor)
    if (fcntl(descriptor, F_GETFD) == -1)
      // Takes the lowest free number, which is this one.
      if (open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) == -1) return;
}

void protectFiles() { guard().on = true; }

AtomicFile::AtomicFile(std::filesystem::path path, Overwrite overwrite)
    : path_(std::move(path)), final_(linkTarget(path_)) {
  std::error_code error;
  const auto status = std::filesystem::status(final_, error);
  if (status.type() == std::filesystem::file_type::directory)
    throw std::runtime_error("cannot write " + path_.string() + ": it is a directory; name a file");
  if (std::filesystem::exists(status) && status.type() != std::filesystem::file_type::regular) {
    file_ = std::fopen(final_.c_str(), "wb");
    if (!file_) fail("open");
    return;
  }
  if (overwrite == Overwrite::NoInput) requireFree(final_, path_);
  create();
}

// With the permissions of the file that is replaced, or those that the umask leaves.
void AtomicFile::create() {
  constexpr size_t longest_stem = 200;  // bytes; a name may have 255
  const std::string stem = final_.filename().string().substr(0, longest_stem);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary_ = final_;
    temporary_.replace_filename(stem + ".part" + std::to_string(getpid()) + "-" + std::to_string(attempt));
    const int descriptor = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0) {
      struct stat replaced {};
      if (stat(final_.c_str(), &replaced) == 0 && fchmod(descriptor, replaced.st_mode & 07777) != 0) errno = 0;
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
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void AtomicFile::write(std::string_view data) {
  if (!data.empty() && std::fwrite(data.data(), 1, data.size(), file_) != data.size()) fail("write");
}

void AtomicFile::write(std::span<const uint8_t> data) { write(asText(data)); }

void AtomicFile::finish() {
  if (!file_) return;
  std::FILE* file = file_;
  file_ = nullptr;
  if (std::fclose(file) != 0) fail("write");
}

void AtomicFile::commit() {
  finish();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), final_.c_str()) != 0) fail("rename the finished file to");
  temporary_.clear();
}

void AtomicFile::fail(const char* doing) const {
  throw std::runtime_error(std::string("cannot ") + doing + " " + path_.string() + ": " + reason());
}

}  // namespace jumpscope::base
