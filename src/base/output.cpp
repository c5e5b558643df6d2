#include "src/base/output.h"

#include <cerrno>
#include <filesystem>
#include <iostream>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/interrupt.h"
#include "src/base/printable.h"
#include "src/base/terminal.h"
#include "src/base/text.h"

namespace jumpscope::base {

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

OutputSet::~OutputSet() {
  files_.clear();
  std::error_code error;
  while (!new_folders_.empty()) {
    std::filesystem::remove(new_folders_.back(), error);
    new_folders_.pop_back();
  }
}

void OutputSet::makeFolder(const std::filesystem::path& folder) {
  std::error_code error;
  std::vector<std::filesystem::path> missing;
  for (auto above = std::filesystem::absolute(folder, error).lexically_normal();
       !std::filesystem::exists(above, error) && above.has_relative_path(); above = above.parent_path())
    missing.push_back(above);
  for (size_t i = missing.size(); i-- > 0;)
    if (std::filesystem::create_directory(missing[i], error)) new_folders_.push_back(missing[i]);
  if (!std::filesystem::is_directory(folder.empty() ? "." : folder, error))
    throw std::runtime_error("the folder " + folder.string() + " cannot be created (" +
                             (error ? error.message() : "a file has this name") + ")");
}

void OutputSet::add(const std::string& path, std::string data) { items_.push_back({path, std::move(data)}); }

void OutputSet::add(const std::string& path, std::span<const uint8_t> data) {
  add(path, std::string(asText(data)));
}

AtomicFile& OutputSet::open(const std::string& path) {
  std::error_code error;
  const std::filesystem::path place = placeOf(path);
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
  new_folders_.clear();
}

void say(const std::string& words) {
  constexpr std::string_view note = "note:";
  const std::string shown = printable(words);
  if (shown.starts_with(note))
    std::cerr << painted(note, Paint::Note) + shown.substr(note.size()) + "\n";
  else
    std::cerr << shown + "\n";
}

}  // namespace jumpscope::base
