// A long output that is written piece by piece, compressed if its extension says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/base/atomic_file.h"
#include "src/base/gzip_stream.h"
#include "src/base/zstd_stream.h"

namespace jumpscope::base {

// To a file that appears on commit(), through zstd or gzip when its name ends in .zst or .gz; or straight to
// standard output. Memory stays flat. Throws std::runtime_error when writing fails.
class PackedOutput {
 public:
  explicit PackedOutput(const std::string& path);
  PackedOutput(const PackedOutput&) = delete;
  PackedOutput& operator=(const PackedOutput&) = delete;

  void write(std::string_view text);
  // Precondition: called once, nothing is written after it.
  void commit();

 private:
  void flush();
  void deliver(std::string_view bytes);

  std::optional<AtomicFile> file_;
  std::optional<ZstdCompressor> zstd_;
  std::optional<GzipCompressor> gzip_;
  std::string pending_;
};

}  // namespace jumpscope::base
