#include "src/prove/machine/concrete.h"

#include <bitset>

#include "cpu6502/core.h"
#include "cpu6502/opcodes.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

using cpu6502::Access;

struct NoObserver {
  void operator()(const DataWrite&) const {}
};

// RAM, the cartridge's RAM and ROM; every other address is a register. Nothing ever interrupts.
template <class Observer>
struct PlainBus {
  static constexpr bool interrupt_free_window = true;

  const cpu6502::State& cpu;
  const Program& program;
  uint8_t* ram;
  uint8_t* board;  // nullptr: there is none
  const Observer& observer;
  uint64_t instructions_left;
  uint8_t entered;  // stack pointer
  uint8_t register_value;
  uint8_t s = entered;
  bool returned = false;
  bool read_registers = false;
  std::bitset<0x8000> settled = {};  // written, or noted in `code`
  std::vector<CodeRead> code = {};

  // Where `JMP ($0200)` goes to counts as code.
  void noteCode(uint16_t address, Access kind) {
    constexpr uint8_t jump_indirect = 0x6C;
    if (kind != Access::Fetch && kind != Access::Operand &&
        !(kind == Access::Read && cpu.opcode == jump_indirect))
      return;
    const uint16_t folded = trace::foldMirror(address);
    if (settled[folded]) return;
    settled.set(folded);
    code.push_back({folded, cpu.instruction_pc});
  }
  uint8_t read(uint16_t address, Access kind, uint16_t) { return read(address, kind); }
  uint8_t read(uint16_t address, Access kind) {
    if (address >= 0x8000) return program.romAt(address) ? program.at(address) : readRegister(kind);
    if (address < 0x2000 || (address >= 0x6000 && board)) noteCode(address, kind);
    if (address < 0x2000) return ram[address & 0x07FF];
    if (address >= 0x6000 && board) return board[address & 0x1FFF];
    return readRegister(kind);
  }
  uint8_t readRegister(Access kind) {
    read_registers |= kind != Access::DummyRead;
    return register_value;
  }
  uint8_t readZeroPageOrStack(uint16_t address, Access) { return ram[address]; }
  void write(uint16_t address, uint8_t value, Access kind) {
    if (kind == Access::Write) observer({cpu.instruction_pc, cpu.opcode, address, value, s});
    if (kind == Access::Stack) s = static_cast<uint8_t>(address - 1);
    if (address < 0x8000) settled.set(trace::foldMirror(address));
    if (address < 0x2000)
      ram[address & 0x07FF] = value;
    else if (address >= 0x6000 && address < 0x8000 && board)
      board[address & 0x1FFF] = value;
  }
  bool mayContinue() {
    if (returned || instructions_left == 0 || cpu.jammed()) return false;
    --instructions_left;
    return true;
  }
  void endWindow() {}
  bool followsStack() const { return true; }
  void stackMoved() {
    s = cpu.s;
    returned = hasReturned(cpu.opcode, entered, s);
  }
};

template <class Observer>
Concrete run(const Program& program, uint16_t address, Memory& memory, const Registers& registers,
             const ConcreteLimits& limits, const Observer& observer) {
  cpu6502::State cpu = processorAt(address, registers);
  PlainBus<Observer> bus{cpu,
                         program,
                         memory.ram.data(),
                         memory.board.empty() ? nullptr : memory.board.data(),
                         observer,
                         limits.instructions,
                         registers.s,
                         limits.register_value};
  cpu6502::run(cpu, bus);
  Concrete result;
  result.end = bus.returned   ? Concrete::End::Returned
               : cpu.jammed() ? Concrete::End::Jammed
                              : Concrete::End::DoesNotReturn;
  result.pc = cpu.jammed() ? cpu.instruction_pc : cpu.pc;
  result.registers = registersOf(cpu);
  result.instructions = limits.instructions - bus.instructions_left;
  result.read_registers = bus.read_registers;
  result.code = std::move(bus.code);
  return result;
}

}  // namespace

void putRegisters(cpu6502::State& cpu, const Registers& registers) {
  cpu.a = registers.a;
  cpu.x = registers.x;
  cpu.y = registers.y;
  cpu.s = registers.s;
  cpu.p = registers.p;
}

Registers registersOf(const cpu6502::State& cpu) { return {cpu.a, cpu.x, cpu.y, cpu.s, cpu.p}; }

cpu6502::State processorAt(uint16_t pc, const Registers& registers) {
  cpu6502::State cpu;
  cpu.lines = cpu.polled = 0;
  cpu.pc = pc;
  putRegisters(cpu, registers);
  return cpu;
}

Concrete runConcrete(const Program& program, uint16_t address, Memory& memory, const Registers& registers,
                     const ConcreteLimits& limits) {
  return run(program, address, memory, registers, limits, NoObserver{});
}

Concrete runConcrete(const Program& program, uint16_t address, Memory& memory, const Registers& registers,
                     const ConcreteLimits& limits, const WriteSeen& seen) {
  return run(program, address, memory, registers, limits, seen);
}

bool DataWrite::isComputed() const {
  using cpu6502::Mode;
  const Mode mode = cpu6502::opcodes[opcode].mode;
  return mode == Mode::ZeroPageX || mode == Mode::ZeroPageY || mode == Mode::AbsoluteX ||
         mode == Mode::AbsoluteY || mode == Mode::IndirectX || mode == Mode::IndirectY;
}

std::string problemOf(const Concrete& result) {
  switch (result.end) {
    case Concrete::End::Returned:
      return "";
    case Concrete::End::Jammed:
      return "jams at " + trace::addressText(result.pc);
    case Concrete::End::DoesNotReturn:
      break;
  }
  return "does not return within " + std::to_string(result.instructions) + " instructions";
}

}  // namespace jumpscope::prove
