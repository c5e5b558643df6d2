// jumpscope trace, diff, jumps, plot, model and demo, from the command line.
#include <gtest/gtest.h>

#include <sys/wait.h>

#include <cstdlib>
#include <regex>
#include <sstream>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

// jumplab walks, and jumps twice: once to the full height, once tapped.
const std::vector<std::string> two_jumps{"--press", "130-260:R 150-171:A 200-203:A", "--frames", "260"};

std::vector<std::string> command(std::vector<std::string> first, const std::vector<std::string>& more) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// A folder with the trace and the write log of two jumps.
struct TwoJumps : Folder {
  TwoJumps() {
    const Outcome outcome = jumpscope(
        command({"trace", jumplab(), "--profile", "smb", "-o", "trace.csv", "--writes", "writes.csv"},
                two_jumps),
        path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
};

TEST(Trace, OfAMissingMovieAndAMissingProfileTheMovieIsNamed) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  for (const std::string name : {"trace", "diff", "prove", "lift"})
    for (const std::vector<std::string>& profile :
         {std::vector<std::string>{}, {"--profile", "none.json"}, {"--profile", "nosuch"}}) {
      const Outcome outcome =
          jumpscope(command({name, "rom.nes", "--movie", "missing.fm2"}, profile), folder.path);
      EXPECT_EQ(outcome.status, 2) << name;
      EXPECT_NE(outcome.err.find("missing.fm2"), std::string::npos) << name << ": " << outcome.err;
    }
}

TEST(Trace, ACartridgeOrATraceMayComeThroughAPipe) {
  const TwoJumps folder;
  const auto piped = [&](const std::string& file, const std::string& arguments) {
    const std::string command = "cd '" + folder.path.string() + "' && cat '" + file +
                                "' | '" JUMPSCOPE_BINARY_DIR "/jumpscope' " + arguments + " >out 2>err";
    const int status = std::system(command.c_str());
    return Outcome{WEXITSTATUS(status), readText(folder / "out"), readText(folder / "err")};
  };
  const std::string input = " --press '130-260:R 150-171:A 200-203:A' --frames 260";
  const Outcome model = piped(jumplab(), "diff /dev/stdin --profile smb" + input);
  EXPECT_EQ(model.status, 0) << model.err;
  const Outcome golden = piped(jumplab(), "diff /dev/stdin trace.csv" + input);
  EXPECT_EQ(golden.status, 0) << golden.err;
  const Outcome trace = piped("trace.csv", "diff /dev/stdin --writes writes.csv");
  EXPECT_EQ(trace.status, 0) << trace.err;
}

TEST(Trace, AProfileThatDoesNotListTheCartridgeIsSaidOnce) {
  const TwoJumps folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "own.json", R"({"name": "own", "watches": [{"name": "y", "address": "$10"}]})");
  writeText(
      folder / "suite.json",
      R"({"format": "jumpscope-suite", "version": 1, "name": "n", "cases": [)"
      R"({"name": "a", "rom": "rom.nes", "profile": "smb", "frames": 3, "expect": {"ram": {"$0700": 0}}},)"
      R"({"name": "b", "rom": "rom.nes", "profile": "smb", "frames": 3, "expect": {"ram": {"$0700": 0}}}]})");
  const auto said = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = jumpscope(arguments, folder.path);
    size_t count = 0;
    for (const std::string& line : lines(outcome.err))
      count += line.find("note: profile smb does not list rom.nes") != std::string::npos;
    return count;
  };
  const std::vector<std::string> frames = {"--frames", "5", "--profile", "smb"};
  for (const std::string name : {"trace", "diff"})
    EXPECT_EQ(said(command({name, "rom.nes"}, frames)), 1u) << name;
  EXPECT_EQ(said({"diff", "rom.nes", "trace.csv", "--frames", "5", "--profile", "smb"}), 1u);
  for (const std::string name : {"prove", "lift"})
    EXPECT_EQ(said({name, "rom.nes", "--profile", "smb", "--press", "1:A", "--frames", "2"}), 1u) << name;
  EXPECT_EQ(said({"check", "suite.json"}), 1u);
  EXPECT_EQ(said({"trace", "rom.nes", "--frames", "5", "--profile", "own.json"}), 0u) << "it lists none";
  EXPECT_EQ(said({"trace", jumplab(), "--frames", "5", "--profile", "smb"}), 0u);
}

TEST(Trace, ARowHasTheInputAndTheValuesAtTheEndOfItsFrame) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const Outcome outcome = jumpscope({"trace", "rom.nes", "--watch", "count=$10", "--watch", "pad=$11",
                                     "--press", "12-13:RB", "--frames", "16"},
                                    folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const std::vector<std::string> rows = lines(outcome.out);
  ASSERT_EQ(rows.size(), 18u) << outcome.out;
  EXPECT_TRUE(rows[0].starts_with("# jumpscope-trace 1 {")) << rows[0];
  EXPECT_EQ(rows[1], "frame,buttons,count,pad");
  // The handler runs just after a frame has begun: what it counts and reads stands at that frame's end.
  EXPECT_TRUE(std::regex_match(rows[2 + 11], std::regex("11,\\.{8},\\d+,0"))) << rows[2 + 11];
  EXPECT_TRUE(std::regex_match(rows[2 + 12], std::regex("12,R\\.{5}B\\.,\\d+,65"))) << rows[2 + 12];
  EXPECT_TRUE(std::regex_match(rows[2 + 13], std::regex("13,R\\.{5}B\\.,\\d+,65"))) << rows[2 + 13];
  EXPECT_TRUE(std::regex_match(rows[2 + 14], std::regex("14,\\.{8},\\d+,0"))) << rows[2 + 14];
}

TEST(Trace, TheWriteLogNamesTheWriter) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  ASSERT_EQ(jumpscope({"trace", "rom.nes", "--watch", "count=$10", "--frames", "10", "-o", "t.csv",
                       "--writes", "w.csv"},
                      folder.path)
                .status,
            0);
  const std::vector<std::string> rows = lines(readText(folder / "w.csv"));
  ASSERT_GT(rows.size(), 4u);
  EXPECT_EQ(rows[0], "frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack");
  EXPECT_TRUE(std::regex_match(
      rows.back(), std::regex("9,\\d+,24\\d,\\d+,\\$9000,INC \\$10,count,\\d+,\\d+,nmi:\\$[0-9A-F]{4}")))
      << rows.back();
}

TEST(Trace, TheFileExtensionSelectsTheFormat) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  for (const char* name : {"t.csv", "t.jsonl", "t.csv.zst"})
    ASSERT_EQ(
        jumpscope({"trace", "rom.nes", "--watch", "count=$10", "--frames", "5", "-o", name}, folder.path)
            .status,
        0);
  EXPECT_EQ(lines(readText(folder / "t.jsonl")).size(), 6u);
  EXPECT_LT(readText(folder / "t.csv.zst").size(), readText(folder / "t.csv").size());
  EXPECT_EQ(jumpscope({"diff", "t.csv", "t.csv.zst"}, folder.path).status, 0);
  EXPECT_EQ(jumpscope({"diff", "t.csv", "t.jsonl"}, folder.path).status, 0);
  EXPECT_EQ(
      jumpscope({"trace", "rom.nes", "--watch", "count=$10", "--frames", "5", "-o", "t.txt"}, folder.path)
          .status,
      2);
}

TEST(Trace, CtrlCKeepsTheRowsSoFar) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  // Both files have begun to grow under their temporary names.
  const auto growing = [&folder] {
    int files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path))
      files += entry.path().filename() != "rom.nes" && entry.file_size() > 0;
    return files == 2;
  };
  const Outcome outcome = jumpscopeInterrupted({"trace", "rom.nes", "--watch", "count=$10", "--frames",
                                                "1000000000", "-o", "t.csv", "--writes", "w.csv"},
                                               folder.path, growing);
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"rom.nes", "t.csv", "w.csv"}));
  EXPECT_EQ(jumpscope({"diff", "t.csv", "t.csv", "--writes", "w.csv"}, folder.path).status, 0);
}

TEST(Run, CtrlCLeavesNoFile) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  int asked = 0;
  const Outcome outcome = jumpscopeInterrupted({"run", "rom.nes", "--frames", "1000000000", "--state", "s"},
                                               folder.path, [&asked] { return ++asked > 60; });
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"rom.nes"});
}

TEST(Jumps, EveryJumpHasALine) {
  const TwoJumps folder;
  const Outcome outcome = jumpscope({"jumps", "trace.csv", "--writes", "writes.csv"}, folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines(outcome.out).size(), 3u) << outcome.out;
  for (const char* format : {"--json", "--csv"})
    EXPECT_EQ(jumpscope({"jumps", "trace.csv", "--writes", "writes.csv", format}, folder.path).status, 0);
}

TEST(Diff, TheCartridgeAgreesWithItsModel) {
  const TwoJumps folder;
  const Outcome from_trace = jumpscope({"diff", "trace.csv", "--writes", "writes.csv"}, folder.path);
  EXPECT_EQ(from_trace.status, 0) << from_trace.out << from_trace.err;
  const Outcome from_rom =
      jumpscope(command({"diff", jumplab(), "--profile", "smb"}, two_jumps), folder.path);
  EXPECT_EQ(from_rom.status, 0) << from_rom.out << from_rom.err;
  EXPECT_EQ(from_rom.out, from_trace.out);
  EXPECT_TRUE(std::regex_search(from_rom.out,
                                std::regex("2 jumps, \\d+ frames, \\d+ values compared: 0 differences\n$")))
      << from_rom.out;
}

// A pipe cannot be read again. The explanation below the difference runs the same input once more.
TEST(Diff, AMovieFromAPipeIsReadOnceThoughTheDifferenceIsExplained) {
  const Folder folder;
  std::string rom = readText(jumplab());
  constexpr size_t gravity_table = 16 + 0x1156;  // jump_rise_table in the file
  for (size_t i = 0; i < 7; ++i) rom[gravity_table + i] = static_cast<char>(rom[gravity_table + i] ^ 4);
  writeText(folder / "mutant.nes", rom);
  const std::string movie = (sourceDir() / "roms_test/movies/tier0-full.fm2").string();
  const std::string words = "cd '" + folder.path.string() + "' && mkfifo pipe && { cat '" + movie +
                            "' > pipe & } && timeout 20 '" JUMPSCOPE_BINARY_DIR
                            "/jumpscope' diff mutant.nes --profile smb --movie pipe >out 2>err";
  const int status = std::system(words.c_str());
  EXPECT_EQ(WEXITSTATUS(status), 1) << readText(folder / "err");
  const std::string out = readText(folder / "out");
  EXPECT_NE(out.find("gravity = "), std::string::npos) << out;
  EXPECT_NE(out.find("in ROM (offset $01156): LDA $9156,X"), std::string::npos) << out;
}

TEST(Diff, ACartridgeIsComparedWithItsGoldenTrace) {
  const TwoJumps folder;
  EXPECT_EQ(jumpscope(command({"diff", jumplab(), "trace.csv"}, two_jumps), folder.path).status, 0);
  // One frame later everywhere: the golden trace does not agree.
  const Outcome late = jumpscope(
      {"diff", jumplab(), "trace.csv", "--press", "131-260:R 151-172:A 201-204:A", "--frames", "260"},
      folder.path);
  EXPECT_EQ(late.status, 1) << late.out << late.err;
}

TEST(Diff, AChangedByteOfTheCartridgeIsFound) {
  const Folder folder;
  std::string rom = readText(jumplab());
  // The table of the gravities while rising, as published, stands in the cartridge once.
  const std::string rise("\x20\x20\x1E\x28\x28\x0D\x04", 7);
  const size_t at = rom.find(rise);
  ASSERT_NE(at, std::string::npos);
  for (size_t tier = 0; tier < 3; ++tier) rom[at + tier] ^= 1;
  writeText(folder / "mutant.nes", rom);
  const Outcome outcome =
      jumpscope(command({"diff", "mutant.nes", "--profile", "smb"}, two_jumps), folder.path);
  EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find("gravity"), std::string::npos) << outcome.out;
}

TEST(Diff, ComparingNothingIsAnError) {
  const Folder folder;
  const Outcome outcome = jumpscope({"diff", jumplab(), "--profile", "smb", "--frames", "20"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("nothing was compared"), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out, "");
}

TEST(Model, AModelsTraceIsReadLikeACartridges) {
  const Folder folder;
  const Outcome made = jumpscope(
      {"model", "smb-jump", "--input", "5-25:A", "--set", "x_speed_abs=40", "-o", "m.csv"}, folder.path);
  ASSERT_EQ(made.status, 0) << made.err;
  const Outcome jumps = jumpscope({"jumps", "m.csv"}, folder.path);
  ASSERT_EQ(jumps.status, 0) << jumps.err;
  EXPECT_EQ(lines(jumps.out).size(), 2u) << jumps.out;
  EXPECT_EQ(jumpscope({"model", "smb-jump", "--set", "x_speed_abs=fast"}, folder.path).status, 2);
  EXPECT_EQ(jumpscope({"model", "smb-jump", "--set", "moon=1"}, folder.path).status, 2);
  EXPECT_EQ(jumpscope({"model", "nobody"}, folder.path).status, 2);
}

TEST(Plot, TheFileExtensionSelectsPictureOrPage) {
  const TwoJumps folder;
  ASSERT_EQ(jumpscope({"plot", "trace.csv", "-o", "p.svg"}, folder.path).status, 0);
  ASSERT_EQ(jumpscope({"plot", "trace.csv", "--writes", "writes.csv", "-o", "p.html"}, folder.path).status,
            0);
  EXPECT_NE(readText(folder / "p.svg").find("<svg"), std::string::npos);
  EXPECT_NE(readText(folder / "p.html").find("<html"), std::string::npos);
  EXPECT_EQ(jumpscope({"plot", "trace.csv", "-o", "p.gif"}, folder.path).status, 2);
}

TEST(Demo, TwoRunsWriteIdenticalFilesAndFindNoDifference) {
  const Folder folder;
  const Outcome first = jumpscope({"demo", "-o", "one"}, folder.path);
  ASSERT_EQ(first.status, 0) << first.out << first.err;
  EXPECT_TRUE(std::regex_search(
      first.out, std::regex("\\d+ jumps, \\d+ frames, \\d+ values compared: 0 differences\n$")))
      << first.out;
  const Outcome second = jumpscope({"demo", "-o", "two"}, folder.path);
  EXPECT_EQ(second.out, first.out);
  for (const char* name : {"trace.csv", "writes.csv", "jumps.txt", "report.html"})
    EXPECT_TRUE(readText(folder.path / "one" / name) == readText(folder.path / "two" / name)) << name;
}

}  // namespace
}  // namespace jumpscope::tests
