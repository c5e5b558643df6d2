// Registers in a cycle in which no chip changes an output. Who is accessed brings itself to the present; the others stay
// behind.
#include "src/console/machine.h"

namespace jumpscope::console::fast {

// Precondition: isQuiet(cycle), and no device senses light.
uint8_t Accelerator::readPad(uint64_t cycle, uint8_t data_bus, size_t port) {
  State& s = m.s;
  Controllers& c = s.controllers;
  s.cycle = cycle;
  m.syncControllers();
  ++s.cycle;
  uint8_t bits;
  if (m.only_pads) {
    noteRead(c, port);
    bits = c.pads[port].shift & 1;
  } else {
    bits = readPort(c, port, cycle * m.cpu_clocks);
  }
  return s.data_bus = s.internal_bus = static_cast<uint8_t>((data_bus & 0xE0) | bits);
}

// Likewise, and $4016 is not watched.
void Accelerator::strobePads(uint64_t cycle, uint8_t value) {
  m.s.cycle = cycle;
  m.syncControllers();
  writeStrobe(m.s.controllers, value);
  m.s.data_bus = value;
  ++m.s.cycle;
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
  const bool sound_only =
      (address >= 0x4000 && address <= 0x400F) || (address >= 0x4011 && address <= 0x4013);
  if (!sound_only || !isQuiet(m.s.cycle) || m.isWatched(address)) return false;
  m.apu.advanceTo(m.s.cycle);
  return true;
}

// Precondition: isQuiet(), Machine::changesPictureOnly(). Whether `deadline` is valid no more: of the registers only $2000
// changes when NMI comes; a board may watch the others.
bool Accelerator::writePicture(int reg, uint8_t value) {
  ppuAccessed();
  const bool waits = !m.ppu.write(reg, value, m.s.data_bus, m.now());
  m.s.data_bus = value;
  if (waits || (reg != 0 && !m.board_watches)) {
    ++m.s.cycle;
    return false;
  }
  m.pictureWritten(reg, value, reg != 0);
  m.finishCycle();
  return true;
}

// A read of $2007 in cycle Machine::s.cycle. Precondition: isQuiet(), and the board does not watch the picture chip's pins.
uint8_t Accelerator::readPictureData() {
  ppuAccessed();
  m.s.data_bus = m.s.internal_bus = m.ppu.read(7, m.now());
  ++m.s.cycle;
  return m.s.data_bus;
}

}  // namespace jumpscope::console::fast
