#include "src/movie/zip.h"

#include <zip.h>

#include <algorithm>
#include <stdexcept>

namespace jumpscope::movie {
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

std::optional<std::string> Zip::read(const char* name, size_t largest) const {
  zip_t* zip = archive_->zip;
  const zip_int64_t index = zip_name_locate(zip, name, 0);
  if (index < 0) return std::nullopt;
  const std::string where = what_ + ": the file '" + name + "' in it ";
  const std::unique_ptr<zip_file_t, CloseFile> file(
      zip_fopen_index(zip, static_cast<zip_uint64_t>(index), 0));
  if (!file)
    throw std::runtime_error(where + "cannot be unpacked: libzip says \"" +
                             zip_error_strerror(zip_get_error(zip)) + "\"");
  std::string content;
  std::string block(size_t(1) << 16, '\0');
  while (const zip_int64_t count = zip_fread(file.get(), block.data(), block.size())) {
    if (count < 0)
      throw std::runtime_error(where + "is damaged: libzip says \"" +
                               zip_error_strerror(zip_file_get_error(file.get())) + "\"; copy it again");
    if (content.size() + static_cast<size_t>(count) > largest)
      throw std::runtime_error(where + "is larger than " + std::to_string(largest >> 10) +
                               " KiB, which is too large for a movie");
    content.append(block, 0, static_cast<size_t>(count));
  }
  return content;
}

}  // namespace jumpscope::movie
