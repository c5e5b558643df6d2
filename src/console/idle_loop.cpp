// Loops that wait are carried to the last turn before something can happen.
#include <algorithm>

#include "src/console/machine.h"

namespace jumpscope::console {

// Whether every instruction from head to tail, once executed, would do exactly the same again: loads,
// compares and jumps whose results hang on memory alone, and memory that only somebody else can change.
bool Console::Machine::loopIsIdle(uint16_t head, uint16_t tail, bool& polls_status) const {
  polls_status = false;
  for (unsigned pc = head; pc <= tail;) {
    const uint8_t* page = read_page[pc >> 8];
    if (!page || pc < 0x8000) return false;  // code in RAM may change
    const uint8_t opcode = page[pc & 0xFF];
    const int length = cpu6502::instructionLength(opcode);
    unsigned address = 0;
    for (int i = 1; i < length; ++i) {
      const unsigned at = pc + static_cast<unsigned>(i);
      if (at > 0xFFFF || !read_page[at >> 8]) return false;
      address |= static_cast<unsigned>(read_page[at >> 8][at & 0xFF]) << (8 * (i - 1));
    }
    switch (opcode) {
      case 0xA9:
      case 0xA2:
      case 0xA0:  // LDA LDX LDY #
      case 0xC9:
      case 0xE0:
      case 0xC0:  // CMP CPX CPY #
      case 0x29:
      case 0x09:  // AND ORA #
      case 0x10:
      case 0x30:
      case 0x50:
      case 0x70:  // branches
      case 0x90:
      case 0xB0:
      case 0xD0:
      case 0xF0:
      case 0x4C:
      case 0xEA:  // JMP NOP
      case 0xA5:
      case 0xA6:
      case 0xA4:
      case 0x24:  // LDA LDX LDY BIT zero page
      case 0xC5:
      case 0xE4:
      case 0xC4:
      case 0x25:
      case 0x05:
        break;
      case 0xAD:
      case 0xAE:
      case 0xAC:
      case 0x2C:  // LDA LDX LDY BIT absolute
      case 0xCD:
      case 0xEC:
      case 0xCC:
      case 0x2D:
      case 0x0D:
        if ((address & 0xE007) == 0x2002)
          polls_status = true;
        else if (address >= 0x2000 && address < 0x6000)
          return false;
        break;
      default:
        return false;
    }
    pc += static_cast<unsigned>(length);
  }
  return true;
}

// Stands at the head of a loop that was just gone through once in `cycle - previous_cycle` cycles. Returns
// the cycle in which the head is reached for the last time before something can happen.
[[gnu::noinline]] uint64_t Console::Machine::skipIdleLoop(uint64_t cycle, uint64_t previous_cycle,
                                                          uint16_t head, uint16_t tail) {
  KnownLoop& known = known_loops[head % known_loops.size()];
  if (known.head != head || known.tail != tail) {
    known.head = head;
    known.tail = tail;
    known.idle = loopIsIdle(head, tail, known.polls_status);
  }
  if (!known.idle) return cycle;
  const uint64_t period = cycle - previous_cycle;
  uint64_t limit = deadline;
  if (known.polls_status) {
    // What the loop reads also holds bits of the I/O bus that leak away; the turn just gone through may have
    // read them before they did.
    const uint64_t steady =
        std::min(status_until, ppu.ioBusChange(previous_cycle * static_cast<uint64_t>(cpu_clocks)));
    limit = std::min(limit, steady / static_cast<uint64_t>(cpu_clocks));
  }
  // Two turns before the end the loop runs by itself again.
  const uint64_t reserve = 2 * period + longest_step;
  if (period == 0 || cycle + reserve + period > limit) return cycle;
  return cycle + (limit - reserve - cycle) / period * period;
}

}  // namespace jumpscope::console
