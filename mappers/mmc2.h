// MMC2 and MMC4: reading certain bytes of the tiles $FD and $FE switches CHR-ROM. Source: NESdev "MMC2",
// "MMC4".
#pragma once

#include "mappers/board.h"

namespace jumpscope::mappers {

struct Mmc2Registers {
  uint8_t prg;
  std::array<std::array<uint8_t, 2>, 2> chr;  // of pattern table 0 and 1: with its latch at $FD and at $FE
  std::array<uint8_t, 2> latch;               // of each pattern table: 0 for $FD, 1 for $FE
  uint8_t mirroring;
};

class Mmc2Family : public BoardWith<Mmc2Registers>, public Foresight {
 public:
  using BoardWith::BoardWith;

  void map() override {
    mapPrgRam(0x6000, 0x2000, 0);
    mapPrgBanks();
    for (unsigned table = 0; table < 2; ++table) mapTable(table);
    mapMirroring();
  }
  void write(uint16_t address, uint8_t value, uint64_t) override {
    if (address < 0xA000) return;
    switch (address >> 12) {
      case 0xA:
        r.prg = value;
        mapPrgBanks();
        break;
      case 0xF:
        r.mirroring = value;
        mapMirroring();
        break;
      default: {
        const unsigned reg = (address >> 12) - 0xBu;
        r.chr[reg >> 1][reg & 1] = value;
        mapTable(reg >> 1);
        break;
      }
    }
  }
  ppu::Watching watching() const override { return ppu::Watching::Fetches; }
  // The latch changes when the read is over: the byte itself is of the bank before.
  uint8_t fetched(unsigned address, bool, uint8_t byte, uint64_t) override {
    if (address >= 0x2000) return byte;
    const unsigned tile = address & 0x0FF8;
    if ((tile == 0x0FD8 || tile == 0x0FE8) && latches(address)) latch(address >> 12, tile == 0x0FE8);
    return byte;
  }
  Foresight& foresight() override { return *this; }
  bool drawsFromPages() const override { return true; }
  const ppu::TileSet& watchedTiles() const override {
    static const ppu::TileSet both = ppu::TileSet().set(0xFD).set(0xFE);
    return both;
  }
  bool watchesTilesAlone() const override { return true; }
  bool changesWith(unsigned address) const override {
    return latches(address) && (r.latch[address >> 12] & 1) != ((address & 0x0FF8) == 0x0FE8);
  }

 protected:
  virtual void mapPrgBanks() = 0;
  // True if reading this address, of the upper plane of tile $FD or $FE, sets the latch of its pattern table.
  virtual bool latches(unsigned address) const = 0;

 private:
  void latch(unsigned table, bool at_fe) {
    if ((r.latch[table] & 1) == at_fe) return;
    r.latch[table] = at_fe;
    mapTable(table);
    moved = &pages.ppu;
  }
  void mapTable(unsigned table) { mapChr(table * 0x1000, 0x1000, r.chr[table][r.latch[table] & 1] & 0x1F); }
  void mapMirroring() {
    if (r.mirroring & 1)
      mirrorHorizontally();
    else
      mirrorVertically();
  }
};

}  // namespace jumpscope::mappers
