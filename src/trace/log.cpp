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

constexpr uint8_t opcode_brk = 0x00, opcode_jsr = 0x20, opcode_rts = 0x60, opcode_jmp = 0x4C,
                  opcode_sbc_copy = 0xEB;

using base::appendHex;

void decimal(std::string& out, int value, size_t width, bool left) {
  const std::string text = std::to_string(value);
  const std::string blanks(width > text.size() ? width - text.size() : 0, ' ');
  out += left ? text + blanks : blanks + text;
}

void padTo(std::string& out, size_t line_start, size_t width) {
  if (out.size() - line_start < width) out.append(width - (out.size() - line_start), ' ');
}

bool readsMemory(Mode mode) {
  return mode != Mode::Implied && mode != Mode::Accumulator && mode != Mode::Immediate &&
         mode != Mode::Relative && mode != Mode::Indirect;
}

Mode modeOf(const LogEntry& i) { return cpu6502::opcodes[i.bytes[0]].mode; }
bool isJump(const LogEntry& i) { return i.bytes[0] == opcode_jsr || i.bytes[0] == opcode_jmp; }
std::string textOf(const LogEntry& i) { return cpu6502::disassemble(i.pc, i.bytes); }

void appendBytes(std::string& out, const LogEntry& instruction, int length) {
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

void appendPc(std::string& out, const LogEntry& i) {
  if (i.bank) {
    appendHex(out, *i.bank, *i.bank < 0x100 ? 2 : 4);
    out += ':';
  }
  appendHex(out, i.pc, 4);
}

// Source: nestest.log; the decoding of instructions in Nintendulator's debugger.
void appendNintendulator(std::string& out, const LogEntry& i) {
  const size_t start = out.size();
  appendPc(out, i);
  out += "  ";
  const bool is_brk = i.bytes[0] == opcode_brk;  // shows the byte it skips
  const cpu6502::Opcode& opcode = cpu6502::opcodes[i.bytes[0]];
  appendBytes(out, i, opcode.mnemonic == "JAM" ? 1 : cpu6502::instructionLength(i.bytes[0]));
  const std::string_view name = nameIn(nintendulator_names, opcode.mnemonic);
  out += opcode.official || name == "???" ? ' ' : '*';
  out += name;
  if (is_brk) {
    out += " #$";
    appendHex(out, i.bytes[1], 2);
  } else {
    const std::string text = textOf(i);
    if (const size_t blank = text.find(' '); blank != text.npos) out.append(text, blank);
  }
  const bool zero_page =
      modeOf(i) == Mode::ZeroPageX || modeOf(i) == Mode::ZeroPageY || modeOf(i) == Mode::ZeroPage;
  switch (modeOf(i)) {
    case Mode::Indirect:
      out += " = ";
      appendHex(out, i.address, 4);
      break;
    case Mode::IndirectX:
      out += " @ ";
      appendHex(out, static_cast<uint8_t>(i.bytes[1] + i.x), 2);
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
  if (readsMemory(modeOf(i)) && !isJump(i)) {
    out += " = ";
    appendHex(out, i.value, 2);
  }
  padTo(out, start, 48);
  const auto field = [&](std::string_view label, unsigned value) {
    out += label;
    appendHex(out, value, 2);
  };
  field("A:", i.a);
  field(" X:", i.x);
  field(" Y:", i.y);
  field(" P:", i.p);
  field(" SP:", i.s);
  out += " PPU:";
  decimal(out, i.scanline, 3, false);
  out += ',';
  decimal(out, i.dot, 3, false);
  out += " CYC:" + std::to_string(i.cycle);
}

void appendRegisters(std::string& out, const LogEntry& cpu, std::string_view flags_up,
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
void appendFceuxText(std::string& out, const LogEntry& i) {
  out.append(cpu6502::opcodes[i.bytes[0]].mnemonic);
  const auto number = [&](std::string_view before, unsigned value, int digits) {
    out += before;
    appendHex(out, value, digits);
  };
  const std::string text = textOf(i);
  const size_t blank = text.find(' ');
  // FCEUX writes ASL for ASL A.
  if (blank != text.npos && modeOf(i) != Mode::Accumulator) out.append(text, blank);
  switch (modeOf(i)) {
    case Mode::IndirectX:
    case Mode::IndirectY:
    case Mode::ZeroPageX:
    case Mode::ZeroPageY:
    case Mode::AbsoluteX:
    case Mode::AbsoluteY:
      number(" @ $", i.address, 4);
      break;
    case Mode::Indirect:  // where FCEUX looks, which is not where the 6502 does
      number(" = $", i.plain_pointer, 4);
      break;
    default:
      break;
  }
  if (readsMemory(modeOf(i)) && !isJump(i)) number(" = #$", i.value, 2);
  if (i.entered) number(" (from $", *i.entered, 4), out += ')';
}

// Source: FCEUX 2.6's trace logger and disassembler.
void appendFceux(std::string& out, const LogEntry& i) {
  appendRegisters(out, i, "NVUBDIZC", "nvubdizc");
  out += " $";
  appendPc(out, i);
  out += ": ";
  const cpu6502::Opcode& opcode = cpu6502::opcodes[i.bytes[0]];
  const bool decoded = opcode.official && i.bytes[0] != opcode_sbc_copy;
  appendBytes(out, i, !decoded || i.bytes[0] == opcode_brk ? 1 : cpu6502::instructionLength(i.bytes[0]));
  if (decoded)
    appendFceuxText(out, i);
  else
    out += "UNDEFINED";
}

// Source: Mesen 2's trace logger: "[Disassembly][EffectiveAddress] [MemoryValue,h][Align,38] A:[A,2h]
// X:[X,2h] Y:[Y,2h] S:[SP,2h] P:[P,8] V:[Scanline,3] H:[Cycle,3]" after the program counter.
void appendMesen(std::string& out, const LogEntry& i) {
  const size_t start = out.size();
  appendPc(out, i);
  out += "  ";
  const std::string text = textOf(i);
  const size_t blank = std::min(text.find(' '), text.size());
  out += nameIn(mesen_names, cpu6502::opcodes[i.bytes[0]].mnemonic);
  out += ' ';
  if (blank < text.size()) out.append(text, blank + 1);
  const bool plain = modeOf(i) == Mode::ZeroPage || modeOf(i) == Mode::Absolute;
  const bool looks = (readsMemory(modeOf(i)) || modeOf(i) == Mode::Indirect) && !isJump(i);
  if (looks && !plain) {
    out += " [$";
    appendHex(out, i.address, 4);
    out += ']';
  }
  out += ' ';
  if (looks) {
    out += "= $";
    appendHex(out, i.value, 2);
  }
  padTo(out, start, 38);
  out += ' ';
  appendRegisters(out, i, "NV--DIZC", "nv--dizc");
  out += "V:";
  decimal(out, i.scanline, 3, true);
  out += " H:";
  decimal(out, i.dot, 3, true);
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

LogEntry::LogEntry(const console::Console& console, bool with_bank)
    : bytes(instructionBytes(console)),
      pc(console.cpu().pc),
      scanline(signedScanline(console)),
      dot(console.dot()),
      cycle(console.cpuCycles()) {
  const cpu6502::State& cpu = console.cpu();
  a = cpu.a, x = cpu.x, y = cpu.y, s = cpu.s, p = cpu.p;
  if (with_bank) bank = console.prgBank(pc);
  const auto look = [&](uint16_t at) -> uint8_t {
    return at >= 0x2000 && at < 0x5000 ? 0xFF : console.peek(at);
  };
  const auto word = [&](uint16_t low, uint16_t high) {
    return static_cast<uint16_t>(look(high) << 8 | look(low));
  };
  const auto zeroPageWord = [&](uint8_t at) { return word(at, static_cast<uint8_t>(at + 1)); };
  operand = static_cast<uint16_t>(bytes[2] << 8 | bytes[1]);
  const Mode mode = cpu6502::opcodes[bytes[0]].mode;
  switch (mode) {
    case Mode::ZeroPage:
      address = bytes[1];
      break;
    case Mode::ZeroPageX:
      address = static_cast<uint8_t>(bytes[1] + x);
      break;
    case Mode::ZeroPageY:
      address = static_cast<uint8_t>(bytes[1] + y);
      break;
    case Mode::AbsoluteX:
      address = static_cast<uint16_t>(operand + x);
      break;
    case Mode::AbsoluteY:
      address = static_cast<uint16_t>(operand + y);
      break;
    case Mode::IndirectX:
      address = zeroPageWord(static_cast<uint8_t>(bytes[1] + x));
      break;
    case Mode::IndirectY:
      pointer = zeroPageWord(bytes[1]);
      address = static_cast<uint16_t>(pointer + y);
      break;
    case Mode::Indirect:  // the 6502 does not carry into the pointer's high byte
      address = word(operand, static_cast<uint16_t>((operand & 0xFF00) | ((operand + 1) & 0xFF)));
      plain_pointer = word(operand, static_cast<uint16_t>(operand + 1));
      break;
    default:
      address = operand;
  }
  if ((readsMemory(mode) || mode == Mode::Indirect) && !isJump(*this)) value = look(address);
  if (bytes[0] != opcode_rts) return;
  const auto stacked = [&](int offset) { return look(static_cast<uint16_t>(0x0100 | (s + offset))); };
  const auto caller = static_cast<uint16_t>((stacked(2) << 8 | stacked(1)) - 2);
  if (look(caller) == opcode_jsr)
    entered = word(static_cast<uint16_t>(caller + 1), static_cast<uint16_t>(caller + 2));
}

void appendLogLine(std::string& out, const LogEntry& entry, LogFormat format) {
  switch (format) {
    case LogFormat::Nintendulator:
      appendNintendulator(out, entry);
      break;
    case LogFormat::Fceux:
      appendFceux(out, entry);
      break;
    case LogFormat::Mesen:
      appendMesen(out, entry);
      break;
  }
  out += '\n';
}

void appendLogLine(std::string& out, const console::Console& console, LogFormat format, bool banks) {
  appendLogLine(out, LogEntry(console, banks), format);
}

}  // namespace jumpscope::trace
