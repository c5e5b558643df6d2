// A cartridge without CHR memory: CIRAM answers in the pattern tables as well, its page chosen by one address
// line. Source: NESdev "INES Mapper 218".
// Approximation: a header with the four-screen bit means line 12; line 13 cannot be chosen.
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  uint8_t unused;
};

class SingleChip final : public BoardWith<Registers> {
 public:
  explicit SingleChip(const BoardParts& parts) : BoardWith(parts, 0) {}

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, 0);
    const unsigned line = cartridge().mirroring == Mirroring::Vertical     ? 10
                          : cartridge().mirroring == Mirroring::Horizontal ? 11
                                                                           : 12;
    const auto pageOf = [line](unsigned address) { return address >> line & 1; };
    for (unsigned i = 0; i < 8; ++i) {
      mapCiram(0, pageOf(i * 0x400));
      uint8_t* bytes = pages.ppu.nametable[0].writable;
      pages.ppu.chr[i] = pages.ppu.sprite_chr[i] = pages.ppu.chr_writable[i] = bytes;
    }
    for (unsigned i = 0; i < 4; ++i) mapCiram(i, pageOf(0x2000 + i * 0x400));
  }
  void write(uint16_t, uint8_t, uint64_t) override {}
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> singleChip(const BoardParts& parts) { return std::make_unique<SingleChip>(parts); }

}  // namespace jumpscope::mappers
