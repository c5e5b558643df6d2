#include "src/trace/machine_value.h"

#include <algorithm>

#include "src/trace/fetched.h"
#include "src/trace/log.h"
#include "src/trace/next_step.h"

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

bool accessesNext(const console::Console& console, bool write, uint16_t first, uint16_t last) {
  bool found = false;
  playNext(console, [&](uint64_t, uint16_t address, uint8_t, cpu6502::Access, bool writes) {
    found = found || (writes == write && address >= first && address <= last);
  });
  return found;
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
