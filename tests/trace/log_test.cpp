// Instruction logs in the formats of three emulators.
#include "src/trace/log.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/trace/fetched.h"
#include "src/trace/machine_value.h"
#include "src/trace/recorder.h"
#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

using tests::errorOf;

// A program at $8000 with its reset vector; NMI and IRQ lead to an RTI.
console::Console consoleWith(const std::vector<uint8_t>& code) {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  std::copy(code.begin(), code.end(), prg.begin());
  prg[0x7F00] = 0x40;
  const std::array<uint8_t, 6> vectors = {0x00, 0xFF, 0x00, 0x80, 0x00, 0xFF};
  std::copy(vectors.begin(), vectors.end(), prg.begin() + 0x7FFA);
  return console::Console(std::make_shared<const console::Cartridge>(
                              console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "test.prg")),
                          {.ram_init = {console::RamInit::Kind::Zeros, 0}});
}

// The lines of the first `count` instructions, without what stands in the registers' columns.
std::vector<std::string> texts(const std::vector<uint8_t>& code, LogFormat format, int count) {
  console::Console console = consoleWith(code);
  std::vector<std::string> lines;
  while (static_cast<int>(lines.size()) < count) {
    if (standsBeforeInstruction(console)) {
      std::string line;
      appendLogLine(line, console, format);
      lines.push_back(line);
    }
    console.step();
  }
  return lines;
}

std::string lastText(const std::vector<uint8_t>& code, LogFormat format, int count) {
  std::string line = texts(code, format, count).back();
  line = format == LogFormat::Fceux ? line.substr(line.find('$')) : line.substr(0, line.find(" A:"));
  line.erase(line.find_last_not_of(" \n") + 1);
  return line;
}

TEST(InstructionLog, EveryFormatWritesACompleteLine) {
  const std::vector<uint8_t> code = {0xA9, 0x80, 0x85, 0x10};  // LDA #$80, STA $10
  EXPECT_EQ(texts(code, LogFormat::Nintendulator, 2)[1],
            "8002  85 10     STA $10 = 00                    A:80 X:00 Y:00 P:A4 SP:FD PPU:  0, 27 CYC:9\n");
  EXPECT_EQ(texts(code, LogFormat::Fceux, 2)[1],
            "A:80 X:00 Y:00 S:FD P:NvUbdIzc  $8002: 85 10    STA $10 = #$00\n");
  EXPECT_EQ(texts(code, LogFormat::Mesen, 2)[1],
            "8002  STA $10 = $00                    A:80 X:00 Y:00 S:FD P:Nv--dIzc V:0   H:27 \n");
}

TEST(InstructionLog, CodeInOpenBusShowsWhatIsFetched) {
  const std::vector<uint8_t> code = {0x4C, 0x00, 0x50};  // JMP $5000, whose high byte stays on the bus
  const std::vector<std::string> lines = texts(code, LogFormat::Nintendulator, 3);
  EXPECT_TRUE(lines[1].starts_with("5000  50 50     BVC $5052 ")) << lines[1];
  EXPECT_TRUE(lines[2].starts_with("5052  50 50     BVC $50A4 ")) << lines[2];
  console::Console console = consoleWith(code);
  for (int i = 0; i < 2; ++i) console.step();
  EXPECT_EQ(valueOf(MachineValue::Opcode, console), 0x50);
}

TEST(InstructionLog, TheOpcodeShownIsTheOneExecutedWhereverItLies) {
  for (unsigned address = 0x2000; address < 0x8000; address += 0x101) {
    console::Console console =
        consoleWith({0x4C, static_cast<uint8_t>(address), static_cast<uint8_t>(address >> 8)});
    for (int i = 0; i < 2; ++i) console.step();
    ASSERT_EQ(console.cpu().pc, address);
    const console::State before = console.state();
    const uint8_t opcode = instructionBytes(console)[0];
    EXPECT_EQ(console.state(), before) << "looking changes nothing";
    console.step();
    EXPECT_EQ(console.cpu().opcode, opcode) << std::hex << address;
  }
}

TEST(InstructionLog, EveryAddressingModeShowsItsEffectiveAddress) {
  struct Case {
    std::vector<uint8_t> code;
    int instruction;
    std::string nintendulator, fceux, mesen;
  };
  const std::vector<Case> cases = {
      {{0xA2, 0x01, 0xB5, 0xFF},
       2,
       "8002  B5 FF     LDA $FF,X @ 00 = 00",
       "$8002: B5 FF    LDA $FF,X @ $0000 = #$00",
       "8002  LDA $FF,X [$0000] = $00"},
      {{0xA0, 0x02, 0xB9, 0xFF, 0x80},
       2,
       "8002  B9 FF 80  LDA $80FF,Y @ 8101 = EA",
       "$8002: B9 FF 80 LDA $80FF,Y @ $8101 = #$EA",
       "8002  LDA $80FF,Y [$8101] = $EA"},
      {{0xA1, 0x20},
       1,
       "8000  A1 20     LDA ($20,X) @ 20 = 0000 = 00",
       "$8000: A1 20    LDA ($20,X) @ $0000 = #$00",
       "8000  LDA ($20,X) [$0000] = $00"},
      {{0xA0, 0x03, 0x91, 0x20},
       2,
       "8002  91 20     STA ($20),Y = 0000 @ 0003 = 00",
       "$8002: 91 20    STA ($20),Y @ $0003 = #$00",
       "8002  STA ($20),Y [$0003] = $00"},
      {{0x6C, 0xFC, 0xFF},
       1,
       "8000  6C FC FF  JMP ($FFFC) = 8000",
       "$8000: 6C FC FF JMP ($FFFC) = $8000",
       "8000  JMP ($FFFC) [$8000] = $6C"},
      {{0x20, 0x10, 0x80}, 1, "8000  20 10 80  JSR $8010", "$8000: 20 10 80 JSR $8010", "8000  JSR $8010"},
      {{0xD0, 0xFE}, 1, "8000  D0 FE     BNE $8000", "$8000: D0 FE    BNE $8000", "8000  BNE $8000"},
      {{0x0A}, 1, "8000  0A        ASL A", "$8000: 0A       ASL", "8000  ASL A"},
      {{0xAD, 0x02, 0x20},
       1,
       "8000  AD 02 20  LDA $2002 = FF",
       "$8000: AD 02 20 LDA $2002 = #$FF",
       "8000  LDA $2002 = $FF"},
      {{0x00, 0x7B}, 1, "8000  00 7B     BRK #$7B", "$8000: 00       BRK", "8000  BRK"},
      {{0xA3, 0x20},
       1,
       "8000  A3 20    *LAX ($20,X) @ 20 = 0000 = 00",
       "$8000: A3       UNDEFINED",
       "8000  LAX ($20,X) [$0000] = $00"},
      {{0xEB, 0x20}, 1, "8000  EB 20    *SBC #$20", "$8000: EB       UNDEFINED", "8000  SBC #$20"},
      {{0x02}, 1, "8000  02       *HLT", "$8000: 02       UNDEFINED", "8000  STP"},
      {{0x20, 0x04, 0x80, 0xEA, 0x60},
       2,
       "8004  60        RTS",
       "$8004: 60       RTS (from $8004)",
       "8004  RTS"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(lastText(c.code, LogFormat::Nintendulator, c.instruction), c.nintendulator);
    EXPECT_EQ(lastText(c.code, LogFormat::Fceux, c.instruction), c.fceux);
    EXPECT_EQ(lastText(c.code, LogFormat::Mesen, c.instruction), c.mesen);
  }
}

TEST(InstructionLog, AWriteByCodeInOpenBusHasTheInstructionThatWasFetched) {
  console::Console console = consoleWith({0x4C, 0x00, 0x46});  // JMP $4600
  std::vector<Write> writes;
  const Recorder recorder(
      console, {parseWatch("b=$46")}, [](uint64_t) { return uint8_t{0}; }, [](const Row&) {},
      [&](const Write& write) { writes.push_back(write); });
  console.runFrame();
  ASSERT_FALSE(writes.empty());
  EXPECT_EQ(writes[0].pc, 0x4600);
  EXPECT_EQ(writes[0].instruction, "LSR $46");
}

TEST(InstructionLog, InterruptSequencesAndAJammedCpuHaveNoLine) {
  console::Console power_on = consoleWith({0xEA});
  EXPECT_FALSE(standsBeforeInstruction(power_on)) << "the reset sequence";
  power_on.step();
  EXPECT_TRUE(standsBeforeInstruction(power_on));

  console::Console jam = consoleWith({0x02});
  for (int i = 0; i < 3; ++i) jam.step();
  EXPECT_FALSE(standsBeforeInstruction(jam));

  // NMI on, around a loop of three instructions: the one that an NMI delays shows once.
  console::Console nmi = consoleWith({0xA9, 0x80, 0x8D, 0x00, 0x20, 0x4C, 0x00, 0x80});
  std::vector<uint16_t> seen;
  while (nmi.frame() < 5) {
    if (standsBeforeInstruction(nmi)) seen.push_back(nmi.cpu().pc);
    nmi.step();
  }
  EXPECT_GT(std::count(seen.begin(), seen.end(), 0xFF00), 1);
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
}

TEST(InstructionLog, AFormatThatDoesNotExistIsNamed) {
  EXPECT_NE(errorOf([] { parseLogFormat("vice"); }).find("vice"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::trace
