#include "src/trace/log.h"

#include <array>
#include <stdexcept>

#include "cpu6502/disassemble.h"
#include "cpu6502/opcodes.h"
#include "src/base/text.h"
#include "src/trace/fetched.h"
#include "src/trace/machine_value.h"

namespace jumpscope::trace {
namespace {

using cpu6502::Mode;

constexpr uint8_t opcode_brk = 0x00, opcode_jsr = 0x20, opcode_rts = 0x60, opcode_sbc_copy = 0xEB;

using base::appendHex;

void decimal(std::string& out, int value, size_t width, bool left) {
  const std::string text = std::to_string(value);
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  out += left ? text + blanks : blanks + text;
}

void padTo(std::string& out, size_t line_start, size_t width) {
  if (out.size() - line_start < width) out.append(width - (out.size() - line_start), ' ');
}

// An instruction about to be executed, and what it refers to.
struct Instruction {
  Instruction(const console::Console& from, const cpu6502::State& state, bool with_banks)
      : console(from),
        cpu(state),
        banks(with_banks),
        bytes(instructionBytes(from)),
        opcode(bytes[0]),
        mode(cpu6502::opcodes[opcode].mode) {
    operand = static_cast<uint16_t>(bytes[2] << 8 | bytes[1]);
    switch (mode) {
      case Mode::ZeroPage:
        address = bytes[1];
        break;
      case Mode::ZeroPageX:
        address = static_cast<uint8_t>(bytes[1] + cpu.x);
        break;
      case Mode::ZeroPageY:
        address = static_cast<uint8_t>(bytes[1] + cpu.y);
        break;
      case Mode::AbsoluteX:
        address = static_cast<uint16_t>(operand + cpu.x);
        break;
      case Mode::AbsoluteY:
        address = static_cast<uint16_t>(operand + cpu.y);
        break;
      case Mode::IndirectX:
        address = zeroPageWord(static_cast<uint8_t>(bytes[1] + cpu.x));
        break;
      case Mode::IndirectY:
        pointer = zeroPageWord(bytes[1]);
        address = static_cast<uint16_t>(pointer + cpu.y);
        break;
      case Mode::Indirect:  // the 6502 does not carry into the pointer's high byte
        address = word(operand, static_cast<uint16_t>((operand & 0xFF00) | ((operand + 1) & 0xFF)));
        break;
      default:
        address = operand;
    }
  }

  uint8_t look(uint16_t at) const { return at >= 0x2000 && at < 0x5000 ? 0xFF : console.peek(at); }
  uint16_t word(uint16_t low, uint16_t high) const {
    return static_cast<uint16_t>(look(high) << 8 | look(low));
  }
  uint16_t zeroPageWord(uint8_t at) const { return word(at, static_cast<uint8_t>(at + 1)); }
  uint8_t value() const { return look(address); }
  bool isJump() const { return opcode == opcode_jsr || opcode == 0x4C; }
  std::string text() const { return cpu6502::disassemble(cpu.pc, bytes); }

  const console::Console& console;
  const cpu6502::State& cpu;
  bool banks;
  std::array<uint8_t, 3> bytes;
  uint8_t opcode;
  Mode mode;
  uint16_t operand = 0;  // the two bytes after the opcode
  uint16_t pointer = 0;  // IndirectY: what the zero page holds
  uint16_t address = 0;  // effective; Indirect: where the jump goes
};

bool readsMemory(Mode mode) {
  return mode != Mode::Implied && mode != Mode::Accumulator && mode != Mode::Immediate &&
         mode != Mode::Relative && mode != Mode::Indirect;
}

void appendBytes(std::string& out, const Instruction& instruction, int length) {
  for (int i = 0; i < 3; ++i) {
    if (i < length)
      appendHex(out, instruction.bytes[static_cast<size_t>(i)], 2);
    else
      out += "  ";
    out += ' ';
  }
}

// An emulator's own names of unofficial opcodes. Names that are not listed are the same as ours.
struct Renamed {
  std::string_view ours, theirs;
};
constexpr std::array<Renamed, 11> nintendulator_names{{{"JAM", "HLT"},
                                                       {"ANC", "AAC"},
                                                       {"ALR", "ASR"},
                                                       {"LXA", "ATX"},
                                                       {"SBX", "AXS"},
                                                       {"ANE", "???"},
                                                       {"SHA", "???"},
                                                       {"SHX", "???"},
                                                       {"SHY", "???"},
                                                       {"TAS", "???"},
                                                       {"LAS", "???"}}};
constexpr std::array<Renamed, 3> mesen_names{{{"JAM", "STP"}, {"ISB", "ISC"}, {"LXA", "LAX"}}};

template <size_t n>
std::string_view nameIn(const std::array<Renamed, n>& names, std::string_view ours) {
  for (const Renamed& name : names)
    if (name.ours == ours) return name.theirs;
  return ours;
}

void appendPc(std::string& out, const Instruction& i) {
  const std::optional<unsigned> bank = i.banks ? i.console.prgBank(i.cpu.pc) : std::nullopt;
  if (bank) {
    appendHex(out, *bank, *bank < 0x100 ? 2 : 4);
    out += ':';
  }
  appendHex(out, i.cpu.pc, 4);
}

// Source: nestest.log; the decoding of instructions in Nintendulator's debugger.
void appendNintendulator(std::string& out, const Instruction& i) {
  const size_t start = out.size();
  appendPc(out, i);
  out += "  ";
  const bool is_brk = i.opcode == opcode_brk;  // shows the byte it skips
  const cpu6502::Opcode& opcode = cpu6502::opcodes[i.opcode];
  appendBytes(out, i, opcode.mnemonic == "JAM" ? 1 : cpu6502::instructionLength(i.opcode));
  const std::string_view name = nameIn(nintendulator_names, opcode.mnemonic);
  out += opcode.official || name == "???" ? ' ' : '*';
  out += name;
  if (is_brk) {
    out += " #$";
    appendHex(out, i.bytes[1], 2);
  } else {
    const std::string text = i.text();
    if (const size_t blank = text.find(' '); blank != text.npos) out.append(text, blank);
  }
  const bool zero_page = i.mode == Mode::ZeroPageX || i.mode == Mode::ZeroPageY || i.mode == Mode::ZeroPage;
  switch (i.mode) {
    case Mode::Indirect:
      out += " = ";
      appendHex(out, i.address, 4);
      break;
    case Mode::IndirectX:
      out += " @ ";
      appendHex(out, static_cast<uint8_t>(i.bytes[1] + i.cpu.x), 2);
      out += " = ";
      appendHex(out, i.address, 4);
      break;
    case Mode::IndirectY:
      out += " = ";
      appendHex(out, i.pointer, 4);
      [[fallthrough]];
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      out += " @ ";
      appendHex(out, i.address, zero_page ? 2 : 4);
      break;
    default:
      break;
  }
  if (readsMemory(i.mode) && !i.isJump()) {
    out += " = ";
    appendHex(out, i.value(), 2);
  }
  padTo(out, start, 48);
  const auto field = [&](std::string_view label, unsigned value) {
    out += label;
    appendHex(out, value, 2);
  };
  field("A:", i.cpu.a);
  field(" X:", i.cpu.x);
  field(" Y:", i.cpu.y);
  field(" P:", i.cpu.p);
  field(" SP:", i.cpu.s);
  out += " PPU:";
  decimal(out, signedScanline(i.console), 3, false);
  out += ',';
  decimal(out, i.console.dot(), 3, false);
  out += " CYC:" + std::to_string(i.console.cpuCycles());
}

void appendRegisters(std::string& out, const cpu6502::State& cpu, std::string_view flags_up,
                     std::string_view flags_down) {
  const auto field = [&](std::string_view label, unsigned value) {
    out += label;
    appendHex(out, value, 2);
  };
  field("A:", cpu.a);
  field(" X:", cpu.x);
  field(" Y:", cpu.y);
  field(" S:", cpu.s);
  out += " P:";
  for (size_t bit = 0; bit < 8; ++bit) out += (cpu.p & 0x80 >> bit ? flags_up : flags_down)[bit];
  out += ' ';
}

// FCEUX leaves undocumented opcodes undecoded, but knows the second SBC as one of them too.
void appendFceuxText(std::string& out, const Instruction& i) {
  out.append(cpu6502::opcodes[i.opcode].mnemonic);
  const auto number = [&](std::string_view before, unsigned value, int digits) {
    out += before;
    appendHex(out, value, digits);
  };
  const std::string text = i.text();
  const size_t blank = text.find(' ');
  // FCEUX writes ASL for ASL A.
  if (blank != text.npos && i.mode != Mode::Accumulator) out.append(text, blank);
  switch (i.mode) {
    case Mode::IndirectX:
    case Mode::IndirectY:
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      number(" @ $", i.address, 4);
      break;
    case Mode::Indirect:  // where FCEUX looks, which is not where the 6502 does
      number(" = $", i.word(i.operand, static_cast<uint16_t>(i.operand + 1)), 4);
      break;
    default:
      break;
  }
  if (readsMemory(i.mode) && !i.isJump()) number(" = #$", i.value(), 2);
  if (i.opcode != opcode_rts) return;
  // Where the subroutine began, if a JSR led here.
  const auto stacked = [&](int offset) { return i.look(static_cast<uint16_t>(0x0100 | (i.cpu.s + offset))); };
  const uint16_t caller = static_cast<uint16_t>((stacked(2) << 8 | stacked(1)) - 2);
  if (i.look(caller) == opcode_jsr)
    number(" (from $", i.word(static_cast<uint16_t>(caller + 1), static_cast<uint16_t>(caller + 2)), 4),
        out += ')';
}

// Source: FCEUX 2.6's trace logger and disassembler.
void appendFceux(std::string& out, const Instruction& i) {
  appendRegisters(out, i.cpu, "NVUBDIZC", "nvubdizc");
  out += " $";
  appendPc(out, i);
  out += ": ";
  const cpu6502::Opcode& opcode = cpu6502::opcodes[i.opcode];
  const bool decoded = opcode.official && i.opcode != opcode_sbc_copy;
  appendBytes(out, i, !decoded || i.opcode == opcode_brk ? 1 : cpu6502::instructionLength(i.opcode));
  if (decoded)
    appendFceuxText(out, i);
  else
    out += "UNDEFINED";
}

// Source: Mesen 2's trace logger: "[Disassembly][EffectiveAddress] [MemoryValue,h][Align,38] A:[A,2h]
// X:[X,2h] Y:[Y,2h] S:[SP,2h] P:[P,8] V:[Scanline,3] H:[Cycle,3]" after the program counter.
void appendMesen(std::string& out, const Instruction& i) {
  const size_t start = out.size();
  appendPc(out, i);
  out += "  ";
  const std::string text = i.text();
  const size_t blank = std::min(text.find(' '), text.size());
  out += nameIn(mesen_names, cpu6502::opcodes[i.opcode].mnemonic);
  out += ' ';
  if (blank < text.size()) out.append(text, blank + 1);
  const bool plain = i.mode == Mode::ZeroPage || i.mode == Mode::Absolute;
  const bool looks = (readsMemory(i.mode) || i.mode == Mode::Indirect) && !i.isJump();
  if (looks && !plain) {
    out += " [$";
    appendHex(out, i.address, 4);
    out += ']';
  }
  out += ' ';
  if (looks) {
    out += "= $";
    appendHex(out, i.value(), 2);
  }
  padTo(out, start, 38);
  out += ' ';
  appendRegisters(out, i.cpu, "NV--DIZC", "nv--dizc");
  out += "V:";
  decimal(out, signedScanline(i.console), 3, true);
  out += " H:";
  decimal(out, i.console.dot(), 3, true);
}

}  // namespace

LogFormat parseLogFormat(std::string_view name) {
  if (name == "nintendulator") return LogFormat::Nintendulator;
  if (name == "fceux") return LogFormat::Fceux;
  if (name == "mesen") return LogFormat::Mesen;
  throw std::runtime_error("unknown log format '" + std::string(name) +
                           "': expected nintendulator, fceux or mesen");
}

bool standsBeforeInstruction(const console::Console& console) {
  const cpu6502::State& cpu = console.cpu();
  // The CPU decides by its last interrupt poll; the I flag masks IRQ.
  return !(cpu.polled & ~(cpu.p & cpu6502::flag::irq_disable)) && !cpu.jammed();
}

void appendLogLine(std::string& out, const console::Console& console, LogFormat format, bool banks) {
  const Instruction instruction(console, console.cpu(), banks);
  switch (format) {
    case LogFormat::Nintendulator:
      appendNintendulator(out, instruction);
      break;
    case LogFormat::Fceux:
      appendFceux(out, instruction);
      break;
    case LogFormat::Mesen:
      appendMesen(out, instruction);
      break;
  }
  out += '\n';
}

}  // namespace jumpscope::trace
