// Taito X1-005: registers at $7EF0, 128 bytes of RAM in the chip at $7F00. Source: NESdev "INES Mapper 080",
// "INES Mapper 207".
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct TaitoX1005Registers {
  std::array<uint8_t, 6> chr;
  std::array<uint8_t, 3> prg;
  uint8_t mirroring;
  uint8_t ram_enabled;
};

class TaitoX1005 : public BoardWith<TaitoX1005Registers> {
 public:
  explicit TaitoX1005(const BoardParts& parts) : BoardWith(parts) { sizePrgRam(ram_size); }

  void map() override {
    unmapPrg(0x6000, 0x2000);
    for (unsigned i = 0; i < 3; ++i) mapPrg(0x8000 + i * 0x2000, 0x2000, r.prg[i]);
    mapPrg(0xE000, 0x2000, -1);
    for (unsigned i = 0; i < 2; ++i) mapChr(i * 0x800, 0x800, r.chr[i] >> 1 & chrMask());
    for (unsigned i = 0; i < 4; ++i) mapChr(0x1000 + i * 0x400, 0x400, r.chr[2 + i]);
    mapMirroring();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address >= 0x7F00 && address < 0x8000) {
      if (enabled()) state().prg_ram[address % ram_size] = value;
      return;
    }
    if (address < 0x7EF0 || address >= 0x7F00) return;
    const unsigned reg = address & 0x0F;
    if (reg < 6)
      r.chr[reg] = value;
    else if (reg < 8)
      r.mirroring = value;
    else if (reg < 10)
      r.ram_enabled = value;
    else
      r.prg[(reg - 10) / 2] = value;
    map();
  }
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (address < 0x7F00 || address >= 0x8000 || !enabled()) return std::nullopt;
    return state().prg_ram[address % ram_size];
  }
  unsigned prgBankSize() const override { return 0x2000; }

 protected:
  // Bits of the 2 KiB banks that are CHR lines.
  virtual int chrMask() const { return 0x7F; }
  virtual void mapMirroring() {
    if (r.mirroring & 1)
      mirrorVertically();
    else
      mirrorHorizontally();
  }

 private:
  static constexpr unsigned ram_size = 128;
  bool enabled() const { return r.ram_enabled == 0xA3; }
};

}  // namespace jumpscope::mappers
