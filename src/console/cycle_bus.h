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
      if (!m.accelerator.copyPageToOam(address) && !m.accelerator.fetchSampleByte(address, repeat_address)) {
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
};

}  // namespace jumpscope::console
