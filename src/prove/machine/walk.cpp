#include "src/prove/machine/walk.h"

#include <algorithm>

#include "cpu6502/core.h"
#include "cpu6502/disassemble.h"
#include "src/base/text.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

using cpu6502::Access;

// As concrete.cpp's, one instruction at a time.
struct WalkBus {
  static constexpr bool interrupt_free_window = true;
  static constexpr bool uncounted_cycles = true;

  const Program& program;
  Memory& memory;
  uint8_t register_value;
  bool read_registers = false;
  std::optional<WalkStep::Write> write_seen = std::nullopt;

  uint8_t* ramAt(uint16_t address) {
    if (address < 0x2000) return &memory.ram[address & 0x07FF];
    if (address >= 0x6000 && address < 0x8000 && !memory.board.empty())
      return &memory.board[address & 0x1FFF];
    return nullptr;
  }
  uint8_t read(uint16_t address, Access) {
    if (const uint8_t* byte = ramAt(address)) return *byte;
    if (address >= 0x8000 && program.romAt(address)) return program.at(address);
    read_registers = true;
    return register_value;
  }
  void write(uint16_t address, uint8_t value, Access kind) {
    uint8_t* byte = ramAt(address);
    if (byte == nullptr) return;
    if (kind == Access::Write) write_seen = {trace::foldMirror(address), *byte, value};
    *byte = value;
  }
  bool mayContinue() const { return true; }
  void endWindow() {}
};

bool isBranch(uint8_t opcode) { return cpu6502::opcodes[opcode].mode == cpu6502::Mode::Relative; }

// Which steps matter, from what was executed and from the code that branches skipped.
class Relevance {
 public:
  Relevance(const Program& program, Walk& walk, std::span<const uint16_t> asked)
      : program_(program), steps_(walk.steps), asked_(asked) {}

  void mark() {
    for (WalkStep& step : steps_) step.matters = step.write && isAsked(step.write->address);
    // A branch before another one may decide whether that one is executed.
    for (size_t i = steps_.size(); i-- > 0;)
      if (steps_[i].taken && decides(i)) {
        steps_[i].matters = true;
        markFlags(i);
      }
  }

 private:
  bool isAsked(uint16_t address) const {
    return std::find(asked_.begin(), asked_.end(), address) != asked_.end();
  }

  uint16_t target(const WalkStep& branch) const {
    return static_cast<uint16_t>(branch.pc + 2 +
                                 static_cast<int8_t>(program_.at(static_cast<uint16_t>(branch.pc + 1))));
  }

  bool decides(size_t at) const {
    const WalkStep& branch = steps_[at];
    const uint16_t to = target(branch);
    if (to <= branch.pc) return executed(at, to, branch.pc);
    if (*branch.taken) return mayWrite(static_cast<uint16_t>(branch.pc + 2), to);
    return executed(at, static_cast<uint16_t>(branch.pc + 2), to);
  }

  // True if a step that matters follows before the path leaves the addresses [from, to).
  bool executed(size_t at, uint16_t from, uint16_t to) const {
    for (size_t i = at + 1; i < steps_.size() && steps_[i].depth >= steps_[at].depth; ++i) {
      if (steps_[i].depth == steps_[at].depth && (steps_[i].pc < from || steps_[i].pc >= to)) return false;
      if (steps_[i].matters) return true;
    }
    return false;
  }

  // True if the code at these addresses stores to an asked byte, or calls.
  bool mayWrite(uint16_t from, uint16_t to) const {
    for (unsigned pc = from; pc < to;
         pc += static_cast<unsigned>(cpu6502::instructionLength(program_.at(static_cast<uint16_t>(pc))))) {
      const cpu6502::Opcode& opcode = cpu6502::opcodes[program_.at(static_cast<uint16_t>(pc))];
      if (opcode.mnemonic == "JSR" || opcode.mnemonic == "JMP" || opcode.mnemonic == "RTS") return true;
      if ((opcode.shape == cpu6502::Shape::Write || opcode.shape == cpu6502::Shape::Modify) &&
          reaches(opcode.mode, static_cast<uint16_t>(pc)))
        return true;
    }
    return false;
  }

  bool reaches(cpu6502::Mode mode, uint16_t pc) const {
    using cpu6502::Mode;
    const uint16_t operand = program_.word(static_cast<uint16_t>(pc + 1));
    const auto within = [&](uint16_t first, uint16_t last) {
      return std::any_of(asked_.begin(), asked_.end(),
                         [&](uint16_t at) { return first <= at && at <= last; });
    };
    switch (mode) {
      case Mode::ZeroPage:
        return isAsked(operand & 0xFF);
      case Mode::Absolute:
        return isAsked(trace::foldMirror(operand));
      case Mode::ZeroPageX:
      case Mode::ZeroPageY:
        return within(0, 0xFF);
      case Mode::AbsoluteX:
      case Mode::AbsoluteY:
        return within(trace::foldMirror(operand), static_cast<uint16_t>(trace::foldMirror(operand) + 0xFF));
      default:
        return false;
    }
  }

  // The last instruction before the branch that is not a store or a jump has set its flag.
  void markFlags(size_t branch) {
    for (size_t i = branch; i-- > 0 && !steps_[i].taken;) {
      const cpu6502::Shape shape = cpu6502::opcodes[program_.at(steps_[i].pc)].shape;
      if (shape == cpu6502::Shape::Write || shape == cpu6502::Shape::Push || shape == cpu6502::Shape::Jump ||
          shape == cpu6502::Shape::Control)
        continue;
      steps_[i].matters = true;
      return;
    }
  }

  const Program& program_;
  std::vector<WalkStep>& steps_;
  std::span<const uint16_t> asked_;
};

}  // namespace

Walk walk(const Program& program, uint16_t address, Memory memory, const Registers& registers,
          std::span<const uint16_t> asked, const ConcreteLimits& limits) {
  cpu6502::State cpu = processorAt(address, registers);
  WalkBus bus{program, memory, limits.register_value};
  Walk walk;
  while (walk.result.end == Concrete::End::DoesNotReturn && walk.steps.size() < limits.instructions) {
    WalkStep step;
    step.pc = cpu.pc;
    std::array<uint8_t, 3> bytes{};
    for (uint16_t i = 0; i < 3; ++i) bytes[i] = bus.read(static_cast<uint16_t>(cpu.pc + i), Access::Fetch);
    step.instruction = cpu6502::disassemble(cpu.pc, bytes);
    step.depth = static_cast<uint8_t>(registers.s - cpu.s);
    bus.write_seen.reset();
    cpu6502::step(cpu, bus);
    step.write = bus.write_seen;
    step.registers = registersOf(cpu);
    if (isBranch(cpu.opcode)) step.taken = cpu.pc != static_cast<uint16_t>(step.pc + 2);
    walk.steps.push_back(std::move(step));
    if (cpu.jammed())
      walk.result.end = Concrete::End::Jammed;
    else if (hasReturned(cpu.opcode, registers.s, cpu.s))
      walk.result.end = Concrete::End::Returned;
  }
  walk.result.pc = cpu.jammed() ? cpu.instruction_pc : cpu.pc;
  walk.result.registers = registersOf(cpu);
  walk.result.instructions = walk.steps.size();
  walk.result.read_registers = bus.read_registers;
  Relevance(program, walk, asked).mark();
  return walk;
}

std::vector<std::string> linesOf(const Walk& walk) {
  std::vector<std::string> lines;
  std::string flags;  // the instruction that sets them for the next branch
  for (const WalkStep& step : walk.steps) {
    if (!step.matters) continue;
    const std::string place = "$" + base::hex(step.pc, 4) + ": ";
    if (step.taken) {
      lines.push_back((flags.empty() ? place : flags + "; ") + step.instruction +
                      (*step.taken ? " (taken)" : " (not taken)"));
      flags.clear();
    } else if (step.write) {
      lines.push_back(place + step.instruction + " ($" + base::hex(step.write->old, 2) + " -> $" +
                      base::hex(step.write->value, 2) + ")");
    } else {
      flags = place + step.instruction;
    }
  }
  return lines;
}

}  // namespace jumpscope::prove
