// MMC1: four registers behind a shift register that takes a bit a write. SNROM, SUROM, SOROM and SXROM lead
// CHR address lines to the PRG chips. Source: NESdev "MMC1".
#include "mappers/m001_mmc1.h"

#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

// The first revision of the chip, MMC1A, cannot disable PRG-RAM. Bit 4 of the PRG register leads bit 3 past the logic
// of the fixed bank there (little-things-nes, "MMC1A test").
enum class Revision { A, B };

class Mmc1 final : public BoardWith<Mmc1Registers> {
 public:
  Mmc1(const BoardParts& parts, Revision revision) : BoardWith(parts), revision_(revision) {}

  void powerOn() override {
    r.shift = Mmc1Registers::empty_shift;
    r.control = 0x0C;  // the last bank at $C000
    map();
  }
  void map() override {
    mapPrgBanks();
    mapChrBanks();
    switch (r.control & 3) {
      case 0:
      case 1:
        mirrorOnePage(r.control & 1);
        break;
      case 2:
        mirrorVertically();
        break;
      case 3:
        mirrorHorizontally();
        break;
    }
  }
  // Of writes in cycles that follow each other, as those of INC, the chip sees the first one only, unless a
  // later one resets it.
  void write(uint16_t address, uint8_t value, uint64_t cycle) override {
    if (address < 0x8000) return;
    const bool follows = r.last_write != 0 && cycle <= r.last_write;
    r.last_write = cycle + 1;
    if (value & 0x80) {
      r.shift = Mmc1Registers::empty_shift;
      r.control |= 0x0C;
      return map();
    }
    if (follows) return;
    const bool full = r.shift & 1;
    r.shift = static_cast<uint8_t>(r.shift >> 1 | (value & 1) << 4);
    if (!full) return;
    store(address >> 13 & 3, r.shift);
    r.shift = Mmc1Registers::empty_shift;
    map();
  }

 private:
  void store(unsigned reg, uint8_t value) {
    switch (reg) {
      case 0:
        r.control = value;
        break;
      case 1:
      case 2:
        r.chr[reg - 1] = value;
        break;
      default:
        r.prg = value;
        break;
    }
  }
  // The CHR register in effect: for the lines that some boards lead to the PRG side, that of $0000.
  uint8_t lines() const { return r.chr[0]; }

  void mapPrgBanks() {
    // Boards with 512 KiB choose the half by CHR line 16.
    const int half = cartridge().prg.size() > 0x40000 ? lines() & 0x10 : 0;
    const int bank = r.prg & 0x0F;
    if (cartridge().prg.size() <= 0x8000 && cartridge().submapper == 5) {
      mapPrg(0x8000, 0x8000, 0);  // SEROM, SHROM, SH1ROM: not switched
    } else {
      switch (r.control >> 2 & 3) {
        case 0:
        case 1:
          mapPrg(0x8000, 0x8000, (half | bank) >> 1);
          break;
        case 2:
          mapPrg(0x8000, 0x4000, half | fixedBank(0));
          mapPrg(0xC000, 0x4000, half | bank);
          break;
        case 3:
          mapPrg(0x8000, 0x4000, half | bank);
          mapPrg(0xC000, 0x4000, half | fixedBank(0x0F));
          break;
      }
    }
    mapRam();
  }
  int fixedBank(int bank) const {
    const bool bypassed = revision_ == Revision::A && (r.prg & 0x10);
    return bypassed ? (r.prg & 8) | (bank & 7) : bank;
  }
  void mapRam() {
    const size_t size = state().prg_ram.size();
    int bank = 0;
    if (size == 0x4000) bank = lines() >> 3 & 1;  // SOROM
    if (size >= 0x8000) bank = lines() >> 2 & 3;  // SXROM
    const bool chip_enables = revision_ == Revision::A || !(r.prg & 0x10);
    const bool enabled = chip_enables && !(snrom() && (lines() & 0x10));
    mapPrgRam(0x6000, 0x2000, bank, enabled, enabled);
  }
  // 8 KiB of CHR-RAM leave CHR line 16 free, which enables the RAM on SNROM.
  bool snrom() const {
    return cartridge().chr_is_ram && state().prg_ram.size() == 0x2000 && cartridge().prg.size() <= 0x40000;
  }
  void mapChrBanks() {
    if (r.control & 0x10) {
      mapChr(0x0000, 0x1000, r.chr[0]);
      mapChr(0x1000, 0x1000, r.chr[1]);
    } else {
      mapChr(0x0000, 0x2000, r.chr[0] >> 1);
    }
  }

  Revision revision_;
};

}  // namespace

std::unique_ptr<Board> mmc1(const BoardParts& parts) { return std::make_unique<Mmc1>(parts, Revision::B); }
std::unique_ptr<Board> mmc1a(const BoardParts& parts) { return std::make_unique<Mmc1>(parts, Revision::A); }

}  // namespace jumpscope::mappers
