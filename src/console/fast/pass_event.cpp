// Instructions around the moment at which a chip changes an output.
#include "src/console/machine.h"

namespace jumpscope::console::fast {

// As CycleBus, but the chips stay behind while nothing is due and memory is plain.
struct Accelerator::EventBus {
  Accelerator& f;
  Machine& m;
  uint64_t cycle;
  uint64_t frame;
  uint8_t data_bus, internal_bus;
  int steps = 0;  // begun
  bool one_step;

  explicit EventBus(Accelerator& accelerator)
      : f(accelerator),
        m(accelerator.m),
        cycle(m.s.cycle),
        frame(m.s.frame),
        data_bus(m.s.data_bus),
        internal_bus(m.s.internal_bus),
        one_step(static_cast<bool>(m.hooks.on_stack_moved)) {}

  // `mask`: of P.
  bool mayContinue(uint8_t mask) {
    const bool goes_on =
        steps == 0 ||
        (!one_step && m.s.frame == frame &&
         (cycle + longest_step > f.deadline || (f.isInterrupted(mask) && !f.servesInterrupt(mask))));
    steps += goes_on;
    return goes_on;
  }
  // A jammed processor reads the same byte in each cycle: those before the next event in one step.
  void waitJammed() {
    const uint8_t* const page = f.read_page[0xFF];
    if (one_step || !page || !f.isQuiet(cycle) || (m.s.cpu.lines & cpu6502::line::reset)) return;
    cycle = f.deadline - 1;
    data_bus = internal_bus = page[0xFF];
  }
  uint8_t read(uint16_t address, cpu6502::Access kind) { return read(address, kind, address); }
  uint8_t readPlain(const uint8_t* page, uint16_t address) {
    ++cycle;
    return data_bus = internal_bus = page[address & 0xFF];
  }
  JUMPSCOPE_INLINE uint8_t read(uint16_t address, cpu6502::Access, uint16_t repeat_address) {
    const uint8_t* page = f.read_page[address >> 8];
    if (page && f.isQuiet(cycle)) [[likely]]
      return readPlain(page, address);
    return readInEvent(page, address, repeat_address);
  }
  [[gnu::noinline]] uint8_t readInEvent(const uint8_t* page, uint16_t address, uint16_t repeat_address) {
    if (page && isStill()) return readPlain(page, address);
    if (f.onlyFetchIsDue(cycle)) {
      if (cycle >= f.deadline) return readAfterFetch(address, repeat_address);
      if (page) return readPlain(page, address);
    }
    return readInAnyEvent(page, address, repeat_address);
  }
  uint8_t readAfterFetch(uint16_t address, uint16_t repeat_address) {
    m.s.data_bus = data_bus;
    m.s.internal_bus = internal_bus;
    const uint64_t at = f.fetchBeforeRead(cycle, address, repeat_address);
    if (at == 0) return readInAnyEvent(f.read_page[address >> 8], address, repeat_address);
    cycle = at;
    data_bus = internal_bus = m.s.data_bus;
    if (const uint8_t* page = f.read_page[repeat_address >> 8]) return readPlain(page, repeat_address);
    return readInAnyEvent(nullptr, repeat_address, repeat_address);
  }
  uint8_t readInAnyEvent(const uint8_t* page, uint16_t address, uint16_t repeat_address) {
    if (page && onlyBoardIsDue()) {
      m.s.cycle = cycle++;
      m.finishCycle();
      f.findDeadline();
      return data_bus = internal_bus = page[address & 0xFF];
    }
    const uint8_t value = f.readRegister(cycle, data_bus, internal_bus, address, repeat_address);
    takeBack();
    return value;
  }
  // True if nothing moves in this cycle although the next event is near: `deadline` is a bound for any access, rounded to
  // whole cycles.
  bool isStill() const {
    return cycle + 1 < m.apu.nextEvent() && f.deadline != 0 && cycle + 1 < m.board_due &&
           cycle * m.cpu_clocks + m.cpu_clocks / 3 <= m.ppu_due;
  }
  // True if only the board's interrupt line may change in this cycle, which plain memory need not wait for.
  bool onlyBoardIsDue() const {
    return m.board_watches && m.apu.nextEvent() > cycle + 1 && m.nmi_due >= (cycle + 1) * m.cpu_clocks &&
           m.ppu_due != 0 && !m.dmaWanted();
  }
  JUMPSCOPE_INLINE void write(uint16_t address, uint8_t value, cpu6502::Access) {
    uint8_t* page = f.write_page[address >> 8];
    if (page && (f.isQuiet(cycle) || f.onlyFetchIsDue(cycle))) [[likely]] {
      ++cycle;
      page[address & 0xFF] = data_bus = value;
      return;
    }
    f.writeRegister(cycle, data_bus, internal_bus, address, value);
    takeBack();
  }
  void takeBack() {
    cycle = m.s.cycle;
    data_bus = m.s.data_bus;
    internal_bus = m.s.internal_bus;
  }
};

// True if the next step is an interrupt's sequence, but none of reset. `mask`: of P.
bool Accelerator::servesInterrupt(uint8_t mask) const {
  const cpu6502::State& cpu = m.s.cpu;
  return (cpu.polled & ~(mask & cpu6502::flag::irq_disable)) != 0 &&
         (cpu.lines & (cpu6502::line::reset | cpu6502::line::jam)) == 0;
}

// The sequence in one step, where no chip changes an output meanwhile and memory is plain; else it is left to the bus. See
// cpu6502::Processor::interrupt(). Precondition: servesInterrupt().
void Accelerator::enterHandler() {
  constexpr uint64_t cycles = 7;
  cpu6502::State& cpu = m.s.cpu;
  uint8_t* const stack = write_page[0x01];
  const uint8_t* const vectors = read_page[0xFF];
  if (!isQuiet(m.s.cycle + cycles - 1) || !stack || !vectors || !read_page[cpu.pc >> 8]) return;
  const bool is_nmi = (cpu.lines & cpu6502::line::nmi) != 0;
  const size_t vector = is_nmi ? 0xFA : 0xFE;
  cpu.instruction_pc = cpu.pc;
  cpu.opcode = 0;
  for (const int byte : {cpu.pc >> 8, cpu.pc & 0xFF, +cpu.p}) stack[cpu.s--] = static_cast<uint8_t>(byte);
  cpu.p |= cpu6502::flag::irq_disable;
  if (is_nmi) cpu.lines &= static_cast<uint8_t>(~cpu6502::line::nmi);
  cpu.polled = 0;
  cpu.pc = static_cast<uint16_t>(vectors[vector + 1] << 8 | vectors[vector]);
  m.s.cycle += cycles;
  m.s.data_bus = m.s.internal_bus = vectors[vector + 1];
}

void Accelerator::passEvent() {
  EventBus bus(*this);
  cpu6502::Processor<EventBus> cpu(m.s.cpu, bus);
  while (bus.mayContinue(cpu.registers().mask)) {
    if (m.s.cpu.jammed()) [[unlikely]]
      bus.waitJammed();
    cpu.instruction();
  }
  cpu.writeBack();
  m.s.cycle = bus.cycle;
  m.s.data_bus = bus.data_bus;
  m.s.internal_bus = bus.internal_bus;
  if (!bus.one_step && m.s.frame == bus.frame && servesInterrupt(m.s.cpu.p)) enterHandler();
  if (m.hooks.on_stack_moved) m.hooks.on_stack_moved();
}

}  // namespace jumpscope::console::fast
