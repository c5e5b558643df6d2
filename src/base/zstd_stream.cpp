#include "src/base/zstd_stream.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include "src/base/expansion.h"

namespace jumpscope::base {
namespace {

constexpr int compression_level = 3;

struct FreeCompression {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompression {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

}  // namespace

struct ZstdCompressor::Stream {
  std::unique_ptr<ZSTD_CCtx, FreeCompression> context{ZSTD_createCCtx()};
  std::vector<char> buffer = std::vector<char>(ZSTD_CStreamOutSize());
};

ZstdCompressor::ZstdCompressor(Sink sink) : stream_(std::make_unique<Stream>()), sink_(std::move(sink)) {
  if (!stream_->context) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(stream_->context.get(), ZSTD_c_compressionLevel, compression_level);
  ZSTD_CCtx_setParameter(stream_->context.get(), ZSTD_c_checksumFlag, 1);
}

ZstdCompressor::~ZstdCompressor() = default;

void ZstdCompressor::write(std::string_view data) { run(data, false); }

void ZstdCompressor::finish() { run({}, true); }

void ZstdCompressor::run(std::string_view data, bool last) {
  ZSTD_inBuffer in{data.data(), data.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{stream_->buffer.data(), stream_->buffer.size(), 0};
    const size_t left =
        ZSTD_compressStream2(stream_->context.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(left))
      throw std::runtime_error(std::string("zstd cannot compress: ") + ZSTD_getErrorName(left));
    if (out.pos > 0) sink_({stream_->buffer.data(), out.pos});
    if (last ? left == 0 : in.pos == in.size) return;
  }
}

bool isZstd(std::span<const uint8_t> bytes) {
  static constexpr std::array<uint8_t, 4> magic = {0x28, 0xB5, 0x2F, 0xFD};
  return bytes.size() >= magic.size() && std::equal(magic.begin(), magic.end(), bytes.begin());
}

Pieces zstdPieces(Pieces packed, std::string name) {
  struct Stream {
    std::unique_ptr<ZSTD_DCtx, FreeDecompression> context{ZSTD_createDCtx()};
    std::vector<uint8_t> buffer = std::vector<uint8_t>(ZSTD_DStreamOutSize());
    ZSTD_inBuffer in{nullptr, 0, 0};
    size_t taken = 0, made = 0;  // bytes of the pieces before this one; bytes of content
    size_t left = 1;             // 0: a frame has ended
    bool filled = false;         // the decompressor may have more for the same input
  };
  auto stream = std::make_shared<Stream>();
  if (!stream->context) throw std::bad_alloc();
  return [stream, packed = std::move(packed), name = std::move(name)]() -> std::span<const uint8_t> {
    Stream& s = *stream;
    for (;;) {
      if (s.in.pos == s.in.size && !s.filled) {
        s.taken += s.in.size;
        const std::span<const uint8_t> piece = packed();
        s.in = {piece.data(), piece.size(), 0};
        if (piece.empty() && s.left == 0) return {};
        if (piece.empty())
          throw std::runtime_error(name + " is cut short: its zstd stream does not end; record it again");
      }
      ZSTD_outBuffer out{s.buffer.data(), s.buffer.size(), 0};
      s.left = ZSTD_decompressStream(s.context.get(), &out, &s.in);
      if (ZSTD_isError(s.left))
        throw std::runtime_error(name + " is damaged: zstd says \"" + ZSTD_getErrorName(s.left) +
                                 "\"; record it again");
      s.filled = out.pos == out.size && s.left != 0;
      s.made += out.pos;
      requireReasonable(s.taken + s.in.pos, s.made, name);
      if (out.pos > 0) return std::span<const uint8_t>(s.buffer).first(out.pos);
    }
  };
}

std::vector<uint8_t> decompressZstd(std::span<const uint8_t> file, const std::string& name) {
  const Pieces pieces = zstdPieces(behind(file, [] { return std::span<const uint8_t>(); }), name);
  std::vector<uint8_t> content;
  for (auto piece = pieces(); !piece.empty(); piece = pieces())
    content.insert(content.end(), piece.begin(), piece.end());
  return content;
}

std::string packBytes(std::string_view bytes) {
  constexpr int fastest = 1;
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), fastest);
  if (ZSTD_isError(size)) throw std::bad_alloc();  // nothing else is wrong with bytes in memory
  packed.resize(size);
  packed.shrink_to_fit();
  return packed;
}

std::string unpackBytes(std::string_view packed) {
  std::string bytes(ZSTD_getFrameContentSize(packed.data(), packed.size()), '\0');
  const size_t size = ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size());
  if (ZSTD_isError(size)) throw std::bad_alloc();
  return bytes;
}

}  // namespace jumpscope::base
