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

// A write of $4016, which is not watched. Preconditions as for readPad().
void Accelerator::strobePads(uint64_t cycle, uint8_t value) {
  m.s.cycle = cycle;
  m.syncControllers();
  writeStrobe(m.s.controllers, value);
  m.s.data_bus = value;
  ++m.s.cycle;
}

// True if a read in cycle Machine::s.cycle needs no more than Machine::busRead() and leaves `deadline` valid.
bool Accelerator::readsAlone(uint16_t address) {
  if (address == sound_status) sound_status_until = 0;
  if ((address & 0xFFE0) != 0x4000 || !isQuiet(m.s.cycle) || m.senses_light) return false;
  if (address != sound_status) return true;
  m.apu.advanceTo(m.s.cycle);
  if (m.apu.frameIrqPending()) return false;  // the read makes the line fall
  sound_status_until = m.apu.statusUntil();
  return true;
}

// True if a write is nobody's business but the sound chip's.
bool Accelerator::changesSoundOnly(uint16_t address) const {
  return (address == sound_status || address == 0x4017 || (address >= 0x4000 && address <= 0x4013)) &&
         !m.isWatched(address);
}

// A write in cycle Machine::s.cycle. Precondition: isQuiet(), changesSoundOnly().
void Accelerator::writeSound(uint16_t address, uint8_t value) {
  sound_status_until = 0;
  m.apu.advanceTo(m.s.cycle);
  m.s.data_bus = value;
  m.apu.writeUnseen(address, value) ? finishSoundWrite() : static_cast<void>(++m.s.cycle);
}

// The rest of the cycle, after a write that may have moved an interrupt line, or the time of an IRQ or of DMA.
void Accelerator::finishSoundWrite() {
  const uint8_t lines = m.s.cpu.lines;
  m.lines_may_have_moved = true;
  if (m.linesMoved() || m.apu.nextEvent() <= m.s.cycle + 1)
    m.finishCycle();
  else
    ++m.s.cycle;
  lines_changed |= m.s.cpu.lines != lines;
  findDeadline();
  findWindowEnd();
}

// Precondition: isQuiet(), Machine::changesPictureOnly(). True if `deadline` is valid no more: of the registers only $2000
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
