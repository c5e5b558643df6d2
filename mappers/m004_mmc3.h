// MMC3, for the boards that are one with other wires: those override how banks are mapped.
#pragma once

#include "mappers/a12_counter.h"
#include "mappers/board.h"

namespace jumpscope::mappers {

struct Mmc3Registers {
  A12Counter irq;
  uint8_t select;                // $8000: which bank register $8001 writes, and the two modes
  std::array<uint8_t, 8> banks;  // R0-R7
  uint8_t mirroring;             // $A000
  uint8_t ram_control;           // $A001
  std::array<uint8_t, 5> unused;
};

class Mmc3 : public BoardWith<Mmc3Registers>, public Foresight {
 public:
  explicit Mmc3(const BoardParts& parts);

  void powerOn() override;
  void map() override;
  void write(uint16_t address, uint8_t value, uint64_t cycle) override;
  Foresight& foresight() override { return *this; }
  QuietWrite writeQuietly(uint16_t address, uint8_t value) override;
  bool movesPages(uint16_t address, uint8_t value) const override;
  bool leavesIrq(uint16_t address) const override { return address < 0xC000; }
  bool irq() const override { return r.irq.pending; }
  ppu::Watching watching() const override { return ppu::Watching::A12; }
  unsigned a12RisesToIrq() const override { return r.irq.countsToPending(revision_); }
  void a12Changed(bool high, uint64_t clock) override {
    r.irq.a12Changed(high, clock, cpuClocks(), revision_);
  }
  void a12RoseEachLine(unsigned lines, uint64_t first_rise, uint64_t line_clocks,
                       uint64_t high_clocks) override {
    r.irq.countLines(lines, first_rise + (lines - 1) * line_clocks + high_clocks, revision_);
  }
  unsigned prgBankSize() const override { return 0x2000; }

 protected:
  // The bank that the chip puts on its CHR lines for 1 KiB at 1 KiB * `slot`.
  int chrBank(unsigned slot) const;
  // The bank that the chip puts on its PRG lines for 8 KiB at $8000 + 8 KiB * `slot`; negative from the end.
  int prgBank8(unsigned slot) const;

  void mapBank(unsigned bank);
  QuietWrite writeCounter(uint16_t address, uint8_t value);
  void mapPrgBanks();
  void mapChrBanks();
  // What the chip puts on its lines for one slot has changed.
  void mapPrgSlot(unsigned slot) { mapPrg(0x8000 + slot * 0x2000, 0x2000, prgBank8(slot)); }
  virtual void mapChrSlot(unsigned slot) { mapChr(slot * 0x400, 0x400, chrBank(slot)); }
  virtual void mapMirroring();
  virtual void mapRam();

 private:
  const A12Counter::Revision revision_;
};

}  // namespace jumpscope::mappers
