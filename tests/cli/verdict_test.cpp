// What diff, jumps and plot say about a trace, from the command line.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

// jumplab walks, and jumps twice: once to the full height, once tapped.
const std::vector<std::string> two_jumps{"--press", "130-260:R 150-171:A 200-203:A", "--frames", "260"};

std::vector<std::string> command(std::vector<std::string> first,
                                 const std::vector<std::string>& more = two_jumps) {
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

// jumplab with another gravity while rising, in the tiers that two_jumps reaches.
std::string otherCartridge() {
  std::string rom = readText(jumplab());
  const std::string rise("\x20\x20\x1e\x28\x28\x0d\x04", 7);
  const size_t at = rom.find(rise);
  EXPECT_NE(at, rom.npos);
  for (size_t tier = 0; tier < 3; ++tier) rom[at + tier] ^= 1;
  return rom;
}

// A profile of jumplab with as few watches as jumps need.
const std::string small_profile = R"({"name": "small", "watches": [
  {"name": "y", "address": "$00CE", "unit": "px"}, {"name": "state", "address": "$001D"}],
  "jump": {"when": ["state != 0"], "height": "y"}})";

TEST(Diff, TheFramesShownHaveTheColumnsThatDifferUnlessAllAreAskedFor) {
  const Folder folder;
  writeText(folder / "other.nes", otherCartridge());
  const std::vector<std::string> diff = command({"diff", "other.nes", "--profile", "smb"});
  const Outcome few = jumpscope(diff, folder.path),
                all = jumpscope(command(diff, {"--all-columns"}), folder.path);
  EXPECT_EQ(few.status, 1) << few.err;
  EXPECT_EQ(all.status, 1) << all.err;
  EXPECT_NE(few.out.find(" y_position "), std::string::npos) << few.out;
  EXPECT_NE(few.out.find(" gravity "), std::string::npos) << few.out;
  EXPECT_EQ(few.out.find(" y_page "), std::string::npos) << few.out;
  EXPECT_NE(all.out.find(" y_page "), std::string::npos) << all.out;
}

// jumplab whose game runs in every second frame only while the player is in the air; the pads are polled and the
// music plays in every frame.
std::string slowCartridge() {
  std::string rom = readText(jumplab());
  const std::string game_frame("\xA5\x0E\xC9\x08\xF0", 5);  // lda engine, cmp #engine_play, beq
  constexpr size_t header = 16, base = 0x8000, hook = 0xA000;
  const size_t target = rom.find(game_frame) - header + base;
  const auto word = [](size_t address) {
    return std::string{static_cast<char>(address & 0xFF), static_cast<char>(address >> 8)};
  };
  const size_t call = rom.find("\x20" + word(target));
  EXPECT_NE(call, rom.npos);
  rom.replace(call + 1, 2, word(hook));
  // lda player_state, beq run, lda frame_counter, lsr a, bcs end, run: jmp game_frame, end: rts
  const std::string code =
      std::string("\xA5\x1D\xF0\x05\xA5\x13\x4A\xB0\x03\x4C", 10) + word(target) + "\x60";
  EXPECT_EQ(rom[hook - base + header], '\xFF');  // nothing stands there
  rom.replace(hook - base + header, code.size(), code);
  return rom;
}

TEST(Diff, AGameThatStandsStillWhileThePadsArePolledIsADifference) {
  const Folder folder;
  writeText(folder / "slow.nes", slowCartridge());
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--strict"}}) {
    const Outcome outcome =
        jumpscope(command(command({"diff", "slow.nes", "--profile", "smb"}), more), folder.path);
    EXPECT_EQ(outcome.status, 1) << outcome.out << outcome.err;
    EXPECT_NE(outcome.out.find("the game's logic did not run, which is no lag"), std::string::npos)
        << outcome.out;
  }
  // A profile that records neither polls nor a counter: a run knows the polls all the same.
  const Outcome trace = jumpscope(
      command({"trace", "slow.nes", "--profile", "smb", "-o", "t.csv", "--writes", "w.csv"}), folder.path);
  EXPECT_EQ(trace.status, 0) << trace.err;
  EXPECT_EQ(jumpscope({"diff", "t.csv", "--writes", "w.csv"}, folder.path).status, 1);
  EXPECT_EQ(jumpscope({"diff", "t.csv"}, folder.path).status, 1);
}

TEST(Diff, TheVerdictSaysWhereItIsWrittenWhatItClaims) {
  const Folder folder;
  const Outcome text = jumpscope(command({"diff", jumplab(), "--profile", "smb"}), folder.path),
                json = jumpscope(command({"diff", jumplab(), "--profile", "smb", "--json"}), folder.path);
  EXPECT_NE(text.out.find("what this claims: docs/comparing.md#what-a-verdict-claims\n"), std::string::npos)
      << text.out;
  EXPECT_EQ(json.out.find("what this claims"), std::string::npos);
}

TEST(Diff, WatchesAreRecordedOfARomAsTraceRecordsThem) {
  const Folder folder;
  const std::vector<std::string> watches{"--watch", "y=$00CE", "--watch", "dy=delta(y)"};
  ASSERT_EQ(
      jumpscope(command({"trace", jumplab(), "-o", "golden.csv"}, command(two_jumps, watches)), folder.path)
          .status,
      0);
  const Outcome same =
      jumpscope(command({"diff", jumplab(), "golden.csv"}, command(two_jumps, watches)), folder.path);
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  EXPECT_NE(same.out.find("260 of 260 frames, 3 of 3 columns"), std::string::npos) << same.out;
  writeText(folder / "other.nes", otherCartridge());
  const Outcome other =
      jumpscope(command({"diff", "other.nes", jumplab()}, command(two_jumps, watches)), folder.path);
  EXPECT_EQ(other.status, 1) << other.err;
  EXPECT_NE(other.out.find(", y: expected"), std::string::npos) << other.out;
  // A table of another program has the watch's name.
  writeText(folder / "table.csv", "frame,y\n0,255\n");
  const Outcome table = jumpscope(
      {"diff", jumplab(), "table.csv", "--watch", "y=$00CE", "--press", "0:B", "--frames", "1"}, folder.path);
  EXPECT_EQ(table.status, 0) << table.out << table.err;
  const Outcome refused = jumpscope({"diff", "golden.csv", "golden.csv", "--watch", "y=$00CE"}, folder.path);
  EXPECT_EQ(refused.status, 2);
  EXPECT_NE(refused.err.find("--watch applies to ROMs"), std::string::npos) << refused.err;
}

std::string labels() { return jumplab().parent_path() / "jumplab.labels"; }

TEST(Diff, AWriterIsNamedByItsLabelWhereSymbolsAreGiven) {
  const Folder folder;
  writeText(folder / "other.nes", otherCartridge());
  const std::vector<std::string> diff =
      command({"diff", "other.nes", "--profile", "smb", "--symbols", labels()});
  const Outcome text = jumpscope(diff, folder.path), json = jumpscope(command(diff, {"--json"}), folder.path);
  EXPECT_NE(text.out.find("(jump_start+$"), std::string::npos) << text.out << text.err;
  EXPECT_NE(json.out.find("\"place\": \"jump_start+$"), std::string::npos) << json.out;
  const Outcome without = jumpscope(command({"diff", "other.nes", "--profile", "smb"}), folder.path);
  EXPECT_EQ(without.out.find("jump_start"), std::string::npos) << without.out;
  EXPECT_EQ(jumpscope(command({"diff", "other.nes", "--symbols", "no.labels"}), folder.path).status, 2);
}

TEST(Diff, AWriterIsNamedByItsLabelInTracesAndBesideAGoldenTraceToo) {
  const Folder folder;
  writeText(folder / "other.nes", otherCartridge());
  for (const std::string& rom : {jumplab().string(), std::string("other.nes")})
    ASSERT_EQ(jumpscope(command({"trace", rom, "--profile", "smb", "-o",
                                 rom == "other.nes" ? "other.csv" : "golden.csv", "--writes", "w.csv"}),
                        folder.path)
                  .status,
              0);
  const std::vector<std::string> more{"--writes", "w.csv", "--symbols", labels()};
  for (const std::vector<std::string>& what :
       {command({"diff", "other.csv"}, more), command({"diff", "other.csv", "golden.csv"}, more),
        command({"diff", "other.nes", "golden.csv", "--symbols", labels()})}) {
    const Outcome outcome = jumpscope(what, folder.path);
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_NE(outcome.out.find("+$"), std::string::npos) << what[2] << "\n" << outcome.out;
  }
}

TEST(Check, ASuitesSymbolsAndThoseOfTheCommandLineNameWriters) {
  const Folder folder;
  writeText(folder / "other.nes", otherCartridge());
  writeText(folder / "jumplab.labels", readText(labels()));
  const auto suite = [](const std::string& symbols) {
    return R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "one", "rom": "other.nes", )" +
           symbols +
           R"("press": "130-260:R 150-171:A", "frames": 260, "profile": "smb", "expect": {"model": true}}]})";
  };
  writeText(folder / "with.json", suite(R"("symbols": "jumplab.labels", )"));
  writeText(folder / "without.json", suite(""));
  writeText(folder / "missing.json", suite(R"("symbols": ["no.labels"], )"));
  const Outcome with = jumpscope({"check", "with.json"}, folder.path);
  EXPECT_EQ(with.status, 1) << with.err;
  EXPECT_NE(with.out.find("(jump_start+$"), std::string::npos) << with.out;
  const Outcome without = jumpscope({"check", "without.json"}, folder.path);
  EXPECT_EQ(without.out.find("jump_start"), std::string::npos) << without.out;
  const Outcome asked = jumpscope({"check", "without.json", "--symbols", labels()}, folder.path);
  EXPECT_EQ(asked.out, with.out);
  EXPECT_EQ(jumpscope({"check", "missing.json"}, folder.path).status, 2);
}

TEST(Jumps, ATraceMadeWithAProfileFileNeedsNoProfileAgain) {
  const Folder folder;
  writeText(folder / "small.json", small_profile);
  for (const char* name : {"t.csv", "t.jsonl", "t.csv.zst"}) {
    SCOPED_TRACE(name);
    ASSERT_EQ(
        jumpscope(command({"trace", jumplab(), "--profile", "small.json", "-o", name}), folder.path).status,
        0);
    const Outcome asked = jumpscope({"jumps", name, "--profile", "small.json"}, folder.path);
    const Outcome own = jumpscope({"jumps", name}, folder.path);
    EXPECT_EQ(own.status, 0) << own.err;
    EXPECT_EQ(own.out, asked.out);
    EXPECT_NE(own.out.find("landed"), std::string::npos) << own.out;
    EXPECT_EQ(jumpscope({"plot", name, "-o", "own.svg"}, folder.path).status, 0);
    EXPECT_EQ(jumpscope({"plot", name, "--profile", "small.json", "-o", "asked.svg"}, folder.path).status, 0);
    EXPECT_EQ(readText(folder / "own.svg"), readText(folder / "asked.svg"));
  }
}

TEST(Jumps, AnotherProfileReplacesTheOneThatATraceCarries) {
  const Folder folder;
  writeText(folder / "small.json", small_profile);
  std::string other = small_profile;
  other.replace(other.find("state != 0"), 10, "state == 7");
  writeText(folder / "other.json", other);
  ASSERT_EQ(
      jumpscope(command({"trace", jumplab(), "--profile", "small.json", "-o", "t.csv"}), folder.path).status,
      0);
  const Outcome none = jumpscope({"jumps", "t.csv", "--profile", "other.json"}, folder.path);
  EXPECT_EQ(none.out.find("landed"), std::string::npos) << none.out;
}

TEST(Jumps, ATraceWithoutAJumpRuleNeedsItsProfileAsBefore) {
  const Folder folder;
  writeText(folder / "old.csv",
            "# jumpscope-trace 1 {\"profile\":\"small\",\"region\":\"ntsc\",\"watches\":["
            "{\"name\":\"y\",\"address\":\"$00CE\",\"type\":\"u8\"}]}\nframe,buttons,y\n0,........,1\n");
  const Outcome outcome = jumpscope({"jumps", "old.csv"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("add --profile"), std::string::npos) << outcome.err;
}

TEST(Diff, TheBundledCartridgeNeedsNoProfile) {
  const Folder folder;
  const Outcome outcome = jumpscope({"diff", jumplab(), "--movie", tourMovie()}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(jumpscope(command({"trace", jumplab(), "-o", "t.csv"}), folder.path).status, 0);
  EXPECT_NE(jumpscope({"info", jumplab()}, folder.path)
                .out.find("jumplab, the cartridge of jumpscope (profile smb)"),
            std::string::npos);
}

TEST(Jumps, WithoutAWriteLogItIsSaidThatDisturbancesAreNotKnown) {
  const Folder folder;
  ASSERT_EQ(jumpscope(command({"trace", jumplab(), "--profile", "smb", "-o", "t.csv", "--writes", "w.csv"}),
                      folder.path)
                .status,
            0);
  for (const char* form : {"--curve", "--json"}) {
    const Outcome without = jumpscope({"jumps", "t.csv", form}, folder.path);
    EXPECT_NE(without.err.find("no write log"), std::string::npos) << without.err;
    EXPECT_EQ(jumpscope({"jumps", "t.csv", form, "--writes", "w.csv"}, folder.path).err, "");
  }
  const Outcome json = jumpscope({"jumps", "t.csv", "--json"}, folder.path);
  EXPECT_TRUE(json.out.starts_with("[")) << json.out;
  EXPECT_NE(json.out.find("\"disturbances_known\": false"), std::string::npos) << json.out;
}

TEST(Fit, CountsJumpsAsJumpsDoes) {
  const Folder folder;
  ASSERT_EQ(
      jumpscope({"trace", jumplab(), "--profile", "smb", "--movie", tourMovie(), "-o", "t.csv"}, folder.path)
          .status,
      0);
  const Outcome listed = jumpscope({"jumps", "t.csv", "--csv"}, folder.path);
  std::istringstream lines(listed.out);
  std::string line;
  std::getline(lines, line);
  size_t jumps = 0, others = 0;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::string number, frame, start;
    std::getline(cells, number, ',');
    std::getline(cells, frame, ',');
    std::getline(cells, start, ',');
    const Outcome fitted = jumpscope({"fit", "t.csv", "--model", "smb-jump", "--jump", number}, folder.path);
    if (start == "jump") {
      EXPECT_TRUE(fitted.out.starts_with("jump " + number + " (frame " + frame + ","))
          << line << "\n"
          << fitted.out << fitted.err;
      ++jumps;
    } else {
      EXPECT_EQ(fitted.status, 2) << line;
      EXPECT_NE(fitted.err.find("begins as a " + start), std::string::npos) << line << fitted.err;
      ++others;
    }
    if (jumps > 4 && others > 1) break;
  }
  EXPECT_GT(jumps, 0u);
  EXPECT_GT(others, 0u);
}

}  // namespace
}  // namespace jumpscope::tests
