// The bus of a CPU that runs cycle by cycle. Private to src/console.
#pragma once

#include "src/console/machine.h"

namespace jumpscope::console {

// Every access brings the interrupt lines up to date, and DMA may hold the CPU.
struct CycleBus {
  Machine& m;

  uint8_t read(uint16_t address, cpu6502::Access kind) { return read(address, kind, address); }
  uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    m.beginCycle();
    while (m.dmaWanted()) {
      if (!passDma(address, repeat_address)) {
        m.dmaCycle(address);
        m.finishCycle();
        m.s.cpu.haltedCycle();
      }
      m.beginCycle();
      address = repeat_address;
    }
    const uint8_t value = m.busRead(address, address);
    m.finishCycle();
    return value;
  }
  void write(uint16_t address, uint8_t value, cpu6502::Access) {
    m.beginCycle();
    if (m.isWatched(address)) m.noteWrite(address, value);
    m.busWrite(address, value);
    m.finishCycle();
    if (m.goesToBoard(address)) m.boardWrite(address, value);
  }
  bool mayContinue() { return false; }

 private:
  // Several cycles of DMA at once.
  bool passDma(uint16_t address, uint16_t repeat_address) {
    const OamDma& oam = m.s.dma;
    if (oam.active) return oam.first_cycle && m.accelerator.copyPageToOam(address);
    return m.accelerator.fetchSampleByte(address, repeat_address);
  }
};

}  // namespace jumpscope::console
