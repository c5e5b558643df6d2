// Movies of BizHawk.
#include "src/movie/bk2.h"

#include <gtest/gtest.h>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"
#include "src/movie/player.h"
#include "tests/support/bytes.h"
#include "tests/support/make_zip.h"

namespace jumpscope::movie {
namespace {

using tests::errorOf;
using tests::makeZip;
using tests::ZipFiles;

const std::string header =
    "MovieVersion BizHawk v2.0.0\nAuthor somebody\nemuVersion Version 2.9.1\nPlatform NES\n"
    "GameName jump lab\nSHA1 0123456789ABCDEF0123456789ABCDEF01234567\nCore NesHawk\nrerecordCount 42\n";
const std::string key =
    "[Input]\r\nLogKey:#Reset|Power|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Start|P1 Select|P1 B|P1 A|#P2 Up|P2 "
    "Down|"
    "P2 Left|P2 Right|P2 Start|P2 Select|P2 B|P2 A|\r\n";
const std::string log = key +
                        "|..|........|........|\r\n|..|U..R...A|....S...|\r\n|r.|.D....B.|........|\r\n"
                        "|.P|........|........|\r\n|..|....Ss..|........|\r\n[/Input]\r\n";

std::string settings(const std::string& left, const std::string& right) {
  return R"({"o":{"$type":"NES+NESSyncSettings","Controls":{"Famicom":false,"NesLeftPort":")" + left +
         R"(","NesRightPort": ")" + right +
         R"(","FamicomExpPort":"UnpluggedFam"},"InitialWRamStatePattern":null}})";
}

ZipFiles files(const std::string& header_text = header, const std::string& log_text = log,
               const std::string& settings_text = "") {
  ZipFiles result = {{"Header.txt", header_text}, {"Input Log.txt", log_text}};
  if (!settings_text.empty()) result.emplace_back("SyncSettings.json", settings_text);
  return result;
}

Movie parse(const ZipFiles& in) { return parseBk2(makeZip(in), "m.bk2"); }
std::string parseError(const ZipFiles& in) {
  return errorOf([&] { parse(in); });
}

TEST(Bk2, EveryPartOfAMovieIsRead) {
  ZipFiles all = files();
  all.emplace_back("Comments.txt", "comment one\r\ncomment two\r\n");
  all.emplace_back("Subtitles.txt", "subtitle 60 0 0 120 FFFFFFFF here it jumps\r\n\r\n");
  const Movie movie = parse(all);
  EXPECT_EQ(movie.timing, Timing::FrameByFrame);
  EXPECT_EQ(movie.rerecord_count, 42);
  EXPECT_EQ(movie.rom_filename, "jump lab");
  EXPECT_FALSE(movie.pal);
  EXPECT_FALSE(movie.fourscore);
  EXPECT_EQ(movie.comments, (std::vector<std::string>{"comment one", "comment two"}));
  EXPECT_EQ(movie.subtitles, (std::vector<Subtitle>{{60, "here it jumps"}}));
  EXPECT_EQ(movie.sha1.size(), 40u);
  EXPECT_TRUE(movie.notes.empty());
  ASSERT_EQ(movie.records.size(), 5u);
  EXPECT_EQ(movie.records[1], (Record{0, {0x91, 0x08, 0, 0}}));
  EXPECT_EQ(movie.records[2], (Record{command_reset, {0x22, 0, 0, 0}}));
  EXPECT_EQ(movie.records[3].commands, command_power);
  EXPECT_EQ(movie.records[4].pads[0], 0x0C) << "S is Start, s is Select: the columns decide";
}

// NesHawk's first frame ends with the first vblank after power-on, as ours does, and every other is from one
// vblank to the next. It looks at reset and power at the start of the frame after.
TEST(Bk2, RecordKIsFrameK) {
  Player player;
  player.setMovie(parse(files()));
  EXPECT_EQ(player.frames(), 5u);
  EXPECT_EQ(player.at(1).pads, (std::array<Buttons, 4>{0x91, 0x08}));
  EXPECT_EQ(player.at(2).pads[0], 0x22);
  for (uint64_t frame = 0; frame < 6; ++frame) {
    EXPECT_EQ(player.at(frame).reset, frame == 3) << frame;
    EXPECT_EQ(player.at(frame).power, frame == 4) << frame;
  }
}

TEST(Bk2, ColumnsHaveTheOrderOfLogKey) {
  const Movie movie = parse(files(header, "LogKey:#Power|Reset|#P1 A|P1 B|\n|P.|.B|\n|.R|A.|\n"));
  EXPECT_EQ(movie.records[0], (Record{command_power, {0x02, 0, 0, 0}}));
  EXPECT_EQ(movie.records[1], (Record{command_reset, {0x01, 0, 0, 0}}));
}

TEST(Bk2, PlayersHaveThePortsOfTheSettings) {
  const std::string one = "LogKey:#P1 A|\n|A|\n";
  EXPECT_EQ(parse(files(header, one, settings("ControllerNES", "UnpluggedNES"))).records[0].pads[0], 1);
  EXPECT_EQ(parse(files(header, one, settings("UnpluggedNES", "ControllerNES"))).records[0].pads[1], 1);
  // The left half of a Four Score has players 1 and 2, the right half 3 and 4.
  const std::string four = "LogKey:#P1 A|#P2 A|#P3 A|#P4 A|\n|A|.|.|.|\n|.|A|.|.|\n|.|.|A|.|\n|.|.|.|A|\n";
  for (const std::string& how : {settings("FourScore", "FourScore"), std::string()}) {
    const Movie movie = parse(files(header, four, how));
    EXPECT_TRUE(movie.fourscore);
    const std::array<size_t, 4> pad_of = {0, 2, 1, 3};
    for (size_t player = 0; player < 4; ++player)
      for (size_t pad = 0; pad < 4; ++pad)
        EXPECT_EQ(movie.records[player].pads[pad], pad == pad_of[player]) << player << " on " << pad;
  }
}

// BizHawk's importer of FM2 writes a log that names no controls, and so do logs without that line.
TEST(Bk2, ALogThatNamesNoControlsHasTheConsolesOwn) {
  const auto records = [](const std::string& lines, const std::string& how,
                          const std::string& core = "NesHawk") {
    return parse(files("Platform NES\nCore " + core + "\n", "[Input]\r\nLogKey:\r\n" + lines, how)).records;
  };
  const std::string one = settings("ControllerNES", "UnpluggedNES");
  EXPECT_EQ(records("|P.|U..R...A|\r\n|.r|.D..S.B.|\r\n", one),
            (std::vector<Record>{{command_power, {0x91, 0, 0, 0}}, {command_reset, {0x2A, 0, 0, 0}}}));
  EXPECT_EQ(records("|..|U.......|.D..Ss..|\n", settings("ControllerNES", "ControllerNES"))[0].pads,
            (std::array<Buttons, 4>{0x10, 0x2C}));
  EXPECT_EQ(records("|..|U.......|\n", settings("UnpluggedNES", "ControllerNES"))[0].pads[1], 0x10);
  EXPECT_EQ(records("|r.|U.......|\n", R"({"LeftPortConnected":true})", "QuickNes"),
            (std::vector<Record>{{command_reset, {0x10, 0, 0, 0}}}));
  EXPECT_EQ(records("|..|A.......|.B......|..s.....|...S....|\n", settings("FourScore", "FourScore"))[0].pads,
            (std::array<Buttons, 4>{1, 4, 2, 8}));
  EXPECT_EQ(records("|..|   12,   34,F|\n", settings("Zapper", "UnpluggedNES"))[0].inputs[0],
            (DeviceInput{.x = 12, .y = 34, .buttons = console::trigger}));
  EXPECT_EQ(records("|..|    7,F|\n", settings("ArkanoidNES", "UnpluggedNES"))[0].inputs[0].knob, 0x54 + 7);
  EXPECT_EQ(records("|..|.1........C.|\n", settings("PowerPad", "UnpluggedNES"))[0].inputs[0].buttons, 0x801);
  const std::string famicom = R"({"Controls":{"Famicom":true,"FamicomExpPort":"Famicom4P"}})";
  EXPECT_EQ(records("|..|U.......|....B..|A.......|.......R|\n", famicom)[0].pads,
            (std::array<Buttons, 4>{0x10, 0x02, 0x01, 0x80}));
  // Without settings the width tells one controller from two.
  EXPECT_EQ(parse(files(header, "|..|U.......|\n")).devices().ports[1], Device::None);
  EXPECT_EQ(parse(files(header, "|..|U.......|D.......|\n")).records[0].pads[1], 0x10);
  EXPECT_TRUE(parse(files(header, "")).records.empty());
}

TEST(Bk2, ColumnsThatNothingNamesAreIgnoredWithANoteIfTheyHoldInput) {
  const std::string one = settings("ControllerNES", "UnpluggedNES"),
                    key_of_one = "LogKey:#Power|Reset|#P1 B|P1 A|\n";
  const Movie quiet = parse(files(header, key_of_one + "|..|.A|........|\n|..|B.|\n", one));
  EXPECT_EQ(quiet.records, (std::vector<Record>{{0, {1}}, {0, {2}}}));
  EXPECT_TRUE(quiet.notes.empty());
  const Movie loud = parse(files(header, key_of_one + "|..|.A|\n|..|B.|...R....|\n", one));
  EXPECT_EQ(loud.records, quiet.records);
  ASSERT_EQ(loud.notes.size(), 1u);
  EXPECT_EQ(loud.notes[0],
            "has input for controls that its settings do not plug in, first in frame 1 for columns that its "
            "LogKey does "
            "not name; it is ignored, as BizHawk does");
}

TEST(Bk2, ControlsThatTheSettingsDoNotPlugInTakeAColumnOrNone) {
  const std::string one = settings("ControllerNES", "UnpluggedNES");
  const auto movie = [&](const std::string& columns, const std::string& records, const std::string& how) {
    return parse(files(header, "LogKey:" + columns + "\n" + records, how));
  };
  const std::string pads = "#Power|Reset|#P1 B|P1 A|#P2 B|P2 A|";
  const Movie narrow = movie(pads, "|..|.A|\n|..|B.||\n", one),
              wide = movie(pads, "|..|.A|..|\n|..|B.|.A|\n", one);
  EXPECT_EQ(narrow.records, (std::vector<Record>{{0, {1}}, {0, {2}}}));
  EXPECT_TRUE(narrow.notes.empty());
  EXPECT_EQ(wide.records, narrow.records);
  ASSERT_EQ(wide.notes.size(), 1u);
  EXPECT_NE(wide.notes[0].find("first in frame 1 for 'P2 A'"), std::string::npos) << wide.notes[0];
  // In front of others, and numbers.
  const std::string mixed = "#Reset Cycle|Power|#P1 Zapper X|P1 Fire|P1 A|";
  for (const char* record : {"|    0,P|   12,FA|\n", "|P|A|\n"})
    EXPECT_EQ(movie(mixed, record, one).records, (std::vector<Record>{{command_power, {1}}})) << record;
}

// BizHawk's importer wrote Reset before Power; played back, the column counts.
TEST(Bk2, ALetterInTheOtherSwitchsColumnIsNoted) {
  const Movie movie = parse(files(header, "LogKey:#Power|Reset|#P1 A|\n|..|.|\n|r.|.|\n"));
  EXPECT_EQ(movie.records[1].commands, command_power);
  ASSERT_EQ(movie.notes.size(), 1u);
  EXPECT_NE(movie.notes[0].find("in the column of Power, first in frame 1"), std::string::npos)
      << movie.notes[0];
}

TEST(Bk2, PossibleDifferencesAreNoted) {
  const auto notes = [](const std::string& core, const std::string& how) {
    return parse(files("Platform NES\nCore " + core + "\n", log, how)).notes;
  };
  ASSERT_EQ(notes("QuickNes", "").size(), 1u);
  EXPECT_NE(notes("QuickNes", "")[0].find("QuickNes"), std::string::npos);
  EXPECT_TRUE(notes("NesHawk", settings("ControllerNES", "ControllerNES")).empty());
  EXPECT_EQ(notes("NesHawk", R"({"InitialWRamStatePattern":[255]})").size(), 1u);
}

TEST(Bk2, TheHashTellsCartridgesApart) {
  const std::vector<uint8_t> rom = base::readFile(JUMPSCOPE_SOURCE_DIR "/roms_test/jumplab/jumplab.nes");
  const console::Cartridge cartridge = console::parseCartridge(rom, "jumplab.nes");
  const auto matches = [&](const std::string& sha1) {
    return matchesRom(parse(files("Platform NES\nCore NesHawk\nSHA1 " + sha1 + "\n")), cartridge);
  };
  EXPECT_TRUE(matches(cartridge.prgChrSha1()));
  EXPECT_TRUE(matches(cartridge.fileSha1()));
  EXPECT_FALSE(matches("0123456789ABCDEF0123456789ABCDEF01234567"));
}

TEST(Bk2, ZapperPowerPadAndPaddleAreRead) {
  const auto record = [](const std::string& columns, const std::string& line,
                         const std::string& settings_text) {
    return parse(files(header, "LogKey:" + columns + "\n" + line + "\n", settings_text));
  };
  const Movie zapper = record("#P1 A|P2 Zapper X|P2 Zapper Y|P2 Fire|", "|A|  123,   45,F|",
                              settings("ControllerNES", "Zapper"));
  EXPECT_EQ(zapper.devices().ports[1], Device::Zapper);
  EXPECT_EQ(zapper.records[0].pads[0], 1);
  EXPECT_EQ(zapper.records[0].inputs[1], (DeviceInput{.x = 123, .y = 45, .buttons = console::trigger}));

  const Movie mat = record("#P1 PP1|P1 PP12|P1 PP2|", "|1..|", settings("PowerPad", "UnpluggedNES"));
  EXPECT_EQ(mat.devices().ports[0], Device::PowerPadB);
  EXPECT_EQ(mat.devices().ports[1], Device::None);
  EXPECT_EQ(mat.records[0].inputs[0].buttons, 1);

  const Movie paddle =
      record("#P1 Paddle|P1 Fire|P2 A|", "|  160,.A|", settings("ArkanoidNES", "ControllerNES"));
  EXPECT_EQ(paddle.records[0].inputs[0].knob, 0xF4);
  EXPECT_EQ(paddle.records[0].inputs[0].buttons, 0);
  EXPECT_EQ(paddle.records[0].pads[1], 1);
}

TEST(Bk2, TheFamicomsExpansionPortIsRead) {
  const auto famicom = [](const std::string& device) {
    return R"({"Controls":{"Famicom":true,"NesLeftPort":"ControllerNES","FamicomExpPort":")" + device +
           R"("}})";
  };
  const Movie pads = parse(files(header, "LogKey:#P1 A|P2 A|P3 A|P4 A|\n|..AA|\n", famicom("Famicom4P")));
  EXPECT_EQ(pads.devices().ports[console::expansion_port], Device::FamicomPads);
  EXPECT_EQ(pads.records[0].pads, (std::array<Buttons, 4>{0, 0, 1, 1}));
  const Movie paddle =
      parse(files(header, "LogKey:#P1 A|P3 Paddle|P3 Fire|\n|A|   10,F|\n", famicom("ArkanoidFam")));
  EXPECT_EQ(paddle.records[0].inputs[console::expansion_port].knob, 0x5E);
  EXPECT_NE(parseError(files(header, log, famicom("OekaKids"))).find("'OekaKids'"), std::string::npos);
}

TEST(Bk2, InvalidMoviesAreRefusedWithAnErrorMessage) {
  const auto with = [](const std::string& record) { return files(header, key + record); };
  const std::vector<std::pair<ZipFiles, std::string>> cases = {
      {{{"Readme.txt", "hello"}}, "'Header.txt'"},
      {{{"Header.txt", header}}, "'Input Log.txt'"},
      {files("Platform GB\n"), "'GB'"},
      {files("Author nobody\n"), "'nothing'"},
      {files("Platform NES\nCore SubNESHawk\n"), "SubNESHawk"},
      {files(header + "StartsFromSavestate True\n"), "save state"},
      {files(header + "StartsFromSaveRam 1\n"), "save RAM"},
      {files(header, "LogKey:#P1 Fire|\n|.|\n"), "'P1 Fire'"},
      {files(header, "LogKey:#P2 Zapper X|\n|  123,|\n"), "'P2 Zapper X'"},
      {files(header, "LogKey:#P5 A|\n|.|\n"), "'P5 A'"},
      {files(header, "LogKey:#P3 Fire|\n|.|\n"), "'P3 Fire'"},
      {files(header, "LogKey:#FDS Eject|\n|E|\n"), "'FDS Eject'"},
      {files(header, log, settings("ControllerSNES", "ControllerNES")), "'ControllerSNES'"},
      {files(header, "LogKey:#P1 Zapper X|\n|  1x,|\n", settings("Zapper", "ControllerNES")), "whole number"},
      {files(header, "LogKey:#P1 Zapper X|\n|  1|\n", settings("Zapper", "ControllerNES")), "and a comma"},
      {files(header, log, settings("FourScore", "ControllerNES")), "half a Four Score"},
      {with("|..|........|.......|\n"), "line 3"},
      {files(header, "|.|\n"), "line 1 in its input log: it ends before the column of 'Reset'"},
      {files(header, "LogKey:\n|..|.......|\n", settings("ControllerNES", "UnpluggedNES")), "'P1 A'"},
      {with("what?\n"), "'what?'"},
      {with("|\n"), "line 3"},
  };
  for (const auto& [in, words] : cases) {
    const std::string error = parseError(in);
    EXPECT_NE(error.find(words), std::string::npos) << error << " lacks: " << words;
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
}

TEST(Bk2, AnArchiveThatUnpacksToTooMuchIsRefused) {
  // A few kilobytes that become megabytes.
  const std::string error = parseError(files(header + std::string(4 << 20, ' '), log));
  EXPECT_NE(error.find("larger than 1024 KiB"), std::string::npos) << error;
}

TEST(Bk2, DamagedFilesAreRefusedOrRead) {
  tests::feedBrokenFiles(makeZip(files(header, log, settings("ControllerNES", "FourScore"))),
                         [](const std::vector<uint8_t>& bytes) { parseBk2(bytes, "m.bk2"); });
  // What compression protects from the above.
  tests::feedBrokenFiles(
      tests::toBytes(log),
      [](const std::vector<uint8_t>& bytes) {
        parse(files(header, {bytes.begin(), bytes.end()}));
      },
      100);
}

TEST(Movies, FormatsAreDetectedFromTheContents) {
  EXPECT_EQ(parseMovie(makeZip(files()), "m").timing, Timing::FrameByFrame);
  EXPECT_EQ(parseMovie(tests::toBytes("version 3\n|0|........|........||\n"), "m").timing, Timing::Fceux);
  EXPECT_NE(errorOf([] { parseMovie(tests::toBytes("PK\x03\x04 and no more"), "m.bk2"); }), "");
}

TEST(Bk2, AnArchiveThatIsMadeToFillTheMemoryIsRefused) {
  EXPECT_EQ(parseError(files(header, "LogKey:#" + std::string(1 << 20, '|'))),
            "the movie m.bk2: the file 'Input Log.txt' in it has a line of more than 64 KiB, the limit "
            "for such a file");
  std::string many = "LogKey:#";
  for (int i = 0; i < 201; ++i) many += "P1 A|";
  EXPECT_EQ(parseError(files(header, many + "\n")),
            "the movie m.bk2 names more than 200 columns in its input log, as no console has");
  std::string endless = "LogKey:#Power\n";
  for (int i = 0; i <= 10'000'000; ++i) endless += "|.\n";
  EXPECT_EQ(parseError(files(header, endless)),
            "the movie m.bk2 has more than the limit of 10 million frames");
}

TEST(Bk2, AMarkOfUtf8AtTheBeginningOfTheLogIsPassedOver) {
  EXPECT_EQ(parse(files(header, "\xEF\xBB\xBF" + log)).records.size(), 5u);
}

}  // namespace
}  // namespace jumpscope::movie
