#include "src/trace/recording.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "src/base/text.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "tests/support/bytes.h"
#include "tests/support/data.h"

namespace jumpscope::trace {
namespace {

using tests::errorOf;
using tests::feedBrokenFiles;
using tests::toBytes;

Profile profile() {
  return parseProfile(R"({"name": "game", "watches": [
    {"name": "y", "address": "$00CE"},
    {"name": "speed", "address": "$009F", "type": "s8"},
    {"name": "height", "address": ["$00B5", "$00CE", "$0416"], "type": "s16", "point": 8},
    {"name": "swims", "address": "$001D", "type": "flag", "mask": "$02"},
    {"name": "tile", "address": "$001D", "type": "bits", "mask": "$30"},
    {"name": "score", "address": ["$07DD", "$07DE"], "type": "digits"}],
    "jump": {"height": "y", "when": ["speed != 0"]}})",
                      "game.json");
}

Profile profileOfChanges() {
  return parseProfile(R"({"name": "changes", "watches": [
    {"name": "y", "address": "$00CE"},
    {"name": "before", "of": "y", "take": "previous"},
    {"name": "fall", "of": "y", "take": "delta"}]})",
                      "changes.json");
}

Recording read(const std::string& text, const Profile& by = profile(), const std::string& name = "r.csv") {
  return parseRecording(toBytes(text), name, by);
}

std::string refusal(const std::string& text, const std::string& name = "r.csv") {
  return errorOf([&] { read(text, profile(), name); });
}

std::vector<std::string> watchesOf(const Recording& recording) {
  std::vector<std::string> names;
  for (const Watch& watch : recording.trace.header.watches) names.push_back(watch.name);
  return names;
}

using Names = std::vector<std::string>;
using Values = std::vector<int64_t>;

TEST(Recordings, ColumnsNamedByAddressFillTheWatchesOfTheProfile) {
  const Recording recording =
      read("frame,buttons,$00CE,0x009f,$B5,$0416,$001D,$07DD,$0FDE\n7,R......A,$B0,252,255,128,34,4,2\n");
  EXPECT_EQ(watchesOf(recording), (Names{"y", "speed", "height", "swims", "tile", "score"}));
  ASSERT_EQ(recording.trace.rows.size(), 1u);
  const Row& row = recording.trace.rows[0];
  EXPECT_EQ(row.frame, 7u);
  EXPECT_EQ(row.buttons, 0x81);
  EXPECT_EQ(row.values, (Values{176, -4, -20352, 1, 2, 42}));
  EXPECT_EQ(formatValue(recording.trace.header.watches[2], row.values[2]), "-79.5");
  EXPECT_EQ(recording.trace.header.profile, "game");
  EXPECT_TRUE(recording.trace.header.has_buttons);
  EXPECT_TRUE(recording.notes.empty());
}

TEST(Recordings, ColumnsNamedByAWatchHoldItsValueOrTheBytesOfASignedOne) {
  const Recording recording =
      read("speed\tFrame\theight\ttile\n-4\t1\t-79.5\t3\n252\t2\t$FFB080\t0\n$FC\t3\t1.25\t1\n");
  EXPECT_EQ(watchesOf(recording), (Names{"speed", "height", "tile"}));
  const std::vector<Row>& rows = recording.trace.rows;
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].values, (Values{-4, -20352, 3}));
  EXPECT_EQ(rows[1].values, (Values{-4, -20352, 0}));
  EXPECT_EQ(rows[2].values, (Values{-4, 320, 1}));
  EXPECT_FALSE(recording.trace.header.has_buttons);
  EXPECT_NE(refusal("frame,speed\n1,256\n"), "");
  EXPECT_NE(refusal("frame,speed\n1,-129\n"), "");
  EXPECT_NE(refusal("frame,tile\n1,4\n"), "");
  EXPECT_NE(refusal("frame,height\n1,4294967295\n"), "");
}

TEST(Recordings, ColumnsNamedByALabelAreAddresses) {
  Symbols symbols;
  symbols.add({"player_y", 0x00CE});
  symbols.add({"_lives", 0x0030});
  const Recording recording =
      parseRecording(toBytes("frame,player_y,lives\n1,176,3\n"), "r.csv", profile(), {&symbols, {}});
  EXPECT_EQ(watchesOf(recording), (Names{"y", "lives"}));
  EXPECT_EQ(recording.trace.header.watches[1].addresses, std::vector<uint16_t>{0x0030});
}

TEST(Recordings, ARenamedColumnIsUnderstoodByItsNewName) {
  const ColumnNames names{nullptr, {{"framecount", "frame"}, {"ypos", "y"}}};
  const Recording recording = parseRecording(toBytes("framecount,ypos\n1,176\n"), "r.csv", profile(), names);
  EXPECT_EQ(recording.trace.rows.at(0).values, Values{176});
}

TEST(Recordings, EveryOtherColumnIsAWatchOfOneByte) {
  const Recording recording = read("frame,lag count,lag_count,$0770,$00CE,$2002\n1,2,3,4,5,6\n");
  EXPECT_EQ(watchesOf(recording), (Names{"y", "lag_count", "lag_count_", "ram_0770", "_2002"}));
  EXPECT_EQ(recording.trace.rows.at(0).values, (Values{5, 2, 3, 4, 6}));
}

TEST(Recordings, AColumnOfAnUnknownNameThatHoldsNoNumbersIsLeftOut) {
  const Recording recording =
      read("frame,x_pos,$00CE,$0770,note,$0771\n1,7,176,1,a,4\n2,1234,177,2,b,5\n3,9,178,3,c,6\n");
  EXPECT_EQ(watchesOf(recording), (Names{"y", "x_pos", "ram_0770", "ram_0771"}));
  EXPECT_EQ(recording.trace.rows.at(1).values, (Values{177, 1234, 2, 5}));
  EXPECT_EQ(recording.notes, Names{"column note is left out: r.csv: line 2 has 'a', which is no number"});
}

// The values of a watch as a trace shows them.
Names shown(const Recording& recording, const std::string& watch) {
  const size_t column = recording.trace.find(watch).value();
  Names values;
  for (const Row& row : recording.trace.rows)
    values.push_back(formatValue(recording.trace.header.watches[column], row.values[column]));
  return values;
}

TEST(Recordings, AColumnOfDecimalsHoldsRealNumbers) {
  const Recording recording = read(
      "frame,y,speed,height,vx\n1,176,1e-1,-79.5,-0.2969\n2,-3.7,-0,300000.25,+.5\n3,+4,252,0.125,7\n"
      "4,196.2969,.5,-0.5,1e2\n");
  EXPECT_EQ(shown(recording, "y"), (Names{"176", "-3.7", "4", "196.2969"}));
  EXPECT_EQ(shown(recording, "speed"), (Names{"0.1", "0", "252", "0.5"}));
  EXPECT_EQ(shown(recording, "height"), (Names{"-79.5", "300000.25", "0.125", "-0.5"}));
  EXPECT_EQ(shown(recording, "vx"), (Names{"-0.2969", "0.5", "7", "100"}));
  EXPECT_TRUE(recording.notes.empty());
  const Trace& trace = recording.trace;
  EXPECT_TRUE(trace.header.watches[0].addresses.empty()) << "no bytes of a game";
  EXPECT_EQ(trace.header.watches[2].fraction_bits, 3) << "binary fractions stay exact";
  for (const TraceFormat format : {TraceFormat::Csv, TraceFormat::Jsonl}) {
    const std::string bytes = encodeTrace(trace, format);
    EXPECT_NE(bytes.find("196.2969"), std::string::npos);
    EXPECT_EQ(parseTrace(toBytes(bytes), format == TraceFormat::Csv ? "t.csv" : "t.jsonl").rows, trace.rows);
  }
}

TEST(Recordings, WhatIsNoRealNumberIsNamedWithLineAndColumn) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"frame,y\n1,1.7\n2,nan\n", "r.csv: line 3 has 'nan' in the column y, which is no number"},
      {"frame,y\n1,-inf\n2,0.3\n", "r.csv: line 2 has '-inf' in the column y, which is no number"},
      {"frame;y\n1;1.7\n2;1,7\n",
       "r.csv: line 3 has '1,7' in the column y, which is no number; write decimals with a point"},
      {"frame,y\n1,1.7\n2,\n", "r.csv: line 3 has nothing in the column y, which is no number"},
      {"frame,y\n1,0.7\n2,1e300\n",
       "r.csv: line 3 has '1e300' in the column y, which is too large or no number"},
      {"frame,y\n1,0.7\n2,600000000\n",
       "r.csv: line 3 has '600000000' in the column y, which is too large beside decimals; numbers up to "
       "536870911 "
       "are kept to 1/2^32"},
      {"frame,y\n1,nan\n", "r.csv: line 2: expected a value of type u8 in the column y, not 'nan'"},
      {"frame,$00CE\n1,1.5\n",
       "r.csv: line 2: expected a byte (0 to 255 or $00 to $FF) in the column $00CE, not '1.5'"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(refusal(text), sentence) << text;
  const Recording other = read("frame,y,vx\n1,1,0.5\n2,2,inf\n");
  EXPECT_EQ(watchesOf(other), Names{"y"});
  EXPECT_EQ(other.notes, Names{"column vx is left out: r.csv: line 3 has 'inf', which is no number"});
}

TEST(Recordings, ATableWithoutAProfileKeepsItsNamesAndNumbers) {
  const Recording table = parseRecording(
      toBytes("frame,buttons,Y pos,$00CE,note,\n1,R......A,-4,1000.5,a,x\n2,R,70000,$10,b,y\n"), "t.csv", {});
  EXPECT_EQ(watchesOf(table), (Names{"Y pos", "$00CE"}));
  EXPECT_EQ(shown(table, "Y pos"), (Names{"-4", "70000"}));
  EXPECT_EQ(shown(table, "$00CE"), (Names{"1000.5", "16"}));
  EXPECT_FALSE(table.trace.header.has_buttons);
  EXPECT_EQ(table.unread.size(), 2u);
  EXPECT_EQ(table.unread.at("note"), "t.csv: line 2 has 'a', which is no number");
}

TEST(Recordings, ButtonsAreLettersOrAByteWithAInBit0) {
  const std::string head = "frame,buttons,$00CE\n1,";
  for (const char* text : {"R......A", "129", "$81", "0x81"})
    EXPECT_EQ(read(head + text + ",1\n").trace.rows.at(0).buttons, 0x81) << text;
  EXPECT_EQ(
      refusal(head + "RA,1\n"),
      "r.csv: line 2: expected buttons as RLDUTSBA with a dot for each that is up, or a byte from A (bit 0) "
      "to Right (bit 7) in the column buttons, not 'RA'");
}

TEST(Recordings, MissingFramesAreMissingRows) {
  const Recording recording = read("frame,$00CE\n3,1\n4,2\n90,3\n");
  ASSERT_EQ(recording.trace.rows.size(), 3u);
  EXPECT_EQ(recording.trace.rows[2].frame, 90u);
}

TEST(Recordings, AFrameWithoutItsPredecessorHasNoDifferenceAndIsLeftOut) {
  const Recording recording = read("frame,$00CE\n3,250\n4,4\n90,3\n91,5\n", profileOfChanges());
  ASSERT_EQ(recording.trace.rows.size(), 2u);
  EXPECT_EQ(recording.trace.rows[0].frame, 4u);
  EXPECT_EQ(recording.trace.rows[0].values, (Values{4, 250, 10}));
  EXPECT_EQ(recording.trace.rows[1].values, (Values{5, 3, 2}));
  EXPECT_EQ(recording.notes,
            Names{"r.csv: 2 frames without the frame before are left out, because a watch of the "
                  "profile needs that one"});
}

// As tables of pandas have them, or a comma at the end of each line.
TEST(Recordings, AColumnWithoutANameIsLeftOutWithANoteUnlessItIsEmpty) {
  EXPECT_EQ(read("frame,$00CE,\n1,2,\n2,3,4\n3,3,5\n").notes.back(), "column 3 has no name and is left out");
  EXPECT_EQ(read(",frame,$00CE\n0,1,2\n").notes.back(), "column 1 has no name and is left out");
  EXPECT_EQ(read("frame,$00CE,\n1,2,\n2,3,\n").notes, read("frame,$00CE\n1,2\n2,3\n").notes);
}

TEST(Recordings, RawRamHas2048BytesAFrame) {
  std::string ram(2 * 0x800, '\0');
  ram[0xCE] = '\x0A';
  ram[0x800 + 0xCE] = '\x0B';
  ram[0x800 + 0x9F] = '\xFF';
  const Recording recording = read(ram, profile(), "r.ram");
  ASSERT_EQ(recording.trace.rows.size(), 2u);
  EXPECT_EQ(watchesOf(recording), (Names{"y", "speed", "height", "swims", "tile", "score"}));
  EXPECT_EQ(recording.trace.rows[0].values.at(0), 10);
  EXPECT_EQ(recording.trace.rows[1].frame, 1u);
  EXPECT_EQ(recording.trace.rows[1].values.at(1), -1);
  EXPECT_FALSE(recording.trace.header.has_buttons);
  for (const size_t size : {size_t(0), size_t(2047), size_t(5000)})
    EXPECT_EQ(refusal(std::string(size, '\0'), "r.ram.zst"),
              "r.ram.zst has " + std::to_string(size) +
                  " bytes; expected a multiple of 2048, the console's RAM at the end of each frame");
}

TEST(Recordings, WhatIsWrongIsNamedWithItsLine) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "r.csv is empty; expected a trace or a recording"},
      {"# nothing\n", "r.csv: the file has no row of column names; expected a recording"},
      {"a,b\n1,2\n",
       "r.csv: line 1: this is neither a trace of jumpscope nor a recording: it does not begin with "
       "\"# jumpscope-trace 1\", and no column is named frame"},
      {"frame,y\n", "r.csv: line 1: the file ends after the row of column names; expected a row per frame"},
      {"frame,x\n1,2\n",
       "r.csv has no column that the profile game watches; expected columns such as $00CE, $009F, $00B5, "
       "$00CE and "
       "$0416 (`jumpscope trace --print-addresses` lists them)"},
      {"frame,y\n1,2\n2\n", "r.csv: line 3: expected 2 columns as in the first row, found 1"},
      {"frame,y\n1,2\n1,2\n",
       "r.csv: line 3: frame 1 comes after frame 1; expected frame numbers that increase"},
      {"frame,y\n5,2\n4,2\n",
       "r.csv: line 3: frame 4 comes after frame 5; expected frame numbers that increase"},
      {"frame,y\n-1,2\n", "r.csv: line 2: expected a frame number in the column frame, not '-1'"},
      {"frame,$00CE\n1,256\n",
       "r.csv: line 2: expected a byte (0 to 255 or $00 to $FF) in the column $00CE, not '256'"},
      {"frame,$00CE\n1,B0\n",
       "r.csv: line 2: expected a byte (0 to 255 or $00 to $FF) in the column $00CE, not 'B0'"},
      {"frame,$00CE\n1,\n",
       "r.csv: line 2: expected a byte (0 to 255 or $00 to $FF) in the column $00CE, not nothing"},
      {"frame,y\n1,300\n", "r.csv: line 2: expected a value of type u8 in the column y, not '300'"},
      {"frame,$00CE,$08CE\n1,2,3\n",
       "r.csv: line 1: the columns '$00CE' and '$08CE' mean the same; keep one of them"},
      {"frame,Frame,y\n1,2,3\n",
       "r.csv: line 1: the columns 'frame' and 'Frame' mean the same; keep one of them"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(refusal(text), sentence) << text;
}

TEST(Recordings, DamagedFilesGiveASentence) {
  const std::string table =
      "# by a "
      "script\nframe,buttons,$00CE,speed,note\n1,R......A,176,-4,\"a\"\n2,129,$B0,252,7\n9,0,1,2.5e1,3\n";
  feedBrokenFiles(toBytes(table), [](const std::vector<uint8_t>& bytes) {
    parseRecording(bytes, "r.csv", profile());
    parseRecording(bytes, "r.csv", {});
    namesAddresses(bytes, "r.csv");
    profilesOfColumns(bytes, "r.csv");
  });
  feedBrokenFiles(toBytes(table), [](const std::vector<uint8_t>& bytes) {
    parseRecording(bytes, "r.csv", profileOfChanges());
  });
  feedBrokenFiles(
      std::vector<uint8_t>(0x1000, 7),
      [](const std::vector<uint8_t>& bytes) { parseRecording(bytes, "r.ram", profile()); }, 50);
}

TEST(Recordings, TheProfilesThatFitTheColumnsAreFound) {
  const std::string smb = builtinProfileNames().front();
  EXPECT_EQ(profilesOfColumns(toBytes("frame,$00CE,$001D,$000E\n"), "r.csv"), Names{smb});
  EXPECT_TRUE(profilesOfColumns(toBytes("frame,$00CE,$001D\n"), "r.csv").empty());
  EXPECT_TRUE(namesAddresses(toBytes("frame,y,$001D\n"), "r.csv"));
  EXPECT_FALSE(namesAddresses(toBytes("frame,y,x\n"), "r.csv"));
  EXPECT_FALSE(namesAddresses(toBytes("y,$001D\n"), "r.csv"));
}

TEST(Recordings, TheRealGamesRecordingsAreReadByteForByte) {
  for (const tests::DataFile& file : tests::dataFiles("real-smb", ".csv")) {
    SCOPED_TRACE(file.name);
    const std::string text = tests::readData(file);
    const Profile& smb = builtinProfile(builtinProfileNames().front());
    const Recording recording = parseRecording(toBytes(text), file.name, smb);
    EXPECT_TRUE(recording.notes.empty());
    EXPECT_GT(recording.trace.rows.size(), 1000u);
    for (const Watch& watch : smb.watches)
      EXPECT_TRUE(watch.type == Type::Lag || recording.trace.find(watch.name)) << watch.name;
    // Every byte of the file is in the trace once.
    int64_t sum = 0, expected = 0;
    for (const Row& one : recording.trace.rows)
      for (const int64_t value : one.values) sum += value & 0xFF;
    for (size_t at = text.find('\n') + 1; at < text.size(); at = text.find('\n', at) + 1) {
      size_t field = text.find(',', text.find(',', at) + 1);
      for (const size_t end = text.find('\n', at); field < end; field = text.find_first_of(",\n", field + 1))
        expected += std::stoi(text.substr(field + 1, 3));
    }
    EXPECT_EQ(sum, expected);
  }
}

}  // namespace
}  // namespace jumpscope::trace
