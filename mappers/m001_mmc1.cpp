// MMC1: four registers behind a shift register that takes a bit a write. SNROM, SUROM, SOROM, SXROM and SZROM lead
// CHR address lines to the PRG chips. In 4 KiB mode these lines come from one register while the picture chip's A12 is
// low and from the other while it is high, whatever is fetched. Source: NESdev "MMC1".
#include "mappers/m001_mmc1.h"

#include "mappers/board.h"

namespace jumpscope::mappers {
namespace {

// The first revision of the chip, MMC1A, cannot disable PRG-RAM. Bit 4 of the PRG register leads bit 3 past the logic
// of the fixed bank there (little-things-nes, "MMC1A test").
enum class Revision { A, B };

class Mmc1 final : public BoardWith<Mmc1Registers>, public Foresight {
 public:
  Mmc1(const BoardParts& parts, Revision revision) : BoardWith(parts), revision_(revision) {}

  void powerOn() override {
    r.shift = Mmc1Registers::empty_shift;
    r.control = 0x0C;  // the last bank at $C000
    map();
  }
  void map() override {
    mapPrgSide();
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
    if (address < 0x8000) return writeRam(address, value);
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
  Foresight& foresight() override { return *this; }
  bool movesPages(uint16_t address, uint8_t) const override { return address >= 0x8000; }
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (address < Pages::cpu_start) return std::nullopt;
    const uint8_t* page = pageAt(address);
    return page ? std::optional(page[address % Pages::cpu_size]) : std::nullopt;
  }
  bool followsPpuAddress() const override { return splits_; }
  const uint8_t* pageAt(uint16_t address) const override {
    const size_t index = Pages::indexOf(address);
    return splits_ ? by_a12_[ppuA12()].read[index] : pages.read[index];
  }

 private:
  // The pages of the CPU's bus.
  struct CpuPages {
    std::array<const uint8_t*, Pages::cpu_count> read{};
    std::array<uint8_t*, Pages::cpu_count> write{};
  };

  void writeRam(uint16_t address, uint8_t value) {
    if (!splits_ || address < Pages::cpu_start) return;
    if (uint8_t* page = by_a12_[ppuA12()].write[Pages::indexOf(address)])
      page[address % Pages::cpu_size] = value;
  }
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
  bool switchesHalves() const { return r.control & 0x10; }
  bool hasTwoHalvesOfPrg() const { return cartridge().prg.size() > 0x40000; }
  size_t ramSize() const { return state().prg_ram.size(); }
  // SNROM: 8 KiB of CHR-RAM leave CHR line 16 free, which enables the RAM.
  bool snrom() const { return cartridge().chr_is_ram && ramSize() == 0x2000 && !hasTwoHalvesOfPrg(); }
  // Which bits of a CHR register choose the bank of RAM: CHR line 15 on SOROM, line 16 on SZROM, whose CHR-ROM takes the
  // others, lines 14 and 15 on SXROM.
  unsigned ramLines() const {
    if (ramSize() == 0x4000) return cartridge().chr_is_ram ? 0x08 : 0x10;
    return ramSize() >= 0x8000 ? 0x0C : 0;
  }
  // Of two chips, one with a battery, the high line chooses that one (kevtris, "NES-SOROM"), which comes first in our RAM.
  bool batteryIsSecond() const {
    return cartridge().prg_ram_size == 0x2000 && cartridge().prg_nvram_size == 0x2000;
  }
  // All bits of a CHR register that lead to the PRG side.
  unsigned linesUsed() const { return ramLines() | (snrom() || hasTwoHalvesOfPrg() ? 0x10u : 0u); }

  // Where the two CHR registers disagree, pages are missing and chosen with each access.
  void mapPrgSide() {
    splits_ = switchesHalves() && ((r.chr[0] ^ r.chr[1]) & linesUsed());
    mapPrgSide(r.chr[0]);
    if (!splits_) return;
    by_a12_[0] = {pages.read, pages.write};
    mapPrgSide(r.chr[1]);
    by_a12_[1] = {pages.read, pages.write};
    for (size_t index = 0; index < Pages::cpu_count; ++index) {
      if (by_a12_[0].read[index] != by_a12_[1].read[index]) pages.read[index] = nullptr;
      if (by_a12_[0].write[index] != by_a12_[1].write[index]) pages.write[index] = nullptr;
    }
  }
  // `lines`: the CHR register in effect.
  void mapPrgSide(unsigned lines) {
    mapPrgBanks(lines);
    mapRam(lines);
  }
  void mapPrgBanks(unsigned lines) {
    // Boards with 512 KiB choose the half by CHR line 16.
    const int half = hasTwoHalvesOfPrg() ? static_cast<int>(lines & 0x10) : 0;
    const int bank = r.prg & 0x0F;
    if (cartridge().prg.size() <= 0x8000 && cartridge().submapper == 5)
      return mapPrg(0x8000, 0x8000, 0);  // SEROM, SHROM, SH1ROM: not switched
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
  int fixedBank(int bank) const {
    const bool bypassed = revision_ == Revision::A && (r.prg & 0x10);
    return bypassed ? (r.prg & 8) | (bank & 7) : bank;
  }
  void mapRam(unsigned lines) {
    const unsigned chosen = lines & ramLines();
    const int bank = ramSize() == 0x4000 ? (chosen != 0) ^ batteryIsSecond() : static_cast<int>(chosen >> 2);
    const bool chip_enables = revision_ == Revision::A || !(r.prg & 0x10);
    const bool enabled = chip_enables && !(snrom() && (lines & 0x10));
    mapPrgRam(0x6000, 0x2000, bank, enabled, enabled);
  }
  void mapChrBanks() {
    if (switchesHalves()) {
      mapChr(0x0000, 0x1000, r.chr[0]);
      mapChr(0x1000, 0x1000, r.chr[1]);
    } else {
      mapChr(0x0000, 0x2000, r.chr[0] >> 1);
    }
  }

  Revision revision_;
  bool splits_ = false;                  // what the CPU reaches hangs on A12
  std::array<CpuPages, 2> by_a12_ = {};  // if so: while the line is low, and high
};

}  // namespace

std::unique_ptr<Board> mmc1(const BoardParts& parts) { return std::make_unique<Mmc1>(parts, Revision::B); }
std::unique_ptr<Board> mmc1a(const BoardParts& parts) { return std::make_unique<Mmc1>(parts, Revision::A); }

}  // namespace jumpscope::mappers
