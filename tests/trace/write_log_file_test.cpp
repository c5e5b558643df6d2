#include "src/trace/write_log_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

const std::vector<Watch> watches = {parseWatch("y=$B5,$CE,$0416:u16.8"), parseWatch("vy=$9F:s8")};

const std::vector<Caller> callers = {
    {0x8057, Caller::Kind::Nmi}, {0x9033}, {0xC000, Caller::Kind::Irq}, {0xC123, Caller::Kind::Brk}};

std::vector<Write> sample() {
  return {{61, 1821345, 243, 120, 0x8123, "STA $00CE", "y", 0xCE, 176, 172, {}},
          {61, 1821352, 243, 141, 0x8128, "STA $0416,X", "y", 0x0416, 0, 128, {{0x8A10}}},
          {62, 1851352, 0, 0, 0xFFFF, "*SAX \"odd\"", "vy", 0x9F, 255, 0, callers}};
}

std::vector<Write> parse(const std::string& text) {
  return parseWriteLog(tests::toBytes(text), "w.csv", watches);
}

TEST(WriteLogFile, ARowHasTheDocumentedColumns) {
  EXPECT_EQ(encodeWriteLog(sample(), watches),
            "frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack\n"
            "61,1821345,243,120,$8123,STA $00CE,y[$00CE],176,172,\n"
            "61,1821352,243,141,$8128,\"STA $0416,X\",y[$0416],0,128,$8A10\n"
            "62,1851352,0,0,$FFFF,\"*SAX \"\"odd\"\"\",vy,255,0,nmi:$8057 $9033 irq:$C000 brk:$C123\n");
}

TEST(WriteLogFile, SymbolsNameInstructionsAndCallers) {
  Symbols symbols;
  for (const auto& [name, address] : std::vector<std::pair<const char*, uint16_t>>{
           {"player_y", 0xCE}, {"subpixels", 0x0416}, {"main", 0x8050}, {"irq", 0xC000}})
    symbols.add({name, address});
  std::string log;
  WriteLogEncoder encoder(
      watches, false, [&](std::string_view piece) { log += piece; }, &symbols);
  for (const Write& write : sample()) encoder.write(write);
  encoder.finish();
  EXPECT_EQ(log,
            "frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack\n"
            "61,1821345,243,120,$8123,STA player_y,y[$00CE],176,172,\n"
            "61,1821352,243,141,$8128,\"STA subpixels,X\",y[$0416],0,128,$8A10(main+$9C0)\n"
            "62,1851352,0,0,$FFFF,\"*SAX \"\"odd\"\"\",vy,255,0,nmi:$8057(main+$7) $9033(main+$FE3) "
            "irq:$C000(irq) brk:$C123(irq+$123)\n");
  std::vector<Write> read = parse(log), expected = sample();
  for (size_t i = 0; i < read.size(); ++i) read[i].instruction = expected[i].instruction;
  EXPECT_EQ(read, expected) << "addresses stay";
}

TEST(WriteLogFile, ALogWithoutCallStacksIsRead) {
  const auto writes = parse(
      "frame,cycle,scanline,dot,pc,instruction,watch,old,new\n61,5,243,120,$8123,STA "
      "$00CE,y[$00CE],176,172\n");
  ASSERT_EQ(writes.size(), 1u);
  EXPECT_EQ(writes[0].new_value, 172);
  EXPECT_TRUE(writes[0].stack.empty());
}

TEST(WriteLogFile, WhatIsWrittenIsReadBack) {
  EXPECT_EQ(parse(encodeWriteLog(sample(), watches)), sample());
  EXPECT_TRUE(parse(encodeWriteLog({}, watches)).empty());
}

TEST(WriteLogFile, ALargeLogIsReadBackCompressedOrNot) {
  std::vector<Write> writes;
  for (uint64_t i = 0; i < 20000; ++i) {
    writes.push_back(sample()[i % 3]);
    writes.back().frame = i / 10;
    writes.back().cycle = i * 100;
  }
  const auto dir = std::filesystem::path(testing::TempDir()) / ("jumpscope-log-" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  Trace empty;
  empty.header.watches = watches;
  for (const char* name : {"w.csv", "w.csv.zst"}) {
    WriteLogWriter writer(dir / name, watches);
    for (const Write& write : writes) writer.write(write);
    EXPECT_FALSE(std::filesystem::exists(dir / name));
    writer.commit();
    EXPECT_TRUE(readWriteLog(dir / name, empty) == writes) << name;
  }
  std::filesystem::remove_all(dir);
}

// y is written in frames 1 to 4, to 10 times the frame.
TEST(WriteLogFile, OfAnotherRunIsRefused) {
  Trace trace;
  trace.header.watches = {parseWatch("y=$CE"), parseWatch("before=$CE"), parseWatch("ram=$6000")};
  trace.header.watches[1].take = Take::Previous;
  std::vector<Write> log;
  for (uint64_t frame = 0; frame < 6; ++frame) {
    const int64_t y = 10 * static_cast<int64_t>(std::min<uint64_t>(frame, 4));
    trace.rows.push_back({frame, 0, {y, 77, 77}});
    Write write = sample()[0];
    write.frame = frame;
    write.watch = "y", write.address = 0x08CE, write.new_value = static_cast<uint8_t>(y);
    if (frame >= 1 && frame <= 4) log.push_back(write);
    write.watch = "ram", write.address = 0x6000, write.new_value = 5;
    log.push_back(write);
  }
  EXPECT_NO_THROW(requireLogOf(trace, log));
  EXPECT_NO_THROW(requireLogOf(trace, std::vector<Write>{}));
  trace.rows[1].values[0] = 11;
  trace.rows[3].values[0] = 31;
  EXPECT_NO_THROW(requireLogOf(trace, log)) << "changed by hand: a comparison shows it";
  trace.rows[4].values[0] = 41;
  try {
    requireLogOf(trace, log);
    FAIL() << "three writes left something else";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(
        std::string(error.what()),
        "the write log is not the trace's: after its writes y is 10 at the end of frame 1, in the trace 11; "
        "record trace and log in one run, or leave the log out");
  }
}

TEST(WriteLogFile, AnErrorNamesItsLine) {
  const std::string start =
      "frame,cycle,scanline,dot,pc,instruction,watch,old,new\n1,100,0,0,$8000,INC $9F,vy,0,1\n";
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"", "w.csv is empty"},
      {"frame,cycle\n", "w.csv: line 1: this is not a write log"},
      {start + "1,101,0,0,$8000,INC $9F,vy,0\n", "w.csv: line 3: expected 9 columns, found 8"},
      {start + "1,101,0,0,$8000,STA $9F,X,vy,0,1\n", "w.csv: line 3: expected 9 columns, found 10"},
      {start + "1,101,0,0,$8000,\"INC,vy,0,1\n", "w.csv: line 3: a quotation mark is out of place"},
      {start + "1,101,0,0,$8000,I\"N\"C,vy,0,1\n", "w.csv: line 3: a quotation mark is out of place"},
      {start + "0,101,0,0,$8000,INC $9F,vy,0,1\n", "w.csv: line 3: this write comes before the one above it"},
      {start + "1,99,0,0,$8000,INC $9F,vy,0,1\n", "w.csv: line 3: this write comes before the one above it"},
      {start + "1,101,312,0,$8000,INC $9F,vy,0,1\n", "w.csv: line 3: expected a scanline from 0 to 311"},
      {start + "1,101,0,341,$8000,INC $9F,vy,0,1\n", "w.csv: line 3: expected a dot from 0 to 340"},
      {start + "1,101,0,0,8000,INC $9F,vy,0,1\n", "w.csv: line 3: expected the program counter as $8123"},
      {start + "1,101,0,0,$8000,INC $9F,vx,0,1\n", "w.csv: line 3: the trace has no watch of the name"},
      {start + "1,101,0,0,$8000,INC $9F,y,0,1\n", "w.csv: line 3: the watch y has several addresses"},
      {start + "1,101,0,0,$8000,INC $9F,y[$9F],0,1\n",
       "w.csv: line 3: expected one of the addresses of the watch y"},
      {start + "1,101,0,0,$8000,INC $9F,vy,0,256\n", "w.csv: line 3: expected a new value from 0 to 255"},
      {"frame,cycle,scanline,dot,pc,instruction,watch,old,new,stack\n1,100,0,0,$8000,INC $9F,vy,0,1,8000\n",
       "w.csv: line 2: expected a call stack such as"},
      {start + "1,101,0,0,$8000,INC $9F,vy,0,1", "w.csv: line 3: the file ends within this line"},
  };
  for (const auto& [log, sentence] : expected) {
    const std::string& text = log;
    EXPECT_EQ(tests::errorOf([&] { parse(text); }).substr(0, sentence.size()), sentence);
  }
}

TEST(WriteLogFile, DamagedLogsAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(tests::toBytes(encodeWriteLog(sample(), watches)),
                         [](const std::vector<uint8_t>& bytes) {
                           const auto writes = parseWriteLog(bytes, "w.csv", watches);
                           EXPECT_EQ(parse(encodeWriteLog(writes, watches)), writes);
                         });
}

}  // namespace
}  // namespace jumpscope::trace
