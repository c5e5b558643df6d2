#include "src/base/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/printable.h"
#include "src/base/text.h"

namespace jumpscope::base {

namespace {

bool terminalTakesControl() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(STDERR_FILENO) == 1 && !(no_color && *no_color) && term && std::strcmp(term, "dumb") != 0;
}

}  // namespace

bool isStandardOutput(const std::string& path) { return path.empty() || path == "-"; }

void writeOutput(const std::string& path, std::string_view data) {
  OutputSet set;
  set.add(path, std::string(data));
  set.commit();
}

void writeOutput(const std::string& path, std::span<const uint8_t> data) { writeOutput(path, asText(data)); }

void throwOutputFailed() {
  if (errno == EPIPE) throw PipeClosed{};
  throw std::runtime_error(errno == EBADF ? "standard output is closed; send it to a file or a pipe"
                                          : "writing to standard output failed; is the disk full?");
}

void OutputSet::add(const std::string& path, std::string data) { items_.push_back({path, std::move(data)}); }

void OutputSet::add(const std::string& path, std::span<const uint8_t> data) {
  add(path, std::string(asText(data)));
}

AtomicFile& OutputSet::open(const std::string& path) {
  std::error_code error;
  const auto place = std::filesystem::weakly_canonical(linkTarget(path), error);
  if (std::filesystem::is_regular_file(place, error) || !std::filesystem::exists(place, error))
    if (!places_.insert(place).second)
      throw std::runtime_error(path + " would be written twice; name another file for one of the outputs");
  return *files_.emplace_back(std::make_unique<AtomicFile>(path));
}

void OutputSet::commit() {
  for (const Item& item : items_)
    if (!isStandardOutput(item.path)) open(item.path).write(item.data);
  // What can fail comes before the first file has its name.
  for (const auto& file : files_) file->finish();
  for (const Item& item : items_)
    if (isStandardOutput(item.path))
      std::cout.write(item.data.data(), static_cast<std::streamsize>(item.data.size()));
  std::cout.flush();
  if (!std::cout) throwOutputFailed();
  AtomicFile::commitAll(files_);
}

void say(const std::string& words) { std::cerr << printable(words) + "\n"; }

Progress::Progress(std::string what, uint64_t total, uint64_t step)
    : what_(std::move(what)), total_(total), step_(step), on_terminal_(terminalTakesControl()) {}

Progress::~Progress() {
  if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  if (shown_) clearLineWhenInterrupted(false);
}

void Progress::at(uint64_t done) {
  if (!on_terminal_ || done < next_) return;
  next_ = done + step_;
  shown_ = true;
  clearLineWhenInterrupted(true);
  std::cerr << "\r\x1b[K" << what_ << " " << done;
  if (total_) std::cerr << " of " << total_;
  std::cerr << std::flush;
}

}  // namespace jumpscope::base
