// An unfinished result file. Its complete chunks survive when the program is killed.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/sweep/pack.h"

namespace jumpscope::sweep {

class PartFile {
 public:
  // Creates the file, or opens it where an earlier run of the same sweep and part was ended, and cuts it back to its last
  // whole chunk; one that holds none is begun anew, whatever sweep it is of. Throws std::runtime_error when it is another sweep's, or another program is writing it.
  PartFile(std::string path, const PackHeader& header);
  // Removes a file that is not finished and holds no chunk.
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  // What it holds.
  const Pack& pack() const { return pack_; }
  void add(const Chunk& chunk, std::string_view rows);
  // The file is whole: it gets this name, as a table in plain text when the name says so.
  void finish(const std::string& name);

 private:
  void write(std::string_view bytes);
  [[noreturn]] void fail(const char* doing) const;

  std::string path_;
  int descriptor_ = -1;
  bool is_finished_ = false;
  Pack pack_;
};

// Writes the rows of a file as plain text.
void writePlain(const std::string& pack, const std::string& path);

}  // namespace jumpscope::sweep
