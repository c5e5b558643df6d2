// Taito's TC0190: mirroring is a bit of the first PRG bank. Source: NESdev "INES Mapper 033".
#include "mappers/m033_tc0190.h"

namespace jumpscope::mappers {
namespace {

class Tc0190 final : public BoardWith<Tc0190Banks> {
 public:
  explicit Tc0190(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 2; ++i) {
      mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] & 0x3F);
      mapChr(i * 0x800, 0x800, r.chr[i]);
    }
    mapPrg(0xC000, 0x4000, -1);
    for (unsigned i = 0; i < 4; ++i) mapChr(0x1000 + i * 0x400, 0x400, r.chr[2 + i]);
    if (r.prg[0] & 0x40)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (writeTc0190(r, address & 0xA003, value)) map();
  }
  unsigned prgBankSize() const override { return 0x2000; }
};

}  // namespace

std::unique_ptr<Board> tc0190(const BoardParts& parts) { return std::make_unique<Tc0190>(parts); }

}  // namespace jumpscope::mappers
