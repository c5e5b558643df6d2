// Zip archives in memory.
#pragma once

#include <zip.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace jumpscope::tests {

using ZipFiles = std::vector<std::pair<std::string, std::string>>;  // name, content

inline std::vector<uint8_t> makeZip(const ZipFiles& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* archive = zip_source_buffer_create(nullptr, 0, 0, &error);
  zip_source_keep(archive);
  zip_t* zip = zip_open_from_source(archive, ZIP_TRUNCATE, &error);
  if (!zip) throw std::runtime_error("libzip cannot make an archive");
  for (const auto& [name, content] : files)
    zip_file_add(zip, name.c_str(), zip_source_buffer(zip, content.data(), content.size(), 0), 0);
  if (zip_close(zip) != 0) throw std::runtime_error("libzip cannot write an archive");
  zip_stat_t stat;
  zip_source_stat(archive, &stat);
  std::vector<uint8_t> bytes(stat.size);
  zip_source_open(archive);
  zip_source_read(archive, bytes.data(), bytes.size());
  zip_source_close(archive);
  zip_source_free(archive);
  return bytes;
}

}  // namespace jumpscope::tests
