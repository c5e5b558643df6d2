// Camerica's BF9096: 16 KiB at $8000 switched within blocks of 64 KiB, whose last 16 KiB lie at $C000.
// Submapper 1 has the two lines of the block swapped. Source: NESdev "INES Mapper 232".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t block;
  uint8_t bank;
};

class Bf9096 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    int block = r.block >> 3 & 3;
    if (cartridge().submapper == 1) block = (block & 1) << 1 | block >> 1;
    mapPrg(0x8000, 0x4000, block * 4 | (r.bank & 3));
    mapPrg(0xC000, 0x4000, block * 4 | 3);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    (address < 0xC000 ? r.block : r.bank) = value;
    map();
  }
};

}  // namespace

std::unique_ptr<Board> bf9096(const BoardParts& parts) { return std::make_unique<Bf9096>(parts); }

}  // namespace jumpscope::mappers
