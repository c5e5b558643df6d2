#include "src/base/output.h"

#include <iostream>
#include <memory>
#include <stdexcept>

#include "src/base/files.h"
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

void OutputSet::add(const std::string& path, std::string data) { items_.push_back({path, std::move(data)}); }

void OutputSet::add(const std::string& path, std::span<const uint8_t> data) {
  add(path, std::string(asText(data)));
}

void OutputSet::commit() {
  // All files are written under temporary names before the first of them takes its own.
  std::vector<std::unique_ptr<AtomicFile>> files;
  for (const Item& item : items_) {
    if (isStandardOutput(item.path)) continue;
    files.push_back(std::make_unique<AtomicFile>(item.path));
    files.back()->write(item.data);
  }
  for (const Item& item : items_)
    if (isStandardOutput(item.path))
      std::cout.write(item.data.data(), static_cast<std::streamsize>(item.data.size()));
  std::cout.flush();
  if (!std::cout) throw std::runtime_error("writing to standard output failed; is the disk full?");
  for (const auto& file : files) file->commit();
}

void say(const std::string& words) {
  constexpr std::string_view note = "note:";
  if (words.starts_with(note))
    std::cerr << painted(note, Paint::Note) << words.substr(note.size()) << "\n";
  else
    std::cerr << words << "\n";
}

}  // namespace jumpscope::base
