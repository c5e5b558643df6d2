// Taito X1-017: registers at $7EF0, 5 KiB of RAM in the chip in three blocks with a key each. Source: NESdev
// "INES Mapper 082".
// Approximation: the interrupt counter, which no known program uses, is missing.
#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

struct Registers {
  std::array<uint8_t, 6> chr;
  std::array<uint8_t, 3> prg;
  std::array<uint8_t, 3> keys;
  uint8_t mode;
};

constexpr std::array<uint8_t, 3> opening_keys = {0xCA, 0x69, 0x84};
constexpr unsigned ram_size = 0x1400;

class TaitoX1017 final : public BoardWith<Registers> {
 public:
  explicit TaitoX1017(const BoardParts& parts) : BoardWith(parts) { sizePrgRam(ram_size); }

  void map() override {
    unmapPrg(0x6000, 0x2000);
    // Two blocks of 2 KiB and one of 1 KiB.
    for (unsigned i = 0; i < 2; ++i)
      if (open(i)) mapPrgRam(0x6000 + i * 0x800, 0x800, static_cast<int>(i));
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i] >> 2);
    mapPrg(0xE000, 0x2000, -1);
    const unsigned swap = (r.mode & 2) ? 0x1000 : 0;
    for (unsigned i = 0; i < 2; ++i) mapChr(i * 0x800 ^ swap, 0x800, r.chr[i] >> 1);
    for (unsigned i = 0; i < 4; ++i) mapChr((0x1000 + i * 0x400) ^ swap, 0x400, r.chr[2 + i]);
    if (r.mode & 1)
      mirrorVertically();
    else
      mirrorHorizontally();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address >= 0x7000 && address < 0x7400 && open(2)) state().prg_ram[address - 0x6000] = value;
    if (address < 0x7EF0 || address > 0x7EFC) return;
    const unsigned reg = address & 0x0F;
    if (reg < 6)
      r.chr[reg] = value;
    else if (reg == 6)
      r.mode = value;
    else if (reg < 10)
      r.keys[reg - 7] = value;
    else
      r.prg[reg - 10] = value;
    map();
  }
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (address < 0x7000 || address >= 0x7400 || !open(2)) return std::nullopt;
    return state().prg_ram[address - 0x6000];
  }
  unsigned prgBankSize() const override { return 0x2000; }

 private:
  bool open(unsigned block) const { return r.keys[block] == opening_keys[block]; }
};

}  // namespace

std::unique_ptr<Board> taitoX1017(const BoardParts& parts) { return std::make_unique<TaitoX1017>(parts); }

}  // namespace jumpscope::mappers
