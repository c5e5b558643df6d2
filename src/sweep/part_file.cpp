#include "src/sweep/part_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <stdexcept>

#include "src/base/atomic_file.h"
#include "src/base/files.h"

namespace jumpscope::sweep {
namespace {

void requireSame(const Pack& pack, const PackHeader& header, const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    throw std::runtime_error(path + " is the unfinished result of " + why +
                             "; remove it, or choose another -o");
  };
  if (pack.header.id != header.id)
    refuse("another sweep: its spec, cartridge, start, standard input or version of jumpscope differs");
  if (pack.header.part != header.part)
    refuse("another part of this sweep (" + pack.header.part.text() + ", not " + header.part.text() + ")");
}

// Cuts off the first chunk that is not what was written there, and what is behind it: chunks reach the disk in any
// order, and the system may have crashed before.
void keepSound(Pack& pack, const std::string& path) {
  const auto unsound = std::find_if(pack.entries.begin(), pack.entries.begin() + ptrdiff_t(pack.inOrder()),
                                    [&](const Pack::Entry& entry) { return !isSound(path, entry); });
  if (unsound == pack.entries.end()) return;
  pack.whole = unsound->offset;
  pack.entries.erase(unsound, pack.entries.end());
}

// True for what a sweep leaves that ended before its first chunk.
bool holdsNoChunk(const std::string& path, uint64_t size) try {
  if (!isPack(path)) return false;
  const Pack pack = readPack(path, Damage::Ends);
  return pack.entries.empty() && pack.whole == size;
} catch (const std::runtime_error&) {
  return false;
}

}  // namespace

PartFile::PartFile(std::string path, const PackHeader& header) : path_(std::move(path)) {
  descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_APPEND, 0666);
  if (descriptor_ < 0) fail("write");
  if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw std::runtime_error("another program is writing " + path_ + "; wait for it, or choose another -o");
  const std::string first = encodeHeader(header);
  struct stat status {};
  if (fstat(descriptor_, &status) != 0) fail("read");
  const auto size = uint64_t(status.st_size);
  const bool is_mine = !holdsNoChunk(path_, size);
  if (is_mine && size > first.size()) {
    pack_ = readPack(path_, Damage::Ends);
    requireSame(pack_, header, path_);
    keepSound(pack_, path_);
    if (ftruncate(descriptor_, off_t(pack_.whole)) != 0) fail("write");
    return;
  }
  // Shorter than its first lines: an earlier run was ended while it wrote them.
  if (is_mine && !first.starts_with(readBytes(path_, 0, size)))
    throw std::runtime_error(path_ +
                             " is in the way: it is no unfinished result of this sweep; remove it, or choose "
                             "another -o");
  if (ftruncate(descriptor_, 0) != 0) fail("write");
  pack_.header = header;
  pack_.whole = pack_.header_size = first.size();
  write(first);
}

PartFile::~PartFile() {
  if (descriptor_ < 0) return;
  // Nothing goes on from there. The lock is still held.
  std::error_code error;
  if (!is_finished_ && pack_.entries.empty()) std::filesystem::remove(path_, error);
  close(descriptor_);
}

void PartFile::add(const Chunk& chunk, std::string_view rows) {
  const std::string bytes = encodeChunk(chunk, rows);
  write(bytes);
  pack_.entries.push_back(
      {chunk, pack_.whole, bytes.size(), pack_.whole + noteSize(bytes), rowsCrc32(bytes)});
  pack_.whole += bytes.size();
}

void PartFile::finish(const std::string& name) {
  if (fsync(descriptor_) != 0) fail("write");
  is_finished_ = true;
  if (name.ends_with(".zst")) {
    std::filesystem::rename(path_, name);
    return;
  }
  writePlain(path_, name);
  std::filesystem::remove(path_);
}

void PartFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("write");
    bytes.remove_prefix(size_t(written));
  }
}

void PartFile::fail(const char* doing) const {
  throw std::runtime_error(std::string("cannot ") + doing + " " + path_ + ": " + base::systemReason());
}

void writePlain(const std::string& path, const std::string& name) {
  const Pack pack = readPack(path);
  base::AtomicFile file(name);
  file.write(std::string_view(pack.header.columns + "\n"));
  for (const Pack::Entry& entry : pack.entries) file.write(std::string_view(readRows(path, entry)));
  file.commit();
}

}  // namespace jumpscope::sweep
