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

std::vector<uint8_t> decompressZstd(std::span<const uint8_t> file, const std::string& name) {
  const std::unique_ptr<ZSTD_DCtx, FreeDecompression> context(ZSTD_createDCtx());
  if (!context) throw std::bad_alloc();
  std::vector<uint8_t> content;
  std::vector<uint8_t> buffer(ZSTD_DStreamOutSize());
  ZSTD_inBuffer in{file.data(), file.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    const size_t left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left))
      throw std::runtime_error(name + " is damaged: zstd says \"" + ZSTD_getErrorName(left) +
                               "\"; record it again");
    requireReasonable(in.pos, content.size() + out.pos, name);
    content.insert(content.end(), buffer.begin(), buffer.begin() + ptrdiff_t(out.pos));
    if (in.pos == in.size && left == 0) return content;
    if (in.pos == in.size && out.pos < out.size)
      throw std::runtime_error(name + " is cut short: its zstd stream does not end; record it again");
  }
}

}  // namespace jumpscope::base
