// Lag is what the controllers or the game's frame counter show, and nothing else: a game that stands still is wrong.
#include "src/diff/lag_evidence.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "src/diff/diff.h"
#include "tests/support/fake_game.h"

namespace jumpscope::diff {
namespace {

using namespace tests;

enum class Log : uint8_t { Without, With };

DiffResult diffOf(const Play& played, Log log, bool strict = false, const std::string& model = "") {
  const auto writes = log == Log::With ? std::optional(played.writes) : std::nullopt;
  return compareWith(played.trace, fakeProfile(), writes, {model, {}, strict});
}

// A jump of which `still` frames from its apex on are left out, as by lag.
std::vector<Frame> hover(size_t still) {
  Frame held, lag;
  held.a = lag.a = true;
  lag.lag = true;
  return frames(3) + frames(28, held) + frames(still, lag) + frames(60);
}

// Every second frame of a fall is left out.
std::vector<Frame> slowFall() {
  Frame held, lag;
  held.a = true;
  lag.lag = true;
  std::vector<Frame> script = frames(3) + frames(28, held);
  for (int i = 0; i < 30; ++i) script = script + frames(1, lag) + frames(1);
  return script + frames(20);
}

trace::Watch byteNamed(const std::string& name) {
  trace::Watch watch;
  watch.name = name;
  watch.addresses = {0x0009};
  return watch;
}

size_t lagColumn(const Play& played) { return *played.trace.find("lag"); }

// The controllers are polled in every frame.
Play polled(Play played) {
  for (trace::Row& row : played.trace.rows) row.values[lagColumn(played)] = 0;
  return played;
}

// Nobody recorded the polls, but a counter of the frames that the game runs in.
Play counted(Play played, bool runs_on) {
  trace::Watch& watch = played.trace.header.watches[lagColumn(played)];
  const size_t column = lagColumn(played);
  watch = byteNamed("frame_counter");
  int64_t count = 250;
  for (trace::Row& row : played.trace.rows) {
    if (runs_on || row.values[column] == 0) count = (count + 1) & 0xFF;
    row.values[column] = count;
  }
  return played;
}

Play unknown(Play played) {
  played.trace.header.watches[lagColumn(played)] = byteNamed("other");
  return played;
}

TEST(Lag, FramesWithoutPollsOrWithoutACountAreNoDifference) {
  for (const auto& script : {hover(1), hover(50), slowFall()})
    for (const Log log : {Log::With, Log::Without})
      for (const bool strict : {false, true}) {
        const Play played = play(script);
        for (const Play& one : {played, counted(played, false)}) {
          const DiffResult result = diffOf(one, log, strict);
          EXPECT_TRUE(result.differences.empty()) << diffText(one.trace, result, {.all = true});
          EXPECT_GT(result.adopted.at("the game's logic did not run (lag)"), 0u);
        }
      }
}

TEST(Lag, AGameThatStandsStillAlthoughItPollsOrCountsIsADifference) {
  for (const auto& script : {hover(1), hover(2), hover(50), slowFall()})
    for (const Log log : {Log::With, Log::Without})
      for (const bool strict : {false, true}) {
        const Play played = play(script);
        for (const Play& one : {polled(played), counted(played, true)}) {
          const DiffResult result = diffOf(one, log, strict);
          ASSERT_FALSE(result.differences.empty()) << script.size();
          EXPECT_EQ(result.differences.front().frame, 32u) << diffText(one.trace, result, {.all = true});
          EXPECT_NE(result.differences.front().note.find("no lag"), std::string::npos)
              << result.differences.front().note;
        }
      }
}

TEST(Lag, WhatNobodyRecordedIsADifferenceThatSaysSo) {
  for (const Log log : {Log::With, Log::Without}) {
    const Play played = unknown(play(hover(5)));
    const DiffResult result = diffOf(played, log);
    ASSERT_FALSE(result.differences.empty());
    EXPECT_EQ(result.differences.front().frame, 32u);
    EXPECT_NE(result.differences.front().note.find("nobody recorded whether that was lag"),
              std::string::npos);
    EXPECT_TRUE(diffOf(unknown(play(hover(0))), log).differences.empty());
  }
}

TEST(Lag, ARunThatBeginsLateDoesItsWorkInTheLagFrameAfterIt) {
  // The frame that polls stands still, and the next one, which does not poll, has its work.
  Play played = play(hover(1));
  const size_t lag = lagColumn(played), still = 32;
  ASSERT_EQ(played.trace.rows[still].values[lag], 1);
  std::swap(played.trace.rows[still].values[lag], played.trace.rows[still + 1].values[lag]);
  for (const Log log : {Log::With, Log::Without}) {
    const DiffResult result = diffOf(played, log, true);
    EXPECT_TRUE(result.differences.empty()) << diffText(played.trace, result, {.all = true});
  }
  // One poll is one run: a frame of lag that stands still as well excuses no frame before it.
  Play twice = play(hover(2));
  twice.trace.rows[still].values[lag] = 0;
  for (const Log log : {Log::With, Log::Without}) EXPECT_FALSE(diffOf(twice, log).differences.empty());
}

TEST(Lag, AByteThatNeverGoesUpByOneIsNoFrameCounter) {
  Play played = counted(play(hover(5)), false);
  const size_t column = *played.trace.find("frame_counter");
  for (trace::Row& row : played.trace.rows) row.values[column] = 0;
  EXPECT_FALSE(diffOf(played, Log::With).differences.empty());
}

TEST(Lag, TheArticlesModelIsAskedOfSuchFramesToo) {
  const Play lag = play(hover(10));
  const auto differencesOf = [](const Play& played) {
    return diffOf(played, Log::With, false, "smb-article-jump").differences.size();
  };
  EXPECT_GT(differencesOf(polled(lag)), differencesOf(lag) + 9);
}

TEST(Lag, StrictCountsEveryFrameThatWasTakenUnjudged) {
  Play played = play(hover(0));
  for (trace::Row& row : played.trace.rows) row.buttons = 0;  // a demo's
  EXPECT_TRUE(diffOf(played, Log::With).differences.empty());
  const DiffResult strict = diffOf(played, Log::With, true);
  ASSERT_FALSE(strict.differences.empty());
  EXPECT_NE(strict.differences.front().note.find("--strict"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::diff
