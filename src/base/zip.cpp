#include "src/base/zip.h"

#include <zip.h>

#include <algorithm>
#include <stdexcept>

#include "src/base/libzip_name.h"
#include "src/base/loaded_library.h"

namespace jumpscope::base {
namespace {

// libzip, which is loaded with the first archive: it brings libcrypto along, and both together take longer to load than
// most commands take.
class Libzip {
  const LoadedLibrary library_{JUMPSCOPE_LIBZIP,
                               {.need = "zip archives need " JUMPSCOPE_LIBZIP,
                                .called = JUMPSCOPE_LIBZIP,
                                .package = "libzip (Debian 12: libzip4)",
                                .instead = "unpack the archive"}};

 public:
  decltype(&zip_error_init) error_init = library_.function("zip_error_init");
  decltype(&zip_error_fini) error_fini = library_.function("zip_error_fini");
  decltype(&zip_error_strerror) error_strerror = library_.function("zip_error_strerror");
  decltype(&zip_source_buffer_create) source_buffer_create = library_.function("zip_source_buffer_create");
  decltype(&zip_source_free) source_free = library_.function("zip_source_free");
  decltype(&zip_open_from_source) open_from_source = library_.function("zip_open_from_source");
  decltype(&zip_discard) discard = library_.function("zip_discard");
  decltype(&zip_get_error) get_error = library_.function("zip_get_error");
  decltype(&zip_get_num_entries) get_num_entries = library_.function("zip_get_num_entries");
  decltype(&zip_get_name) get_name = library_.function("zip_get_name");
  decltype(&zip_name_locate) name_locate = library_.function("zip_name_locate");
  decltype(&zip_fopen_index) fopen_index = library_.function("zip_fopen_index");
  decltype(&zip_fread) fread = library_.function("zip_fread");
  decltype(&zip_fclose) fclose = library_.function("zip_fclose");
  decltype(&zip_file_get_error) file_get_error = library_.function("zip_file_get_error");
};

const Libzip& libzip() {
  static const Libzip loaded;
  return loaded;
}

std::string wordsOf(zip_error_t& error) {
  std::string words = libzip().error_strerror(&error);
  libzip().error_fini(&error);
  return words;
}

struct CloseFile {
  void operator()(zip_file_t* file) const { libzip().fclose(file); }
};

}  // namespace

struct Zip::Archive {
  explicit Archive(zip_t* opened) : zip(opened) {}
  ~Archive() { libzip().discard(zip); }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  zip_t* zip;
};

bool looksLikeZip(std::span<const uint8_t> file) {
  return file.size() >= 4 && file[0] == 'P' && file[1] == 'K' && (file[2] == 3 || file[2] == 5);
}

Zip::Zip(std::span<const uint8_t> file, std::string what) : what_(std::move(what)) {
  zip_error_t error;
  libzip().error_init(&error);
  zip_source_t* source = libzip().source_buffer_create(file.data(), file.size(), 0, &error);
  zip_t* zip = source ? libzip().open_from_source(source, ZIP_RDONLY, &error) : nullptr;
  if (!zip) {
    if (source) libzip().source_free(source);
    throw std::runtime_error(what_ + " is not a complete zip archive: libzip says \"" + wordsOf(error) +
                             "\"; copy it again");
  }
  libzip().error_fini(&error);
  archive_ = std::make_unique<Archive>(zip);
}

Zip::~Zip() = default;

std::vector<std::string> Zip::names() const {
  zip_t* zip = archive_->zip;
  std::vector<std::string> names;
  const zip_int64_t count = libzip().get_num_entries(zip, 0);
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* name = libzip().get_name(zip, static_cast<zip_uint64_t>(i), 0);
    if (name && *name && !std::string_view(name).ends_with('/')) names.push_back(name);
  }
  return names;
}

bool Zip::readBlocks(const char* name, size_t largest,
                     const std::function<void(std::string_view)>& take) const {
  zip_t* zip = archive_->zip;
  const zip_int64_t index = libzip().name_locate(zip, name, 0);
  if (index < 0) return false;
  const std::string where = what_ + ": the file '" + name + "' in it ";
  const std::unique_ptr<zip_file_t, CloseFile> file(
      libzip().fopen_index(zip, static_cast<zip_uint64_t>(index), 0));
  if (!file)
    throw std::runtime_error(where + "cannot be unpacked: libzip says \"" +
                             libzip().error_strerror(libzip().get_error(zip)) + "\"");
  std::string block(size_t(1) << 16, '\0');
  size_t total = 0;
  while (const zip_int64_t count = libzip().fread(file.get(), block.data(), block.size())) {
    if (count < 0)
      throw std::runtime_error(where + "is damaged: libzip says \"" +
                               libzip().error_strerror(libzip().file_get_error(file.get())) +
                               "\"; copy it again");
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
