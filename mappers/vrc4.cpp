#include "mappers/vrc4.h"

namespace jumpscope::mappers {

Vrc4::Vrc4(const BoardParts& parts, const Vrc4Wiring& wiring) : BoardWith(parts), wiring_(wiring) {}

void Vrc4::powerOn() {
  r.control = 1;
  map();
}

void Vrc4::map() {
  mapPrgBanks();
  for (unsigned i = 0; i < 8; ++i)
    mapChr(i * 0x400, 0x400, wiring_.drops_chr_line ? r.chr[i] >> 1 : r.chr[i]);
  mapMirroring();
}

void Vrc4::mapPrgBanks() {
  // Without a submapper, programs for the VRC2 never enable RAM.
  const bool ram = wiring_.chip != Vrc4Wiring::Chip::Vrc4 || (r.control & 1);
  mapPrgRam(0x6000, 0x2000, 0, ram, ram);
  const bool swapped = (r.control & 2) && !isVrc2();
  mapPrg(swapped ? 0xC000 : 0x8000, 0x2000, r.prg[0] & 0x1F);
  mapPrg(0xA000, 0x2000, r.prg[1] & 0x1F);
  mapPrg(swapped ? 0x8000 : 0xC000, 0x2000, -2);
  mapPrg(0xE000, 0x2000, -1);
}

void Vrc4::mapMirroring() {
  switch (r.mirroring & (isVrc2() ? 1 : 3)) {
    case 0:
      return mirrorVertically();
    case 1:
      return mirrorHorizontally();
    default:
      return mirrorOnePage(r.mirroring & 1);
  }
}

void Vrc4::write(uint16_t address, uint8_t value, uint64_t) {
  if (hasLatch(address)) r.latch = value & 1;
  if (address < 0x8000) return;
  const bool low = address & wiring_.low, high = address & wiring_.high;
  const unsigned reg = (high ? 2u : 0u) | (low ? 1u : 0u);
  switch (address >> 12) {
    case 0x8:
    case 0xA:
      r.prg[address >> 13 & 1] = value;
      return mapPrgBanks();
    case 0x9:
      return writeControl(reg, value);
    case 0xF:
      return writeIrq(reg, value);
    default:
      return writeChr((((address >> 12) - 0xBu) << 1) | (reg >> 1), low, value);
  }
}

void Vrc4::writeControl(unsigned reg, uint8_t value) {
  if (reg < 2 || isVrc2()) {
    // Programs for the VRC2 write bits that only a VRC4 takes (NESdev "VRC2 and VRC4").
    const bool for_vrc2 = wiring_.chip == Vrc4Wiring::Chip::Either && value == 0xFF;
    r.mirroring = for_vrc2 ? 1 : value;
    mapMirroring();
  } else {
    r.control = value;
    mapPrgBanks();
  }
}

void Vrc4::writeChr(unsigned bank, bool high, uint8_t value) {
  uint16_t& chr = r.chr[bank & 7];
  if (high)
    chr = static_cast<uint16_t>((chr & 0x00F) | (value & (isVrc2() ? 0x0F : 0x1F)) << 4);
  else
    chr = static_cast<uint16_t>((chr & 0x1F0) | (value & 0x0F));
  mapChr((bank & 7) * 0x400, 0x400, wiring_.drops_chr_line ? chr >> 1 : chr);
}

void Vrc4::writeIrq(unsigned reg, uint8_t value) {
  if (isVrc2()) return;
  switch (reg) {
    case 0:
      r.irq.latch = static_cast<uint8_t>((r.irq.latch & 0xF0) | (value & 0x0F));
      break;
    case 1:
      r.irq.latch = static_cast<uint8_t>((r.irq.latch & 0x0F) | value << 4);
      break;
    case 2:
      r.irq.writeControl(value);
      break;
    default:
      r.irq.acknowledge();
      break;
  }
}

// The latch drives one line. The others still hold the high byte of the address.
std::optional<uint8_t> Vrc4::peek(uint16_t address) const {
  if (!hasLatch(address)) return std::nullopt;
  return static_cast<uint8_t>((address >> 8 & 0xFE) | (r.latch & 1));
}

}  // namespace jumpscope::mappers
