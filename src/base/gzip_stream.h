// gzip, in pieces.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/limits.h"
#include "src/base/zstd_stream.h"

namespace jumpscope::base {

// The same content gives the same bytes: the file's header holds neither name nor time.
class GzipCompressor {
 public:
  explicit GzipCompressor(Sink sink);
  ~GzipCompressor();
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;

  void write(std::string_view data);
  // Ends the stream. Precondition: called once, nothing is written after it.
  void finish();

 private:
  struct Stream;
  void run(std::string_view data, bool last);

  std::unique_ptr<Stream> stream_;
  Sink sink_;
};

bool isGzip(std::span<const uint8_t> bytes);

// The content of a compressed file, of all its members, in pieces. They throw as the next function does.
Pieces gzipPieces(Pieces packed, std::string name);

// The content of a compressed file, of all its members. Throws std::runtime_error when it is cut short, damaged
// or too large (expansion.h), or has more than `largest` bytes.
std::vector<uint8_t> decompressGzip(std::span<const uint8_t> file, const std::string& name,
                                    size_t largest = largest_file);

// The first bytes of the content, at most `count`; fewer when the file is damaged or cut short.
std::vector<uint8_t> gzipFront(std::span<const uint8_t> file, size_t count);

// The content of a file in pieces: decompressed if its first bytes are zstd's or gzip's, else the file itself.
Pieces decompressedPieces(Pieces packed, const std::string& name);
// All of it that was not taken yet.
std::vector<uint8_t> wholeOf(const Pieces& pieces);

// A file's content: decompressed if its first bytes are zstd's or gzip's, else the file itself. Throws
// std::runtime_error as the two do.
std::vector<uint8_t> decompressed(std::vector<uint8_t> file, const std::string& name);

}  // namespace jumpscope::base
