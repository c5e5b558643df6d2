#include "mappers/vrc6.h"

namespace jumpscope::mappers {
namespace {

constexpr uint8_t ram_enabled = 0x80, pairs = 0x20, rom_nametables = 0x10;

}  // namespace

void Vrc6::map() {
  mapPrgBanks();
  mapChrBanks();
  mapNametables();
}

void Vrc6::mapPrgBanks() {
  const bool ram = r.control & ram_enabled;
  mapPrgRam(0x6000, 0x2000, 0, ram, ram);
  mapPrg(0x8000, 0x4000, r.prg16 & 0x0F);
  mapPrg(0xC000, 0x2000, r.prg8 & 0x1F);
  mapPrg(0xE000, 0x2000, -1);
}

// The two low bits of the control register say which 1 KiB slots are halves of a 2 KiB bank. `pairs`: PPU A10
// chooses the half; otherwise both are the bank as written.
void Vrc6::mapChrBanks() {
  const unsigned mode = r.control & 3;
  for (unsigned slot = 0; slot < 8; ++slot) {
    const bool paired = mode == 1 || (mode >= 2 && slot >= 4);
    const unsigned reg = mode == 1 ? slot / 2 : paired ? 4 + (slot - 4) / 2 : slot;
    int bank = r.chr[reg];
    if (paired && (r.control & pairs)) bank = (bank & 0xFE) | static_cast<int>(slot & 1);
    mapChr(slot * 0x400, 0x400, bank);
  }
}

int Vrc6::nametableBank(unsigned index) const {
  const unsigned mode = r.control & 0x0F;
  // Which register each nametable takes.
  unsigned reg = 6 + (index & 1);
  if ((mode & 7) == 1 || (mode & 7) == 5) reg = 4 + index;
  if ((mode & 7) == 0 || (mode & 7) >= 6) reg = 6 + (index >> 1);
  int bank = r.chr[reg];
  if (!(r.control & pairs)) return bank;
  // And what replaces its lowest bit in some modes.
  switch (mode) {
    case 0x0:
    case 0x7:
      return (bank & 0xFE) | static_cast<int>(index & 1);
    case 0x3:
    case 0x4:
      return (bank & 0xFE) | static_cast<int>(index >> 1);
    case 0x8:
    case 0xF:
      return bank & 0xFE;
    case 0xB:
    case 0xC:
      return bank | 1;
    default:
      return bank;
  }
}

void Vrc6::mapNametables() {
  for (unsigned i = 0; i < 4; ++i) {
    const auto bank = static_cast<unsigned>(nametableBank(i));
    if (r.control & rom_nametables)
      mapNametableRom(i, bank);
    else
      mapCiram(i, bank & 1);
  }
}

void Vrc6::writeSound(unsigned channel, unsigned reg, uint8_t value) {
  r.sound.write(channel, reg, value);
  if (listener_) r.sound.tell(listener_);
}

void Vrc6::write(uint16_t address, uint8_t value, uint64_t) {
  if (address < 0x8000) return;
  unsigned reg = address & 3;
  if (swapped_) reg = (reg & 1) << 1 | reg >> 1;
  switch (address >> 12) {
    case 0x8:
      r.prg16 = value;
      return mapPrgBanks();
    case 0xB:
      if (reg != 3) return writeSound(2, reg, value);
      r.control = value;
      return map();
    case 0xC:
      r.prg8 = value;
      return mapPrgBanks();
    case 0xD:
    case 0xE:
      r.chr[((address >> 12) - 0xDu) * 4 + reg] = value;
      mapChrBanks();
      return mapNametables();
    case 0xF:
      if (reg == 0) r.irq.latch = value;
      if (reg == 1) r.irq.writeControl(value);
      if (reg == 2) r.irq.acknowledge();
      return;
    default:  // $9000 and $A000
      return writeSound((address >> 12) - 9u, reg, value);
  }
}

}  // namespace jumpscope::mappers
