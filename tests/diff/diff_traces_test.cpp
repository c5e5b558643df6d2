// Two traces that were not made to be equal frame by frame: tables of other programs, alignment, tolerances.
#include <gtest/gtest.h>

#include <stdexcept>

#include "src/diff/align.h"
#include "src/diff/diff.h"
#include "src/trace/recording.h"
#include "src/trace/trace_file.h"
#include "src/trace/watch.h"
#include "tests/support/bytes.h"
#include "tests/support/fake_game.h"

namespace jumpscope::diff {
namespace {

using namespace tests;
using jumpscope::tests::errorOf;
using jumpscope::tests::feedBrokenFiles;
using jumpscope::tests::toBytes;

trace::Recording table(const std::string& text, const std::map<std::string, std::string>& renamed = {}) {
  return trace::parseRecording(toBytes(text), "table.csv", {}, {nullptr, renamed});
}

std::string refusal(const std::string& text) {
  return errorOf([&] { table(text); });
}

Play aJump(size_t wait) {
  Frame held;
  held.a = true;
  return play(frames(wait) + frames(12, held) + frames(50));
}

TEST(Tables, NumbersKeepEveryBit) {
  const trace::Recording read = table(
      "# made by a script\n"
      "Frame,y,hex,flag,name,note\r\n"
      "7,66.69140625,$1F,true,1e-1,-\n"
      "\n"
      "9,-0.5,0xff,false,2,x\n"
      "10,3,-$2,true,0,");
  const trace::Trace& trace = read.trace;
  ASSERT_EQ(trace.header.watches.size(), 4u);
  EXPECT_EQ(trace.header.watches[0].fraction_bits, 8);
  EXPECT_EQ(trace.rows[0].values[0], 17073);
  EXPECT_EQ(trace.rows[1].values[0], -128);
  EXPECT_EQ(trace.rows[1].frame, 9u);
  EXPECT_EQ(trace.rows[2].values[1], -2);
  EXPECT_EQ(trace.rows[1].values[2], 0);
  EXPECT_EQ(trace.header.watches[3].fraction_bits, trace::real_bits);
  EXPECT_EQ(trace::formatValue(trace.header.watches[3], trace.rows[0].values[3]), "0.1");
  EXPECT_FALSE(trace.header.has_buttons);
  EXPECT_TRUE(read.notes.empty());
  ASSERT_EQ(read.unread.size(), 1u);
  EXPECT_EQ(read.unread.at("note"), "table.csv: line 3 has '-', which is no number");
}

TEST(Tables, OtherSeparatorsQuotesAndNamesAreRead) {
  const trace::Recording semicolons =
      table("count;\"y \"\"pos\"\"\";buttons\n1;\"2,5\";R......A\n", {{"count", "frame"}});
  EXPECT_TRUE(semicolons.trace.header.has_buttons);
  EXPECT_EQ(semicolons.trace.rows[0].buttons, 0x81);
  EXPECT_TRUE(semicolons.trace.header.watches.empty());
  const trace::Recording tabs = table(
      "\xEF\xBB\xBF"
      "frame\tplayer y\n1\t20\n",
      {{"player y", "y_position"}});
  EXPECT_EQ(tabs.trace.header.watches.at(0).name, "y_position");
}

TEST(Tables, WhatIsNoTableIsRefusedWithItsLine) {
  for (const char* text :
       {"", "a,b\n1,2\n", "frame,frame\n1,2\n", "frame,y\n1\n", "frame,y\n1.5,2\n", "frame,y\n-1,2\n",
        "frame,y\n2,2\n2,3\n", "frame,\"y\n1,2\n", "frame,y,y\n1,2,3\n"}) {
    EXPECT_FALSE(refusal(text).empty()) << text;
    EXPECT_EQ(refusal(text).find('\n'), std::string::npos) << text;
  }
  EXPECT_NE(refusal("frame,y\n1,2\n1,3\n").find("line 3"), std::string::npos);
  feedBrokenFiles(toBytes("frame,buttons,y,v\n1,R......A,2.5,$10\n2,........,1e3,-4\n"),
                  [](const std::vector<uint8_t>& bytes) { trace::parseRecording(bytes, "broken", {}); });
}

TEST(Traces, WhatBothHaveIsComparedAndTheRestIsNamed) {
  const Play played = aJump(3);
  const trace::Recording read = table("frame,y_position,other\n2,176,1\n3,175.5,1\n900,1,1\n");
  const TracePair pair = commonPart(played.trace, read.trace);
  ASSERT_EQ(pair.a.rows.size(), 2u);
  ASSERT_EQ(pair.a.header.watches.size(), 1u);
  EXPECT_EQ(pair.a.header.watches[0].fraction_bits, 1);
  EXPECT_EQ(pair.a.rows[0].values[0], 352);
  ASSERT_EQ(pair.notes.size(), 1u);  // what only A has
  ASSERT_EQ(pair.missing.size(), 3u);
  EXPECT_EQ(pair.missing[0], "watch other is in B only");
  EXPECT_NE(pair.missing[1].find("frames are in A only, the first is frame 0"), std::string::npos);
  EXPECT_EQ(pair.missing[2], "1 frame is in B only, the first is frame 900");
  EXPECT_EQ(pair.expected_rows, 3u);
  EXPECT_EQ(pair.expected_columns, 2u);
  const GoldenResult result = diffWithGolden(pair.a, pair.b, std::nullopt, false);
  EXPECT_EQ(result.compared_values, 2u);
  ASSERT_EQ(result.differences.size(), 1u);
  EXPECT_EQ(result.differences[0].frame, 3u);
}

TEST(Traces, TheSameJumpAtAnotherTimeIsTheSameJump) {
  const Play early = aJump(3), late = aJump(20);
  const uint64_t in_a = firstJumpFrames(late.trace, fakeProfile(), "late").first,
                 in_b = firstJumpFrames(early.trace, fakeProfile(), "early").first;
  EXPECT_EQ(framesLater(in_a, in_b), 17);
  EXPECT_EQ(framesLater(in_b, in_a), -17);
  const TracePair pair = commonPart(late.trace, early.trace, {framesLater(in_a, in_b)});
  const GoldenResult result = diffWithGolden(pair.a, pair.b, std::nullopt);
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.compared_rows, early.trace.rows.size());
  const TracePair later = commonPart(late.trace, early.trace, {framesLater(in_a, in_b), in_a - 1});
  EXPECT_EQ(later.a.rows[0].frame, in_a - 1);
  EXPECT_EQ(later.a.rows.size(), later.b.rows.size());
  EXPECT_TRUE(later.notes.empty());
  const TracePair back = commonPart(early.trace, late.trace, {framesLater(in_b, in_a)});
  EXPECT_TRUE(diffWithGolden(back.a, back.b, std::nullopt).same());
  EXPECT_THROW(firstJumpFrames(play(frames(5)).trace, fakeProfile(), "still"), std::runtime_error);
}

TEST(Traces, ATableWithFinerPositionsShowsTheSameFirstJump) {
  trace::Trace fine = aJump(7).trace;
  const size_t y = fine.find("y_position").value();
  fine.header.watches[y].fraction_bits = 4;
  for (trace::Row& row : fine.rows) row.values[y] *= 16;
  trace::Profile profile = trace::builtinProfile("smb");
  profile.jump_when.push_back({"y_position", "<", 176});  // in the profile's own whole px
  EXPECT_EQ(firstJumpFrames(fine, profile, "fine").first, 8u);
}

TEST(Traces, ATableWithCoarserSpeedsShowsTheSameFirstJump) {
  // Speeds at rest are fractions that the table's column cannot tell from others where it has fewer bits.
  trace::Profile profile;
  profile.name = "small";
  trace::Watch y, v;
  y.name = "y", v.name = "v";
  y.fraction_bits = v.fraction_bits = 8;
  v.type = trace::Type::S16;
  profile.watches = {y, v};
  profile.height_watch = "y";
  profile.jump_when = {{"v", "!=", 0}, {"v", "!=", {0, 1u << 31}}};  // not at rest: 0 and 0.5
  const trace::Recording read =
      table("frame,y,v\n0,100,0\n1,100.5,0.5\n2,100,0\n3,99,-2\n4,97,-1\n5,98,1.5\n6,100,0\n");
  ASSERT_EQ(read.trace.header.watches[1].fraction_bits, 1);
  const JumpFrames found = firstJumpFrames(read.trace, profile, "coarse");
  EXPECT_EQ(found.first, 3u);
  EXPECT_EQ(found.last, 6u);
}

TEST(Traces, FramesWithinAndAfterTheCommonPartAreToldApart) {
  const trace::Recording a = table("frame,y\n1,1\n2,2\n4,4\n"),
                         b = table("frame,y\n1,1\n2,2\n3,3\n4,4\n5,5\n6,6\n");
  const TracePair closed = commonPart(a.trace, b.trace), open = commonPart(a.trace, b.trace, {0, 0, true});
  EXPECT_EQ(closed.missing, std::vector<std::string>{"3 frames are in B only, the first is frame 3"});
  EXPECT_EQ(open.missing, std::vector<std::string>{"1 frame is in B only, the first is frame 3"});
  EXPECT_EQ(open.notes, std::vector<std::string>{"2 frames are in B only, the first is frame 5"});
  GoldenResult result = diffWithGolden(closed.a, closed.b, std::nullopt, false);
  EXPECT_TRUE(result.same());
  addMissing(closed, false, result);
  EXPECT_FALSE(result.same());
  EXPECT_EQ(goldenSummary(result), "3 of 6 frames, 1 of 1 column, 3 values compared: 1 difference");
}

TEST(Traces, ToleranceIsInTheWatchesOwnUnit) {
  const trace::Recording a = table("frame,y,z\n1,2.5,1\n2,3,1\n"),
                         b = table("frame,y,z\n1,2.75,1\n2,3.5,2\n");
  TracePair pair = commonPart(a.trace, b.trace);
  setTolerances(pair.b.header, {{"y", "0.3"}});
  const GoldenResult result = diffWithGolden(pair.a, pair.b, std::nullopt, false);
  EXPECT_EQ(result.tolerated_values, 1u);
  ASSERT_EQ(result.differences.size(), 2u);
  EXPECT_EQ(result.differences[0].watch, "y");
  EXPECT_EQ(result.differences[1].watch, "z");
  const std::string text =
      goldenText(trace::unpacked(pair.a), trace::unpacked(pair.b), result, {5, true, 5, "B|A", false});
  EXPECT_NE(text.find("B|A, the frames around it"), std::string::npos);
  EXPECT_NE(text.find("frame 2, y: expected 3.5, got 3, old value 2.5"), std::string::npos);
  for (const auto& [watch, value] :
       {std::pair{"no", "1"}, {"y", "-1"}, {"y", "much"}, {"y", "nan"}, {"y", ""}})
    EXPECT_THROW(setTolerances(pair.b.header, {{watch, value}}), std::runtime_error) << watch << value;
}

TEST(Traces, ADecimalToleranceIsWholeBesideRealNumbersAndBinaryFractions) {
  const trace::Recording a = table("frame,y\n1,196.3469\n2,7.2501\n3,5\n"),
                         b = table("frame,y\n1,196.2969\n2,7.2\n3,5.05\n"),
                         eighths = table("frame,y\n1,196.25\n2,7.25\n3,5.125\n");
  const auto differing = [](const trace::Trace& got, const trace::Trace& expected, const char* tolerance) {
    TracePair pair = commonPart(got, expected);
    setTolerances(pair.b.header, {{"y", tolerance}});
    std::vector<uint64_t> frames;
    for (const Difference& one : diffWithGolden(pair.a, pair.b, std::nullopt, false).differences)
      frames.push_back(one.frame);
    return frames;
  };
  EXPECT_EQ(differing(a.trace, b.trace, "0.05"), std::vector<uint64_t>{2}) << "0.05 is within 0.05";
  EXPECT_EQ(differing(b.trace, a.trace, "5e-2"), std::vector<uint64_t>{2});
  EXPECT_EQ(differing(a.trace, b.trace, "0.049999999"), (std::vector<uint64_t>{1, 2, 3}));
  EXPECT_EQ(differing(a.trace, eighths.trace, "0.1"), std::vector<uint64_t>{3});
  EXPECT_EQ(differing(a.trace, b.trace, "0"), (std::vector<uint64_t>{1, 2, 3}));
  // A golden trace keeps the tolerance as it was written, whatever its binary point.
  trace::Trace golden = eighths.trace;
  golden.header.region = "ntsc";
  setTolerances(golden.header, {{"y", "0.05"}});
  const std::string bytes = trace::encodeTrace(golden, trace::TraceFormat::Csv);
  EXPECT_NE(bytes.find(R"("tolerances":{"y":"0.05"})"), std::string::npos) << bytes;
  EXPECT_EQ(trace::parseTrace(toBytes(bytes), "golden.csv").header.tolerances, golden.header.tolerances);
}

TEST(Traces, RenamedWatchesAreRenamedInTheJumpRuleToo) {
  trace::Trace trace = table("frame,p,q\n1,2,3\n").trace;
  trace.header.rule = trace::JumpRule{"smb-jump", {{"y_speed", "q"}}, {{"q", "!=", 0}}, "p", "", "q"};
  renameWatches(trace.header, {{"y", "p"}, {"p", "q"}});
  EXPECT_EQ(*trace.header.rule,
            (trace::JumpRule{"smb-jump", {{"y_speed", "p"}}, {{"p", "!=", 0}}, "y", "", "p"}));
}

TEST(Traces, WatchesAreRenamedAllAtOnce) {
  trace::Trace trace = table("frame,p,q\n1,2,3\n").trace;
  renameWatches(trace.header, {{"p", "q"}, {"q", "p"}});
  EXPECT_EQ(trace.header.watches[0].name, "q");
  EXPECT_EQ(trace.header.watches[1].name, "p");
  EXPECT_THROW(renameWatches(trace.header, {{"p", "q"}}), std::runtime_error);
  EXPECT_THROW(renameWatches(trace.header, {{"y", "none"}}), std::runtime_error);
}

}  // namespace
}  // namespace jumpscope::diff
