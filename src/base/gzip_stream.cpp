#include "src/base/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

#include "src/base/expansion.h"

namespace jumpscope::base {
namespace {

constexpr int gzip_with_largest_window = 15 + 16;

struct Inflate {
  z_stream z{};
  Inflate() {
    if (inflateInit2(&z, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
  }
  Inflate(const Inflate&) = delete;
  Inflate& operator=(const Inflate&) = delete;
  ~Inflate() { inflateEnd(&z); }
  void give(std::span<const uint8_t> piece) {
    z.next_in = const_cast<Bytef*>(piece.data());
    z.avail_in = static_cast<uInt>(piece.size());  // files have 1 GiB at most
  }
};

}  // namespace

struct GzipCompressor::Stream {
  z_stream z{};
  std::array<char, size_t(1) << 16> buffer;
};

GzipCompressor::GzipCompressor(Sink sink) : stream_(std::make_unique<Stream>()), sink_(std::move(sink)) {
  constexpr int memory_level = 8;
  if (deflateInit2(&stream_->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip_with_largest_window, memory_level,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
}

GzipCompressor::~GzipCompressor() { deflateEnd(&stream_->z); }

void GzipCompressor::write(std::string_view data) {
  // zlib counts in 32 bits.
  constexpr size_t largest_piece = size_t(1) << 30;
  for (; !data.empty(); data.remove_prefix(std::min(data.size(), largest_piece)))
    run(data.substr(0, largest_piece), false);
}

void GzipCompressor::finish() { run({}, true); }

void GzipCompressor::run(std::string_view data, bool last) {
  z_stream& z = stream_->z;
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
  z.avail_in = static_cast<uInt>(data.size());
  for (;;) {
    z.next_out = reinterpret_cast<Bytef*>(stream_->buffer.data());
    z.avail_out = static_cast<uInt>(stream_->buffer.size());
    const int outcome = deflate(&z, last ? Z_FINISH : Z_NO_FLUSH);
    const size_t made = stream_->buffer.size() - z.avail_out;
    if (made > 0) sink_({stream_->buffer.data(), made});
    if (last ? outcome == Z_STREAM_END : z.avail_in == 0 && z.avail_out > 0) return;
  }
}

bool isGzip(std::span<const uint8_t> bytes) {
  return bytes.size() >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B;
}

std::vector<uint8_t> gzipFront(std::span<const uint8_t> file, size_t count) {
  Inflate stream;
  stream.give(file);
  std::vector<uint8_t> front(count);
  stream.z.next_out = front.data();
  stream.z.avail_out = static_cast<uInt>(count);
  inflate(&stream.z, Z_SYNC_FLUSH);
  front.resize(count - stream.z.avail_out);
  return front;
}

Pieces gzipPieces(Pieces packed, std::string name) {
  struct Stream : Inflate {
    std::vector<uint8_t> buffer = std::vector<uint8_t>(size_t(1) << 16);
    size_t taken = 0, made = 0;  // bytes, this piece's among them
    bool ended = false;          // a member has
    bool more = true;            // there are further pieces
    // False at the end of the file.
    bool hasInput(const Pieces& packed) {
      if (z.avail_in > 0 || !more) return z.avail_in > 0;
      const std::span<const uint8_t> piece = packed();
      taken += piece.size();
      more = !piece.empty();
      give(piece);
      return more;
    }
  };
  auto stream = std::make_shared<Stream>();
  return [stream, packed = std::move(packed), name = std::move(name)]() -> std::span<const uint8_t> {
    Stream& s = *stream;
    for (;;) {
      const bool input = s.hasInput(packed);
      if (s.ended && !input) return {};
      if (std::exchange(s.ended, false)) inflateReset(&s.z);  // the next member
      s.z.next_out = s.buffer.data();
      s.z.avail_out = static_cast<uInt>(s.buffer.size());
      const int outcome = inflate(&s.z, Z_NO_FLUSH);
      const size_t made = s.buffer.size() - s.z.avail_out;
      s.made += made;
      requireReasonable(s.taken - s.z.avail_in, s.made, name);
      s.ended = outcome == Z_STREAM_END;
      if (!s.ended && made == 0 && !input)
        throw std::runtime_error(name + " is cut short: its gzip stream does not end; record it again");
      if (!s.ended && outcome != Z_OK && outcome != Z_BUF_ERROR)
        throw std::runtime_error(name + " is damaged: it is no sound gzip file; record it again");
      if (made > 0) return std::span<const uint8_t>(s.buffer).first(made);
    }
  };
}

std::vector<uint8_t> decompressGzip(std::span<const uint8_t> file, const std::string& name, size_t largest) {
  const Pieces pieces = gzipPieces(behind(file, [] { return std::span<const uint8_t>(); }), name);
  std::vector<uint8_t> content;
  for (auto piece = pieces(); !piece.empty(); piece = pieces()) {
    if (content.size() + piece.size() > largest)
      throw std::runtime_error(name + " decompresses to more than " + std::to_string(largest >> 20) +
                               " MiB, the limit for such a file");
    content.insert(content.end(), piece.begin(), piece.end());
  }
  return content;
}

Pieces decompressedPieces(Pieces packed, const std::string& name) {
  const std::span<const uint8_t> first = packed();
  Pieces all = behind(first, std::move(packed));
  if (isZstd(first)) return zstdPieces(std::move(all), name);
  return isGzip(first) ? gzipPieces(std::move(all), name) : std::move(all);
}

std::vector<uint8_t> wholeOf(const Pieces& pieces) {
  std::vector<uint8_t> content;
  for (auto piece = pieces(); !piece.empty(); piece = pieces())
    content.insert(content.end(), piece.begin(), piece.end());
  return content;
}

std::vector<uint8_t> decompressed(std::vector<uint8_t> file, const std::string& name) {
  if (!isZstd(file) && !isGzip(file)) return file;
  return wholeOf(decompressedPieces(wholePiece(std::move(file)), name));
}

}  // namespace jumpscope::base
