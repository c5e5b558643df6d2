#include "src/console/cartridge.h"

#include "src/base/hash.h"

namespace jumpscope::console {

namespace {

Cartridge identified(mappers::Cartridge dump) {
  Cartridge cartridge;
  static_cast<mappers::Cartridge&>(cartridge) = std::move(dump);
  cartridge.prg_chr_sha1 = base::sha1Hex(cartridge.prg, cartridge.chr);
  cartridge.prg_chr_crc32 = base::crc32Hex(cartridge.prg, cartridge.chr);
  return cartridge;
}

}  // namespace

std::string Cartridge::prgSha1() const { return base::sha1Hex(prg); }
std::string Cartridge::chrSha1() const { return chr_is_ram ? "" : base::sha1Hex(chr); }

Cartridge parseCartridge(std::span<const uint8_t> file, const std::string& name) {
  Cartridge cartridge = identified(mappers::parseCartridge(file, name));
  cartridge.file_sha1 = base::sha1Hex(file);
  return cartridge;
}

Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, mappers::Mirroring mirroring,
                            const std::string& name, mappers::BoardNumber board) {
  return identified(mappers::makeBareCartridge(std::move(prg), std::move(chr), mirroring, name, board));
}

}  // namespace jumpscope::console
