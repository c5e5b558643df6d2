// A cartridge and the hashes by which profiles, movies and state files know it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mappers/cartridge.h"

namespace jumpscope::console {

// An immutable dump. Shared by every copy of a console; never part of a state.
struct Cartridge : mappers::Cartridge {
  // 40 lower-case hex digits, worked out when first asked for. Copies of a cartridge share them.
  const std::string& fileSha1() const;    // of the file as given; empty for a bare dump
  const std::string& prgChrSha1() const;  // of PRG followed by CHR

  std::string prgSha1() const;
  std::string chrSha1() const;      // empty when chr_is_ram
  std::string prgChrCrc32() const;  // 8 lower-case hex digits

 private:
  friend Cartridge parseCartridge(std::vector<uint8_t> file, const std::string& name);

  struct Hashes;
  std::shared_ptr<Hashes> hashes_ = hashesOf({});
  static std::shared_ptr<Hashes> hashesOf(std::vector<uint8_t> file);
};

// mappers::parseCartridge and mappers::makeBareCartridge. Throw likewise.
Cartridge parseCartridge(std::vector<uint8_t> file, const std::string& name);
Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, mappers::Mirroring mirroring,
                            const std::string& name, mappers::BoardNumber board = {});

}  // namespace jumpscope::console
