// Fetches of the DMC in one step. The cycles and the outcome are the sum of those of Machine::dmaCycle().
#include "src/console/machine.h"

namespace jumpscope::console::fast {

// Memory answers the halted reads, and no chip changes an output in between: only the fetch itself may.
bool Accelerator::fetchSampleByte(uint16_t cpu_address, uint16_t repeat_address) {
  State& s = m.s;
  apu::Dmc& dmc = m.apu.chip.s.dmc;
  if (m.lockstep || !dmc.dma_halt || dmc.abort_request) return false;
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

// True if nothing comes up to this cycle but the DMC's request for a byte. Then only a read after the request is not as in
// a quiet cycle: the fetch goes before it.
bool Accelerator::onlyFetchIsDue(uint64_t cycle) const {
  return deadline == m.apu.fetchDue() && deadline != 0 && m.apu.nextOther() > cycle + 1 &&
         m.board_due > cycle + 2 && m.ppu_due >= (cycle + 2) * m.cpu_clocks;
}

// When the byte is read if the fetch holds the CPU from `cycle` on.
uint64_t Accelerator::getCycleOfFetch(uint64_t cycle) const {
  return cycle + (apu::isPutCycle(m.apu.chip.s, cycle) ? 3 : 2);
}

void Accelerator::takeSampleByte(uint64_t get, uint8_t byte) {
  m.apu.fetch(get, byte);
  m.s.cpu.haltedCycle();
  findDeadline();
}

// The fetch before a read in `cycle`. Returns the cycle in which the CPU reads; 0: the fetch has to go cycle by cycle.
// Precondition: onlyFetchIsDue(cycle).
uint64_t Accelerator::fetchBeforeRead(uint64_t cycle, uint16_t cpu_address, uint16_t repeat_address) {
  State& s = m.s;
  const uint64_t get = getCycleOfFetch(cycle);
  const uint16_t address = m.apu.fetchAddress();
  const uint8_t* const sample = read_page[address >> 8];
  if (!sample || !onlyFetchIsDue(get + 1)) return 0;
  if (read_page[cpu_address >> 8] && read_page[repeat_address >> 8]) {
    s.data_bus = s.internal_bus = sample[address & 0xFF];
  } else {
    // In the get cycle the port's register is another one.
    const bool port = (cpu_address & 0xFFFE) == 0x4016 && cpu_address == repeat_address;
    if (!port || m.senses_light || (address & 0x1F) == (sound_status & 0x1F)) return 0;
    for (s.cycle = cycle; s.cycle < get; ++s.cycle) m.busRead(cpu_address, cpu_address);
    m.busRead(address, cpu_address);
  }
  takeSampleByte(get, s.data_bus);
  return get + 1;
}

}  // namespace jumpscope::console::fast
