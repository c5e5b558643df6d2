#include "tests/support/data.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/zstd_stream.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> endings{"", ".zst", ".gz"};

std::array<fs::path, 2> roots() { return {sharedDir(), sourceDir() / "tests/data"}; }

std::string plainName(const fs::path& path) {
  const std::string name = path.filename().string();
  for (const std::string ending : {".zst", ".gz"})
    if (name.ends_with(ending)) return name.substr(0, name.size() - ending.size());
  return name;
}

std::string unpackGzip(const fs::path& path) {
  const gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::string text, part(size_t{1} << 20, '\0');
  int length = 0;
  while ((length = gzread(file, part.data(), unsigned(part.size()))) > 0)
    text.append(part, 0, size_t(length));
  if (gzclose_r(file) != Z_OK || length < 0)
    throw std::runtime_error(path.string() + " is no sound gzip file");
  return text;
}

}  // namespace

std::vector<DataFile> dataFiles(const std::string& folder, const std::string& ending) {
  for (const fs::path& root : roots()) {
    if (!fs::is_directory(root / folder)) continue;
    std::vector<DataFile> files;
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (const std::string name = plainName(entry.path()); name.ends_with(ending))
        files.push_back({name, entry.path()});
    std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    if (files.empty())
      throw std::runtime_error("no file ending in " + ending + " in " + (root / folder).string());
    return files;
  }
  throw std::runtime_error("no folder " + folder + " in the test data");
}

DataFile dataFile(const std::string& name) {
  for (const fs::path& root : roots())
    for (const char* ending : endings)
      if (const fs::path path = (root / name).concat(ending); fs::is_regular_file(path))
        return {plainName(path), path};
  throw std::runtime_error("no file " + name + " in the test data");
}

std::string readData(const fs::path& path) {
  if (path.extension() == ".gz") return unpackGzip(path);
  std::vector<uint8_t> bytes = base::readFile(path);
  if (path.extension() == ".zst") bytes = base::decompressZstd(bytes, path.string());
  return {bytes.begin(), bytes.end()};
}

}  // namespace jumpscope::tests
