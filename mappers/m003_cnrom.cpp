// CNROM: 8 KiB of CHR-ROM switched. Source: NESdev "CNROM".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t bank;
};

class Cnrom final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    mapChr(0x0000, 0x2000, r.bank);
    mirrorAsSoldered();
  }
  // Submapper 1 has no bus conflicts, 2 has; the header of most dumps does not say, and programs avoid them.
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    r.bank = cartridge().submapper == 2 ? conflicting(address, value) : value;
    mapChr(0x0000, 0x2000, r.bank);
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> cnrom(const BoardParts& parts) { return std::make_unique<Cnrom>(parts); }

}  // namespace jumpscope::mappers
