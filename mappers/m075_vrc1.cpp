// VRC1: three 8 KiB banks of PRG-ROM, two 4 KiB banks of CHR-ROM, mirroring. Source: NESdev "VRC1".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  std::array<uint8_t, 3> prg;
  std::array<uint8_t, 2> chr;  // the low four bits
  uint8_t control;             // mirroring, and bit 4 of the CHR banks
};

class Vrc1 final : public BoardWith<Registers> {
 public:
  explicit Vrc1(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x0F);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 2; ++i)
      mapChr(i * 0x1000, 0x1000, (r.chr[i] & 0x0F) | (r.control >> (1 + i) & 1) << 4);
    if (cartridge().mirroring == Mirroring::FourScreen)
      mirrorAsSoldered();
    else if (r.control & 1)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    switch (address >> 12) {
      case 0x8:
      case 0xA:
      case 0xC:
        r.prg[(address >> 13) - 4] = value;
        break;
      case 0x9:
        r.control = value;
        break;
      case 0xE:
      case 0xF:
        r.chr[address >> 12 & 1] = value;
        break;
      default:
        return;
    }
    map();
  }
  unsigned prgBankSize() const override { return 0x2000; }
};

}  // namespace

std::unique_ptr<Board> vrc1(const BoardParts& parts) { return std::make_unique<Vrc1>(parts); }

}  // namespace jumpscope::mappers
