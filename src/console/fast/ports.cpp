// The 2A03's own registers in a cycle in which no chip changes an output. The picture chip and the board stay
// behind; the pads and the sound chip bring themselves to the present.
#include "src/console/machine.h"

namespace jumpscope::console::fast {

// Precondition: isQuiet(cycle), and no device senses light.
uint8_t Accelerator::readPad(uint64_t cycle, uint8_t data_bus, size_t port) {
  State& s = m.s;
  Controllers& c = s.controllers;
  // Whether the first cycle was a get cycle matters only to a strobe.
  runControllersTo(c, cycle, c.strobe && !apu::isPutCycle(m.apu.chip.s, c.cycle));
  s.cycle = cycle + 1;
  uint8_t bits;
  if (m.only_pads) {
    noteRead(c, port);
    bits = c.pads[port].shift & 1;
  } else {
    bits = readPort(c, port, cycle * m.cpu_clocks);
  }
  return s.data_bus = s.internal_bus = static_cast<uint8_t>((data_bus & 0xE0) | bits);
}

// Whether a read in cycle Machine::s.cycle needs no more than Machine::busRead() and leaves `deadline` valid.
bool Accelerator::readsAlone(uint16_t address) {
  if (address == sound_status) sound_status_until = 0;
  if ((address & 0xFFE0) != 0x4000 || !isQuiet(m.s.cycle) || m.senses_light) return false;
  if (address != sound_status) return true;
  m.apu.advanceTo(m.s.cycle);
  if (m.apu.frameIrqPending()) return false;  // the read makes the line fall
  sound_status_until = m.apu.statusUntil();
  return true;
}

// Likewise Machine::busWrite(). The other registers change the times of IRQs, or begin DMA.
bool Accelerator::writesAlone(uint16_t address) {
  const bool pads = address == 0x4016;
  const bool sound_only =
      (address >= 0x4000 && address <= 0x400F) || (address >= 0x4011 && address <= 0x4013);
  if ((!pads && !sound_only) || !isQuiet(m.s.cycle) || m.isWatched(address)) return false;
  m.apu.advanceTo(m.s.cycle);
  return true;
}

}  // namespace jumpscope::console::fast
