// MMC5: registers and banks. What the PPU fetches is in m005_mmc5_fetches.cpp.
#include <algorithm>

#include "mappers/m005_mmc5.h"

namespace jumpscope::mappers {
namespace {

// The memory of the nametables beside CIRAM. The last two pages are not the chip's: they hold what it makes
// up.
constexpr unsigned exram_page = 0, fill_page = 1, zero_page = 2;
constexpr size_t page_size = 0x400, attributes = 0x3C0;

constexpr uint32_t ram_where_nothing_is_said = 0x10000;
constexpr uint8_t rom_bit = 0x80;

}  // namespace

Mmc5::Mmc5(const BoardParts& parts) : BoardWith(parts, ram_where_nothing_is_said) {
  sizeNametableRam(3 * page_size);
}

// Programs rely on the modes: 8 KiB banks, the last one at $E000.
void Mmc5::powerOn() {
  r.prg_mode = 3;
  r.prg.fill(0xFF);
  r.prg[0] = 0;
  r.factors.fill(0xFF);
  map();
}

void Mmc5::map() {
  fillPages();
  mapPrgBanks();
  mapChrBanks();
  mapNametables();
}

void Mmc5::fillPages() {
  std::vector<uint8_t>& ram = state().nametable_ram;
  const auto page = [&](unsigned number) { return ram.begin() + static_cast<ptrdiff_t>(number * page_size); };
  const auto color = static_cast<uint8_t>((r.fill_color & 3) * 0x55);
  std::fill_n(page(fill_page), attributes, r.fill_tile);
  std::fill_n(page(fill_page) + attributes, page_size - attributes, color);
  std::fill_n(page(zero_page), page_size, uint8_t{0});
}

// Boards have one chip of RAM, or two of 8 KiB, between which bit 2 of the bank chooses. Where the first chip
// alone is there, the banks of the second one are open.
void Mmc5::mapRam8(unsigned from, unsigned bank) {
  const size_t size = state().prg_ram.size();
  const bool writable = (r.ram_protect[0] & 3) == 2 && (r.ram_protect[1] & 3) == 1;
  bank &= 7;
  if (size == 0x4000) bank >>= 2;
  if ((size == 0x2000 || size == 0x8000) && bank >= 4) return unmapPrg(from, 0x2000);
  mapPrgRam(from, 0x2000, static_cast<int>(bank), true, writable);
}

void Mmc5::mapPrg8(unsigned from, uint8_t reg) {
  if (reg & rom_bit)
    mapPrg(from, 0x2000, reg & 0x7F);
  else
    mapRam8(from, reg);
}

void Mmc5::mapPrgBanks() {
  mapRam8(0x6000, r.prg[0]);
  // For each 8 KiB, the register that switches it in each mode, and the low bits that the address replaces.
  struct Slot {
    uint8_t reg, replaced;
  };
  static constexpr Slot modes[4][4] = {{{4, 3}, {4, 3}, {4, 3}, {4, 3}},
                                       {{2, 1}, {2, 1}, {4, 1}, {4, 1}},
                                       {{2, 1}, {2, 1}, {3, 0}, {4, 0}},
                                       {{1, 0}, {2, 0}, {3, 0}, {4, 0}}};
  for (unsigned i = 0; i < 4; ++i) {
    const Slot slot = modes[r.prg_mode & 3][i];
    uint8_t reg = r.prg[slot.reg];
    if (slot.reg == 4) reg |= rom_bit;
    mapPrg8(0x8000 + i * 0x2000, static_cast<uint8_t>((reg & ~slot.replaced) | (i & slot.replaced)));
  }
}

// Set A is for sprites, set B of half the size for the background, if sprites are 16 lines tall; else A is
// for both.
void Mmc5::mapChrBanks() {
  const unsigned size = 0x2000u >> (r.chr_mode & 3), count = 0x2000 / size, last = size / 0x400 - 1;
  for (unsigned i = 0; i < count; ++i) {
    const unsigned reg = i * (last + 1) + last;
    mapChr(i * size, size, r.chr[r.tall_sprites ? 8 + reg % 4 : reg]);
    if (r.tall_sprites) mapSpriteChr(i * size, size, r.chr[reg]);
  }
}

void Mmc5::mapNametables() {
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned source = r.nametables >> (2 * i) & 3;
    if (source < 2) {
      mapCiram(i, source);
      continue;
    }
    const bool exram = source == 2 && (r.exram_mode & 3) < 2;
    mapNametableRam(i, exram ? exram_page : source == 3 ? fill_page : zero_page);
    ppu::NametablePage& page = pages.ppu.nametable[i];
    page.id = ppu::NametablePage::uncached;  // the CPU writes there, too
    if (!exram) page.writable = nullptr;
  }
  const std::vector<uint8_t>& chr = chrBytes();
  pages.ppu.extended = {};
  if (extendsTiles() && chr.size() >= 0x1000 && chr.size() % 0x1000 == 0)
    pages.ppu.extended = {state().nametable_ram.data(), chr.data(), chr.size() / 0x1000,
                          (r.chr_high & 3u) << 6};
}

bool Mmc5::movesPages(uint16_t address, uint8_t) const { return address >= 0x5100 && address < 0x5131; }

// Sound, and banks and RAM of the CPU's side.
bool Mmc5::leavesIrq(uint16_t address) const {
  return (address >= 0x5000 && address < 0x5020) || (address >= 0x5113 && address < 0x5118) || isRam(address);
}

QuietWrite Mmc5::writeQuietly(uint16_t address, uint8_t value) {
  if (!isRam(address)) return QuietWrite::Other;
  writeExRam(address, value);
  return QuietWrite::Unnoticed;
}

void Mmc5::write(uint16_t address, uint8_t value, uint64_t cycle) {
  if (address >= 0x5C00 && address < 0x6000) return writeExRam(address, value);
  if (address >= 0x5100 && address < 0x5131) return writeBanks(address, value);
  if (address >= 0x5000 && address < 0x5020) {
    runTo(cycle + 1);
    r.sound.write(address, value);
    if (listener_) r.sound.tell(listener_);
    return;
  }
  switch (address) {
    case 0x5200:
      r.split = value;
      break;
    case 0x5201:
      r.split_scroll = value;
      break;
    case 0x5202:
      r.split_bank = value;
      break;
    case 0x5203:
      r.irq_target = value;
      break;
    case 0x5204:
      r.irq_enabled = value >> 7;
      break;
    case 0x5205:
    case 0x5206:
      r.factors[address - 0x5205] = value;
      break;
    default:
      break;
  }
}

void Mmc5::writeBanks(uint16_t address, uint8_t value) {
  if (address >= 0x5113 && address <= 0x5117) {
    r.prg[address - 0x5113] = value;
  } else if (address >= 0x5120 && address <= 0x512B) {
    r.chr[address - 0x5120] = static_cast<uint16_t>((r.chr_high & 3) << 8 | value);
    r.last_set_is_b = address >= 0x5128;
    return mapChrBanks();
  }
  switch (address) {
    case 0x5100:
      r.prg_mode = value;
      break;
    case 0x5101:
      r.chr_mode = value;
      break;
    case 0x5102:
    case 0x5103:
      r.ram_protect[address - 0x5102] = value;
      break;
    case 0x5104:
      r.exram_mode = value;
      break;
    case 0x5105:
      r.nametables = value;
      break;
    case 0x5106:
      r.fill_tile = value;
      break;
    case 0x5107:
      r.fill_color = value;
      break;
    case 0x5130:
      r.chr_high = value;
      break;
    default:
      break;
  }
  map();
}

// As a nametable, ExRAM is only within the PPU's reach while it draws: the chip writes zeros otherwise.
void Mmc5::writeExRam(uint16_t address, uint8_t value) {
  const unsigned mode = r.exram_mode & 3;
  if (mode == 3) return;
  state().nametable_ram[address & 0x3FF] = mode == 2 || inFrame() ? value : uint8_t{0};
}

std::optional<uint8_t> Mmc5::peek(uint16_t address) const {
  if (address >= 0x5C00 && address < 0x6000) {
    if ((r.exram_mode & 3) < 2) return std::nullopt;
    return state().nametable_ram[address & 0x3FF];
  }
  const unsigned product = r.factors[0] * r.factors[1];
  switch (address) {
    case 0x5015:
      return r.sound.status();
    case 0x5204:
      return static_cast<uint8_t>((r.irq_pending ? 0x80 : 0) | (inFrame() ? 0x40 : 0));
    case 0x5205:
      return static_cast<uint8_t>(product);
    case 0x5206:
      return static_cast<uint8_t>(product >> 8);
    default:
      break;
  }
  if (address < 0xFF00) return std::nullopt;
  const uint8_t* page = pages.read[Pages::indexOf(address)];
  return page ? std::optional(page[address % Pages::cpu_size]) : std::nullopt;
}

// Reading the NMI vector ends the frame: that is how the chip notices vblank.
std::optional<uint8_t> Mmc5::read(uint16_t address, uint64_t) {
  const std::optional<uint8_t> byte = peek(address);
  if (address == 0x5204) r.irq_pending = 0;
  if (address == 0xFFFA || address == 0xFFFB) {
    leaveFrame();
    r.irq_pending = 0;
  }
  return byte;
}

bool Mmc5::readsPins(uint16_t address) const {
  return address == 0x5204 || address == 0xFFFA || address == 0xFFFB;
}

std::bitset<256> Mmc5::readHooks() const { return std::bitset<256>{}.set(0xFF); }

void Mmc5::ppuWritten(int reg, uint8_t value) {
  if (reg == 0 && r.tall_sprites != (value >> 5 & 1)) {
    r.tall_sprites = value >> 5 & 1;
    mapChrBanks();
  }
  if (reg == 1 && (value & 0x18) == 0) leaveFrame();
}

void Mmc5::runTo(uint64_t cycle) {
  r.cycle = std::max(r.cycle, cycle);
  r.sound.runTo(cycle, listener_);
}

bool Mmc5::inFrame() const { return r.in_frame && !isIdle(r.cycle); }

void Mmc5::leaveFrame() {
  r.in_frame = 0;
  r.same_reads = 0;
  r.last_address = 0;
}

std::unique_ptr<Board> mmc5(const BoardParts& parts) { return std::make_unique<Mmc5>(parts); }

}  // namespace jumpscope::mappers
