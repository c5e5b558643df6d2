// A long output that is written as it comes, compressed when its name says so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/trace/files.h"
#include "src/trace/gzip_stream.h"
#include "src/trace/zstd_stream.h"

namespace jumpscope::app {

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

  std::optional<trace::AtomicFile> file_;
  std::optional<trace::ZstdCompressor> zstd_;
  std::optional<trace::GzipCompressor> gzip_;
  std::string pending_;
};

}  // namespace jumpscope::app
