// Running ahead while no chip can change an output by itself.
#include "src/console/slow_bus.h"

namespace jumpscope::console {

// Plain memory straight from its page; the long way for the rest. Only entered while no chip can change an
// output by itself. It lives in registers: nothing keeps its address, and what it knows goes to the long way
// and back by value.
struct Console::Machine::FastBus {
  static constexpr bool interrupt_free_window = true;

  Machine& m;
  uint64_t cycle;
  uint8_t data_bus, internal_bus;
  const uint8_t* next = nullptr;          // the byte of the instruction that is fetched next
  uint16_t loop_head = 0, loop_tail = 0;  // of the last jump backwards: the target, and where it stands
  uint64_t loop_cycle = 0;                // when the head was reached
  bool left_loop = true;                  // since then something else than steps forward happened

  explicit FastBus(Machine& machine)
      : m(machine), cycle(m.s.cycle), data_bus(m.s.data_bus), internal_bus(m.s.internal_bus) {}

  JUMPSCOPE_INLINE bool mayContinue() const { return cycle <= m.fast_until; }
  JUMPSCOPE_INLINE void endWindow() { m.fast_until = 0; }

  JUMPSCOPE_INLINE bool beginInstruction(uint16_t pc) {
    if (static_cast<uint16_t>(pc - m.code_start) >= m.code_length) [[unlikely]]
      if (!m.findCode(pc)) return false;
    next = reinterpret_cast<const uint8_t*>(m.code_base + pc);
    return true;
  }
  JUMPSCOPE_INLINE uint8_t fetch(uint16_t, cpu6502::Access kind) {
    const uint8_t value = *next;
    if (kind != cpu6502::Access::DummyRead) ++next;
    return passCode(value);
  }
  JUMPSCOPE_INLINE uint8_t passCode(uint8_t value) {
    ++cycle;
    return data_bus = internal_bus = value;
  }
  JUMPSCOPE_INLINE uint8_t readZeroPageOrStack(uint16_t address, cpu6502::Access) {
    return passCode(m.s.ram[address]);
  }

  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access kind) {
    return read(address, kind, address);
  }
  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    if (const uint8_t* page = m.read_page[address >> 8]) [[likely]]
      return passCode(page[address & 0xFF]);
    const uint8_t value = m.slowRead(cycle, data_bus, internal_bus, address, repeat_address);
    takeBack();
    return value;
  }
  JUMPSCOPE_INLINE void write(uint16_t address, uint8_t value, cpu6502::Access) {
    if (uint8_t* page = m.write_page[address >> 8]) [[likely]] {
      ++cycle;
      page[address & 0xFF] = value;
      data_bus = value;
      return;
    }
    m.slowWrite(cycle, data_bus, internal_bus, address, value);
    takeBack();
  }
  JUMPSCOPE_INLINE void takeBack() {
    cycle = m.s.cycle;
    data_bus = m.s.data_bus;
    internal_bus = m.s.internal_bus;
  }

  // The same short way back twice in a row: a loop that may be waiting.
  JUMPSCOPE_INLINE void jumpedBack(uint16_t from, uint16_t to) {
    constexpr int longest_loop = 24;
    if (from - to > longest_loop || !m.options.idle_skip) {
      left_loop = true;
      return;
    }
    if (!left_loop && to == loop_head && from == loop_tail)
      cycle = m.skipIdleLoop(cycle, loop_cycle, to, from);
    loop_head = to;
    loop_tail = from;
    loop_cycle = cycle;
    left_loop = false;
  }
  JUMPSCOPE_INLINE void jumpedElsewhere() { left_loop = true; }
  JUMPSCOPE_INLINE bool followsStack() const { return static_cast<bool>(m.owner->on_stack_moved); }
  void stackMoved() { m.owner->on_stack_moved(); }
};

void Console::Machine::runFast() {
  FastBus bus(*this);
  cpu6502::run(s.cpu, bus);
  s.cycle = bus.cycle;
  s.data_bus = bus.data_bus;
  s.internal_bus = bus.internal_bus;
}

// Memory that goes on without a seam around `pc`.
[[gnu::noinline]] bool Console::Machine::findCode(uint16_t pc) {
  const size_t page = pc >> 8;
  if (!read_page[page]) return false;
  size_t first = page, last = page;
  while (first > 0 && read_page[first - 1] && read_page[first - 1] + 0x100 == read_page[first]) --first;
  while (last < 0xFF && read_page[last + 1] && read_page[last] + 0x100 == read_page[last + 1]) ++last;
  code_base = reinterpret_cast<uintptr_t>(read_page[first]) - (first << 8);
  code_start = static_cast<uint16_t>(first << 8);
  code_length = static_cast<uint16_t>(((last - first + 1) << 8) - 2);
  return static_cast<uint16_t>(pc - code_start) < code_length;
}

[[gnu::noinline]] uint8_t Console::Machine::slowRead(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                     uint16_t address, uint16_t repeat_address) {
  s.cycle = cycle;
  if ((address & 0xE007) == 0x2002 && now() + static_cast<uint64_t>(cpu_clocks) < status_until) {
    ++s.cycle;
    return s.data_bus = s.internal_bus = ppu.readSteadyStatus(now() - static_cast<uint64_t>(cpu_clocks));
  }
  s.data_bus = data_bus;
  s.internal_bus = internal_bus;
  const uint8_t lines = s.cpu.lines;
  SlowBus bus{*this};
  const uint8_t value = bus.read(address, cpu6502::Access::Read, repeat_address);
  findDeadline();
  if ((address & 0xE007) == 0x2002) foreseeStatus(value);
  lines_changed |= s.cpu.lines != lines;
  findFastUntil();
  return value;
}

[[gnu::noinline]] void Console::Machine::slowWrite(uint64_t cycle, uint8_t data_bus, uint8_t internal_bus,
                                                   uint16_t address, uint8_t value) {
  s.cycle = cycle;
  s.data_bus = data_bus;
  s.internal_bus = internal_bus;
  const uint8_t lines = s.cpu.lines;
  SlowBus bus{*this};
  bus.write(address, value, cpu6502::Access::Write);
  findDeadline();
  lines_changed |= s.cpu.lines != lines;
  findFastUntil();
}

// How long $2002 goes on to show what was just read, so that reading it leaves no trace but in w and on the
// I/O bus.
void Console::Machine::foreseeStatus(uint8_t just_read) {
  catchUp();
  const bool changed = ppu.s.vblank || ((ppu.steadyStatus() ^ just_read) & 0xE0) != 0;
  status_until = changed ? 0 : ppu.nextStatusChange();
}

}  // namespace jumpscope::console
