// Movies on the command line: played, recorded, and refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/support/make_zip.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

constexpr const char* ram = "cpu:0000-07ff=";

std::string zipText(const ZipFiles& files) {
  const std::vector<uint8_t> bytes = makeZip(files);
  return {bytes.begin(), bytes.end()};
}

struct CountingRom : Folder {
  CountingRom() { writeText(path / "rom.nes", countingCartridge()); }

  // RAM after `arguments`.
  std::string ramAfter(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"run", "rom.nes"});
    arguments.insert(arguments.end(), {"--dump", std::string(ram) + "ram.bin"});
    const Outcome outcome = jumpscope(arguments, path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return readText(path / "ram.bin");
  }
};

TEST(Movie, AZapperIsRecordedAndPlayedAgain) {
  const CountingRom folder;
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "rom.nes", "--frames", "20"});
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  };
  run({"--device", "2=zapper", "--press", "2/3-18:aim=100,50 2/9-12:trigger", "--record", "m.fm2", "--state",
       "a"});
  EXPECT_NE(readText(folder / "m.fm2").find("|0|........|100 050 1 1 0||"), std::string::npos);
  run({"--movie", "m.fm2", "--state", "b"});
  EXPECT_EQ(readText(folder / "a"), readText(folder / "b")) << "the movie's header plugs the Zapper in";
}

TEST(Movie, DevicesThatDoNotFitAreRefused) {
  const CountingRom folder;
  const auto refused = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"run", "rom.nes", "--frames", "2"});
    const Outcome outcome = jumpscope(arguments, folder.path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    return outcome.err;
  };
  EXPECT_NE(refused({"--device", "2=mouse"}).find("expected one of none, pad, zapper"), std::string::npos);
  EXPECT_NE(refused({"--device", "zapper"}).find("such as 2=zapper"), std::string::npos);
  EXPECT_NE(refused({"--press", "2/1:trigger"}).find("add --device 2=zapper"), std::string::npos);
  EXPECT_NE(refused({"--device", "2=power-pad-b", "--record", "m.fm2"}).find("no field"), std::string::npos);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"rom.nes"});
}

TEST(Movie, RecordedInputGivesTheSameRun) {
  const CountingRom folder;
  const std::vector<std::string> pressed{"--press", "8-12:A 11-29:RB", "--reset-at", "20", "--frames", "28"};
  std::vector<std::string> recorded = pressed;
  recorded.insert(recorded.end(), {"--record", "m.fm2"});
  const std::string expected = folder.ramAfter(recorded);
  EXPECT_NE(expected[0x11], 0) << "a button is down at the end";
  EXPECT_EQ(folder.ramAfter({"--movie", "m.fm2"}), expected);

  std::vector<std::string> trace{"trace", "rom.nes", "--watch",  "pad=$11",
                                 "-o",    "t.csv",   "--record", "t.fm2"};
  trace.insert(trace.end(), pressed.begin(), pressed.end());
  ASSERT_EQ(jumpscope(trace, folder.path).status, 0);
  EXPECT_EQ(readText(folder / "t.fm2"), readText(folder / "m.fm2"));
}

TEST(Movie, BizHawksRecordKIsFrameK) {
  const CountingRom folder;
  std::string log = "LogKey:#Reset|Power|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Start|P1 Select|P1 B|P1 A|\n";
  for (int frame = 0; frame < 30; ++frame) {
    log += frame == 19 ? "|r.|" : "|..|";  // takes hold with the next frame
    log += frame >= 8 && frame <= 12 ? ".......A|\n" : frame >= 25 ? "...R..B.|\n" : "........|\n";
  }
  writeText(folder / "m.bk2",
            zipText({{"Header.txt", "Platform NES\nCore NesHawk\n"}, {"Input Log.txt", log}}));
  const std::string expected =
      folder.ramAfter({"--press", "8-12:A 25-29:RB", "--reset-at", "20", "--frames", "30"});
  EXPECT_EQ(folder.ramAfter({"--movie", "m.bk2"}), expected);
  // And as FM2.
  EXPECT_EQ(folder.ramAfter({"--movie", "m.bk2", "--record", "m.fm2"}), expected);
  EXPECT_EQ(folder.ramAfter({"--movie", "m.fm2"}), expected);
}

TEST(Movie, APowerCycleRestartsTheConsoleAndFrameNumbersContinue) {
  const CountingRom folder;
  std::string movie = "version 3\nport0 1\nport1 0\nport2 0\n";
  for (int record = 0; record < 60; ++record) movie += record == 30 ? "|2|........|||\n" : "|0|........|||\n";
  writeText(folder / "m.fm2", movie);
  const Outcome outcome =
      jumpscope({"trace", "rom.nes", "--movie", "m.fm2", "--watch", "count=$10"}, folder.path);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  std::istringstream rows(outcome.out);
  std::string row;
  std::getline(rows, row), std::getline(rows, row);
  std::vector<int> counts;
  for (int frame = 0; std::getline(rows, row); ++frame) {
    EXPECT_TRUE(row.starts_with(std::to_string(frame) + ",")) << row;
    counts.push_back(std::stoi(row.substr(row.rfind(',') + 1)));
  }
  ASSERT_EQ(counts.size(), 58u);
  // The frame of record 30 is 29: what follows it is like the beginning.
  for (size_t frame = 0; frame + 29 < counts.size(); ++frame)
    EXPECT_EQ(counts[frame + 29], counts[frame]) << frame;
  EXPECT_GT(counts[28], counts[29]);
}

TEST(Movie, AProbableDesyncIsReported) {
  const CountingRom folder;
  std::string movie = "version 3\nport0 1\nport1 0\nport2 0\n";
  // The program does not look at the pads before it has waited for two vblanks.
  for (int record = 0; record < 20; ++record) movie += record == 2 ? "|0|R.......|||\n" : "|0|........|||\n";
  writeText(folder / "m.fm2", movie);
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "rom.nes", "--movie", "m.fm2"},
        std::vector<std::string>{"trace", "rom.nes", "--movie", "m.fm2", "--watch", "c=$10", "-o",
                                 "t.csv"}}) {
    const Outcome outcome = jumpscope(command, folder.path);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.err.find("m.fm2 may be out of step"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("frame 1: R......."), std::string::npos) << outcome.err;
  }
  const Outcome in_step = jumpscope({"run", jumplab(), "--movie", tourMovie()}, folder.path);
  EXPECT_EQ(in_step.err, "");
}

// Status 2, one sentence that names the movie, no file left behind.
TEST(Movie, DamagedMoviesAreRefused) {
  const CountingRom folder;
  const std::string head = "version 3\nport0 1\nport1 1\nport2 0\n";
  const std::string four = "version 3\nfourscore 1\nport2 0\n";
  const auto bk2 = [](const std::string& header, const std::string& log) {
    return zipText({{"Header.txt", header}, {"Input Log.txt", log}});
  };
  const std::string nes = "Platform NES\n", key = "LogKey:#Reset|Power|#P1 A|P1 B|\n";
  const std::string good = bk2(nes, key + "|..|..|\n");
  const std::vector<std::string> movies = {
      "",
      "a letter",
      "version 2\n|0|........|........||\n",
      "version three\n",
      head + "port0 3\n",
      "version 3\nport0 2\nport1 1\n|0|000 000 0 0|........||\n",
      head + "palFlag maybe\n",
      head + "rerecordCount 99999999999999\n",
      head + "savestate 0x00\n|0|........|........||\n",
      head + "|0|.......|........||\n",
      head + "|0|.........|........||\n",
      head + "|0|........|........|\n",
      head + "|0|........||\n",
      head + "|256|........|........||\n",
      head + "|x|........|........||\n",
      head + "|0|........|........||more|\n",
      head + "|0|........|........||\nport0 2\n",
      head + "length 3\n|0|........|........||\n",
      head + "length -2\n",
      head + "subtitle soon\n",
      head + std::string("comment a\x01") + "b\n",
      head + "no|key\n",
      "version 3\nport0 1\nport1 0\n|0|........|........||\n",
      four + "|0|........|........|\n",
      four + "|0|........|........|........|........|........||\n",
      head + "binary 1\n|ab",
      four + "binary 1\n|abcdefg",
      good.substr(0, 10),
      good.substr(0, good.size() - 8),
      "PK\x03\x04" + std::string(100, '\0'),
      zipText({{"Input Log.txt", key}}),
      zipText({{"Header.txt", nes}}),
      bk2("Platform SNES\n", key),
      bk2(nes + "StartsFromSavestate True\n", key),
      bk2(nes + "StartsFromSaveRam True\n", key),
      bk2(nes + "Core SubNESHawk\n", key),
      bk2(nes, "|..|..|\n"),
      bk2(nes, key + "|..|.|\n"),
      bk2(nes, key + "words\n"),
      bk2(nes, "LogKey:#P2 Zapper X|\n|  1,|\n"),
      bk2(nes, "LogKey:#FDS Eject|\n|E|\n"),
      bk2(nes + std::string(2 << 20, ' '), key),
      zipText({{"Header.txt", nes},
               {"Input Log.txt", key},
               {"SyncSettings.json", R"({"NesLeftPort":"Vacuum"})"}}),
  };
  for (const std::string& movie : movies) {
    writeText(folder / "bad.movie", movie);
    const std::vector<std::string> before = folder.names();
    const Outcome outcome =
        jumpscope({"run", "rom.nes", "--movie", "bad.movie", "--frames", "2", "--state", "s"}, folder.path);
    SCOPED_TRACE(movie.substr(0, 200));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_NE(outcome.err.find("bad.movie"), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    EXPECT_EQ(folder.names(), before);
  }
}

}  // namespace
}  // namespace jumpscope::tests
