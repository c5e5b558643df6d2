// Test data that is ours (tests/data), or what stands in its place in $JUMPSCOPE_SHARED or ../shared. The
// formats are described in tests/data/README.md. Files may be compressed: NAME, NAME.zst and NAME.gz are one
// file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace jumpscope::tests {

struct DataFile {
  std::string name;            // without .zst or .gz
  std::filesystem::path path;  // the file as it lies there
};

// The files of a folder such as "physics/data" whose names end in `ending`, in the order of their names, from
// the first place that has such a folder. Throws std::runtime_error when there are none: a test without data
// must not pass.
std::vector<DataFile> dataFiles(const std::string& folder, const std::string& ending);

// One file, such as "singlestep/rdy.json". Throws std::runtime_error when no place has it.
DataFile dataFile(const std::string& name);

// A file's text, decompressed by what its name ends in. Throws std::runtime_error for a damaged file.
std::string readData(const std::filesystem::path& path);
inline std::string readData(const DataFile& file) { return readData(file.path); }

}  // namespace jumpscope::tests
