// MMC3 (TxROM) and MMC6 (HKROM). Source: NESdev "MMC3", "MMC6", "NES 2.0 submappers".
#include "mappers/m004_mmc3.h"

namespace jumpscope::mappers {

namespace {

constexpr uint8_t prg_swap = 0x40, chr_swap = 0x80;  // of $8000
constexpr uint8_t ram_enabled = 0x80, ram_protected = 0x40;

// Submapper 4 is NEC's chip; what the header leaves open is Sharp's, as most cartridges have it.
constexpr int mmc6_submapper = 1, nec_submapper = 4;

}  // namespace

Mmc3::Mmc3(const BoardParts& parts)
    : BoardWith(parts),
      revision_(parts.cartridge.submapper == nec_submapper ? A12Counter::Revision::Nec
                                                           : A12Counter::Revision::Sharp) {}

void Mmc3::powerOn() {
  r.banks = {0, 2, 4, 5, 6, 7, 0, 1};
  r.ram_control = ram_enabled;  // not so on hardware, but programs for boards without the register rely on it
  map();
}

void Mmc3::map() {
  mapPrgBanks();
  mapChrBanks();
  mapMirroring();
  mapRam();
}

int Mmc3::prgBank8(unsigned slot) const {
  if (slot == 1) return r.banks[7];
  if (slot == 3) return -1;
  const bool swapped = r.select & prg_swap;
  return (slot == 0) == swapped ? -2 : r.banks[6];
}

int Mmc3::chrBank(unsigned slot) const {
  const unsigned line = slot ^ ((r.select & chr_swap) ? 4u : 0u);
  if (line < 4) return (r.banks[line >> 1] & 0xFE) | (line & 1);
  return r.banks[line - 2];
}

void Mmc3::mapPrgBanks() {
  for (unsigned slot = 0; slot < 4; ++slot) mapPrgSlot(slot);
}

void Mmc3::mapChrBanks() {
  for (unsigned slot = 0; slot < 8; ++slot) mapChrSlot(slot);
}

// Where the bank lies that a register holds.
void Mmc3::mapBank(unsigned bank) {
  const unsigned swap = (r.select & chr_swap) ? 4 : 0;
  if (bank == 7) return mapPrgSlot(1);
  if (bank == 6) return mapPrgSlot((r.select & prg_swap) ? 2 : 0);
  if (bank >= 2) return mapChrSlot((bank + 2) ^ swap);
  for (const unsigned half : {0u, 1u}) mapChrSlot((2 * bank + half) ^ swap);
}

void Mmc3::mapMirroring() {
  if (cartridge().mirroring == Mirroring::FourScreen)
    mirrorAsSoldered();
  else if (r.mirroring & 1)
    mirrorHorizontally();
  else
    mirrorVertically();
}

void Mmc3::mapRam() {
  const bool enabled = r.ram_control & ram_enabled;
  mapPrgRam(0x6000, 0x2000, 0, enabled, enabled && !(r.ram_control & ram_protected));
}

void Mmc3::write(uint16_t address, uint8_t value, uint64_t) {
  if (address < 0x8000) return;
  switch (address & 0xE001) {
    case 0x8000: {
      const uint8_t changed = r.select ^ value;
      r.select = value;
      if (changed & prg_swap) mapPrgBanks();
      if (changed & chr_swap) mapChrBanks();
      break;
    }
    case 0x8001: {
      const unsigned bank = r.select & 7;
      r.banks[bank] = value;
      mapBank(bank);
      break;
    }
    case 0xA000:
      r.mirroring = value;
      mapMirroring();
      break;
    case 0xA001:
      r.ram_control = value;
      mapRam();
      break;
    default:
      writeCounter(address, value);
      break;
  }
}

// Most programs write the same banks again and again.
bool Mmc3::movesPages(uint16_t address, uint8_t value) const {
  constexpr uint8_t modes = 0xF8;  // of $8000; the other bits only select
  if (address < 0x8000) return false;
  switch (address & 0xE001) {
    case 0x8000:
      return ((r.select ^ value) & modes) != 0;
    case 0x8001:
      return r.banks[r.select & 7] != value;
    case 0xA000:
      return r.mirroring != value;
    case 0xA001:
      return r.ram_control != value;
    default:
      return false;
  }
}

QuietWrite Mmc3::writeQuietly(uint16_t address, uint8_t value) {
  if (address >= 0xC000) return writeCounter(address, value);
  if (movesPages(address, value)) return QuietWrite::Other;
  if (address >= 0x8000 && (address & 0xE001) == 0x8000) r.select = value;
  return QuietWrite::Unnoticed;
}

// $C000-$FFFF.
QuietWrite Mmc3::writeCounter(uint16_t address, uint8_t value) {
  const bool enabled = r.irq.enabled, pending = r.irq.pending, comes = enabled && !pending;
  bool noticed = false;
  switch (address & 0xE001) {
    case 0xC000:
      noticed = comes && (r.irq.counter == 0 || r.irq.reload);
      r.irq.writeLatch(value);
      break;
    case 0xC001:
      noticed = comes;
      r.irq.requestReload();
      break;
    case 0xE000:
      noticed = enabled || pending;
      r.irq.disable();
      break;
    default:
      noticed = !enabled && !pending;
      r.irq.enable();
      break;
  }
  return noticed ? QuietWrite::Noticed : QuietWrite::Unnoticed;
}

namespace {

// MMC6: 1 KiB of RAM in the chip at $7000-$7FFF, whose halves are enabled for reading and writing each, and all of
// it by bit 5 of $8000.
class Mmc6 final : public Mmc3 {
 public:
  explicit Mmc6(const BoardParts& parts) : Mmc3(parts) { sizePrgRam(0x400); }

  void powerOn() override {
    Mmc3::powerOn();
    r.ram_control = 0;
    map();
  }
  void write(uint16_t address, uint8_t value, uint64_t cycle) override {
    if (address >= 0x8000) {
      const uint8_t before = r.ram_control;
      Mmc3::write(address, value, cycle);
      if (!(r.select & 0x20))
        r.ram_control = 0;
      else if ((address & 0xE001) == 0xA001)
        r.ram_control = value;
      else
        r.ram_control = before;
      return;
    }
    if (address >= 0x7000 && (half(address) & write_bit) && (half(address) & read_bit))
      state().prg_ram[address & 0x3FF] = value;
  }
  QuietWrite writeQuietly(uint16_t, uint8_t) override { return QuietWrite::Other; }
  // Where one half may be read, the other one reads as 0.
  std::optional<uint8_t> peek(uint16_t address) const override {
    if (address < 0x7000 || address >= 0x8000 || !(r.ram_control & 0xA0)) return std::nullopt;
    return (half(address) & read_bit) ? state().prg_ram[address & 0x3FF] : uint8_t{0};
  }

 protected:
  void mapRam() override { unmapPrg(0x6000, 0x2000); }

 private:
  static constexpr unsigned write_bit = 1, read_bit = 2;
  unsigned half(uint16_t address) const {
    return (address & 0x200) ? r.ram_control >> 6 & 3u : r.ram_control >> 4 & 3u;
  }
};

}  // namespace

std::unique_ptr<Board> mmc3(const BoardParts& parts) {
  if (parts.cartridge.submapper == mmc6_submapper) return std::make_unique<Mmc6>(parts);
  return std::make_unique<Mmc3>(parts);
}

}  // namespace jumpscope::mappers
