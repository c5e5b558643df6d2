#include "src/prove/machine/walk.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/prove/random_routine.h"

namespace jumpscope::prove {
namespace {

Program programOf(std::initializer_list<uint8_t> code) {
  Program program;
  std::copy(code.begin(), code.end(), program.bytes.begin());
  return program;
}

TEST(Walk, DoesWhatTheRoutineDoes) {
  std::mt19937 random(3);
  for (uint32_t seed = 1; seed <= 50; ++seed) {
    const tests::RandomRoutine routine(seed);
    Memory memory;
    for (uint8_t& byte : memory.ram) byte = static_cast<uint8_t>(random());
    const Registers registers{1, 2, 3, 0xF0, 0x24};
    const Walk walked = walk(routine.program(), 0x8000, memory, registers, {}, {});
    Memory after = memory;
    const Concrete result = runConcrete(routine.program(), 0x8000, after, registers, {});
    EXPECT_EQ(walked.result.end, result.end);
    EXPECT_EQ(walked.result.pc, result.pc);
    EXPECT_EQ(walked.result.registers, result.registers);
    EXPECT_EQ(walked.result.instructions, result.instructions);
  }
}

TEST(Walk, NamesTheDecisionsBeforeAWriteAndTheWrite) {
  const Program program = programOf({
      0xA5, 0x10,  // 8000 LDA $10
      0xC9, 0x14,  // 8002 CMP #$14
      0x90, 0x03,  // 8004 BCC $8009
      0x85, 0x30,  // 8006 STA $30
      0x60,        // 8008 RTS
      0x86, 0x20,  // 8009 STX $20
      0x60,        // 800B RTS
  });
  Memory memory;
  memory.ram[0x10] = 0x15;
  const uint16_t asked = 0x30;
  const auto lines = [&] {
    return linesOf(walk(program, 0x8000, memory, {0, 7, 0, 0xF0, 0x24}, {&asked, 1}));
  };
  EXPECT_EQ(lines(), (std::vector<std::string>{"$8002: CMP #$14; BCC $8009 (not taken)",
                                               "$8006: STA $30 ($00 -> $15)"}));
  memory.ram[0x10] = 0x13;
  EXPECT_EQ(lines(), std::vector<std::string>{"$8002: CMP #$14; BCC $8009 (taken)"});
}

TEST(Walk, LeavesOutDecisionsAboutOtherBytes) {
  const Program program = programOf({
      0xA5, 0x10,  // 8000 LDA $10
      0xF0, 0x02,  // 8002 BEQ $8006
      0x85, 0x31,  // 8004 STA $31
      0xE6, 0x30,  // 8006 INC $30
      0x60,        // 8008 RTS
  });
  Memory memory;
  memory.ram[0x10] = 1;
  const uint16_t asked = 0x30;
  EXPECT_EQ(linesOf(walk(program, 0x8000, memory, {0, 7, 0, 0xF0, 0x24}, {&asked, 1})),
            std::vector<std::string>{"$8006: INC $30 ($00 -> $01)"});
}

}  // namespace
}  // namespace jumpscope::prove
