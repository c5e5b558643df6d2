#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/diff/diff.h"
#include "src/report/plot.h"
#include "tests/support/fake_game.h"
#include "tests/support/sanitized.h"

namespace jumpscope::diff {
namespace {

using namespace tests;

DiffResult diffOf(const Play& played) { return compareWith(played.trace, fakeProfile(), played.writes); }

DiffResult diffOf(const std::vector<Frame>& script, const Cartridge& cartridge = {}) {
  return diffOf(play(script, cartridge));
}

std::string firstOf(const DiffResult& result) {
  if (result.differences.empty()) return "no difference";
  const Difference& first = result.differences.front();
  return "frame " + std::to_string(first.frame) + " " + first.watch + " expected " +
         std::to_string(first.expected) + " got " + std::to_string(first.got);
}

TEST(ModelDiff, AWholeTourOfTheOriginalGameHasNoDifference) {
  const Play played = play(tour());
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << diffText(played.trace, result);
  EXPECT_GT(result.jumps.size(), 60u);
  EXPECT_EQ(result.compared_values, result.compared_frames * result.watches.size());
  // Every frame in flight is covered, and every landing.
  size_t flying = 0;
  for (const trace::Row& row : played.trace.rows) flying += row.values[9] != 0;
  EXPECT_GE(result.rows.size(), flying);
  std::printf("%s\n", diffSummary(result).c_str());
}

std::string named(std::string what, int number) { return what.append(" ").append(std::to_string(number)); }

// The first frame at whose end a modified cartridge's RAM is not the original one's.
size_t firstFrameApart(const Play& bad) {
  static const Play good = play(tour());
  for (size_t i = 0; i < good.trace.rows.size(); ++i)
    for (size_t watch = 0; watch < 7u; ++watch)
      if (good.trace.rows[i].values[watch] != bad.trace.rows[i].values[watch]) return i;
  return SIZE_MAX;
}

void expectFound(const Cartridge& cartridge, const std::vector<std::string>& watches,
                 const std::string& what) {
  static const std::vector<Frame> script = tour();
  const Play played = play(script, cartridge);
  const DiffResult result = diffOf(played);
  ASSERT_FALSE(result.differences.empty()) << what << " was missed";
  const Difference& first = result.differences.front();
  // The log shows what the mover wrote in a frame whose end hides it (a landing): earlier is as good.
  EXPECT_LE(first.frame, firstFrameApart(played)) << what << ": " << firstOf(result);
  EXPECT_NE(std::find(watches.begin(), watches.end(), first.watch), watches.end())
      << what << " blames the wrong watch: " << firstOf(result);
  ASSERT_TRUE(first.writer.has_value()) << what;
  EXPECT_EQ(first.writer->watch, first.watch) << what;
}

TEST(ModelDiff, EveryByteOfEveryTableIsFoundWhenModifiedAndTheRightWatchIsBlamed) {
  for (size_t tier = 0; tier < 7; ++tier)
    for (int mask : {0x80, 0x01, 0xFF}) {
      if (mask != 0x80 && tests::case_step > 1) continue;
      const std::string where = named("", static_cast<int>(tier)) + named(" ^", mask);
      Cartridge rise, fall, speed, fraction;
      rise.rise[tier] ^= mask;
      fall.fall[tier] ^= mask;
      speed.speed[tier] ^= mask;
      fraction.fraction[tier] ^= mask;
      expectFound(rise, {"gravity"}, "rise" + where);
      expectFound(fall, {"gravity_fall"}, "fall" + where);
      expectFound(speed, {"y_speed"}, "speed" + where);
      expectFound(fraction, {"y_speed_fraction"}, "fraction" + where);
    }
}

TEST(ModelDiff, ModifiedCodeIsFoundWhereItFirstShows) {
  for (uint8_t terminal : {3, 5, 2, 0x7F, 0x84}) {
    Cartridge cartridge;
    cartridge.terminal_speed = terminal;
    expectFound(cartridge, {"y_speed", "y_speed_fraction"}, named("terminal speed", terminal));
  }
  for (uint8_t fraction : {0x00, 0x40, 0x90, 0xFF}) {
    Cartridge cartridge;
    cartridge.terminal_fraction = fraction;
    expectFound(cartridge, {"y_speed", "y_speed_fraction"}, named("terminal fraction", fraction));
  }
  Cartridge carry, late, never, still;
  carry.carry_into_position = false;
  expectFound(carry, {"y_position"}, "carry into the position");
  late.release = Cartridge::Release::Late;
  expectFound(late, {"gravity"}, "release a frame late");
  never.release = Cartridge::Release::Never;
  expectFound(never, {"gravity"}, "release never");
  still.moves = false;
  const DiffResult result = diffOf(tour(), still);
  EXPECT_FALSE(result.differences.empty()) << "a player who does not move was missed";
}

// A one-jump movie shows a mutant as well as a tour: learning who the mover is needs no long log.
TEST(ModelDiff, OneShortJumpIsEnough) {
  Frame held;
  held.a = true;
  const std::vector<Frame> script = frames(3) + frames(1, held) + frames(40);
  EXPECT_TRUE(diffOf(script).differences.empty()) << firstOf(diffOf(script));
  for (int mask = 1; mask < 256; ++mask) {
    Cartridge cartridge;
    cartridge.speed[0] ^= mask;
    const DiffResult result = diffOf(script, cartridge);
    ASSERT_FALSE(result.differences.empty()) << mask;
    EXPECT_EQ(result.differences.front().frame, 4u) << mask;
    EXPECT_EQ(result.differences.front().watch, "y_speed") << mask;
  }
}

TEST(ModelDiff, AMovieThatStopsInFlightIsComparedAsFarAsItGoes) {
  const std::vector<Frame> script = tour();
  for (size_t length = 0; length < 400; ++length) {
    const DiffResult result = diffOf(std::vector<Frame>(script.begin(), script.begin() + length));
    ASSERT_TRUE(result.differences.empty()) << length << ": " << firstOf(result);
    EXPECT_EQ(result.nothingCompared(), length < 7) << length;
  }
}

TEST(ModelDiff, OutsideEventsAreNamedAndTheFlightIsComparedOn) {
  Frame held;
  held.a = true;
  std::vector<Frame> script = frames(3) + frames(20, held) + frames(80);
  script[10].bump = 1;
  script[15].stomp = 0xFC;
  const Play played = play(script);
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << diffText(played.trace, result);
  ASSERT_EQ(result.jumps.size(), 1u) << jumps::jumpsText(result.jumps);
  EXPECT_EQ(jumps::describeEnd(result.jumps[0]), "ceiling in frame 11, stomp in frame 16, landed");
  EXPECT_EQ(result.rows.size(), result.jumps[0].last_row - result.jumps[0].first_row + 1);
}

// A speed that is wrong although only the mover wrote it is an error, whatever it looks like.
TEST(ModelDiff, ASpeedThatLooksLikeACeilingIsAnErrorWhenTheMoverWroteIt) {
  Frame held;
  held.a = true;
  Play played = play(frames(3) + frames(20, held) + frames(60));
  const size_t frame = 10;
  for (trace::Write& write : played.writes)
    if (write.frame == frame && write.watch == "y_speed") write.new_value = 1;
  played.trace.rows[frame].values[3] = 1;
  const DiffResult result = diffOf(played);
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(firstOf(result), "frame 10 y_speed expected -4 got 1");
}

TEST(ModelDiff, TheReportNamesFrameValuesWriterAndTheFramesBefore) {
  Cartridge cartridge;
  cartridge.rise[0] = 0x21;
  Frame held;
  held.a = true;
  const Play played = play(frames(3) + frames(20, held) + frames(60), cartridge);
  const std::string text = diffText(played.trace, diffOf(played), {2, false});
  EXPECT_NE(text.find("frame 4, gravity: expected 32, got 33, old value 40"), std::string::npos) << text;
  EXPECT_NE(text.find("by $8120 STA $0709 ($28 to $21, expected $20)"), std::string::npos) << text;
  EXPECT_NE(text.find("-|176"), std::string::npos) << text;
  EXPECT_NE(text.find("32|33!"), std::string::npos) << text;
  EXPECT_NE(text.find("1 jump, "), std::string::npos) << text;
}

TEST(ModelDiff, TheFramesBeforeShowTheWatchesThatDifferAndTheHeightOnly) {
  Cartridge cartridge;
  cartridge.rise[0] = 0x21;
  Frame held;
  held.a = true;
  const Play played = play(frames(3) + frames(20, held) + frames(60), cartridge);
  const DiffResult result = diffOf(played);
  const auto headingOf = [&](bool all_columns) {
    DiffTextOptions options;
    options.all_columns = all_columns;
    const std::string text = diffText(played.trace, result, options);
    const size_t line = text.find("  frame");
    return text.substr(line, text.find('\n', line) - line);
  };
  const std::string few = headingOf(false), all = headingOf(true);
  for (const char* watch : {"y_position ", "y_subpixel ", " gravity "})
    EXPECT_NE(few.find(watch), std::string::npos) << watch << few;
  for (const std::string& watch : result.watches) EXPECT_NE(all.find(watch), std::string::npos) << watch;
  for (const char* watch : {" y_page ", " y_speed ", " gravity_fall ", " jump_origin_y "})
    EXPECT_EQ(few.find(watch), std::string::npos) << watch << few;
}

TEST(ModelDiff, WithoutAWriteLogAJumpIsComparedUntilItEnds) {
  Frame held;
  held.a = true;
  const std::vector<Frame> script = frames(3) + frames(20, held) + frames(60);
  Play played = play(script);
  const DiffResult result = compareWith(played.trace, fakeProfile(), std::nullopt);
  EXPECT_TRUE(result.differences.empty()) << firstOf(result);
  EXPECT_GT(result.compared_values, 0u);
  played.trace.rows[20].values[0] += 1;
  EXPECT_EQ(compareWith(played.trace, fakeProfile(), std::nullopt).differences.front().frame, 20u);
}

TEST(ModelDiff, StandingStillComparesNothing) {
  EXPECT_TRUE(diffOf(frames(50)).nothingCompared());
  EXPECT_TRUE(diffOf(std::vector<Frame>{}).nothingCompared());
}

TEST(ModelDiff, WhatCannotBeComparedIsRefusedInOneSentence) {
  Play played = play(frames(3));
  trace::Profile profile = fakeProfile();
  profile.model = "other";
  EXPECT_THROW(compareWith(played.trace, profile, played.writes), std::runtime_error);
  profile.model = "";
  EXPECT_THROW(compareWith(played.trace, profile, played.writes), std::runtime_error);
  played.trace.header.watches[2].name = "unknown";
  EXPECT_THROW(compareWith(played.trace, fakeProfile(), played.writes), std::runtime_error);
}

TEST(ModelDiff, AParameterTakesThePlaceOfTheCartridgesOwnInEveryTier) {
  Cartridge cartridge;
  cartridge.rise.fill(33);
  const Play played = play(tour(), cartridge);
  EXPECT_FALSE(diffOf(played).differences.empty());
  const DiffResult result = compareWith(played.trace, fakeProfile(), played.writes, {"", {{"rise", 33}}});
  EXPECT_TRUE(result.differences.empty()) << firstOf(result);
  EXPECT_EQ(result.compared_frames, diffOf(played).compared_frames);
}

TEST(ModelDiff, AParameterThatTheTraceGivesIsRefused) {
  const Play played = play(frames(3));
  const auto sentence = [&](const physics::Settings& settings) -> std::string {
    try {
      compareWith(played.trace, fakeProfile(), played.writes, {"", settings});
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(sentence({{"y_position", 3}}),
            "parameter y_position of model smb-jump comes from the trace in a comparison; those that can be "
            "set are "
            "own_tables, rise, fall, jump_speed, terminal_speed, terminal_fraction, release_rise");
  EXPECT_NE(sentence({{"rise", 300}}).find("expected 0 to 255"), std::string::npos);
}

TEST(ModelDiff, AModelWithoutAGameIsRefusedWithTheOnesThatHaveOne) {
  const Play played = play(frames(3));
  try {
    compareWith(played.trace, fakeProfile(), played.writes, {"dk-jump", {}});
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(),
                 "a game's trace can be compared with smb-jump, smb-article-jump or cut-jump, not with "
                 "dk-jump; `jumpscope "
                 "fit` finds the parameters of other models");
  }
}

// A game that takes control away in flight (the player grows) gives it back in flight.
TEST(ModelDiff, AFlightThatControlComesBackToIsComparedFromThere) {
  Frame held;
  held.a = true;
  Play played = play(frames(3) + frames(20, held) + frames(60));
  const size_t engine = *played.trace.find("engine");
  for (size_t row = 10; row < 14; ++row) played.trace.rows[row].values[engine] = 9;
  const DiffResult result = diffOf(played);
  EXPECT_TRUE(result.differences.empty()) << diffText(played.trace, result);
  ASSERT_EQ(result.jumps.size(), 2u);
  EXPECT_EQ(result.jumps[0].end, jumps::JumpEnd::ControlLost);
  EXPECT_EQ(result.jumps[1].end, jumps::JumpEnd::Landed);
  EXPECT_GT(result.rows.back().row, 20u);
}

void expectAReport(const Play& played) {
  const trace::Profile profile = fakeProfile();
  const DiffResult result = diffOf(played);
  EXPECT_FALSE(diffText(played.trace, result, {5, true}).empty());
  EXPECT_FALSE(diffJson(played.trace, result).dump().empty());
  const std::vector<report::PlotSource> sources{{&played.trace, &profile, result.jumps, &result, "damaged"}};
  EXPECT_FALSE(report::reportHtml(sources, "damaged").empty());
  EXPECT_FALSE(report::plotSvg(sources).empty());
}

// Whatever a damaged file holds: an answer or a sentence, no overflow (the sanitizers watch).
TEST(ModelDiff, DamagedTracesAndLogsAreSurvived) {
  const std::vector<Frame> script = tour();
  const Play good = play(std::vector<Frame>(script.begin(), script.begin() + 300));
  uint32_t random = 12345;
  const auto next = [&] { return random = random * 1664525u + 1013904223u; };
  for (int round = 0; round < 150; ++round) {
    Play played = good;
    for (int i = 0; i < 20; ++i) {
      auto& row = played.trace.rows[(next() >> 8) % played.trace.rows.size()];
      auto& value = row.values[(next() >> 8) % row.values.size()];
      const uint32_t kind = next() >> 30;
      value = kind == 0 ? INT64_MAX : kind == 1 ? INT64_MIN + 1 : kind == 2 ? 0 : int64_t{next() >> 24};
      auto& write = played.writes[(next() >> 8) % played.writes.size()];
      write.watch = played.trace.header.watches[(next() >> 8) % played.trace.header.watches.size()].name;
      write.pc = static_cast<uint16_t>(next() >> 16);
      write.new_value = static_cast<uint8_t>(next() >> 24);
      played.writes[(next() >> 8) % played.writes.size()].cycle = next();
    }
    if (round % 3 == 0) played.trace.rows.erase(played.trace.rows.begin() + (next() >> 8) % 200);
    if (round % 5 == 0) played.trace.rows.back().frame = UINT64_MAX;
    try {
      expectAReport(played);
    } catch (const std::runtime_error& error) {
      EXPECT_NE(std::string(error.what()), "");
    }
  }
}

TEST(ModelDiff, TheSameInputGivesTheSameJson) {
  const Play played = play(tour());
  EXPECT_EQ(diffJson(played.trace, diffOf(played)).dump(), diffJson(played.trace, diffOf(played)).dump());
}

}  // namespace
}  // namespace jumpscope::diff
