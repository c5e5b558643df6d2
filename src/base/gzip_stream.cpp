#include "src/base/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <stdexcept>

#include "src/base/expansion.h"

namespace jumpscope::base {
namespace {

constexpr int gzip_with_largest_window = 15 + 16;

struct Inflate {
  z_stream z{};
  explicit Inflate(std::span<const uint8_t> file) {
    if (inflateInit2(&z, gzip_with_largest_window) != Z_OK) throw std::bad_alloc();
    z.next_in = const_cast<Bytef*>(file.data());
    z.avail_in = static_cast<uInt>(file.size());  // readFile() limits files to 1 GiB
  }
  ~Inflate() { inflateEnd(&z); }
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
  Inflate stream(file);
  std::vector<uint8_t> front(count);
  stream.z.next_out = front.data();
  stream.z.avail_out = static_cast<uInt>(count);
  inflate(&stream.z, Z_SYNC_FLUSH);
  front.resize(count - stream.z.avail_out);
  return front;
}

std::vector<uint8_t> decompressGzip(std::span<const uint8_t> file, const std::string& name, size_t largest) {
  Inflate stream(file);
  z_stream& z = stream.z;
  std::vector<uint8_t> content;
  std::vector<uint8_t> buffer(size_t(1) << 16);
  for (;;) {
    z.next_out = buffer.data();
    z.avail_out = static_cast<uInt>(buffer.size());
    const int outcome = inflate(&z, Z_NO_FLUSH);
    const size_t made = buffer.size() - z.avail_out;
    requireReasonable(file.size() - z.avail_in, content.size() + made, name);
    if (content.size() + made > largest)
      throw std::runtime_error(name + " decompresses to more than " + std::to_string(largest >> 20) +
                               " MiB, the limit for such a file");
    content.insert(content.end(), buffer.begin(), buffer.begin() + ptrdiff_t(made));
    if (outcome == Z_STREAM_END) {
      if (z.avail_in == 0) return content;
      inflateReset(&z);  // the next member
    } else if (outcome == Z_BUF_ERROR || (outcome == Z_OK && z.avail_in == 0 && z.avail_out > 0)) {
      throw std::runtime_error(name + " is cut short: its gzip stream does not end; record it again");
    } else if (outcome != Z_OK) {
      throw std::runtime_error(name + " is damaged: it is no sound gzip file; record it again");
    }
  }
}

std::vector<uint8_t> decompressed(std::vector<uint8_t> file, const std::string& name) {
  if (isZstd(file)) return decompressZstd(file, name);
  if (isGzip(file)) return decompressGzip(file, name);
  return file;
}

}  // namespace jumpscope::base
