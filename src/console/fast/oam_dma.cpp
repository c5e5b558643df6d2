// The whole of OAM DMA in one step, which nothing disturbs while the picture chip is idle but fetches of the
// DMC. The cycles and the outcome are the sum of those of Machine::dmaCycle().
#include <algorithm>

#include "src/console/machine.h"

namespace jumpscope::console::fast {

namespace {

constexpr unsigned bytes = 256;
constexpr uint64_t longest_dma = 514;
// So many fall into it: two byte ends, 400 cycles apart or more, and the first of a sample. Each lasts four cycles or less.
constexpr unsigned most_fetches = 3;
constexpr uint64_t longest_fetches = 4 * most_fetches;

}  // namespace

// The next cycle, or several pairs of get and put in which no chip changes an output. Returns whether the last
// byte was written; Machine::s.cycle is then the cycle of that write, and otherwise the next one. No interrupt line falls
// meanwhile: what rises is sampled at the end.
bool Accelerator::copySomeBytes(uint16_t cpu_address) {
  State& s = m.s;
  OamDma& oam = s.dma;
  apu::Dmc& dmc = m.apu.chip.s.dmc;
  const bool put = m.apu.putCycle();
  const bool fetching = m.apu.dmaRequested();
  const uint64_t pairs = std::min<uint64_t>(bytes - oam.index, (m.apu.nextEvent() - s.cycle) / 2);
  if (!put && !oam.first_cycle && !oam.halt && !fetching && pairs > 0) {
    dmc.dma_halt = false;
    oam.loaded = true;
    oam.index = static_cast<uint8_t>(oam.index + pairs);
    s.cycle += 2 * pairs - 1;
    if (oam.index == 0) return true;
  } else {
    if (oam.first_cycle && !put) oam.halt = true;
    oam.first_cycle = false;
    if (put && !oam.halt && oam.loaded && ++oam.index == 0) return true;
    if (!put) {
      if (fetching && !dmc.dma_halt) {
        m.apu.dmaDeliver(m.busRead(m.apu.dmaAddress(), cpu_address));
        oam.loaded = false;
      } else if (!oam.halt) {
        oam.loaded = true;
      }
      dmc.dma_halt = oam.halt = false;
    }
  }
  m.apu.advanceTo(++s.cycle);
  return false;
}

// True if memory answers the next fetches of the DMC: elsewhere they read what was on the bus, which nobody keeps here.
bool Accelerator::samplesAreInMemory() const {
  const uint16_t next = m.apu.fetchAddress(), again = m.apu.chip.s.dmc.sample_address;
  for (const uint16_t first : {next, again})
    for (unsigned address = first; address < first + most_fetches; ++address)
      if (!read_page[(address & 0x7FFF) >> 8 | 0x80]) return false;
  return true;
}

bool Accelerator::copyPageToOam(uint16_t cpu_address) {
  State& s = m.s;
  const uint8_t* page = read_page[s.dma.page];
  if (m.lockstep || !page || !read_page[cpu_address >> 8]) return false;
  uint64_t longest = longest_dma + 1;
  if (m.apu.dmaRequested() || m.apu.nextEvent() <= s.cycle + longest) {
    if (!samplesAreInMemory()) return false;
    longest += longest_fetches;
  }
  if (m.board_due <= s.cycle + longest) return false;
  m.ppu.runTo(m.now());
  m.ppu_due = 0;
  if (!m.ppu.idleUntil(m.now() + longest * m.cpu_clocks)) return false;
  status_until = 0;
  while (!copySomeBytes(cpu_address)) {
  }
  m.ppu.loadOam(page, m.now());
  s.data_bus = s.internal_bus = s.dma.data = page[bytes - 1];
  s.dma.active = s.dma.loaded = false;
  m.finishCycle();
  s.cpu.haltedCycle();
  return true;
}

}  // namespace jumpscope::console::fast
