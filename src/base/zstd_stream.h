// Zstandard, in pieces.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/files.h"

namespace jumpscope::base {

// Where encoded bytes go, in order.
using Sink = std::function<void(std::string_view)>;

class ZstdCompressor {
 public:
  explicit ZstdCompressor(Sink sink);
  ~ZstdCompressor();
  ZstdCompressor(const ZstdCompressor&) = delete;
  ZstdCompressor& operator=(const ZstdCompressor&) = delete;

  void write(std::string_view data);
  // Ends the stream. Precondition: called once, nothing is written after it.
  void finish();

 private:
  struct Stream;
  void run(std::string_view data, bool last);

  std::unique_ptr<Stream> stream_;
  Sink sink_;
};

bool isZstd(std::span<const uint8_t> bytes);

// The content of a compressed file, in pieces. They throw std::runtime_error when it is cut short, damaged or too large
// (expansion.h).
Pieces zstdPieces(Pieces packed, std::string name);
// All of it.
std::vector<uint8_t> decompressZstd(std::span<const uint8_t> file, const std::string& name);

// Bytes that this process keeps, packed as fast as Zstandard can, and unpacked again.
std::string packBytes(std::string_view bytes);
std::string unpackBytes(std::string_view packed);

}  // namespace jumpscope::base
