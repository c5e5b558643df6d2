#include "src/base/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/text.h"

namespace jumpscope::base {

namespace {

// False: the system or the file system cannot.
bool exchangeNames([[maybe_unused]] const char* a, [[maybe_unused]] const char* b) {
#ifdef RENAME_EXCHANGE
  return renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE) == 0;
#else
  return false;
#endif
}

}  // namespace

AtomicFile::AtomicFile(std::filesystem::path path) : path_(std::move(path)), final_(linkTarget(path_)) {
  if (const auto named = namedDescriptor(path_)) {
    descriptor_ = dup(*named);
    if (descriptor_ < 0) fail("open");
    return;
  }
  std::error_code error;
  if (std::filesystem::is_symlink(final_, error)) {
    errno = ELOOP;
    fail("write");
  }
  const auto status = std::filesystem::status(final_, error);
  if (status.type() == std::filesystem::file_type::directory)
    throw std::runtime_error("cannot write " + path_.string() + ": it is a directory; name a file");
  if (std::filesystem::exists(status) && status.type() != std::filesystem::file_type::regular) {
    descriptor_ = open(final_.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
    if (descriptor_ < 0) fail("open");
    return;
  }
  if (std::filesystem::exists(status) && access(final_.c_str(), W_OK) != 0) fail("write");
  create();
}

// With the permissions of the file that is replaced, or those that the umask leaves.
void AtomicFile::create() {
  constexpr size_t longest_stem = 200;  // bytes; a name may have 255
  const std::string stem = final_.filename().string().substr(0, longest_stem);
  // Of one length whatever the process is, so that all runs of a command allocate alike.
  const std::string process = lowerHex(static_cast<uint64_t>(getpid()), 8);
  for (int attempt = 0; attempt < 1000; ++attempt) {
    temporary_ = final_;
    temporary_.replace_filename(stem + ".part" + process + "-" + std::to_string(attempt));
    removeWhenInterrupted(temporary_);
    descriptor_ = open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return keepMode();
    const int error = errno;
    keepWhenInterrupted(temporary_.native());  // it belongs to another process, or does not exist
    errno = error;
    if (error != EEXIST) break;
  }
  temporary_.clear();
  fail("create");
}

void AtomicFile::keepMode() const {
  struct stat replaced {};
  if (stat(final_.c_str(), &replaced) != 0) return;
  // Who may not change a mode writes a file of his own.
  static_cast<void>(!fchmod(descriptor_, replaced.st_mode & 07777));
}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) close(descriptor_);
  removeTemporary();
}

void AtomicFile::removeTemporary() noexcept {
  if (temporary_.empty()) return;
  unlink(temporary_.c_str());
  keepWhenInterrupted(temporary_.native());
  temporary_.clear();
}

void AtomicFile::write(std::string_view data) {
  constexpr size_t block_size = size_t{1} << 16;
  pending_ += data;
  if (pending_.size() >= block_size) flush();
}

void AtomicFile::write(std::span<const uint8_t> data) { write(asText(data)); }

void AtomicFile::flush() {
  for (size_t done = 0; done < pending_.size();) {
    const ssize_t count = ::write(descriptor_, pending_.data() + done, pending_.size() - done);
    if (count < 0 && errno != EINTR) fail("write");
    if (count > 0) done += static_cast<size_t>(count);
  }
  pending_.clear();
}

void AtomicFile::finish() {
  if (descriptor_ < 0) return;
  flush();
  // Devices cannot be synchronized, and Ctrl+C must not wait for a slow disk.
  if (!temporary_.empty() && !interrupted() && fsync(descriptor_) != 0) fail("write");
  if (close(std::exchange(descriptor_, -1)) != 0) fail("write");
}

void AtomicFile::commit() {
  finish();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), final_.c_str()) != 0) fail("rename the finished file to");
  keepWhenInterrupted(temporary_.native());
  temporary_.clear();
}

void AtomicFile::commitAll(std::span<const std::unique_ptr<AtomicFile>> files) {
  for (const auto& file : files) file->finish();
  const HoldInterrupts all_or_none;
  size_t named = 0;
  try {
    for (; named < files.size(); ++named) files[named]->takeName();
  } catch (...) {
    while (named > 0) files[--named]->giveNameBack();
    throw;
  }
  for (const auto& file : files) file->removeTemporary();
}

// A file that has the name already gets the temporary one, so that giveNameBack() can undo this.
void AtomicFile::takeName() {
  if (temporary_.empty()) return;
  const char *from = temporary_.c_str(), *to = final_.c_str();
  if (exchangeNames(from, to)) {
    name_ = Name::Exchanged;
    return;
  }
  // There is no such file, or the file system cannot exchange names.
  if (std::rename(from, to) != 0) fail("rename the finished file to");
  name_ = Name::Final;
}

void AtomicFile::giveNameBack() noexcept {
  if (name_ == Name::Exchanged) exchangeNames(temporary_.c_str(), final_.c_str());
  if (name_ == Name::Final) std::rename(final_.c_str(), temporary_.c_str());
}

void AtomicFile::fail(const char* doing) const {
  throw std::runtime_error(std::string("cannot ") + doing + " " + path_.string() + ": " + systemReason());
}

}  // namespace jumpscope::base
