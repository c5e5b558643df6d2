// Sound files.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jumpscope::session {

// A RIFF/WAVE file: PCM, mono, 16 bits, little endian, `sample_rate` Hz. Throws std::runtime_error when the
// sound is too long for the format's 32-bit sizes.
std::vector<uint8_t> encodeWav(std::span<const int16_t> samples, int sample_rate);

}  // namespace jumpscope::session
