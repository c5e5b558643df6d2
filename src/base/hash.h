// Hashes of dumps, movies and programs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace jumpscope::base {

// SHA-1 as 40 lower-case hex digits.
std::string sha1Hex(std::span<const uint8_t> bytes);

// SHA-1 of `first` followed by `second`.
std::string sha1Hex(std::span<const uint8_t> first, std::span<const uint8_t> second);

// MD5 of `first` followed by `second`: FCEUX's movies name their cartridge by it.
std::array<uint8_t, 16> md5(std::span<const uint8_t> first, std::span<const uint8_t> second = {});

// CRC32 (the one of zip and PNG) of `first` followed by `second`, as 8 lower-case hex digits.
std::string crc32Hex(std::span<const uint8_t> first, std::span<const uint8_t> second = {});

}  // namespace jumpscope::base
