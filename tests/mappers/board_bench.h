// A board on a synthetic cartridge: every 2 KiB of PRG-ROM and every 1 KiB of CHR-ROM is full of its own
// number.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mappers/board.h"

namespace jumpscope::tests {

struct BoardSpec {
  int mapper = 0;
  int submapper = 0;
  unsigned prg_kib = 256;
  unsigned chr_kib = 128;  // of ROM; 0: CHR-RAM
  unsigned prg_ram_kib = 8;
  unsigned chr_ram_kib = 0;
  mappers::Mirroring mirroring = mappers::Mirroring::Vertical;
  mappers::Format format = mappers::Format::Nes20;
  bool battery = false;
  unsigned prg_nvram_kib = 0;
  unsigned prg_ram_bytes = 0;  // besides prg_ram_kib
};

mappers::Cartridge makeCartridge(const BoardSpec& spec);

// The bus cycles count from 1; each write takes one.
class BoardBench {
 public:
  explicit BoardBench(const BoardSpec& spec);
  BoardBench(const BoardBench&) = delete;

  mappers::Cartridge cartridge;
  mappers::BoardState state;
  alignas(8) std::array<uint8_t, 0x800> ciram{};
  Bits<14> ppu_address;  // on the picture chip's pins
  std::unique_ptr<mappers::Board> board;
  uint64_t cycle = 1;

  mappers::Board* operator->() { return board.get(); }

  // As the CPU does it: a page takes the write, or the board.
  void write(unsigned address, unsigned value);
  std::optional<uint8_t> read(unsigned address);
  std::optional<uint8_t> peek(unsigned address) const;

  // The number of the PRG bank of `kib` KiB that answers at `address`, which begins there; -1: no ROM, or not
  // the beginning of a bank.
  int prg(unsigned address, unsigned kib) const;
  // Banks of `kib` KiB at $8000, one digit or letter each: "01EF".
  std::string prgBanks(unsigned kib) const;
  // The same on the PPU's bus, RAM included.
  int chr(unsigned address, unsigned kib) const;
  int spriteChr(unsigned address, unsigned kib) const;
  bool chrIsRam(unsigned address) const { return board->pages.ppu.chr_writable[address >> 10] != nullptr; }
  // The pages of the four nametables: "0101". 0 and 1 are CIRAM, 2 and 3 RAM of the board, R is ROM.
  std::string nametables() const;
  // PRG-RAM at $6000: "rw", "r-", "-w" or "--".
  std::string ram(unsigned address = 0x6000) const;
  // What a register write at `address` conflicts with.
  void setRom(unsigned address, unsigned value);

  // Runs until irq(), at most `cycles`; how many cycles that took, or -1.
  int cyclesToIrq(int cycles);
  // One scanline of a picture with background at $0000 and sprites at $1000: address line 12 rises once.
  void scanline();
  int scanlinesToIrq(int lines);

  // Everything that pages say, without addresses of this process. For comparisons.
  std::string describe() const;
};

}  // namespace jumpscope::tests
