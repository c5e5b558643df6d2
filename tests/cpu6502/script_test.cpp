// The bus scripts of opcodes.def against what the core does: number, kind and address of all cycles, and
// where it polls.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <sstream>

#include "tests/cpu6502/recording_bus.h"

namespace jumpscope::cpu6502::tests {
namespace {

const std::map<std::string, std::string_view> sequences = {
#define SEQUENCE(name, script) {#name, script},
#include "cpu6502/opcodes.def"
#undef SEQUENCE
};

// A script with its optional cycles chosen.
struct Plan {
  std::string letters;
  std::vector<bool> polled_before;  // one per letter
};

Plan choose(std::string_view script, bool taken, bool crossed) {
  Plan plan;
  bool poll = false;
  for (size_t i = 0; i < script.size(); ++i) {
    if (script[i] == ' ' || script[i] == ')') continue;
    if (script[i] == '(') {
      if (script[i + 1] == 'b' ? !taken : !crossed) i += 2;
      continue;
    }
    if (script[i] == '|') {
      poll = true;
      continue;
    }
    plan.letters += script[i];
    plan.polled_before.push_back(poll);
    poll = false;
  }
  return plan;
}

Access kindOf(char letter) {
  switch (letter) {
    case 'F':
    case 'f':
      return Access::Fetch;
    case 'o':
      return Access::Operand;
    case 'z':
    case 'r':
      return Access::Read;
    case 'w':
      return Access::Write;
    case 'W':
      return Access::DummyWrite;
    case 'p':
    case 'q':
      return Access::Stack;
    case 'v':
      return Access::Vector;
    default:
      return Access::DummyRead;
  }
}

const std::array<uint8_t, 0x10000>& randomMemory() {
  static const std::array<uint8_t, 0x10000> memory = [] {
    std::mt19937 random;
    std::array<uint8_t, 0x10000> bytes;
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
    return bytes;
  }();
  return memory;
}

// A processor about to execute `opcode` at a random place, everything else random, I clear (also in the P
// that RTI pulls).
struct Scene {
  Scene(uint8_t opcode, unsigned seed) : bus(state) {
    std::mt19937 random(seed);
    *bus.ram = randomMemory();
    state.lines = state.polled = 0;
    state.pc = static_cast<uint16_t>(0x1000 + random() % 0xE000);
    state.a = static_cast<uint8_t>(random());
    state.x = static_cast<uint8_t>(random());
    state.y = static_cast<uint8_t>(random());
    state.s = static_cast<uint8_t>(random());
    state.p = static_cast<uint8_t>((random() & 0xCB) | flag::unused);
    (*bus.ram)[state.pc] = opcode;
    (*bus.ram)[0x0100 | static_cast<uint8_t>(state.s + 1)] &= static_cast<uint8_t>(~flag::irq_disable);
    start = state;
  }

  uint8_t at(unsigned address) const { return (*bus.ram)[address & 0xFFFF]; }
  uint16_t wordAt(uint16_t low, uint16_t high) const {
    return static_cast<uint16_t>(at(high) << 8 | at(low));
  }

  // Effective address before (`base`) and after indexing, from the contents of memory before the instruction.
  void findAddress(Mode mode) {
    const uint8_t low = at(start.pc + 1U);
    const uint16_t absolute =
        wordAt(static_cast<uint16_t>(start.pc + 1), static_cast<uint16_t>(start.pc + 2));
    const auto zeroPageWord = [&](uint8_t pointer) {
      return wordAt(pointer, static_cast<uint8_t>(pointer + 1));
    };
    uint8_t index = 0;
    switch (mode) {
      case Mode::ZeroPage:
        base = low;
        break;
      case Mode::ZeroPageX:
        base = static_cast<uint8_t>(low + start.x);
        break;
      case Mode::ZeroPageY:
        base = static_cast<uint8_t>(low + start.y);
        break;
      case Mode::AbsoluteX:
        base = absolute, index = start.x;
        break;
      case Mode::AbsoluteY:
        base = absolute, index = start.y;
        break;
      case Mode::IndirectX:
        pointer = static_cast<uint8_t>(low + start.x), base = zeroPageWord(pointer);
        break;
      case Mode::IndirectY:
        pointer = low, base = zeroPageWord(pointer), index = start.y;
        break;
      case Mode::Relative:
        base = static_cast<uint16_t>(start.pc + 2);
        effective = static_cast<uint16_t>(base + static_cast<int8_t>(low));
        return;
      default:
        base = absolute;
        break;
    }
    effective = static_cast<uint16_t>(base + index);
  }
  uint16_t uncarried() const { return static_cast<uint16_t>((base & 0xFF00) | (effective & 0x00FF)); }
  bool crossed() const { return effective != uncarried(); }

  // Where the script says the cycles are. `vector` is the low byte's address of a v.
  std::vector<uint16_t> addresses(const Plan& plan, Mode mode, uint16_t vector) const {
    std::vector<uint16_t> list;
    uint16_t pc = start.pc;
    uint8_t s = start.s;
    std::map<char, int> seen;
    for (size_t i = 0; i < plan.letters.size(); ++i) {
      const char letter = plan.letters[i];
      const int nth = seen[letter]++;
      uint16_t address = 0;
      switch (letter) {
        case 'F':
        case 'o':
          address = pc++;
          break;
        case 'i':
          if (seen['q'] == 2) pc = wordAt(list[i - 2], list[i - 1]);
          [[fallthrough]];
        case 'f':
        case 'b':
          address = pc;
          break;
        case 'd':
          address = at(start.pc + 1U);
          break;
        case 'z':
          address = static_cast<uint8_t>(pointer + nth);
          break;
        case 'c':
          address = uncarried();
          break;
        case 's':
          address = 0x0100 | s;
          if (seen['f']) --s;  // reset: a push without its write
          break;
        case 'p':
          address = 0x0100 | s--;
          break;
        case 'q':
          address = 0x0100 | ++s;
          break;
        case 'v':
          address = static_cast<uint16_t>(vector + nth);
          break;
        case 'h':
          address = 0xFFFF;
          break;
        case 'l':
          address = 0xFFFE;
          break;
        case 'r':
          address = effective;
          if (mode == Mode::Indirect && nth == 1)
            address = static_cast<uint16_t>((effective & 0xFF00) | ((effective + 1) & 0x00FF));
          break;
        default:
          address = effective;
          break;
      }
      list.push_back(address);
    }
    return list;
  }

  State state;
  RecordingBus bus;
  State start;
  uint16_t base = 0, effective = 0;
  uint8_t pointer = 0;
};

std::string describe(uint16_t address, Access kind) {
  std::ostringstream text;
  text << "address " << address << " kind " << static_cast<int>(kind);
  return text.str();
}

// First difference between script and bus, or an empty string. `exempt`: a cycle whose address the script
// does not know.
std::string compare(const Plan& plan, const std::vector<uint16_t>& addresses,
                    const std::vector<Cycle>& cycles, size_t exempt) {
  for (size_t i = 0; i < plan.letters.size() && i < cycles.size(); ++i) {
    const uint16_t address = i == exempt ? cycles[i].address : addresses[i];
    const std::string want = describe(address, kindOf(plan.letters[i]));
    const std::string got = describe(cycles[i].address, cycles[i].kind);
    const bool writes = plan.letters[i] == 'w' || plan.letters[i] == 'W' || plan.letters[i] == 'p';
    if (want != got) return "cycle " + std::to_string(i) + ": script says " + want + ", bus saw " + got;
    if (writes != cycles[i].is_write) return "cycle " + std::to_string(i) + ": read and write are mixed up";
  }
  if (plan.letters.size() != cycles.size())
    return "script has " + std::to_string(plan.letters.size()) + " cycles, bus saw " +
           std::to_string(cycles.size());
  return "";
}

constexpr size_t none = SIZE_MAX;

TEST(Script, EveryOpcodeMakesTheCyclesOfItsRow) {
  for (unsigned opcode = 0; opcode < 256; ++opcode)
    for (unsigned seed = 0; seed < 8; ++seed) {
      const Opcode& row = opcodes[opcode];
      Scene scene(static_cast<uint8_t>(opcode), opcode * 8 + seed);
      scene.findAddress(row.mode);
      State& state = scene.state;
      Scene before(static_cast<uint8_t>(opcode), opcode * 8 + seed);
      before.findAddress(row.mode);
      step(state, scene.bus);
      const bool taken = state.pc != static_cast<uint16_t>(before.start.pc + 2);
      const Plan plan = choose(row.script, taken, scene.crossed() && (taken || row.mode != Mode::Relative));
      const size_t exempt =
          row.shape == Shape::UnstableWrite && scene.crossed() ? plan.letters.size() - 1 : none;
      EXPECT_EQ(compare(plan, before.addresses(plan, row.mode, 0xFFFE), scene.bus.cycles, exempt), "")
          << "opcode " << opcode << " " << row.mnemonic << " seed " << seed;
    }
}

// An IRQ asserted in one cycle only is taken exactly when the script has a | after this cycle.
TEST(Script, EveryOpcodePollsWhereItsRowHasABar) {
  for (unsigned opcode = 0; opcode < 256; ++opcode)
    for (unsigned seed = 0; seed < 6; ++seed) {
      const Opcode& row = opcodes[opcode];
      Scene plain(static_cast<uint8_t>(opcode), opcode * 6 + seed);
      plain.findAddress(row.mode);
      step(plain.state, plain.bus);
      const bool taken = plain.state.pc != static_cast<uint16_t>(plain.start.pc + 2);
      const Plan plan = choose(row.script, taken, plain.crossed() && (taken || row.mode != Mode::Relative));
      for (size_t cycle = 0; cycle < plan.letters.size(); ++cycle) {
        Scene scene(static_cast<uint8_t>(opcode), opcode * 6 + seed);
        scene.bus.irq = {{2 * cycle, 2 * cycle + 2}};
        step(scene.state, scene.bus);
        scene.bus.cycles.clear();
        scene.bus.irq.clear();
        step(scene.state, scene.bus);
        const bool polled = cycle + 1 < plan.letters.size() && plan.polled_before[cycle + 1];
        const bool interrupted = scene.bus.cycles.size() == 7 && scene.bus.cycles[5].kind == Access::Vector &&
                                 scene.bus.cycles[1].kind == Access::DummyRead;
        EXPECT_EQ(interrupted, polled)
            << "opcode " << opcode << " " << row.mnemonic << ", IRQ in cycle " << cycle;
      }
    }
}

TEST(Script, InterruptAndResetMakeTheCyclesOfTheirRows) {
  for (const auto& [name, script] : sequences) {
    Scene scene(0xEA, 1);
    uint16_t vector = 0xFFFE;
    if (name == "Interrupt") scene.state.lines = scene.state.polled = line::irq;
    if (name == "Jammed") scene.state.lines = scene.state.polled = line::jam;
    if (name == "Reset") {
      scene.state.requestReset();
      vector = 0xFFFC;
    }
    step(scene.state, scene.bus);
    const Plan plan = choose(script, false, false);
    EXPECT_EQ(compare(plan, scene.addresses(plan, Mode::Implied, vector), scene.bus.cycles, none), "")
        << name;
  }
}

TEST(Script, LengthAndCyclesAreThoseOfTheDataSheet) {
  for (unsigned opcode = 0; opcode < 256; ++opcode) {
    const uint8_t code = static_cast<uint8_t>(opcode);
    int length = 2;
    switch (opcodes[opcode].mode) {
      case Mode::Implied:
      case Mode::Accumulator:
        length = opcode == 0 ? 2 : 1;
        break;
      case Mode::Absolute:
      case Mode::AbsoluteX:
      case Mode::AbsoluteY:
      case Mode::Indirect:
        length = 3;
        break;
      default:
        break;
    }
    EXPECT_EQ(instructionLength(code), length) << opcodes[opcode].mnemonic;
  }
  const std::map<uint8_t, int> cycles = {{0xA9, 2}, {0xA5, 3}, {0xB5, 4}, {0xAD, 4}, {0xBD, 4}, {0xA1, 6},
                                         {0xB1, 5}, {0x9D, 5}, {0x91, 6}, {0xE6, 5}, {0xFE, 7}, {0x0A, 2},
                                         {0xF0, 2}, {0x48, 3}, {0x68, 4}, {0x20, 6}, {0x60, 6}, {0x40, 6},
                                         {0x00, 7}, {0x4C, 3}, {0x6C, 5}, {0x03, 8}, {0xB3, 5}, {0x9F, 5}};
  for (const auto& [code, count] : cycles) EXPECT_EQ(baseCycles(code), count) << opcodes[code].mnemonic;
}

}  // namespace
}  // namespace jumpscope::cpu6502::tests
