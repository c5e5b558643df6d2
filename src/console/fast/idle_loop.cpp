// Idle loops, in which a program waits for an interrupt or for a bit to change, are skipped to the last turn
// before the next event.
#include "src/console/fast/idle_loop.h"

#include <algorithm>
#include <string_view>

#include "cpu6502/opcodes.h"
#include "src/console/machine.h"

namespace jumpscope::console::fast {

namespace {

using cpu6502::Mode;
using cpu6502::Shape;

constexpr uint8_t sei = 0x78;

constexpr bool hasFixedOperand(Mode mode) {
  return mode == Mode::Immediate || mode == Mode::ZeroPage || mode == Mode::Absolute;
}

// Of the operations that read memory: loads, comparisons, and those whose result stays the same when they are
// applied to it once more.
constexpr bool isIdempotent(std::string_view mnemonic) {
  for (const std::string_view other : {"LDA", "LDX", "LDY", "CMP", "CPX", "CPY", "BIT", "AND", "ORA"})
    if (mnemonic == other) return true;
  return false;
}

}  // namespace

bool isRepeatable(uint8_t opcode) {
  const cpu6502::Opcode& row = cpu6502::opcodes[opcode];
  if (!row.official) return false;
  switch (row.shape) {
    case Shape::Branch:
      return true;
    case Shape::Jump:
      return row.mode == Mode::Absolute;
    case Shape::Implied:
      return row.mnemonic == "NOP";
    case Shape::Read:
      return hasFixedOperand(row.mode) && isIdempotent(row.mnemonic);
    default:
      return false;
  }
}

// Whether all instructions from head to tail are repeatable and read only memory that the loop leaves alone. Besides
// them, SEI is, once it was executed, and so is a write of $2000 where the last turn's write repeated what was there.
bool Accelerator::loopIsIdle(KnownLoop& loop) const {
  loop.polls_status = loop.polls_sound_status = loop.rewrites_control = false;
  for (unsigned pc = loop.head; pc <= loop.tail;) {
    const uint8_t* page = read_page[pc >> 8];
    if (!page || pc < 0x8000) return false;  // code in RAM may change
    const uint8_t opcode = page[pc & 0xFF];
    const bool stores =
        cpu6502::opcodes[opcode].mnemonic == "STA" && cpu6502::opcodes[opcode].mode == Mode::Absolute;
    if (!isRepeatable(opcode) && !stores && opcode != sei) return false;
    const int length = cpu6502::instructionLength(opcode);
    unsigned operand = 0;
    for (int i = 1; i < length; ++i) {
      const unsigned at = pc + static_cast<unsigned>(i);
      if (at > 0xFFFF || !read_page[at >> 8]) return false;
      operand |= static_cast<unsigned>(read_page[at >> 8][at & 0xFF]) << (8 * (i - 1));
    }
    const cpu6502::Opcode& row = cpu6502::opcodes[opcode];
    if (stores) {
      if (operand != 0x2000 || m.isWatched(0x2000)) return false;
      loop.rewrites_control = true;
    }
    if (row.shape == Shape::Read && row.mode == Mode::Absolute) {
      if ((operand & 0xE007) == 0x2002)
        loop.polls_status = true;
      else if (operand == 0x4015)
        loop.polls_sound_status = true;
      else if (operand >= 0x2000 && operand < 0x6000)
        return false;
      else if (operand >= 0x2000 && !read_page[operand >> 8])
        return false;
    }
    pc += static_cast<unsigned>(length);
  }
  return true;
}

// The CPU stands at the head of a loop whose last turn took `cycle - previous_cycle` cycles. Returns the
// cycle in which the head is reached for the last time before the next event.
[[gnu::noinline]] uint64_t Accelerator::skipIdleLoop(uint64_t cycle, uint64_t previous_cycle, uint16_t head,
                                                     uint16_t tail) {
  KnownLoop& known = known_loops[head % known_loops.size()];
  if (known.head != head || known.tail != tail) {
    known.head = head;
    known.tail = tail;
    known.idle = loopIsIdle(known);
  }
  if (!known.idle) return cycle;
  const uint64_t period = cycle - previous_cycle;
  uint64_t limit = deadline;
  if (known.polls_status) {
    // What the loop reads also holds bits of the I/O bus, which decay. The last turn may have read them
    // before they did.
    const uint64_t unchanged = std::min(status_until, m.ppu.ioBusChange(previous_cycle * m.cpu_clocks));
    limit = std::min(limit, unchanged / m.cpu_clocks);
  }
  if (known.polls_sound_status) limit = std::min(limit, sound_status_until);
  if (known.rewrites_control && !m.ppu.repeatedControlSince(previous_cycle * m.cpu_clocks)) return cycle;
  // The last two turns are executed.
  const uint64_t reserve = 2 * period + longest_step;
  if (period == 0 || cycle + reserve + period > limit) return cycle;
  return cycle + (limit - reserve - cycle) / period * period;
}

}  // namespace jumpscope::console::fast
