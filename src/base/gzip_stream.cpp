#include "src/base/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>

namespace jumpscope::base {

struct GzipCompressor::Stream {
  z_stream z{};
  std::array<char, size_t(1) << 16> buffer;
};

GzipCompressor::GzipCompressor(Sink sink) : stream_(std::make_unique<Stream>()), sink_(std::move(sink)) {
  constexpr int gzip_with_largest_window = 15 + 16;
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

}  // namespace jumpscope::base
