// Two boards: BNROM switches 32 KiB of PRG-ROM (submapper 2), NINA-001 32 KiB of PRG-ROM and two 4 KiB banks
// of CHR-ROM (submapper 1). Without a submapper, more than 8 KiB of CHR-ROM make a NINA-001. Source: NESdev
// "INES Mapper 034", "BNROM", "NINA-001".
#include "mappers/latch.h"

namespace jumpscope::mappers {
namespace {

class Bnrom final : public LatchBoard {
 public:
  using LatchBoard::LatchBoard;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrg(0x8000, 0x8000, r.value);
    mapChr(0x0000, 0x2000, 0);
    mirrorAsSoldered();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

struct Registers {
  uint8_t prg;
  std::array<uint8_t, 2> chr;
};

// The registers lie over the end of the RAM: a write to them goes to both.
class Nina001 final : public BoardWith<Registers> {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    pages.write[Pages::indexOf(0x7FFD)] = nullptr;
    pages.writes_tiny_ram[Pages::indexOf(0x7FFD)] = false;
    mapPrg(0x8000, 0x8000, r.prg & 1);
    for (unsigned i = 0; i < 2; ++i) mapChr(i * 0x1000, 0x1000, r.chr[i] & 0x0F);
    mirrorAsSoldered();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0x6000 || address >= 0x8000) return;
    std::vector<uint8_t>& ram = state().prg_ram;
    if (!ram.empty()) ram[(address - 0x6000u) % ram.size()] = value;
    if (address < 0x7FFD) return;
    if (address == 0x7FFD)
      r.prg = value;
    else
      r.chr[address - 0x7FFE] = value;
    map();
  }
  unsigned prgBankSize() const override { return 0x8000; }
};

}  // namespace

std::unique_ptr<Board> bnromOrNina001(const BoardParts& parts) {
  const Cartridge& c = parts.cartridge;
  if (c.submapper == 1 || (c.submapper == 0 && c.chr.size() > 0x2000))
    return std::make_unique<Nina001>(parts);
  return std::make_unique<Bnrom>(parts);
}

}  // namespace jumpscope::mappers
