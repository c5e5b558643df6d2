#include "src/console/cartridge.h"

#include <mutex>
#include <utility>

#include "src/base/hash.h"

namespace jumpscope::console {

// A cartridge is shared by threads.
struct Cartridge::Hashes {
  std::vector<uint8_t> file;  // as given
  std::once_flag of_file, of_prg_chr;
  std::string file_sha1, prg_chr_sha1;
};

std::shared_ptr<Cartridge::Hashes> Cartridge::hashesOf(std::vector<uint8_t> file) {
  auto hashes = std::make_shared<Hashes>();
  hashes->file = std::move(file);
  return hashes;
}

const std::string& Cartridge::fileSha1() const {
  std::call_once(hashes_->of_file, [&] {
    if (!hashes_->file.empty()) hashes_->file_sha1 = base::sha1Hex(hashes_->file);
  });
  return hashes_->file_sha1;
}

const std::string& Cartridge::prgChrSha1() const {
  std::call_once(hashes_->of_prg_chr, [&] { hashes_->prg_chr_sha1 = base::sha1Hex(prg, chr); });
  return hashes_->prg_chr_sha1;
}

std::string Cartridge::prgSha1() const { return base::sha1Hex(prg); }
std::string Cartridge::chrSha1() const { return chr_is_ram ? "" : base::sha1Hex(chr); }
std::string Cartridge::prgChrCrc32() const { return base::crc32Hex(prg, chr); }

Cartridge parseCartridge(std::vector<uint8_t> file, const std::string& name) {
  Cartridge cartridge;
  static_cast<mappers::Cartridge&>(cartridge) = mappers::parseCartridge(file, name);
  cartridge.hashes_ = Cartridge::hashesOf(std::move(file));
  return cartridge;
}

Cartridge makeBareCartridge(std::vector<uint8_t> prg, std::vector<uint8_t> chr, mappers::Mirroring mirroring,
                            const std::string& name, mappers::BoardNumber board) {
  Cartridge cartridge;
  static_cast<mappers::Cartridge&>(cartridge) =
      mappers::makeBareCartridge(std::move(prg), std::move(chr), mirroring, name, board);
  return cartridge;
}

}  // namespace jumpscope::console
