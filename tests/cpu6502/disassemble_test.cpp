#include "cpu6502/disassemble.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>

#include "tests/support/shared.h"

namespace jumpscope::cpu6502 {
namespace {

std::string text(uint16_t pc, uint8_t opcode, uint8_t low = 0, uint8_t high = 0) {
  return disassemble(pc, std::array<uint8_t, 3>{opcode, low, high});
}

TEST(Disassemble, EachAddressingModeHasItsNotation) {
  EXPECT_EQ(text(0x8000, 0xEA), "NOP");
  EXPECT_EQ(text(0x8000, 0x0A), "ASL A");
  EXPECT_EQ(text(0x8000, 0xA9, 0x1F), "LDA #$1F");
  EXPECT_EQ(text(0x8000, 0x85, 0x9F), "STA $9F");
  EXPECT_EQ(text(0x8000, 0x95, 0x9F), "STA $9F,X");
  EXPECT_EQ(text(0x8000, 0x96, 0x9F), "STX $9F,Y");
  EXPECT_EQ(text(0x8000, 0x8D, 0x9F, 0x00), "STA $009F");
  EXPECT_EQ(text(0x8000, 0xBD, 0x34, 0x12), "LDA $1234,X");
  EXPECT_EQ(text(0x8000, 0xB9, 0x34, 0x12), "LDA $1234,Y");
  EXPECT_EQ(text(0x8000, 0x6C, 0xFC, 0xFF), "JMP ($FFFC)");
  EXPECT_EQ(text(0x8000, 0xA1, 0x80), "LDA ($80,X)");
  EXPECT_EQ(text(0x8000, 0xB1, 0x80), "LDA ($80),Y");
}

TEST(Disassemble, BranchesNameTheirTarget) {
  EXPECT_EQ(text(0xC000, 0xD0, 0x10), "BNE $C012");
  EXPECT_EQ(text(0xC000, 0xD0, 0xFE), "BNE $C000");
  EXPECT_EQ(text(0xFFFE, 0xF0, 0x10), "BEQ $0010");
}

TEST(Disassemble, UndocumentedMnemonicsBearAStar) {
  EXPECT_EQ(text(0x8000, 0xA7, 0x10), "*LAX $10");
  EXPECT_EQ(text(0x8000, 0xEB, 0x10), "*SBC #$10");
  EXPECT_EQ(text(0x8000, 0x1A), "*NOP");
  std::set<int> official;
  for (int opcode = 0; opcode < 256; ++opcode)
    if (text(0x8000, static_cast<uint8_t>(opcode)).front() != '*') official.insert(opcode);
  EXPECT_EQ(official.size(), 151U);
}

// The bytes and the text of each line of the log, without the operand's value at run time (" = 00", " @ 80 =
// 00").
TEST(Disassemble, AgreesWithNestestsLog) {
  REQUIRE_SHARED("test-roms/nestest/nestest.log");
  std::ifstream in(shared_path);
  size_t lines = 0;
  for (std::string line; std::getline(in, line) && line.size() > 48; ++lines) {
    const uint16_t pc = static_cast<uint16_t>(std::stoi(line.substr(0, 4), nullptr, 16));
    std::array<uint8_t, 3> bytes{};
    int length = 0;
    for (; length < 3 && line[6 + 3 * length] != ' '; ++length)
      bytes[length] = static_cast<uint8_t>(std::stoi(line.substr(6 + 3 * length, 2), nullptr, 16));
    std::string expected = line.substr(15, 33);
    if (expected.front() == ' ') expected.erase(0, 1);
    expected.erase(std::min({expected.find(" ="), expected.find(" @"), expected.find_last_not_of(' ') + 1}));
    ASSERT_EQ(disassemble(pc, bytes), expected) << "line " << lines + 1;
    ASSERT_EQ(instructionLength(bytes[0]), length) << "line " << lines + 1;
  }
  EXPECT_GT(lines, 0U);
}

}  // namespace
}  // namespace jumpscope::cpu6502
