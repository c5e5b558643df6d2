// Trace files (DESIGN.md, "Files we define"): .csv, .csv.zst and .jsonl.
//
//   # jumpscope-trace 1 {"version": …, "rom": …, …, "watches": […]}
//   frame,buttons,y_position,y_speed
//   0,........,176,0
//
// Values are exact decimals. In .jsonl the same first line is followed by one object a row, without the row
// of names:
//   {"frame":0,"buttons":"........","y_position":176,"y_speed":0}
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/base/files.h"
#include "src/base/zstd_stream.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

enum class TraceFormat : uint8_t { Csv, CsvZst, Jsonl };

// By the end of a file's name. Throws std::runtime_error naming the three.
TraceFormat traceFormatOf(const std::string& file_name);

// Makes a trace file's bytes row by row; memory stays flat. Throws std::runtime_error when the header's
// watches are not sound.
class TraceEncoder {
 public:
  TraceEncoder(const Header& header, TraceFormat format, base::Sink sink);
  // Precondition: one value a watch, frames in ascending order.
  void row(const Row& row);
  // Passes on what is still held back and ends the file. Precondition: called once, nothing comes after it.
  void finish();

 private:
  void line(std::string_view text);

  std::vector<Watch> watches_;
  TraceFormat format_;
  base::Sink sink_;
  std::optional<base::ZstdCompressor> compressor_;
  std::string pending_;
  // What stands around the values of a row, and room for the longest row.
  std::string before_frame_, before_buttons_, row_end_;
  std::vector<std::string> before_value_;
  std::vector<char> row_;
};

// A trace file that appears on commit(), with the rows written so far, and leaves nothing without.
class TraceWriter {
 public:
  TraceWriter(const std::filesystem::path& path, const Header& header);
  void row(const Row& row) { encoder_.row(row); }
  void commit();

 private:
  base::AtomicFile file_;
  TraceEncoder encoder_;
};

// The whole of a small trace as a file's bytes.
std::string encodeTrace(const Trace& trace, TraceFormat format);

// Reads a trace; which of the formats it is shows in the bytes. Checks everything: names, order of frames,
// types and ranges of values, and that the last line is whole. Throws std::runtime_error naming the line.
Trace parseTrace(std::span<const uint8_t> file, const std::string& name);
Trace readTrace(const std::filesystem::path& path);

}  // namespace jumpscope::trace
