// Memories of vectors: bytes in hexadecimal, or made from a seed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jumpscope::tests {

// The next byte of a memory that was made from a seed: the high eight bits of SplitMix64. Format: tests/data/dmc/README.md
// and the netlist's README.
inline uint8_t nextRandomByte(uint64_t& state) {
  uint64_t z = (state += 0x9E3779B97F4A7C15u);
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return static_cast<uint8_t>((z ^ z >> 31) >> 56);
}

// Throws std::invalid_argument where the text has no digit.
inline unsigned fromHex(const std::string& text, size_t at, size_t length) {
  return static_cast<unsigned>(std::stoul(text.substr(at, length), nullptr, 16));
}

// Two digits a byte.
inline std::vector<uint8_t> hexBytes(const std::string& text) {
  std::vector<uint8_t> bytes;
  for (size_t at = 0; at + 1 < text.size(); at += 2)
    bytes.push_back(static_cast<uint8_t>(fromHex(text, at, 2)));
  return bytes;
}

}  // namespace jumpscope::tests
