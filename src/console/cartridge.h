// A cartridge and the hashes by which profiles, movies and state files know it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mappers/cartridge.h"

namespace jumpscope::console {

// An immutable dump. Shared by every copy of a console; never part of a state.
struct Cartridge : mappers::Cartridge {
  std::string file_sha1;      // of the file as given, 40 lower-case hex digits; empty for a bare dump
  std::string prg_chr_sha1;   // of PRG followed by CHR
  std::string prg_chr_crc32;  // 8 lower-case hex digits

  // Nothing but `info` asks for these.
  std::string prgSha1() const;
  std::string chrSha1() const;  // empty when chr_is_ram
};

// mappers::parseCartridge and mappers::makeBareCartridge, with the hashes. Throw likewise.
Cartridge parseCartridge(std::span<const uint8_t> file, const std::string& name);
Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, mappers::Mirroring mirroring,
                            const std::string& name, mappers::BoardNumber board = {});

}  // namespace jumpscope::console
