// --frame-hashes: one row a frame, so that two emulators' pictures can be compared without keeping them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace jumpscope::session {

inline constexpr const char* frame_hash_header = "frame,sha1_idx6,sha1_idx9\n";

// idx6: SHA-1 of 61440 bytes, the palette index of each pixel. idx9: SHA-1 of 61440 little-endian 16-bit
// words, palette index | emphasis << 6. Pixels as console::Console::pixels() gives them.
std::string frameSha1Idx6(std::span<const uint16_t> pixels);
std::string frameSha1Idx9(std::span<const uint16_t> pixels);

// A row of the file.
std::string frameHashRow(uint64_t frame, std::span<const uint16_t> pixels);

}  // namespace jumpscope::session
