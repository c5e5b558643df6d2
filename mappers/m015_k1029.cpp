// K-1029: the two low address lines choose how a bank of PRG-ROM is laid out. Source: NESdev "INES Mapper
// 015".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t mode;
  uint8_t value;
};

class K1029 final : public BoardWith<Registers> {
 public:
  explicit K1029(const BoardParts& parts) : BoardWith(parts) {}

  void reset() override {
    r.mode = r.value = 0;
    map();
  }
  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    const int bank = r.value & 0x3F;
    switch (r.mode & 3) {
      case 0:
        mapHalves(bank, bank | 1);
        break;
      case 1:
        mapHalves(bank, bank | 7);
        break;
      case 2:
        for (unsigned i = 0; i < 4; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, bank << 1 | r.value >> 7);
        break;
      default:
        mapHalves(bank, bank);
        break;
    }
    mapChr(0x0000, 0x2000, 0);
    // In the modes of NROM, CHR-RAM is protected.
    if ((r.mode & 3) == 0 || (r.mode & 3) == 3) pages.ppu.chr_writable.fill(nullptr);
    if (r.value & 0x40)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    r.mode = address & 3;
    r.value = value;
    map();
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  void mapHalves(int low, int high) {
    mapPrg(0x8000, 0x4000, low);
    mapPrg(0xC000, 0x4000, high);
  }
};

}  // namespace

std::unique_ptr<Board> k1029(const BoardParts& parts) { return std::make_unique<K1029>(parts); }

}  // namespace jumpscope::mappers
