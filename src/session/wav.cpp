#include "src/session/wav.h"

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace jumpscope::session {

namespace {

constexpr uint32_t header_size = 44;

class Bytes {
 public:
  explicit Bytes(size_t size) { bytes_.reserve(size); }
  void text(std::string_view id) { bytes_.insert(bytes_.end(), id.begin(), id.end()); }
  void u16(uint32_t value) {
    bytes_.push_back(static_cast<uint8_t>(value));
    bytes_.push_back(static_cast<uint8_t>(value >> 8));
  }
  void u32(uint32_t value) {
    u16(value);
    u16(value >> 16);
  }
  std::vector<uint8_t> take() { return std::move(bytes_); }

 private:
  std::vector<uint8_t> bytes_;
};

}  // namespace

std::vector<uint8_t> encodeWav(std::span<const int16_t> samples, int sample_rate) {
  if (samples.size() > (UINT32_MAX - header_size) / 2)
    throw std::runtime_error("a WAV file has at most 4 GiB, and this sound has " +
                             std::to_string(samples.size()) + " samples; run fewer frames");
  const uint32_t data_size = static_cast<uint32_t>(samples.size() * 2);
  const uint32_t rate = static_cast<uint32_t>(sample_rate);
  Bytes out(header_size + data_size);
  out.text("RIFF");
  out.u32(header_size - 8 + data_size);
  out.text("WAVEfmt ");
  out.u32(16);  // size of this chunk
  out.u16(1);   // PCM
  out.u16(1);   // channels
  out.u32(rate);
  out.u32(rate * 2);  // bytes a second
  out.u16(2);         // bytes a frame
  out.u16(16);        // bits a sample
  out.text("data");
  out.u32(data_size);
  for (const int16_t sample : samples) out.u16(static_cast<uint16_t>(sample));
  return out.take();
}

}  // namespace jumpscope::session
