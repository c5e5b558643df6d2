#include "tests/mappers/board_bench.h"

#include <functional>

namespace jumpscope::tests {
namespace {

constexpr unsigned prg_unit = 0x800, chr_unit = 0x400;

std::vector<uint8_t> numbered(size_t size, unsigned unit) {
  std::vector<uint8_t> bytes(size);
  for (size_t i = 0; i < size; ++i) {
    const size_t number = i / unit;
    bytes[i] = static_cast<uint8_t>(i % 2 == 0 ? number : number >> 8);
  }
  return bytes;
}

bool lies(const uint8_t* byte, const std::vector<uint8_t>& in) {
  return !std::less<>{}(byte, in.data()) && std::less<>{}(byte, in.data() + in.size());
}

// The bank of `size` bytes that begins at `byte`; -1: none does.
int bankOf(const uint8_t* byte, const std::vector<uint8_t>& in, unsigned size) {
  if (!lies(byte, in)) return -1;
  const size_t offset = static_cast<size_t>(byte - in.data());
  return offset % size == 0 ? static_cast<int>(offset / size) : -1;
}

char digit(int number) {
  if (number < 0) return '-';
  return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 36];
}

}  // namespace

mappers::Cartridge makeCartridge(const BoardSpec& spec) {
  mappers::Cartridge c;
  c.name = "synthetic";
  c.format = spec.format;
  c.mapper = spec.mapper;
  c.submapper = spec.submapper;
  c.board = mappers::boardName(spec.mapper);
  c.mirroring = spec.mirroring;
  c.battery = spec.battery;
  c.prg = numbered(spec.prg_kib * size_t{1024}, prg_unit);
  c.chr = numbered(spec.chr_kib * size_t{1024}, chr_unit);
  c.chr_is_ram = spec.chr_kib == 0;
  c.prg_ram_size = spec.prg_ram_kib * 1024 + spec.prg_ram_bytes;
  c.prg_nvram_size = spec.prg_nvram_kib * 1024;
  c.sizes_known = spec.format == mappers::Format::Nes20;
  c.chr_ram_size = spec.chr_ram_kib * 1024;
  return c;
}

BoardBench::BoardBench(const BoardSpec& spec) : cartridge(makeCartridge(spec)) {
  board = mappers::makeBoard({cartridge, state, ciram, 12, &ppu_address});
  board->powerOn();
}

void BoardBench::write(unsigned address, unsigned value) {
  board->runTo(cycle + 1);
  uint8_t* page =
      address >= mappers::Pages::cpu_start ? board->pages.write[mappers::Pages::indexOf(address)] : nullptr;
  if (page)
    page[address % mappers::Pages::cpu_size] = static_cast<uint8_t>(value);
  else if (uint8_t* byte = board->writeTinyRam(static_cast<uint16_t>(address)))
    *byte = static_cast<uint8_t>(value);
  else
    board->write(static_cast<uint16_t>(address), static_cast<uint8_t>(value), cycle);
  ++cycle;
}

std::optional<uint8_t> BoardBench::read(unsigned address) {
  if (address >= mappers::Pages::cpu_start && !board->readHooks()[address >> 8]) {
    const uint8_t* page = board->pages.read[mappers::Pages::indexOf(address)];
    if (page) return page[address % mappers::Pages::cpu_size];
  }
  if (const uint8_t* byte = board->readTinyRam(static_cast<uint16_t>(address))) return *byte;
  board->runTo(cycle);
  const std::optional<uint8_t> byte = board->read(static_cast<uint16_t>(address), cycle);
  ++cycle;
  return byte;
}

std::optional<uint8_t> BoardBench::peek(unsigned address) const {
  return board->peek(static_cast<uint16_t>(address));
}

int BoardBench::prg(unsigned address, unsigned kib) const {
  const uint8_t* page = board->pages.read[mappers::Pages::indexOf(address)];
  return page ? bankOf(page + address % mappers::Pages::cpu_size, cartridge.prg, kib * 1024) : -1;
}

std::string BoardBench::prgBanks(unsigned kib) const {
  std::string banks;
  for (unsigned address = 0x8000; address < 0x10000; address += kib * 1024) banks += digit(prg(address, kib));
  return banks;
}

int BoardBench::chr(unsigned address, unsigned kib) const {
  const uint8_t* byte = board->pages.ppu.chr[address >> 10];
  return bankOf(byte, lies(byte, state.chr_ram) ? state.chr_ram : cartridge.chr, kib * 1024);
}

int BoardBench::spriteChr(unsigned address, unsigned kib) const {
  const uint8_t* byte = board->pages.ppu.sprite_chr[address >> 10];
  return bankOf(byte, lies(byte, state.chr_ram) ? state.chr_ram : cartridge.chr, kib * 1024);
}

std::string BoardBench::nametables() const {
  std::string pages;
  for (const auto& table : board->pages.ppu.nametable) {
    if (table.bytes == ciram.data() || table.bytes == ciram.data() + 0x400)
      pages += digit(static_cast<int>((table.bytes - ciram.data()) / 0x400));
    else if (lies(table.bytes, state.nametable_ram))
      pages += digit(2 + static_cast<int>((table.bytes - state.nametable_ram.data()) / 0x400));
    else
      pages += 'R';
  }
  return pages;
}

std::string BoardBench::ram(unsigned address) const {
  const size_t index = mappers::Pages::indexOf(address);
  return std::string(lies(board->pages.read[index], state.prg_ram) ? "r" : "-") +
         (board->pages.write[index] ? "w" : "-");
}

void BoardBench::setRom(unsigned address, unsigned value) {
  cartridge.prg[board->prgOffset(static_cast<uint16_t>(address)).value()] = static_cast<uint8_t>(value);
}

int BoardBench::cyclesToIrq(int cycles) {
  for (int i = 0; i <= cycles; ++i) {
    board->runTo(cycle);
    if (board->irq()) return i;
    ++cycle;
  }
  return -1;
}

void BoardBench::scanline() {
  board->runTo(cycle);
  board->a12Changed(true, (cycle + 90) * 12);
  board->a12Changed(false, (cycle + 100) * 12);
  cycle += 114;
  board->runTo(cycle);
}

int BoardBench::scanlinesToIrq(int lines) {
  for (int i = 0; i <= lines; ++i) {
    if (board->irq()) return i;
    scanline();
  }
  return -1;
}

std::string BoardBench::describe() const {
  std::string text;
  const auto place = [&](const uint8_t* byte) -> std::string {
    if (!byte) return "-";
    const std::pair<const char*, const std::vector<uint8_t>*> memories[] = {{"prg", &cartridge.prg},
                                                                            {"chr", &cartridge.chr},
                                                                            {"ram", &state.prg_ram},
                                                                            {"chr-ram", &state.chr_ram},
                                                                            {"nt-ram", &state.nametable_ram}};
    for (const auto& [name, memory] : memories)
      if (lies(byte, *memory)) return name + ("+" + std::to_string(byte - memory->data()));
    if (!std::less<>{}(byte, ciram.data()) && std::less<>{}(byte, ciram.data() + ciram.size()))
      return "ciram+" + std::to_string(byte - ciram.data());
    return "fixed";
  };
  const mappers::Pages& p = board->pages;
  for (size_t i = 0; i < mappers::Pages::cpu_count; ++i)
    text += place(p.read[i]) + "/" + place(p.write[i]) + " ";
  text += p.reads_tiny_ram.to_string() + "/" + p.writes_tiny_ram.to_string() + " ";
  for (size_t i = 0; i < 8; ++i)
    text += place(p.ppu.chr[i]) + "/" + place(p.ppu.sprite_chr[i]) + "/" + place(p.ppu.chr_writable[i]) + " ";
  for (const auto& table : p.ppu.nametable) text += place(table.bytes) + "/" + place(table.writable) + " ";
  return text;
}

}  // namespace jumpscope::tests
