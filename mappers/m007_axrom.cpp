// AxROM: 32 KiB of PRG-ROM switched, and which CIRAM page fills the screen. Source: NESdev "AxROM".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t bank;
};

class Axrom final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.bank & 0x0F);
    mapChr(0x0000, 0x2000, 0);
    mirrorOnePage(r.bank >> 4 & 1);
  }
  // Submapper 1 has no bus conflicts, 2 has; the header of most dumps does not say, and programs avoid them.
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x8000) return;
    r.bank = cartridge().submapper == 2 ? conflicting(address, value) : value;
    map();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> axrom(const BoardParts& parts) { return std::make_unique<Axrom>(parts); }

}  // namespace jumpscope::mappers
