#include "mappers/board.h"

#include <algorithm>
#include <cstdlib>

namespace jumpscope::mappers {
namespace {

constexpr unsigned chr_page = 0x400;

// The offset, in memory of `total` bytes, of byte `inside` of a bank of `size` bytes. Memory smaller than a
// bank repeats in it. Nearly always nothing has to be divided, which takes long where banks are switched all the time.
size_t bankOffset(size_t total, unsigned size, int bank, unsigned inside) {
  const size_t offset = static_cast<size_t>(std::abs(bank)) * size;
  if (bank >= 0 && offset + size <= total) return offset + inside;
  const bool whole = (size & (size - 1)) == 0 && (total & (size - 1)) == 0;
  if (bank < 0 && whole && offset <= total) return total - offset + inside;
  const int count = static_cast<int>(std::max<size_t>(1, (total + size - 1) / size));
  const int wrapped = ((bank % count) + count) % count;
  return (static_cast<size_t>(wrapped) * size + inside) % total;
}

// Memory that is larger than a page ends with a whole one.
uint32_t inPages(uint32_t bytes) {
  return bytes < Pages::cpu_size ? bytes : (bytes + Pages::cpu_size - 1) / Pages::cpu_size * Pages::cpu_size;
}

}  // namespace

Board::Board(const BoardParts& parts, uint32_t ram_size) : parts_(parts) {
  const Cartridge& c = parts.cartridge;
  sizePrgRam(inPages(c.sizes_known ? c.prg_ram_size + c.prg_nvram_size : ram_size));
  sizeChrRam(c.chr_is_ram ? std::max<uint32_t>(0x2000, c.chr_ram_size + c.chr_nvram_size) : 0);
  sizeNametableRam(c.mirroring == Mirroring::FourScreen ? 0x800 : 0);
}

Foresight& Board::foresight() {
  static struct ForeseesNothing final : Foresight {
  } nothing;
  return nothing;
}

std::optional<uint8_t> Board::read(uint16_t address, uint64_t) { return peek(address); }
std::optional<uint8_t> Board::peek(uint16_t) const { return std::nullopt; }

std::optional<uint32_t> Board::prgOffset(uint16_t address) const {
  if (address < Pages::cpu_start) return std::nullopt;
  const uint8_t* page = pageAt(address);
  const std::vector<uint8_t>& prg = cartridge().prg;
  if (std::less<>{}(page, prg.data()) || !std::less<>{}(page, prg.data() + prg.size())) return std::nullopt;
  return static_cast<uint32_t>(page - prg.data()) + address % Pages::cpu_size;
}

std::optional<uint32_t> Board::ramOffset(uint16_t address) const {
  if (address < Pages::cpu_start || readHooks()[address >> 8]) return std::nullopt;
  const uint8_t* page = pages.read[Pages::indexOf(address)];
  const std::vector<uint8_t>& ram = parts_.state.prg_ram;
  if (page != pages.write[Pages::indexOf(address)] || std::less<>{}(page, ram.data()) ||
      !std::less<>{}(page, ram.data() + ram.size()))
    return std::nullopt;
  return static_cast<uint32_t>(page - ram.data()) + address % Pages::cpu_size;
}

std::optional<unsigned> Board::prgBank(uint16_t address) const {
  if (cartridge().prg.size() <= 0x8000 && prgBankSize() >= 0x8000) return std::nullopt;
  const std::optional<uint32_t> offset = prgOffset(address);
  if (!offset) return std::nullopt;
  return *offset / prgBankSize();
}

void Board::mapPrg(unsigned from, unsigned size, int bank) {
  const std::vector<uint8_t>& prg = cartridge().prg;
  const size_t first = bankOffset(prg.size(), size, bank, 0), index = Pages::indexOf(from);
  const size_t count = size / Pages::cpu_size;
  std::fill_n(&pages.write[index], count, nullptr);
  forgetTinyRam(index, count);
  if (first + size <= prg.size()) {
    for (size_t n = 0; n < count; ++n) pages.read[index + n] = prg.data() + first + n * Pages::cpu_size;
  } else {
    for (unsigned n = 0; n < count; ++n)
      pages.read[index + n] = prg.data() + bankOffset(prg.size(), size, bank, n * Pages::cpu_size);
  }
}

void Board::mapPrgRam(unsigned from, unsigned size, int bank, bool readable, bool writable) {
  std::vector<uint8_t>& ram = state().prg_ram;
  const bool tiny = !ram.empty() && ram.size() < Pages::cpu_size;
  for (unsigned inside = 0; inside < size; inside += Pages::cpu_size) {
    uint8_t* page = ram.empty() || tiny ? nullptr : ram.data() + bankOffset(ram.size(), size, bank, inside);
    const size_t index = Pages::indexOf(from + inside);
    pages.read[index] = readable ? page : nullptr;
    pages.write[index] = writable ? page : nullptr;
    pages.reads_tiny_ram[index] = tiny && readable;
    pages.writes_tiny_ram[index] = tiny && writable;
  }
}

void Board::forgetTinyRam(size_t first_page, size_t count) {
  if ((pages.reads_tiny_ram | pages.writes_tiny_ram).none()) return;
  for (size_t index = first_page; index < first_page + count; ++index) {
    pages.reads_tiny_ram[index] = false;
    pages.writes_tiny_ram[index] = false;
  }
}

void Board::unmapPrg(unsigned from, unsigned size) {
  forgetTinyRam(Pages::indexOf(from), size / Pages::cpu_size);
  for (unsigned inside = 0; inside < size; inside += Pages::cpu_size) {
    const size_t index = Pages::indexOf(from + inside);
    pages.read[index] = nullptr;
    pages.write[index] = nullptr;
  }
}

void Board::mapChr(unsigned from, unsigned size, int bank) {
  if (cartridge().chr_is_ram) return mapChrRam(from, size, bank);
  const std::vector<uint8_t>& chr = cartridge().chr;
  for (unsigned inside = 0; inside < size; inside += chr_page) {
    const size_t index = (from + inside) / chr_page;
    pages.ppu.chr[index] = pages.ppu.sprite_chr[index] =
        chr.data() + bankOffset(chr.size(), size, bank, inside);
    pages.ppu.chr_writable[index] = nullptr;
  }
}

void Board::mapChrRam(unsigned from, unsigned size, int bank) {
  std::vector<uint8_t>& ram = state().chr_ram;
  for (unsigned inside = 0; inside < size; inside += chr_page) {
    const size_t index = (from + inside) / chr_page;
    uint8_t* page = ram.data() + bankOffset(ram.size(), size, bank, inside);
    pages.ppu.chr[index] = pages.ppu.sprite_chr[index] = pages.ppu.chr_writable[index] = page;
  }
}

void Board::mapSpriteChr(unsigned from, unsigned size, int bank) {
  const bool ram = cartridge().chr_is_ram;
  const std::vector<uint8_t>& chr = ram ? state().chr_ram : cartridge().chr;
  for (unsigned inside = 0; inside < size; inside += chr_page)
    pages.ppu.sprite_chr[(from + inside) / chr_page] =
        chr.data() + bankOffset(chr.size(), size, bank, inside);
}

void Board::mapCiram(unsigned index, unsigned page) {
  uint8_t* bytes = parts_.ciram.data() + (page & 1) * 0x400;
  pages.ppu.nametable[index] = {bytes, bytes, static_cast<uint8_t>(page & 1)};
}

void Board::mapNametableRam(unsigned index, unsigned page) {
  std::vector<uint8_t>& ram = state().nametable_ram;
  uint8_t* bytes = ram.data() + page * size_t{0x400} % ram.size();
  pages.ppu.nametable[index] = {bytes, bytes,
                                page < 2 ? static_cast<uint8_t>(2 + page) : ppu::NametablePage::uncached};
}

void Board::mapNametableRom(unsigned index, unsigned page) {
  const std::vector<uint8_t>& chr = chrBytes();
  pages.ppu.nametable[index] = {chr.data() + bankOffset(chr.size(), chr_page, static_cast<int>(page), 0),
                                nullptr, ppu::NametablePage::uncached};
}

// Named after the way the picture repeats: vertical mirroring has its two different tables side by side.
void Board::mirrorVertically() {
  for (unsigned i = 0; i < 4; ++i) mapCiram(i, i & 1);
}
void Board::mirrorHorizontally() {
  for (unsigned i = 0; i < 4; ++i) mapCiram(i, i >> 1);
}
void Board::mirrorOnePage(unsigned page) {
  for (unsigned i = 0; i < 4; ++i) mapCiram(i, page);
}
void Board::mirrorAsSoldered() {
  switch (cartridge().mirroring) {
    case Mirroring::Vertical:
      return mirrorVertically();
    case Mirroring::Horizontal:
      return mirrorHorizontally();
    case Mirroring::FourScreen:
      for (unsigned i = 0; i < 2; ++i) {
        mapCiram(i, i);
        mapNametableRam(2 + i, i);
      }
      return;
  }
}

uint8_t Board::conflicting(uint16_t address, uint8_t value) const {
  if (address < Pages::cpu_start) return value;
  const uint8_t* page = pages.read[Pages::indexOf(address)];
  return page ? value & page[address % Pages::cpu_size] : value;
}

}  // namespace jumpscope::mappers
