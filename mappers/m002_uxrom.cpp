// UxROM: 16 KiB at $8000 switched, the last 16 KiB fixed. Source: NESdev "UxROM".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t bank;
};

class Uxrom final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, r.bank);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  // Submapper 1 has no bus conflicts, 2 has; the header of most dumps does not say, and programs avoid them.
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    r.bank = cartridge().submapper == 2 ? conflicting(address, value) : value;
    mapPrg(0x8000, 0x4000, r.bank);
  }
};

}  // namespace

std::unique_ptr<Board> uxrom(const BoardParts& parts) { return std::make_unique<Uxrom>(parts); }

}  // namespace jumpscope::mappers
