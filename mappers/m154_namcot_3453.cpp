// NAMCOT-3453: mapper 88 with a latch over $8000-$FFFF that chooses the CIRAM page. Source: NESdev "INES
// Mapper 154".
#include "mappers/m206_namco108.h"

namespace jumpscope::mappers {
namespace {

// Bit 6 of `select` is the page, whatever register the write goes to; bits 0-2 are the chip's.
class Namcot3453 final : public Namco108 {
 public:
  using Namco108::Namco108;

  void write(uint16_t address, uint8_t value, uint64_t cycle) override {
    if (address < 0x8000) return;
    Namco108::write(address, value, cycle);
    r.select = static_cast<uint8_t>((r.select & ~page_bit) | (value & page_bit));
    mapMirroring();
  }

 protected:
  void mapChrBanks() override { Namco108::mapChrBanks(0, 0x40); }
  void mapMirroring() override { mirrorOnePage((r.select & page_bit) ? 1 : 0); }

 private:
  static constexpr uint8_t page_bit = 0x40;
};

}  // namespace

std::unique_ptr<Board> namcot3453(const BoardParts& parts) { return std::make_unique<Namcot3453>(parts); }

}  // namespace jumpscope::mappers
