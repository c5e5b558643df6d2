// nestest's automation: every official and unofficial opcode, against the log that came with it. All columns:
// PC, bytes, disassembly, registers, the PPU's position, the cycle.
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "cpu6502/disassemble.h"
#include "cpu6502/opcodes.h"
#include "src/console/console.h"
#include "tests/console/shared_cartridge.h"
#include "tests/support/shared.h"

namespace jumpscope::console::tests {
namespace {

constexpr uint16_t automation_entry = 0xC000;

// A line as the log has it, without what it adds to the operand: the values found in memory ("= 00",
// "@ 80 = 0200 = 5A").
std::string logLine(const console::Console& console) {
  const cpu6502::State& cpu = console.cpu();
  const std::array<uint8_t, 3> code = {console.peek(cpu.pc), console.peek(static_cast<uint16_t>(cpu.pc + 1)),
                                       console.peek(static_cast<uint16_t>(cpu.pc + 2))};
  std::string bytes;
  for (int i = 0; i < cpu6502::instructionLength(code[0]); ++i) {
    char text[8];
    std::snprintf(text, sizeof text, "%02X ", code[static_cast<size_t>(i)]);
    bytes += text;
  }
  std::string instruction = cpu6502::disassemble(cpu.pc, code);
  if (instruction[0] != '*') instruction = " " + instruction;
  char line[160];
  std::snprintf(line, sizeof line, "%04X  %-9s%-33sA:%02X X:%02X Y:%02X P:%02X SP:%02X PPU:%3d,%3d CYC:%llu",
                cpu.pc, bytes.c_str(), instruction.c_str(), cpu.a, cpu.x, cpu.y, cpu.p, cpu.s,
                console.scanline(), console.dot(), static_cast<unsigned long long>(console.cpuCycles()));
  return line;
}

std::string withoutMemoryValues(std::string line) {
  constexpr size_t registers_column = 48;
  for (const char* mark : {" @ ", " = "}) {
    const size_t at = line.find(mark);
    if (at < registers_column) line.replace(at, registers_column - at, registers_column - at, ' ');
  }
  return line;
}

TEST(Nestest, EveryLineOfTheLogIsTheSame) {
  REQUIRE_SHARED("test-roms/nestest/nestest.log");
  console::Console console(readCartridge(std::filesystem::path(shared_path).replace_filename("nestest.nes")),
                           {});
  console.step();
  console::State state = console.state();
  state.cpu.pc = automation_entry;
  console.restore(state);

  std::ifstream log(shared_path);
  int lines = 0;
  for (std::string expected; std::getline(log, expected); ++lines) {
    if (!expected.empty() && expected.back() == '\r') expected.pop_back();
    if (expected.empty()) break;
    ASSERT_EQ(logLine(console), withoutMemoryValues(expected)) << "line " << lines + 1;
    console.step();
  }
  EXPECT_GT(lines, 0);
  EXPECT_EQ(console.peek(0x02), 0) << "the number of the official test that failed";
  EXPECT_EQ(console.peek(0x03), 0) << "of the unofficial one";
  RecordProperty("lines", lines);
}

}  // namespace
}  // namespace jumpscope::console::tests
