// The files that `jumpscope info` knows besides cartridges.
#pragma once

#include <string>

#include "src/base/facts.h"

namespace jumpscope::cli {

struct FileInfo {
  std::string kind;  // "movie"
  base::Facts facts;
};

// What a file is, by its content, and what it says of itself. `rom`: a cartridge that it may belong to; empty: the one
// that it names is looked for beside it, and among those that were played last. Throws std::runtime_error when the file
// is damaged, or nothing that is known.
FileInfo describeFile(const std::string& path, const std::string& rom);

}  // namespace jumpscope::cli
