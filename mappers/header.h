// The 16 bytes in front of a cartridge file: iNES, NES 2.0, and what early tools left there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "mappers/cartridge.h"

namespace jumpscope::mappers {

constexpr size_t header_size = 16;
constexpr size_t trainer_size = 512;

// What the header promises, in bytes; UINT64_MAX where that is more than 64 bits can say.
struct RomSizes {
  uint64_t prg = 0;
  uint64_t chr = 0;
};

// "32 KiB", "1000 bytes".
std::string bytesText(uint64_t bytes);

// Throws std::runtime_error when the file does not begin with a whole iNES header, naming the likely mistake.
void requireHeader(std::span<const uint8_t> file, const std::string& name);

// Fills in what the header says, with a note for all that cannot be true. `file_size` tells NES 2.0 from text
// that looks like it (NESdev, "NES 2.0", Identification). Throws std::runtime_error for RAM that no board has.
// Precondition: requireHeader().
RomSizes readHeader(std::span<const uint8_t> header, uint64_t file_size, Cartridge& cartridge);

}  // namespace jumpscope::mappers
