#include "src/trace/trace_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "src/trace/profile.h"
#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

using tests::toBytes;

Header header() {
  Header header;
  header.version = "0.1.0";
  header.rom_name = "jump \"lab\".nes";
  header.rom_sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
  header.profile = "smb";
  header.ram_init = "fceux";
  header.watches = {parseWatch("y=$B5,$CE,$0416:u16.8"), parseWatch("vy=$9F:s8"),
                    parseWatch("a=$0A:flag&$80")};
  header.watches[0].unit = "px";
  header.watches[1].meaning = "vertical speed, down positive";
  return header;
}

Trace sample(size_t rows = 3) {
  Trace trace{header(), {}};
  for (size_t i = 0; i < rows; ++i)
    trace.rows.push_back(
        {i + 10, uint8_t(i * 7), {int64_t(0x01B080 + i * 13), int64_t(i % 256) - 128, int64_t(i % 2)}});
  return trace;
}

Trace parse(const std::string& bytes, const std::string& name = "t.csv") {
  return parseTrace(toBytes(bytes), name);
}
std::string parseError(const std::string& bytes, const std::string& name = "t.csv") {
  return tests::errorOf([&] { parse(bytes, name); });
}

// The sample with one line exchanged; lines count from 1.
std::string withLine(size_t number, const std::string& line, TraceFormat format = TraceFormat::Csv) {
  std::string bytes = encodeTrace(sample(), format);
  size_t begin = 0;
  for (size_t i = 1; i < number; ++i) begin = bytes.find('\n', begin) + 1;
  return bytes.replace(begin, bytes.find('\n', begin) - begin, line);
}

std::string name(TraceFormat format) { return format == TraceFormat::Jsonl ? "t.jsonl" : "t.csv"; }

TEST(TraceFile, ACsvHasAHeaderLineTheColumnNamesAndOneRowPerFrame) {
  EXPECT_EQ(
      encodeTrace(sample(2), TraceFormat::Csv),
      R"(# jumpscope-trace 1 {"version":"0.1.0","rom":"jump \"lab\".nes",)"
      R"("rom_sha1":"a9993e364706816aba3e25717850c26c9cd0d89d","movie_sha1":"","profile":"smb","model":"",)"
      R"("region":"ntsc","ram_init":"fceux","watches":[)"
      R"({"name":"y","address":["$00B5","$00CE","$0416"],"type":"u16","point":8,"unit":"px"},)"
      R"({"name":"vy","address":"$009F","type":"s8","meaning":"vertical speed, down positive"},)"
      R"({"name":"a","address":"$000A","type":"flag","mask":"$0080"}]})"
      "\nframe,buttons,y,vy,a\n"
      "10,........,432.5,-128,0\n"
      "11,.....SBA,432.55078125,-127,1\n");
}

TEST(TraceFile, TheJumpRuleOfAProfileFromAFileIsReadBackInEveryFormat) {
  Trace trace = sample();
  trace.header.profile = "mine";
  trace.header.rule =
      JumpRule{"smb-jump", {{"y_speed", "vy"}}, {{"y", "<=", 5}, {"a", "==", 1}}, "y", "", "vy"};
  for (TraceFormat format : {TraceFormat::Csv, TraceFormat::CsvZst, TraceFormat::Jsonl}) {
    const Trace read = parse(encodeTrace(trace, format), name(format));
    EXPECT_EQ(read.header.rule, trace.header.rule) << int(format);
    const std::optional<Profile> profile = profileOf(read.header);
    ASSERT_TRUE(profile);
    EXPECT_EQ(profile->name, "mine");
    EXPECT_EQ(ruleOf(*profile), *trace.header.rule);
  }
  const std::string text = encodeTrace(trace, TraceFormat::Csv);
  EXPECT_NE(text.find(R"("profile":"mine","model":"","region")"), std::string::npos) << text;
  EXPECT_NE(
      text.find(R"("rule":{"model":"smb-jump","feeds":{"y_speed":"vy"},"jump":{"when":["y <= 5","a == 1"],)"
                R"("height":"y","horizontal":"vy"}},"watches")"),
      std::string::npos)
      << text;
}

TEST(TraceFile, ARuleThatNamesNoWatchOfTheTraceIsRefused) {
  Trace trace = sample();
  trace.header.rule = JumpRule{"", {}, {}, "y", "", ""};
  std::string text = encodeTrace(trace, TraceFormat::Csv);
  text.replace(text.find(R"("height":"y")"), 12, R"("height":"x")");
  EXPECT_NE(parseError(text).find("rule.jump.height: expected the name of a watch"), std::string::npos)
      << parseError(text);
}

TEST(TraceFile, ABuiltInProfileIsNamedAndItsRuleIsNotRepeated) {
  EXPECT_FALSE(carriedRule(builtinProfile("smb")));
  Profile other = builtinProfile("smb");
  other.jump_when.pop_back();
  ASSERT_TRUE(carriedRule(other)) << "another profile of the same name";
  Profile nothing;
  nothing.name = "watches only";
  EXPECT_FALSE(carriedRule(nothing));
  const std::optional<Profile> builtin = profileOf(header());
  ASSERT_TRUE(builtin);
  EXPECT_EQ(ruleOf(*builtin), ruleOf(builtinProfile("smb")));
}

TEST(TraceFile, AJsonlHasOneObjectPerRow) {
  const std::string bytes = encodeTrace(sample(1), TraceFormat::Jsonl);
  EXPECT_EQ(bytes.substr(bytes.find('\n') + 1),
            "{\"frame\":10,\"buttons\":\"........\",\"y\":432.5,\"vy\":-128,\"a\":0}\n");
}

TEST(TraceFile, WhatIsWrittenIsReadBackInEveryFormat) {
  for (TraceFormat format : {TraceFormat::Csv, TraceFormat::CsvZst, TraceFormat::Jsonl})
    for (size_t rows : {0, 1, 3, 20000}) {
      const Trace trace = sample(rows);
      EXPECT_TRUE(parse(encodeTrace(trace, format), name(format)) == trace)
          << int(format) << ", " << rows << " rows";
    }
}

TEST(TraceFile, TheSameTraceGivesTheSameBytes) {
  for (TraceFormat format : {TraceFormat::Csv, TraceFormat::CsvZst, TraceFormat::Jsonl})
    EXPECT_EQ(encodeTrace(sample(5000), format), encodeTrace(sample(5000), format));
}

TEST(TraceFile, AModelsTraceHasWatchesWithoutAddress) {
  Trace trace{header(), {{0, 0, {-5}}}};
  trace.header.model = "smb-jump";
  trace.header.watches = {Watch{"y", {}, Type::S16, 8, 0xFF, "px", ""}};
  EXPECT_EQ(parse(encodeTrace(trace, TraceFormat::Csv)), trace);
}

TEST(TraceFile, ARomNameThatIsNotUtf8IsWritten) {
  Trace trace = sample();
  trace.header.rom_name = "caf\xE9.nes";
  EXPECT_EQ(parse(encodeTrace(trace, TraceFormat::Csv)).header.rom_name, "caf\xEF\xBF\xBD.nes");
}

TEST(TraceFile, TheFileExtensionSelectsTheFormat) {
  EXPECT_EQ(traceFormatOf("a.csv"), TraceFormat::Csv);
  EXPECT_EQ(traceFormatOf("a.csv.zst"), TraceFormat::CsvZst);
  EXPECT_EQ(traceFormatOf("a.jsonl"), TraceFormat::Jsonl);
  EXPECT_NE(tests::errorOf([] { traceFormatOf("a.txt"); }).find("use .csv, .csv.zst or .jsonl"),
            std::string::npos);
}

TEST(TraceFile, LinesMayEndInCrLf) {
  std::string bytes;
  for (char c : encodeTrace(sample(), TraceFormat::Csv)) {
    if (c == '\n') bytes += '\r';
    bytes += c;
  }
  EXPECT_EQ(parse(bytes), sample());
}

TEST(TraceFile, AnErrorNamesItsLine) {
  const std::vector<std::pair<std::string, std::string>> csv = {
      {withLine(1, "frame,y"), "t.csv: line 1: this is not a jumpscope trace"},
      {withLine(1, "# jumpscope-trace 2 {}"), "t.csv: line 1: the trace has format version 2"},
      {withLine(1, "# jumpscope-trace 1 {}"), "t.csv: line 1: expected a key 'region'"},
      {withLine(1, R"(# jumpscope-trace 1 {"region":"us","watches":[]})"),
       "t.csv: line 1: region: expected ntsc, pal or dendy"},
      {withLine(1, R"(# jumpscope-trace 1 {"region":"pal","watchs":[]})"),
       "t.csv: line 1: unknown key 'watchs'; did you mean 'watches'?"},
      {withLine(2, "frame,buttons,y,vy"), "t.csv: line 2: expected the column names frame,buttons,y,vy,a"},
      {withLine(4, "11,........,1,2"), "t.csv: line 4: expected 5 columns, found 4"},
      {withLine(4, "x,........,1,2,0"), "t.csv: line 4: expected a frame number"},
      {withLine(4, "10,........,1,2,0"), "t.csv: line 4: frame 10 comes after frame 10"},
      {withLine(4, "11,A.......,1,2,0"), "t.csv: line 4: expected buttons as RLDUTSBA"},
      {withLine(4, "11,........,1.001,2,0"),
       "t.csv: line 4: expected a value of y (u16): an exact decimal from 0 to 65535.99609375"},
      {withLine(4, "11,........,1,128,0"),
       "t.csv: line 4: expected a value of vy (s8): an exact decimal from -128 to 127"},
      {withLine(4, "11,........,1,2,"), "t.csv: line 4: expected a value of a (flag)"},
      {withLine(4, ""), "t.csv: line 4: expected 5 columns, found 1"},
      {"", "t.csv is empty"},
  };
  for (const auto& [bytes, sentence] : csv) EXPECT_EQ(parseError(bytes).substr(0, sentence.size()), sentence);

  const auto jsonl = [](const std::string& line) {
    return parseError(withLine(3, line, TraceFormat::Jsonl), "t.jsonl");
  };
  EXPECT_EQ(jsonl("{"), "t.jsonl: line 3 is not valid JSON: there is an error at line 1, column 2");
  EXPECT_EQ(jsonl(R"({"frame":11,"buttons":"........","y":1,"vy":2})"),
            "t.jsonl: line 3: expected a key 'a'");
  EXPECT_EQ(jsonl(R"({"frame":11,"buttons":"........","y":1,"vy":2,"a":0,"b":0})").substr(0, 40),
            "t.jsonl: line 3: expected the keys frame");
  EXPECT_EQ(jsonl(R"({"frame":11,"buttons":"........","y":1.001,"vy":2,"a":0})").substr(0, 40),
            "t.jsonl: line 3: expected a value of y (");
  for (const char* bad : {"2.5", "128", "\"2\"", "99999999999999999999", "null"})
    EXPECT_EQ(jsonl(R"({"frame":11,"buttons":"........","y":1,"a":0,"vy":)" + std::string(bad) + "}"),
              "t.jsonl: line 3: expected a value of vy (s8): an exact decimal from -128 to 127");
  EXPECT_EQ(jsonl(R"({"frame":11,"buttons":"........","y":1,"vy":2,"a":0,"a":1})").substr(0, 40),
            "t.jsonl: line 3: expected the keys frame");
  EXPECT_EQ(jsonl("[]"), "t.jsonl: line 3: expected an object");
}

TEST(TraceFile, ATruncatedFileIsRefused) {
  const std::string csv = encodeTrace(sample(), TraceFormat::Csv);
  EXPECT_NE(parseError(csv.substr(0, csv.size() - 1)).find("line 5: the file ends within this line"),
            std::string::npos);
  const std::string zst = encodeTrace(sample(20000), TraceFormat::CsvZst);
  for (size_t length : {zst.size() - 1, zst.size() / 2, size_t(5)})
    EXPECT_NE(parseError(zst.substr(0, length), "t.csv.zst").find("is cut short"), std::string::npos)
        << length;
  std::string damaged = zst;
  damaged[zst.size() / 2] = char(damaged[zst.size() / 2] ^ 0x10);
  EXPECT_NE(parseError(damaged, "t.csv.zst"), "");
}

TEST(TraceFile, ATraceOfAnyLengthIsReadBack) {
  const auto dir =
      std::filesystem::path(testing::TempDir()) / ("jumpscope-trace-" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  for (const char* file : {"t.csv", "t.csv.zst", "t.jsonl"}) {
    const Trace trace = sample(5000);
    {
      TraceWriter abandoned(dir / file, trace.header);
      for (const Row& row : trace.rows) abandoned.row(row);
    }
    EXPECT_FALSE(std::filesystem::exists(dir / file)) << file;
    TraceWriter writer(dir / file, trace.header);
    for (const Row& row : trace.rows) writer.row(row);
    writer.commit();
    EXPECT_TRUE(readTrace(dir / file) == trace) << file;
  }
  EXPECT_NE(tests::errorOf([&] { TraceWriter(dir / "t.txt", header()); }), "");
  std::filesystem::remove_all(dir);
}

TEST(TraceFile, DamagedTracesAreRefusedWithAnErrorMessage) {
  for (TraceFormat format : {TraceFormat::Csv, TraceFormat::CsvZst, TraceFormat::Jsonl})
    tests::feedBrokenFiles(toBytes(encodeTrace(sample(5), format)), [&](const std::vector<uint8_t>& bytes) {
      const Trace trace = parseTrace(bytes, name(format));
      EXPECT_TRUE(parse(encodeTrace(trace, TraceFormat::Csv)).rows == trace.rows);
    });
}

}  // namespace
}  // namespace jumpscope::trace
