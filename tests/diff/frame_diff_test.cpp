// What a judge of every frame finds, and what it must not find.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/diff/diff.h"
#include "tests/support/fake_game.h"

namespace jumpscope::diff {
namespace {

using namespace tests;

DiffResult diffOf(const Play& played, bool strict = false) {
  return compareWith(played.trace, fakeProfile(), played.writes, {"", {}, strict});
}
DiffResult diffOfRows(const Play& played) {
  return compareWith(played.trace, fakeProfile(), std::nullopt, Comparison{});
}

std::string textOf(const Play& played, const DiffResult& result) {
  return diffText(played.trace, result, {.all = true});
}

int64_t& valueAt(Play& played, size_t row, const std::string& watch) {
  return played.trace.rows[row].values[*played.trace.find(watch)];
}

Frame pressed() {
  Frame frame;
  frame.a = true;
  return frame;
}

// A jump from frame 4 on, held for 20 frames.
std::vector<Frame> oneJump() { return frames(3) + frames(20, pressed()) + frames(60); }

size_t countOf(const DiffResult& result, const std::string& name) {
  size_t count = 0;
  if (const auto found = result.judged.find(name); found != result.judged.end())
    for (const auto& [detail, times] : found->second) count += times;
  return count;
}

TEST(FrameDiff, GroundFramesAreJudgedToo) {
  const Play played = play(frames(30));
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << textOf(played, result);
  EXPECT_EQ(result.compared_frames, 30u);
  Play wrong = played;
  valueAt(wrong, 12, "gravity") = 99;
  for (size_t row = 13; row < wrong.trace.rows.size(); ++row) valueAt(wrong, row, "gravity") = 99;
  const DiffResult found = diffOfRows(wrong);
  ASSERT_EQ(found.differences.size(), 1u) << textOf(wrong, found);
  EXPECT_EQ(found.differences[0].frame, 12u);
  EXPECT_EQ(found.differences[0].watch, "gravity");
  EXPECT_FALSE(found.differences[0].jump.has_value());
}

TEST(FrameDiff, AJumpThatShouldStartAndDoesNotIsADifferenceAndASentence) {
  Play played = play(frames(40));
  const size_t a = *played.trace.find("buttons_ab"), before = *played.trace.find("buttons_ab_previous");
  for (size_t row = 10; row < 20; ++row) {
    played.trace.rows[row].buttons = 1;
    played.trace.rows[row].values[a] = played.trace.rows[row].values[before] = 0x80;
  }
  const DiffResult result = diffOfRows(played);
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences.front().frame, 10u);
  EXPECT_EQ(result.differences.front().note, "the model starts a jump here");
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0], "the player never jumps though A is pressed on the ground (first in frame 10)");
  EXPECT_FALSE(result.nothingCompared());
}

TEST(FrameDiff, ButtonsThatTheRoutineDoesNotSeeAreADifference) {
  Play played = play(oneJump());
  for (size_t row = 40; row < 50; ++row) played.trace.rows[row].buttons = 2;  // B, which nobody saw
  const DiffResult result = diffOf(played);
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences.front().frame, 40u);
  EXPECT_EQ(result.differences.front().watch, "buttons_ab");
  EXPECT_EQ(result.differences.front().expected, 0x40);
}

TEST(FrameDiff, ADemoPlaysWithoutThePad) {
  Play played = play(oneJump());
  for (trace::Row& row : played.trace.rows) row.buttons = 0;
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << textOf(played, result);
  EXPECT_EQ(result.adopted.at("the buttons do not come from pad 1 (a demo, or another player)"), 20u);
  played.trace.header.has_buttons = false;
  EXPECT_TRUE(diffOf(played).differences.empty());
}

TEST(FrameDiff, OutcomesAreCountedByNameAndDetail) {
  std::vector<Frame> script = oneJump();
  script[10].bump = 0;
  const Play played = play(script);
  for (const DiffResult& result : {diffOf(played), diffOfRows(played)}) {
    EXPECT_TRUE(result.differences.empty()) << textOf(played, result);
    EXPECT_EQ(countOf(result, "jump"), 1u);
    EXPECT_EQ(countOf(result, "landing"), 1u);
    EXPECT_EQ(result.judged.at("block").at("speed 0"), 1u);
    EXPECT_TRUE(result.adopted.empty());
  }
}

TEST(FrameDiff, ABumpThatLeavesAnotherSpeedIsADifference) {
  for (const uint8_t speed : {2, 3, 0xFF, 0xFB}) {
    std::vector<Frame> script = oneJump();
    script[10].bump = speed;
    const Play played = play(script);
    const DiffResult result = diffOf(played);
    ASSERT_FALSE(result.differences.empty()) << int{speed};
    EXPECT_EQ(result.differences.front().frame, 11u) << int{speed};
    EXPECT_EQ(result.differences.front().watch, "y_speed") << int{speed};
  }
}

TEST(FrameDiff, ALandingOffTheGridIsADifference) {
  std::vector<Frame> script = oneJump();
  for (size_t i = 30; i < script.size(); ++i) script[i].floor = 171;
  const Play played = play(script);
  const DiffResult result = diffOf(played);
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences.front().watch, "y_position") << textOf(played, result);
}

TEST(FrameDiff, ALiftIsAdoptedWithItsReasonUnlessStrict) {
  std::vector<Frame> script = oneJump();
  script[20].lift = 100;
  const Play played = play(script);
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << textOf(played, result);
  EXPECT_EQ(result.adopted.at("other code placed the player (a lift)"), 1u);
  const DiffResult strict = diffOf(played, true);
  ASSERT_FALSE(strict.differences.empty());
  EXPECT_EQ(strict.differences.front().frame, 21u);
  EXPECT_NE(strict.differences.front().note.find("--strict"), std::string::npos);
}

// The writes from `first` on of a frame happen in the next, which has no run of its own.
Play spilled(const Play& played, size_t frame, size_t first) {
  Play late = played;
  std::vector<trace::Write*> moved;
  size_t seen = 0;
  for (trace::Write& write : late.writes)
    if (write.frame == frame && seen++ >= first) moved.push_back(&write);
  for (trace::Row& row : late.trace.rows)
    if (row.frame > frame) ++row.frame;
  for (trace::Write& write : late.writes)
    if (write.frame > frame) ++write.frame;
  trace::Row inserted = late.trace.rows[frame];
  inserted.frame = frame + 1;
  inserted.values[*late.trace.find("lag")] = 1;
  for (auto write = moved.rbegin(); write != moved.rend(); ++write) {
    const trace::Watch& watch = late.trace.header.watches[*late.trace.find((*write)->watch)];
    late.trace.rows[frame].values[*late.trace.find((*write)->watch)] =
        watch.type == trace::Type::S8 ? int64_t{static_cast<int8_t>((*write)->old_value)}
                                      : int64_t{(*write)->old_value};
  }
  for (trace::Write* write : moved) write->frame = frame + 1;
  late.trace.rows.insert(late.trace.rows.begin() + static_cast<ptrdiff_t>(frame) + 1, inserted);
  return late;
}

TEST(FrameDiff, ARunThatEndsInTheNextFrameCountsAsOne) {
  std::vector<Frame> script = oneJump();
  script[12].bump = 1;
  const Play played = play(script);
  for (const size_t frame : {4u, 5u, 13u, 30u})
    for (size_t first = 3; first < 20; ++first) {
      const size_t writes =
          static_cast<size_t>(std::count_if(played.writes.begin(), played.writes.end(),
                                            [&](const trace::Write& write) { return write.frame == frame; }));
      if (first >= writes) continue;
      const Play late = spilled(played, frame, std::max<size_t>(first, 5));
      const DiffResult result = diffOf(late);
      EXPECT_TRUE(result.differences.empty()) << frame << " " << first << ": " << textOf(late, result);
      EXPECT_EQ(result.compared_frames, diffOf(played).compared_frames) << frame << " " << first;
    }
}

TEST(FrameDiff, ASingleWrongByteIsNamedInItsOwnFrameWithoutALog) {
  std::vector<Frame> script = oneJump();
  script[12].bump = 0;
  const Play played = play(script);
  for (const char* watch :
       {"y_position", "y_page", "y_subpixel", "y_speed", "y_speed_fraction", "gravity", "gravity_fall",
        "jump_origin_y", "player_state", "swim_timer", "buttons_ab", "buttons_ab_previous"})
    for (size_t row = 5; row < 35; ++row)
      for (const int change : {-1, 1}) {
        Play damaged = played;
        valueAt(damaged, row, watch) += change;
        const DiffResult result = diffOfRows(damaged);
        ASSERT_FALSE(result.differences.empty()) << watch << " " << row;
        EXPECT_EQ(result.differences.front().frame, row) << watch << textOf(damaged, result);
        EXPECT_EQ(result.differences.front().watch, watch) << row << textOf(damaged, result);
      }
}

TEST(FrameDiff, MissingFramesCutFlightsAndNothingElse) {
  std::vector<Frame> script = tour();
  for (Frame& frame : script) frame.lift.reset();  // which only a log can show in mid-air
  const Play played = play(script);
  uint32_t random = 7;
  for (int round = 0; round < 20; ++round) {
    Play cut = played;
    std::erase_if(cut.trace.rows, [&](const trace::Row&) {
      random = random * 1664525u + 1013904223u;
      return random >> 24 < 20;
    });
    const DiffResult result = diffOfRows(cut);
    EXPECT_TRUE(result.differences.empty()) << textOf(cut, result);
  }
}

TEST(FrameDiff, AGameThatStopsIsADifferenceAndAPauseIsNot) {
  std::vector<Frame> script = oneJump();
  Frame lag;
  lag.lag = true;
  const Play paused = play(script + frames(120, lag) + script);
  // Nobody watches the pause: the game may be paused.
  EXPECT_TRUE(diffOf(paused).differences.empty()) << textOf(paused, diffOf(paused));
  Play stopped = paused;
  trace::Watch pause;
  pause.name = "pause";
  stopped.trace.header.watches.push_back(pause);
  for (trace::Row& row : stopped.trace.rows) row.values.push_back(0);
  const DiffResult result = diffOf(stopped);
  ASSERT_EQ(result.differences.size(), 1u) << textOf(stopped, result);
  EXPECT_NE(result.differences[0].note.find("has not run for 60 frames"), std::string::npos);
  for (trace::Row& row : stopped.trace.rows) row.values.back() = 1;
  EXPECT_TRUE(diffOf(stopped).differences.empty());
}

TEST(FrameDiff, APowerCycleInFlightIsNoDifference) {
  Play played = play(oneJump());
  for (size_t row = 20; row < 24; ++row)
    for (int64_t& value : played.trace.rows[row].values) value = 0x55;
  played.trace.rows.resize(24);
  std::erase_if(played.writes, [](const trace::Write& write) { return write.frame >= 20; });
  const size_t engine = *played.trace.find("engine");
  for (const int64_t value : {8, 0x55}) {
    for (size_t row = 20; row < 24; ++row) played.trace.rows[row].values[engine] = value;
    const DiffResult result = diffOf(played);
    EXPECT_TRUE(result.differences.empty()) << textOf(played, result);
  }
}

TEST(FrameDiff, ALoopThatStoresTwoVariablesClearsNothing) {
  Cartridge cartridge;
  cartridge.rise[0] = 0x21;
  Play played = play(oneJump(), cartridge);
  for (trace::Write& write : played.writes)
    if (write.pc == 0x8126) write.pc = 0x8120;  // gravity and gravity_fall from one instruction
  const DiffResult result = diffOf(played);
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences.front().watch, "gravity");
}

TEST(FrameDiff, ALogThatLacksWritesIsRefused) {
  const Play played = play(oneJump());
  for (const bool cut_short : {false, true}) {
    Play lacking = played;
    std::erase_if(lacking.writes, [&](const trace::Write& write) {
      return cut_short ? write.frame > 12 : write.watch == "y_speed";
    });
    try {
      diffOf(lacking);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()).find("the write log has no writes to"), std::string::npos);
    }
  }
}

TEST(FrameDiff, AByteThatItsLogContradictsIsADifference) {
  const Play played = play(oneJump());
  for (const char* watch : {"gravity", "gravity_fall", "player_state", "jump_origin_y", "buttons_ab"}) {
    Play altered = played;
    ++valueAt(altered, 12, watch);
    EXPECT_FALSE(diffOf(altered).differences.empty()) << watch;
  }
}

TEST(FrameDiff, MotionInEverySecondFrameIsNoLagWhereXGoesOn) {
  Play played = play(oneJump());
  trace::Watch x;
  x.name = "x_position";
  played.trace.header.watches.push_back(x);
  for (trace::Row& row : played.trace.rows) row.values.push_back(0);
  Play slow = played;
  slow.trace.rows.clear();
  for (const trace::Row& row : played.trace.rows)
    for (int twice = 0; twice < 2; ++twice) {
      slow.trace.rows.push_back(row);
      slow.trace.rows.back().frame = slow.trace.rows.size() - 1;
      slow.trace.rows.back().values.back() = static_cast<int64_t>(slow.trace.rows.size());
    }
  EXPECT_FALSE(diffOfRows(slow).differences.empty());
}

TEST(FrameDiff, WhatNobodyRecordedGoesOnAsTheModelHasIt) {
  std::vector<Frame> script = tour();
  // Nor can a frame in which the game's time stands still be told from a game that stands still.
  for (Frame& frame : script) frame.lift.reset(), frame.frozen = false;
  const Play played = play(script);
  for (const char* watch : {"gravity_fall", "swim_timer", "buttons_ab", "buttons_ab_previous", "freeze"}) {
    Play fewer = played;
    const size_t column = *fewer.trace.find(watch);
    fewer.trace.header.watches[column].name = "nobody's";
    const DiffResult result = diffOfRows(fewer);
    EXPECT_TRUE(result.differences.empty()) << watch << "\n" << textOf(fewer, result).substr(0, 2000);
  }
}

}  // namespace
}  // namespace jumpscope::diff
