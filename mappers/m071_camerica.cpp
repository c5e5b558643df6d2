// Camerica's BF9093 and BF9097: 16 KiB at $8000 switched, the last 16 KiB fixed. The BF9097 (submapper 1)
// chooses the CIRAM page as well. Source: NESdev "INES Mapper 071".
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t bank;
  uint8_t page;
  uint8_t page_written;
};

class Camerica final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x4000, r.bank & 0x0F);
    mapPrg(0xC000, 0x4000, -1);
    mapChr(0x0000, 0x2000, 0);
    if (r.page_written || cartridge().submapper == 1)
      mirrorOnePage(r.page >> 4 & 1);
    else
      mirrorAsSoldered();
  }
  // Programs for the BF9093 write to $8000-$8FFF without meaning the page, so that without a submapper only
  // $9000-$9FFF do.
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address >= 0xC000) {
      r.bank = value;
    } else if (address >= (cartridge().submapper == 1 ? 0x8000 : 0x9000) && address < 0xA000) {
      r.page = value;
      r.page_written = 1;
    }
    map();
  }
};

}  // namespace

std::unique_ptr<Board> camerica(const BoardParts& parts) { return std::make_unique<Camerica>(parts); }

}  // namespace jumpscope::mappers
