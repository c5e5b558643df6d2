#include "tests/support/data.h"

#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>

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

std::string unpackZstd(const std::string& packed, const fs::path& path) {
  const std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  std::string text, part(size_t{1} << 20, '\0');
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  size_t left = 1;  // 0 at the end of a frame
  for (bool full = false; in.pos < in.size || full;) {
    ZSTD_outBuffer out{part.data(), part.size(), 0};
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left)) throw std::runtime_error(path.string() + " is no sound zstd file");
    text.append(part, 0, out.pos);
    full = out.pos == out.size;
  }
  if (left != 0) throw std::runtime_error(path.string() + " is truncated");
  return text;
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
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  std::string text(std::istreambuf_iterator<char>(in), {});
  return path.extension() == ".zst" ? unpackZstd(text, path) : text;
}

}  // namespace jumpscope::tests
