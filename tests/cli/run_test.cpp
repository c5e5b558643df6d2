// jumpscope run and info, from the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

// A folder with the counting cartridge in it.
struct Counting : Folder {
  Counting() { writeText(*this / "rom.nes", countingCartridge()); }

  // Runs, expects success and gives RAM back.
  std::string ram(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"run", "rom.nes", "--dump", "cpu:0000-07ff=ram.bin"});
    const Outcome outcome = jumpscope(arguments, path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return readText(*this / "ram.bin");
  }
};

int byteAt(const std::string& memory, size_t address) {
  return static_cast<unsigned char>(memory.at(address));
}

TEST(CommandLine, WithoutACommandHelpIsShown) {
  const Folder folder;
  const Outcome outcome = jumpscope({}, folder.path);
  EXPECT_EQ(outcome.status, 0);
  for (const char* command : {"demo", "info", "run", "trace", "diff", "jumps", "plot", "model", "play"})
    EXPECT_NE(outcome.out.find(command), std::string::npos) << command;
  EXPECT_EQ(jumpscope({"--version"}, folder.path).out, "jumpscope " JUMPSCOPE_VERSION "\n");
  EXPECT_EQ(jumpscope({"run", "--help"}, folder.path).status, 0);
}

TEST(Info, JsonNamesBoardSizesAndHashes) {
  const Counting folder;
  const Outcome outcome = jumpscope({"info", "rom.nes", "--json"}, folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["name"], "rom.nes");
  EXPECT_EQ(json["mapper"], 0);
  EXPECT_EQ(json["board"], "NROM-256");
  EXPECT_EQ(json["mirroring"], "vertical");
  EXPECT_EQ(json["prg_bytes"], 0x8000);
  EXPECT_EQ(json["chr_bytes"], 0x2000);
  EXPECT_EQ(json["supported"], true);
  EXPECT_EQ(json["prg_chr_sha1"].get<std::string>().size(), 40u);
}

TEST(Run, PressedButtonsReachTheProgram) {
  const Counting folder;
  // The handler of vblank k runs in frame k and sees what was pressed for frame k.
  EXPECT_EQ(byteAt(folder.ram({"--frames", "20", "--press", "10-30:RB"}), 0x11), 0x41);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "20", "--press", "19-19:T"}), 0x11), 0x10);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "20", "--press", "18-18:T"}), 0x11), 0x00);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "20", "--press", "2/10-30:A"}), 0x11), 0x00);
}

TEST(Run, ResetHappensAtTheStartOfItsFrame) {
  const Counting folder;
  EXPECT_EQ(byteAt(folder.ram({"--frames", "40"}), 0x12), 1);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "40", "--reset-at", "39"}), 0x12), 2);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "40", "--reset-at", "40"}), 0x12), 1);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "40", "--reset-at", "10", "--reset-at", "20"}), 0x12), 3);
}

TEST(Run, ABareDumpRunsLikeTheFile) {
  const Counting folder;
  const std::string rom = countingCartridge();
  writeText(folder / "prg.bin", rom.substr(16, 0x8000));
  writeText(folder / "chr.bin", rom.substr(16 + 0x8000));
  const std::string expected = folder.ram({"--frames", "30"});
  const Outcome outcome = jumpscope({"run", "--prg", "prg.bin", "--chr", "chr.bin", "--mirroring", "vertical",
                                     "--frames", "30", "--dump", "cpu:0000-07ff=bare.bin"},
                                    folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(readText(folder / "bare.bin"), expected);
}

TEST(Run, DumpsHaveTheSizeOfTheirRange) {
  const Counting folder;
  const Outcome outcome = jumpscope(
      {"run", "rom.nes", "--frames", "5", "--dump", "oam=oam", "--dump", "palette=palette", "--dump",
       "ppu:2000-2fff=ppu", "--dump", "cpu:6000-7fff=wram", "--dump", "cpu:ffff-ffff=last"},
      folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(readText(folder / "oam").size(), 256u);
  EXPECT_EQ(readText(folder / "palette").size(), 32u);
  EXPECT_EQ(readText(folder / "ppu").size(), 0x1000u);
  EXPECT_EQ(readText(folder / "wram").size(), 0x2000u);
  EXPECT_EQ(readText(folder / "last"), countingCartridge().substr(16 + 0x7FFF, 1));
}

TEST(Run, RamInitSetsRamAtPowerOn) {
  const Counting folder;
  EXPECT_EQ(byteAt(folder.ram({"--frames", "1"}), 0x704), 0xFF);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "1", "--ram-init", "zeros"}), 0x704), 0x00);
  EXPECT_EQ(byteAt(folder.ram({"--frames", "1", "--ram-init", "ones"}), 0x700), 0xFF);
  EXPECT_EQ(folder.ram({"--frames", "1", "--ram-init", "random:7"}),
            folder.ram({"--frames", "1", "--ram-init", "random:7"}));
  EXPECT_NE(folder.ram({"--frames", "1", "--ram-init", "random:7"}),
            folder.ram({"--frames", "1", "--ram-init", "random:8"}));
}

TEST(Run, ContinuingFromASavedStateGivesTheSameRun) {
  const Counting folder;
  const std::vector<std::string> input{"--press", "60-75:A 90-130:RB", "--reset-at", "120"};
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "rom.nes"});
    arguments.insert(arguments.end(), input.begin(), input.end());
    const Outcome outcome = jumpscope(arguments, folder.path);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
  };
  run({"--frames", "200", "--state", "whole.state"});
  run({"--frames", "100", "--state", "half.state"});
  run({"--frames", "100", "--load-state", "half.state", "--state", "joined.state"});
  EXPECT_EQ(readText(folder / "joined.state"), readText(folder / "whole.state"));
}

TEST(Run, BothPoliciesSaveTheSameState) {
  const Counting folder;
  for (const char* policy : {"catch-up", "every-cycle"})
    ASSERT_EQ(
        jumpscope({"run", "rom.nes", "--frames", "50", "--policy", policy, "--state", policy}, folder.path)
            .status,
        0);
  EXPECT_EQ(readText(folder / "catch-up"), readText(folder / "every-cycle"));
}

TEST(Run, TheSameCommandGivesTheSameBytes) {
  const Counting folder;
  std::vector<std::string> first, second;
  for (auto* files : {&first, &second}) {
    const Outcome outcome = jumpscope(
        {"run", "rom.nes", "--frames", "40", "--press", "5-20:A", "--screenshot", "s.png", "--wav", "s.wav",
         "--frame-hashes", "h.csv", "--state", "s.state", "--dump", "cpu:0000-ffff=cpu.bin"},
        folder.path);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    for (const std::string& name : folder.names()) files->push_back(name + "\n" + readText(folder / name));
  }
  EXPECT_TRUE(first == second);
}

TEST(Run, FrameHashesHaveOneRowPerFrame) {
  const Counting folder;
  ASSERT_EQ(jumpscope({"run", "rom.nes", "--frames", "4", "--frame-hashes", "h.csv"}, folder.path).status, 0);
  const std::string csv = readText(folder / "h.csv");
  EXPECT_TRUE(csv.starts_with("frame,sha1_idx6,sha1_idx9\n0,")) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST(Run, StatsAreOneJsonObject) {
  const Counting folder;
  const Outcome outcome = jumpscope({"run", "rom.nes", "--frames", "10", "--stats"}, folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto json = nlohmann::json::parse(outcome.out);
  EXPECT_EQ(json["frames"], 10);
  EXPECT_GT(json["cycles"], 10 * 29000);
  EXPECT_TRUE(json.contains("seconds"));
  EXPECT_TRUE(json.contains("fps"));
}

TEST(Run, AJammedCpuIsReportedAndDoesNotHang) {
  const Folder folder;
  std::string rom = countingCartridge();
  rom[16] = 0x02;  // the first instruction stops the CPU
  writeText(folder / "jam.nes", rom);
  const Outcome outcome = jumpscope({"run", "jam.nes", "--frames", "10"}, folder.path);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_NE(outcome.err.find("the CPU is jammed: opcode $02 at $8000 halted it"), std::string::npos)
      << outcome.err;
}

// The last byte of an instruction stays on the bus: JMP $5252 jumps to an opcode $52.
TEST(Run, AStateOfAJammedCpuSaysWhichOpcodeItWas) {
  const Folder folder;
  std::string rom = countingCartridge();
  rom.replace(16, 3, "\x4C\x52\x52");
  writeText(folder / "jam.nes", rom);
  const std::string sentence = "the CPU is jammed: opcode $52 at $5252 halted it";
  const Outcome first = jumpscope({"run", "jam.nes", "--frames", "3", "--state", "jam.state"}, folder.path);
  EXPECT_NE(first.err.find(sentence), std::string::npos) << first.err;
  for (const char* frames : {"1", "5"}) {
    const Outcome again =
        jumpscope({"run", "jam.nes", "--frames", frames, "--load-state", "jam.state"}, folder.path);
    EXPECT_EQ(again.status, 0);
    EXPECT_NE(again.err.find(sentence), std::string::npos) << again.err;
  }
}

}  // namespace
}  // namespace jumpscope::tests
