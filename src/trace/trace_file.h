// Trace files (docs/formats.md, "Trace"): .csv, .csv.zst and .jsonl.
//
//   # jumpscope-trace 1 {"version": …, "rom": …, …, "watches": […]}
//   frame,buttons,y_position,y_speed
//   0,........,176,0
//
// Values are exact decimals. A .jsonl file has the same first line and then one object per row, without the
// row of names:
//   {"frame":0,"buttons":"........","y_position":176,"y_speed":0}
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/base/atomic_file.h"
#include "src/base/files.h"
#include "src/base/zstd_stream.h"
#include "src/trace/packed_rows.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

enum class TraceFormat : uint8_t { Csv, CsvZst, Jsonl };

// By the file's extension. Throws std::runtime_error for any other.
TraceFormat traceFormatOf(const std::string& file_name);

// Encodes a trace row by row with constant memory. Throws std::runtime_error if the header has invalid
// watches.
class TraceEncoder {
 public:
  TraceEncoder(const Header& header, TraceFormat format, base::Sink sink);
  // Precondition: one value a watch, frames in ascending order.
  void row(const Row& row);
  // Flushes buffered bytes and ends the file. Precondition: called once, as the last call.
  void finish();

 private:
  void line(std::string_view text);

  std::vector<Watch> watches_;
  TraceFormat format_;
  base::Sink sink_;
  std::optional<base::ZstdCompressor> compressor_;
  std::string pending_;
  // The constant text around the values of a row, and a buffer for the longest row.
  std::string before_frame_, before_buttons_, row_end_;
  std::vector<std::string> before_value_;
  std::vector<char> row_;
};

// A trace file. It appears on commit(), with the rows written so far; without commit() there is no file.
class TraceWriter {
 public:
  TraceWriter(const std::filesystem::path& path, const Header& header);
  void row(const Row& row) { encoder_.row(row); }
  void commit();

 private:
  base::AtomicFile file_;
  TraceEncoder encoder_;
};

// A whole trace as a file's bytes, for small traces.
std::string encodeTrace(const Trace& trace, TraceFormat format);

// True if jumpscope wrote the file, which is decompressed: it begins with "# jumpscope-trace ".
bool isTrace(std::span<const uint8_t> content);

// Reads a trace row by row with constant memory; throws std::runtime_error as parseTrace() does.
class TraceReader {
 public:
  // Reads the header. The content is decompressed; `name` is the file's, for messages.
  TraceReader(base::Pieces content, const std::string& name);
  TraceReader(TraceReader&&) noexcept;
  TraceReader& operator=(TraceReader&&) noexcept;
  ~TraceReader();

  const Header& header() const;
  // False at the end.
  bool next(Row& row);
  // The trace with all rows that were not read yet.
  Trace rest();
  PackedTrace packedRest();

 private:
  class Reader;
  std::unique_ptr<Reader> reader_;
};

// A reader for a file that jumpscope wrote, compressed or not; nullopt: it is another one.
std::optional<TraceReader> openTrace(base::Pieces file, const std::string& name);

// Reads a trace; the format is detected from the bytes. Checks everything: names, order of frames,
// types and ranges of values, and that the last line is whole. Throws std::runtime_error naming the line.
Trace parseTrace(std::span<const uint8_t> file, const std::string& name);
Trace readTrace(const std::filesystem::path& path);

}  // namespace jumpscope::trace
