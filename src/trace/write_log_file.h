// The write log (docs/formats.md, "Write log"): one row for each write to a watched byte, in order of
// time.
//
//   frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack
//   61,1821345,243,120,$8123,STA $00CE,y_position,176,172,nmi:$8057 $8A10
//   61,1821352,243,141,$8128,"STA $0416,X",y[$0416],0,128,nmi:$8057 $8A10 $9033
//
// On boards that switch banks, pc and return addresses have the bank before them: $05:8123. A watch of several bytes is named with the byte's address. The call stack is written bottom to top: first
// the interrupt (nmi:, irq: or brk: and its return address), then the return address of each JSR; with
// symbols each address is followed by its place, as in $8A10(main+$12), and instructions hold names. Logs
// without the last column are read too. A name that ends in .zst means compressed.
#pragma once

#include <array>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/atomic_file.h"
#include "src/base/zstd_stream.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// Encodes a write log write by write with constant memory.
class WriteLogEncoder {
 public:
  // `watches`: those of the trace that the log belongs to. `symbols` must outlive the encoder.
  WriteLogEncoder(const std::vector<Watch>& watches, bool compressed, base::Sink sink,
                  const Symbols* symbols = nullptr);
  void write(const Write& write);
  // Flushes buffered bytes and ends the file. Precondition: called once, as the last call.
  void finish();

 private:
  // Texts of which few differ, kept until another one takes their place.
  struct WriterText {
    CodeAddress pc;
    uint16_t address = 0;
    std::string instruction, watch, text;
  };
  struct StackText {
    std::vector<Caller> stack;
    std::string text;
  };

  void flush();
  const std::string& writerText(const Write& write);
  std::string_view stackText(const std::vector<Caller>& stack);

  std::vector<Watch> watches_;
  base::Sink sink_;
  const Symbols* symbols_;
  std::optional<base::ZstdCompressor> compressor_;
  std::string pending_;
  std::array<WriterText, 256> writers_;
  std::array<StackText, 512> stacks_;
};

// A write log file. It appears on commit(), with the writes so far; without commit() there is no file.
class WriteLogWriter {
 public:
  WriteLogWriter(const std::filesystem::path& path, const std::vector<Watch>& watches);
  void write(const Write& write) { encoder_.write(write); }
  void commit();

 private:
  base::AtomicFile file_;
  WriteLogEncoder encoder_;
};

std::string encodeWriteLog(std::span<const Write> writes, const std::vector<Watch>& watches,
                           bool compressed = false);

// Reads and checks a log. `watches`: those of the trace that it belongs to; a name of none of them is
// refused. Throws std::runtime_error naming the line.
std::vector<Write> parseWriteLog(std::span<const uint8_t> file, const std::string& name,
                                 const std::vector<Watch>& watches);
// The same of a file, and requires that it is this trace's.
std::vector<Write> readWriteLog(const std::filesystem::path& path, const TraceView& trace);
PackedWrites readPackedWriteLog(const std::filesystem::path& path, const TraceView& trace);
// Throws std::runtime_error if a watch of RAM has, three times after it was written, another value in the trace than the log
// left.
void requireLogOf(const TraceView& trace, const WritesView& log);

}  // namespace jumpscope::trace
