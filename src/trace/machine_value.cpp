#include "src/trace/machine_value.h"

#include <algorithm>

#include "cpu6502/core.h"
#include "src/trace/fetched.h"
#include "src/trace/log.h"

namespace jumpscope::trace {

constexpr std::array<MachineName, 12> machine_names{{{"pc", MachineValue::Pc, 0, 0xFFFF},
                                                     {"bank", MachineValue::Bank, 0, 0xFFFF},
                                                     {"op", MachineValue::Opcode, 0, 0xFF},
                                                     {"opcode", MachineValue::Opcode, 0, 0xFF},
                                                     {"a", MachineValue::A, 0, 0xFF},
                                                     {"x", MachineValue::X, 0, 0xFF},
                                                     {"y", MachineValue::Y, 0, 0xFF},
                                                     {"s", MachineValue::S, 0, 0xFF},
                                                     {"sp", MachineValue::S, 0, 0xFF},
                                                     {"p", MachineValue::P, 0, 0xFF},
                                                     {"scanline", MachineValue::Scanline, -1, 310},
                                                     {"dot", MachineValue::Dot, 0, 340}}};

namespace {

// Plays one step on a copy of the processor. Registers of chips read as 0; no address depends on them.
class AskingBus {
 public:
  AskingBus(const console::Console& console, bool write, uint16_t first, uint16_t last)
      : console_(console), write_(write), first_(first), last_(last) {
    if (standsBeforeInstruction(console)) bytes_ = instructionBytes(console), pc_ = console.cpu().pc;
  }

  uint8_t read(uint16_t address, cpu6502::Access kind) { return read(address, kind, address); }
  uint8_t read(uint16_t address, cpu6502::Access kind, uint16_t) {
    const bool code = kind == cpu6502::Access::Fetch || kind == cpu6502::Access::Operand;
    const auto offset = static_cast<uint16_t>(address - pc_);
    if (code && offset < bytes_.size()) return bytes_[offset];
    if (!code && !write_) note(address);
    return console_.peek(address);
  }
  void write(uint16_t address, uint8_t, cpu6502::Access) {
    if (write_) note(address);
  }
  bool mayContinue() const { return false; }
  bool found() const { return found_; }

 private:
  void note(uint16_t address) { found_ = found_ || (address >= first_ && address <= last_); }

  const console::Console& console_;
  bool write_, found_ = false;
  uint16_t first_, last_, pc_ = 0;
  std::array<uint8_t, 3> bytes_{};
};

}  // namespace

bool accessesNext(const console::Console& console, bool write, uint16_t first, uint16_t last) {
  const cpu6502::State& cpu = console.cpu();
  if (cpu.jammed() && !(cpu.polled & cpu6502::line::reset)) return false;
  AskingBus bus(console, write, first, last);
  cpu6502::State copy = cpu;
  cpu6502::step(copy, bus);
  return bus.found();
}

const MachineName* machineName(std::string_view name) {
  const auto found = std::find_if(machine_names.begin(), machine_names.end(),
                                  [&](const MachineName& known) { return known.name == name; });
  return found == machine_names.end() ? nullptr : &*found;
}

int signedScanline(const console::Console& console) {
  const int prerender = console.options().region == console::Region::Ntsc ? 261 : 311;
  return console.scanline() == prerender ? -1 : console.scanline();
}

int32_t valueOf(MachineValue value, const console::Console& console) {
  const cpu6502::State& cpu = console.cpu();
  switch (value) {
    case MachineValue::Pc:
      return cpu.pc;
    case MachineValue::Bank:
      return static_cast<int32_t>(console.prgBank(cpu.pc).value_or(0));
    case MachineValue::Opcode:
      return standsBeforeInstruction(console) ? instructionBytes(console)[0] : console.peek(cpu.pc);
    case MachineValue::A:
      return cpu.a;
    case MachineValue::X:
      return cpu.x;
    case MachineValue::Y:
      return cpu.y;
    case MachineValue::S:
      return cpu.s;
    case MachineValue::P:
      return cpu.p;
    case MachineValue::Scanline:
      return signedScanline(console);
    case MachineValue::Dot:
      return console.dot();
  }
  return 0;
}

}  // namespace jumpscope::trace
