#include "src/base/zip.h"

#include <zip.h>

#include <algorithm>
#include <stdexcept>

namespace jumpscope::base {
namespace {

std::string wordsOf(zip_error_t& error) {
  std::string words = zip_error_strerror(&error);
  zip_error_fini(&error);
  return words;
}

struct CloseFile {
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

}  // namespace

struct Zip::Archive {
  explicit Archive(zip_t* opened) : zip(opened) {}
  ~Archive() { zip_discard(zip); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  zip_t* zip;
};

bool looksLikeZip(std::span<const uint8_t> file) {
  return file.size() >= 4 && file[0] == 'P' && file[1] == 'K' && (file[2] == 3 || file[2] == 5);
}

Zip::Zip(std::span<const uint8_t> file, std::string what) : what_(std::move(what)) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(file.data(), file.size(), 0, &error);
  zip_t* zip = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  if (!zip) {
    if (source) zip_source_free(source);
    throw std::runtime_error(what_ + " is not a complete zip archive: libzip says \"" + wordsOf(error) +
                             "\"; copy it again");
  }
  zip_error_fini(&error);
  archive_ = std::make_unique<Archive>(zip);
}

Zip::~Zip() = default;

std::vector<std::string> Zip::names() const {
  zip_t* zip = archive_->zip;
  std::vector<std::string> names;
  const zip_int64_t count = zip_get_num_entries(zip, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = zip_get_name(zip, static_cast<zip_uint64_t>(i), 0);
    if (name && *name && !std::string_view(name).ends_with('/')) names.push_back(name);
  }
  return names;
}

bool Zip::readBlocks(const char* name, size_t largest,
                     const std::function<void(std::string_view)>& take) const {
  zip_t* zip = archive_->zip;
  const zip_int64_t index = zip_name_locate(zip, name, 0);
  if (index < 0) return false;
  const std::string where = what_ + ": the file '" + name + "' in it ";
  const std::unique_ptr<zip_file_t, CloseFile> file(
      zip_fopen_index(zip, static_cast<zip_uint64_t>(index), 0));
  if (!file)
    throw std::runtime_error(where + "cannot be unpacked: libzip says \"" +
                             zip_error_strerror(zip_get_error(zip)) + "\"");
  std::string block(size_t(1) << 16, '\0');
  size_t total = 0;
  while (const zip_int64_t count = zip_fread(file.get(), block.data(), block.size())) {
    if (count < 0)
      throw std::runtime_error(where + "is damaged: libzip says \"" +
                               zip_error_strerror(zip_file_get_error(file.get())) + "\"; copy it again");
    total += static_cast<size_t>(count);
    if (total > largest)
      throw std::runtime_error(where + "is larger than " + std::to_string(largest >> 10) +
                               " KiB, the limit for such a file");
    take(std::string_view(block).substr(0, static_cast<size_t>(count)));
  }
  return true;
}

std::optional<std::string> Zip::read(const char* name, size_t largest) const {
  std::string content;
  if (!readBlocks(name, largest, [&](std::string_view block) { content += block; })) return std::nullopt;
  return content;
}

bool Zip::readLines(const char* name, size_t largest, size_t longest,
                    const std::function<void(std::string_view)>& take) const {
  std::string rest;  // of the blocks so far: the beginning of a line
  bool first = true;
  const auto deliver = [&](std::string_view line) {
    constexpr std::string_view utf8_mark = "\xEF\xBB\xBF";
    if (first && line.starts_with(utf8_mark)) line.remove_prefix(utf8_mark.size());
    first = false;
    if (line.ends_with('\r')) line.remove_suffix(1);
    take(line);
  };
  const bool found = readBlocks(name, largest, [&](std::string_view block) {
    for (size_t end = block.find('\n'); end != block.npos; end = block.find('\n')) {
      rest += block.substr(0, end);
      deliver(rest);
      rest.clear();
      block.remove_prefix(end + 1);
    }
    rest += block;
    if (rest.size() > longest)
      throw std::runtime_error(what_ + ": the file '" + name + "' in it has a line of more than " +
                               std::to_string(longest >> 10) + " KiB, the limit for such a file");
  });
  if (!rest.empty()) deliver(rest);
  return found;
}

}  // namespace jumpscope::base
