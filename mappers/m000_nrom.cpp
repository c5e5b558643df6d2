// NROM: no registers at all. Source: NESdev "NROM".
#include <stdexcept>

#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

class Nrom final : public Board {
 public:
  // Where the header does not say, there are 8 KiB of RAM: Family BASIC has some, and test programs report there.
  explicit Nrom(const BoardParts& parts) : Board(parts) {
    const std::string prefix = parts.cartridge.name + ": mapper 0 (" + parts.cartridge.board + ") ";
    if (parts.cartridge.prg.size() > 0x8000)
      throw std::runtime_error(
          prefix + "with " + std::to_string(parts.cartridge.prg.size() / 1024) +
          " KiB of PRG-ROM is not supported; NROM has 16 or 32 KiB, so the header's mapper or size is wrong");
    if (parts.cartridge.chr.size() > 0x2000)
      throw std::runtime_error(
          prefix + "with " + std::to_string(parts.cartridge.chr.size() / 1024) +
          " KiB of CHR-ROM is not supported; NROM has 8 KiB, so the header's mapper or size is wrong");
  }

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  void write(uint16_t, uint8_t, uint64_t) override {}
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> nrom(const BoardParts& parts) { return std::make_unique<Nrom>(parts); }

}  // namespace jumpscope::mappers
