#include "src/lift/lift.h"

#include <algorithm>
#include <stdexcept>

#include "src/lift/build.h"
#include "src/lift/names.h"
#include "src/lift/optimize.h"
#include "src/lift/unread.h"
#include "src/lift/writer.h"
#include "src/trace/watch.h"

namespace jumpscope::lift {
namespace {

// C++ and C# have the same statements; these parts of a file differ. In braces: what is put in.
struct Frame {
  const char *begin, *ram_name, *ram_meaning, *tables_begin, *tables_end, *state, *functions_begin,
      *functions_end;
};

constexpr Frame cpp{
    R"(#ifndef LIFTED_{address}
#define LIFTED_{address}

#include <array>
#include <cstdint>
#include <stdexcept>

namespace lifted {

using u8 = std::uint8_t;
using s8 = std::int8_t;

)",
    "constexpr int ",
    "constexpr u8 ",
    "[] = {",
    "};\n",
    R"(struct State {
  std::array<u8, 0x800> ram{};
{board}  // $8000-$FFFF, for reads through pointers.
  const u8* rom = nullptr;
  // What reads of registers and of addresses without memory give. Writes to them do nothing.
  u8 register_value = 0;

  static int u16(int high, int low) { return high << 8 | low; }
  static int u24(int high, int middle, int low) { return high << 16 | middle << 8 | low; }
  static int index(int address) {
    address &= 0x7FF;
    if (address >= {stack} && address < 0x200)
      throw std::logic_error("the routine reaches the stack through a pointer");
    return address;
  }
  u8 read(int address) const {
    address &= 0xFFFF;
    if (address < 0x2000) return ram[index(address)];
{read board}    if (address < 0x8000) return register_value;
    if (rom == nullptr) throw std::logic_error("the routine reads ROM through a pointer; set State::rom");
    return rom[address - 0x8000];
  }
  void write(int address, u8 value) {
    address &= 0xFFFF;
    if (address < 0x2000) ram[index(address)] = value;
{write board}{write rom}  }

)",
    "",
    "};\n\n"};

constexpr Frame csharp{
    R"(using System;
using u8 = System.Byte;
using s8 = System.SByte;

namespace Lifted {

public sealed class State {
)",
    "const int ",
    "static readonly u8[] ",
    " = {",
    "};\n",
    R"(  public u8[] ram = new u8[0x800];
{board}  // $8000-$FFFF, for reads through pointers.
  public u8[] rom = null;
  // What reads of registers and of addresses without memory give. Writes to them do nothing.
  public u8 register_value = 0;

  static int u16(int high, int low) { return high << 8 | low; }
  static int u24(int high, int middle, int low) { return high << 16 | middle << 8 | low; }
  static int index(int address) {
    address &= 0x7FF;
    if (address >= {stack} && address < 0x200)
      throw new InvalidOperationException("the routine reaches the stack through a pointer");
    return address;
  }
  u8 read(int address) {
    address &= 0xFFFF;
    if (address < 0x2000) return ram[index(address)];
{read board}    if (address < 0x8000) return register_value;
    if (rom == null) throw new InvalidOperationException("the routine reads ROM through a pointer; set State.rom");
    return rom[address - 0x8000];
  }
  void write(int address, u8 value) {
    address &= 0xFFFF;
    if (address < 0x2000) ram[index(address)] = value;
{write board}{write rom}  }

)",
    "",
    ""};

void put(std::string& text, const std::string& place, const std::string& what) {
  const size_t at = text.find(place);
  if (at != std::string::npos) text.replace(at, place.size(), what);
}

std::string hexByte(int value) {
  constexpr char digits[] = "0123456789ABCDEF";
  return {'0', 'x', digits[value >> 4 & 15], digits[value & 15]};
}

std::string indented(const std::string& text, const std::string& indent) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    if (end > at) result += indent;
    result.append(text, at, end + 1 - at);
    at = end + 1;
  }
  return result;
}

class File {
 public:
  File(const prove::Routine& routine, const trace::Profile* profile, const trace::Symbols& symbols,
       Dialect dialect)
      : routine_(routine),
        dialect_(dialect),
        frame_(dialect.isCpp() ? cpp : csharp),
        names_(profile, symbols),
        stack_from_(stackFrom(routine, usual_depth)) {}

  Source make() {
    Machine machine{hasBoard(), stack_from_, switchesBanks()};
    const Code code = readCode(routine_.program(), routine_.address);
    Unit unit = build(code, machine);
    if (unit.stack_depth > usual_depth) {
      stack_from_ = machine.stack_from = stackFrom(routine_, unit.stack_depth);
      unit = build(code, machine);
    }
    optimize(unit);
    std::vector<Lines> bodies;
    for (Function& function : unit.functions) bodies.push_back(structure(function));
    removeUnread(unit, bodies);
    Writer writer(unit, names_, dialect_);
    std::vector<std::string> functions, signatures;
    for (size_t i = 0; i < bodies.size(); ++i) {
      functions.push_back(writer.function(unit.functions[i], std::move(bodies[i])));
      signatures.push_back(writer.signature(unit.functions[i]));
    }
    return {assemble(unit, writer, functions, signatures), functions.size(), 0, stack_from_};
  }

 private:
  bool hasBoard() const {
    return !routine_.entries.empty() && !routine_.entries.front().before.board.empty();
  }

  bool switchesBanks() const { return !routine_.program().banks.empty(); }

  // What the routine pushes lies below where the stack pointer was at its entry; what is above is its callers'.
  static constexpr int usual_depth = 0x40;
  static int stackFrom(const prove::Routine& routine, int depth) {
    int from = 0x01FF;
    for (const prove::Entry& entry : routine.entries)
      from = std::min(from, std::max(0x0100, 0x0100 + entry.registers.s - depth));
    return from;
  }

  std::string assemble(const Unit& unit, const Writer& writer, const std::vector<std::string>& functions,
                       const std::vector<std::string>& signatures) {
    const bool is_cpp = dialect_.isCpp(), has_board = hasBoard();
    const std::string indent = is_cpp ? "" : "  ";
    std::string text = "// The routine at " + trace::addressText(routine_.address) + " of " +
                       commentText(routine_.cartridge->name) +
                       ", lifted by jumpscope. Comments give the addresses of the code.\n";
    std::string begin = frame_.begin;
    for (int i = 0; i < 2; ++i) put(begin, "{address}", trace::addressText(routine_.address).substr(1));
    text += begin;
    text += ramNames(writer, indent);
    for (const auto& [address, size] : writer.tables()) text += table(address, size, indent);
    if (!writer.tables().empty()) text += "\n";
    std::string state = frame_.state;
    put(state, "{board}",
        !has_board ? ""
        : is_cpp   ? "  std::array<u8, 0x2000> board{};  // $6000-$7FFF\n"
                   : "  public u8[] board = new u8[0x2000];  // $6000-$7FFF\n");
    put(state, "{stack}", "0x" + trace::addressText(static_cast<uint16_t>(stack_from_)).substr(2));
    put(state, "{read board}",
        has_board ? "    if (address >= 0x6000 && address < 0x8000) return board[address - 0x6000];\n" : "");
    put(state, "{write board}",
        has_board ? "    if (address >= 0x6000 && address < 0x8000) board[address - 0x6000] = value;\n" : "");
    put(state, "{write rom}",
        !switchesBanks() ? ""
        : is_cpp ? "    if (address >= 0x8000) throw std::logic_error(\"the routine may switch banks\");\n"
                 : "    if (address >= 0x8000) throw new InvalidOperationException(\"the routine may switch "
                   "banks\");\n");
    text += state;
    if (is_cpp) {
      for (const std::string& signature : signatures) text += "  " + signature + ";\n";
      text += "};\n\n" + step(unit) + "\n";
      for (size_t i = 0; i < functions.size(); ++i) text += qualified(functions[i]) + "\n";
      return text + "}  // namespace lifted\n\n#endif\n";
    }
    text += indented(step(unit), "  ") + "\n";
    for (const std::string& function : functions) text += indented(function, "  ") + "\n";
    text.pop_back();
    return text + "}\n\n}\n";
  }

  // "void f() {" as "inline void State::f() {".
  static std::string qualified(const std::string& function) {
    std::string text = function;
    text.insert(text.find(' ') + 1, "State::");
    return "inline " + text;
  }

  std::string ramNames(const Writer& writer, const std::string& indent) const {
    std::string text;
    for (const uint16_t address : writer.usedRam()) {
      text += indent + frame_.ram_name + names_.ram(address) + " = 0x" +
              trace::addressText(address).substr(1) + ";";
      const std::string meaning = names_.meaning(address);
      text += (meaning.empty() ? "" : "  // " + meaning) + "\n";
    }
    return text + (text.empty() ? "" : "\n");
  }

  std::string table(uint16_t address, int size, const std::string& indent) {
    std::string text = indent + frame_.ram_meaning + names_.table(address) + frame_.tables_begin;
    const bool several_lines = size > 16;
    for (int i = 0; i < size; ++i) {
      if (several_lines && i % 16 == 0) text += "\n" + indent + "    ";
      const std::string comma = i + 1 == size ? "" : (i % 16 == 15 ? "," : ", ");
      text += hexByte(routine_.program().at(static_cast<uint16_t>(address + i))) + comma;
    }
    return text + frame_.tables_end;
  }

  // The function from state and buttons to state, with the registers that the routine finds.
  std::string step(const Unit& unit) {
    const Function& routine = unit.functions.front();
    static constexpr const char* registers[] = {"a", "x", "y", "c", "z", "n", "v"};
    std::string parameters, arguments, prepare, explained;
    const std::optional<prove::PadByte> pad = routine_.padByte();
    if (pad) {
      parameters = ", u8 buttons";
      prepare = "  state.ram[0x" + trace::addressText(pad->address).substr(1) + "] = buttons;\n";
      explained = pad->reversed
                      ? "// buttons: bit 7 A, then B, Select, Start, Up, Down, Left, bit 0 Right.\n"
                      : "// buttons: bit 7 Right, then Left, Down, Up, Start, Select, B, bit 0 A.\n";
    }
    for (Variable reg = 0; reg < variable::registers; ++reg) {
      const std::string name = registers[reg], type = typeOf(reg) == Type::Bool ? "bool " : "u8 ";
      const bool changes = isByReference(routine, reg);
      if (routine.inputs[reg])
        parameters += ", " + type + name;
      else if (changes)
        prepare += "  " + type + name + (typeOf(reg) == Type::Bool ? " = false;\n" : " = 0;\n");
      if (routine.inputs[reg] || changes)
        arguments +=
            (arguments.empty() ? "" : ", ") + std::string(changes && !dialect_.isCpp() ? "ref " : "") + name;
    }
    const std::string call = "  state." + names_.function(routine.address) + "(" + arguments + ");\n";
    if (dialect_.isCpp())
      return "// One frame.\n" + explained + "inline State step(State state" + parameters + ") {\n" +
             prepare + call + "  return state;\n}\n";
    return "// One frame.\n" + explained + "public static State Step(State before" + parameters +
           ") {\n  State state = (State)before.MemberwiseClone();\n  state.ram = "
           "(u8[])before.ram.Clone();\n" +
           prepare + call + "  return state;\n}\n";
  }

  const prove::Routine& routine_;
  Dialect dialect_;
  const Frame& frame_;
  Names names_;
  int stack_from_;
};

}  // namespace

Source lift(const prove::Routine& routine, const trace::Profile* profile, const trace::Symbols& symbols,
            Language language) {
  if (std::any_of(routine.entries.begin(), routine.entries.end(),
                  [](const prove::Entry& entry) { return entry.remapped; }))
    throw std::runtime_error("the routine at " + trace::addressText(routine.address) +
                             " cannot be lifted: it switches the banks that it runs in");
  Source source = File(routine, profile, symbols, {language}).make();
  source.lines = static_cast<size_t>(std::count(source.text.begin(), source.text.end(), '\n'));
  return source;
}

}  // namespace jumpscope::lift
