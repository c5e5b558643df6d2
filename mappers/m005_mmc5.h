// MMC5 (ExROM). It watches all reads of the PPU: three reads of the same nametable byte in a row begin a
// scanline. Source: NESdev "MMC5".
#pragma once

#include "mappers/board.h"
#include "mappers/mmc5_sound.h"

namespace jumpscope::mappers {

struct Mmc5Registers {
  Mmc5Sound sound;
  uint64_t cycle;                // of the last access or later
  uint64_t last_fetch;           // the CPU cycle of the PPU's last read
  std::array<uint16_t, 12> chr;  // $5120-$512B with $5130
  uint16_t last_address;         // of the PPU's last read
  uint16_t attribute_at;         // the tile of the PPU's last nametable read, in ExRAM
  std::array<uint8_t, 5> prg;    // $5113-$5117
  uint8_t prg_mode;
  uint8_t chr_mode;
  std::array<uint8_t, 2> ram_protect;
  uint8_t exram_mode;
  uint8_t nametables;
  uint8_t fill_tile;
  uint8_t fill_color;
  uint8_t chr_high;
  uint8_t last_set_is_b;  // the set of CHR registers written last
  uint8_t tall_sprites;   // bit 5 of $2000
  uint8_t split;          // $5200
  uint8_t split_scroll;
  uint8_t split_bank;
  uint8_t irq_target;
  uint8_t irq_enabled;
  uint8_t irq_pending;
  uint8_t in_frame;
  uint8_t scanline;
  uint8_t same_reads;  // reads of last_address in a row, beyond the first
  uint8_t column;      // of the tile being fetched; `next_line` and above: of the next scanline
  std::array<uint8_t, 2> factors;
  uint8_t fetches_after_tile;  // since the nametable read: attribute, two planes
  uint8_t in_split;            // that tile is one of the split
  std::array<uint8_t, 6> unused;
};

class Mmc5 final : public BoardWith<Mmc5Registers>, public Foresight {
 public:
  explicit Mmc5(const BoardParts& parts);

  void powerOn() override;
  void map() override;
  void write(uint16_t address, uint8_t value, uint64_t cycle) override;
  std::optional<uint8_t> read(uint16_t address, uint64_t cycle) override;
  std::optional<uint8_t> peek(uint16_t address) const override;
  std::bitset<256> readHooks() const override;
  bool watchesPpuWrites() const override { return true; }
  void ppuWritten(int reg, uint8_t value) override;
  void runTo(uint64_t cycle) override;
  bool listen(SoundListener* listener) override {
    listener_ = listener;
    if (listener_) r.sound.tell(listener_);
    return true;
  }
  bool irq() const override { return r.irq_pending && r.irq_enabled; }
  ppu::Watching watching() const override { return ppu::Watching::Fetches; }
  unsigned a12RisesToIrq() const override;
  uint8_t fetched(unsigned address, bool for_sprite, uint8_t byte, uint64_t clock) override;
  unsigned prgBankSize() const override { return 0x2000; }

  // What it foresees.
  Foresight& foresight() override { return *this; }
  bool readsPins(uint16_t address) const override;
  std::optional<SteadyRead> steadyRead(uint16_t address) const override;
  bool movesPages(uint16_t address, uint8_t value) const override;
  bool leavesIrq(uint16_t address) const override;
  bool readsPlainly(uint16_t address) const override { return isRam(address); }
  QuietWrite writeQuietly(uint16_t address, uint8_t value) override;
  bool drawsFromPages() const override;
  bool countsTiles(uint64_t clock) const override;
  void tilesFetched(const ppu::FetchedTiles& tiles) override;
  void linesFetched(const ppu::FetchedLines& lines) override;
  std::optional<ppu::Wiring> countedPages() const override;

 private:
  // The PPU, when it has not read for some cycles.
  bool isIdle(uint64_t cycle) const { return cycle > r.last_fetch + 3; }
  bool inFrame() const;
  unsigned linesToTarget() const;
  // ExRAM as the CPU's.
  bool isRam(uint16_t address) const {
    return address >= 0x5C00 && address < 0x6000 && (r.exram_mode & 3) >= 2;
  }
  void leaveFrame();

  void writeBanks(uint16_t address, uint8_t value);
  void writeExRam(uint16_t address, uint8_t value);
  void mapPrgBanks();
  void mapPrg8(unsigned from, uint8_t reg);
  void mapRam8(unsigned from, unsigned bank);
  void mapChrBanks();
  void mapNametables();
  void fillPages();

  void noticeScanline(unsigned address);
  void countScanlines(unsigned lines);
  uint8_t fetchedFromNametable(unsigned address, uint8_t byte);
  uint8_t fetchedPattern(unsigned address, bool for_sprite);
  // True if, within a frame, ExRAM gives each tile its patterns and palette.
  bool extendsTiles() const { return (r.exram_mode & 3) == 1; }
  bool columnIsSplit() const;
  unsigned splitLine() const;
  uint8_t chrByte(unsigned bank_of_4k, unsigned inside) const;

  SoundListener* listener_ = nullptr;
};

}  // namespace jumpscope::mappers
