// The whole of OAM DMA in one step, which nothing disturbs while the picture chip is idle and the DMC wants
// no byte. The cycles and the outcome are the sum of those of Machine::dmaCycle().
#include "src/console/machine.h"

namespace jumpscope::console::fast {

bool Accelerator::copyPageToOam(uint16_t cpu_address) {
  constexpr uint64_t longest_dma = 514;
  State& s = m.s;
  const uint8_t* page = read_page[s.dma.page];
  if (m.lockstep || !s.dma.first_cycle || !page || !read_page[cpu_address >> 8]) return false;
  const uint64_t end = s.cycle + longest_dma + 1;
  if (m.apu.dmaRequested() || m.apu.nextEvent() <= end || m.board_due <= end) return false;
  m.ppu.runTo(m.now());
  m.ppu_due = 0;
  if (!m.ppu.idleUntil(m.now() + (longest_dma + 1) * m.cpu_clocks)) return false;
  const uint64_t cycles = m.apu.putCycle() ? longest_dma - 1 : longest_dma;
  m.ppu.loadOam(page, m.now() + (cycles - 1) * m.cpu_clocks);
  s.data_bus = s.internal_bus = s.dma.data = page[255];
  s.dma.active = s.dma.first_cycle = s.dma.loaded = s.dma.halt = false;
  s.dma.index = 0;
  m.apu.chip.s.dmc.dma_halt = false;
  s.cycle += cycles - 1;
  m.finishCycle();
  s.cpu.haltedCycle();
  return true;
}

}  // namespace jumpscope::console::fast
