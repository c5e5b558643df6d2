// Direct memory access: the OAM copy that $4014 begins, and the DMC's fetches.
#include "src/console/machine.h"

namespace jumpscope::console {

// One cycle in which the CPU is halted. Get cycles read, put cycles write; a DMC fetch goes before an OAM
// read, and an OAM write before anything. In a cycle that neither uses, the CPU's own read stays on the
// bus. Source: NESdev "DMA"; AccuracyCoin's DMA tests.
void Machine::dmaCycle(uint16_t cpu_address) {
  const bool put = apu.putCycle();
  const bool dmc = apu.dmaRequested();
  OamDma& oam = s.dma;
  if (oam.active && oam.first_cycle) {
    oam.first_cycle = false;
    if (!put) oam.halt = true;
  }
  if (put) {
    if (oam.active && !oam.halt && oam.loaded) {
      busWrite(0x2004, oam.data);
      if (++oam.index == 0) {
        oam.active = false;
        oam.loaded = false;
      }
    } else {
      busRead(cpu_address, cpu_address);
    }
    return;
  }
  if (dmc && !apu.chip.s.dmc.dma_halt) {
    apu.dmaDeliver(busRead(apu.dmaAddress(), cpu_address));
    oam.loaded = false;
  } else if (oam.active && !oam.halt) {
    oam.loaded = true;
    oam.data = busRead(static_cast<uint16_t>(oam.page << 8 | oam.index), cpu_address);
  } else {
    busRead(cpu_address, cpu_address);
  }
  apu.chip.s.dmc.dma_halt = false;
  oam.halt = false;
}

}  // namespace jumpscope::console
