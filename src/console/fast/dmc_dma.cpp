// A fetch of the DMC in one step. The cycles and the outcome are the sum of those of Machine::dmaCycle().
#include "src/console/machine.h"

namespace jumpscope::console::fast {

// Memory answers the halted reads, and no chip changes an output in between: only the fetch itself may.
bool Accelerator::fetchSampleByte(uint16_t cpu_address, uint16_t repeat_address) {
  State& s = m.s;
  apu::Dmc& dmc = m.apu.chip.s.dmc;
  if (m.lockstep || s.dma.active || !dmc.dma_halt || dmc.abort_request) return false;
  const uint8_t* sample = read_page[dmc.address >> 8];
  if (!sample || !read_page[cpu_address >> 8] || !read_page[repeat_address >> 8]) return false;
  // A halted cycle, one to wait for the next put cycle where that is not it, a dummy one; the get cycle reads.
  const uint64_t get = s.cycle + (m.apu.putCycle() ? 3 : 2);
  if (m.linesMoved() || m.apu.nextEvent() <= get || m.board_due <= get ||
      m.ppu_due <= (get + 1) * m.cpu_clocks)
    return false;
  s.cycle = get;
  m.apu.advanceTo(get);
  s.data_bus = s.internal_bus = sample[dmc.address & 0xFF];
  m.apu.dmaDeliver(s.data_bus);
  dmc.dma_halt = false;
  m.finishCycle();
  s.cpu.haltedCycle();
  return true;
}

}  // namespace jumpscope::console::fast
