#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/jumps/jumps.h"
#include "src/physics/law_model.h"
#include "src/trace/profile.h"
#include "src/trace/watch.h"
#include "tests/support/data.h"
#include "tests/support/fake_game.h"

namespace jumpscope::jumps {
namespace {

using namespace tests;
using nlohmann::json;

constexpr const char* columns[][2] = {{"a", "buttons_ab"},       {"y_hi", "y_page"},
                                      {"y", "y_position"},       {"y_sub", "y_subpixel"},
                                      {"vy", "y_speed"},         {"vy_frac", "y_speed_fraction"},
                                      {"grav", "gravity"},       {"grav_fall", "gravity_fall"},
                                      {"state", "player_state"}, {"swim_timer", "swim_timer"}};

// A golden's rows as a trace: row 0 is its init, row n + 1 its frame n.
trace::Trace traceOf(const json& set, const json& golden) {
  trace::Trace trace;
  trace::Row before{0, 0, {}};
  for (const json& column : set.at("columns"))
    for (const auto& [name, watch] : columns)
      if (column == name) {
        const bool is_signed = column == "vy";
        trace.header.watches.push_back(
            {watch, {}, is_signed ? trace::Type::S8 : trace::Type::U8, 0, 0xFF, "", ""});
        before.values.push_back(golden.at("init").value(name, column == "y_hi" ? 1 : 0));
      }
  trace.rows.push_back(before);
  for (const json& frame : golden.at("frames")) {
    trace::Row row{trace.rows.size(), static_cast<uint8_t>(frame.at(0).get<int>()), {}};
    for (const json& value : frame) row.values.push_back(value.get<int64_t>());
    row.values[0] *= 0x80;
    trace.rows.push_back(row);
  }
  return trace;
}

trace::Profile goldenProfile() {
  trace::Profile profile = fakeProfile();
  profile.jump_when = {{"player_state", "!=", 0}};
  return profile;
}

// A jump, a fall and a jump, seen from the middle of the first on.
Play begunInFlight() {
  Frame held, ledge;
  held.a = true;
  ledge.floor = 200;
  Play played =
      play(frames(3) + frames(12, held) + frames(60) + frames(40, ledge) + frames(12, held) + frames(60));
  const auto later = [](const auto& one) { return one.frame < 10; };
  std::erase_if(played.trace.rows, later);
  std::erase_if(played.writes, later);
  return played;
}

// A law's game has a state, but one value for all that is in the air.
TEST(Jumps, WhereTheStateDoesNotTellAFlightThatRisesIsAJump) {
  physics::Law law;
  law.y.parts = {{"y", 16}};
  law.speed.parts = {{"y_speed", 16}};
  law.state = {{{"state", 8}}, 8, 0};
  trace::Profile profile;
  profile.name = "law";
  profile.model = physics::addModel(physics::lawModel(law, "law of one state", "")).name;
  profile.watches = {trace::parseWatch("y=$0301,$0300:u16.8"), trace::parseWatch("y_speed=$0303,$0302:s16.8"),
                     trace::parseWatch("state=$0310")};
  profile.height_watch = "y";
  profile.jump_when = {{"state", "!=", 0}};
  trace::Trace trace;
  trace.header.watches = profile.watches;
  const auto add = [&](int y, int speed, int state) {
    trace.rows.push_back({trace.rows.size(), 0, {y << 8, speed << 8, state}});
  };
  for (int i = 0; i < 3; ++i) add(100, 0, 0);
  for (const int speed : {-3, -2, -1, 0, 1, 2, 3})
    add(static_cast<int>(trace.rows.back().values[0] >> 8) + speed, speed, 1);
  for (int i = 0; i < 3; ++i) add(100, 0, 0);
  for (const int speed : {1, 2, 3}) add(static_cast<int>(trace.rows.back().values[0] >> 8) + speed, speed, 1);
  for (int i = 0; i < 3; ++i) add(106, 0, 0);
  const std::vector<Jump> jumps = findJumps(trace, profile, std::nullopt);
  ASSERT_EQ(jumps.size(), 2u) << jumpsText(jumps);
  EXPECT_EQ(jumps[0].start, JumpStart::Jump);
  EXPECT_EQ(jumps[0].apex_px, 6);
  EXPECT_EQ(jumps[1].start, JumpStart::Fall);
}

TEST(Jumps, AFlightThatBeganBeforeTheTraceIsListedAndNotCounted) {
  const Play played = begunInFlight();
  const std::vector<Jump> jumps = findJumps(played.trace, fakeProfile(), std::optional(played.writes));
  ASSERT_EQ(jumps.size(), 3u) << jumpsText(jumps);
  EXPECT_EQ(countJumps(jumps), 2u);
  EXPECT_EQ(jumps[0].number, std::nullopt);
  EXPECT_EQ(jumps[1].number, 1u);
  EXPECT_EQ(jumps[1].start, JumpStart::Fall);
  EXPECT_EQ(jumps[2].number, 2u);
  const auto table = jumpsJson(jumps);
  EXPECT_TRUE(table[0].at("jump").is_null());
  EXPECT_EQ(table[2].at("jump"), 2);
  const std::string text = jumpsText(jumps);
  EXPECT_EQ(text.substr(text.find('\n') + 1, 4), "   -") << text;
  EXPECT_EQ(curveJson(jumps)[0].at("first_jump"), 2);
}

TEST(Jumps, AFlightCutByMissingFramesIsCountedOnce) {
  Frame held;
  held.a = true;
  Play played = play(frames(3) + frames(12, held) + frames(60));
  std::erase_if(played.trace.rows, [](const trace::Row& row) { return row.frame == 20; });
  const std::vector<Jump> jumps = findJumps(played.trace, fakeProfile(), nullptr);
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_EQ(countJumps(jumps), 1u);
}

TEST(Jumps, DisturbancesAreKnownWithAWriteLogAndAModelOnly) {
  const Play played = play(tour());
  trace::Profile without_model = fakeProfile();
  without_model.model.clear();
  const auto known = [&](const trace::Profile& profile, bool log) {
    const auto jumps = findJumps(played.trace, profile, log ? std::optional(played.writes) : std::nullopt);
    for (const auto& rows : {jumpsJson(jumps), curveJson(jumps)})
      for (const auto& row : rows) EXPECT_EQ(row.at("disturbances_known"), jumps.front().events_known);
    EXPECT_EQ(whyEventsUnknown(profile, log).empty(), jumps.front().events_known);
    return jumps.front().events_known;
  };
  EXPECT_TRUE(known(fakeProfile(), true));
  EXPECT_FALSE(known(fakeProfile(), false));
  EXPECT_FALSE(known(without_model, true));
  for (const Jump& jump : findJumps(played.trace, without_model, std::optional(played.writes)))
    EXPECT_TRUE(jump.events.empty()) << "nobody knows which writes are the mover's";
}

TEST(Jumps, TheJumpOfARowIsFound) {
  const Play played = begunInFlight();
  const std::vector<Jump> jumps = findJumps(played.trace, fakeProfile(), nullptr);
  for (size_t row = 0; row < played.trace.rows.size(); ++row) {
    std::optional<size_t> expected;
    for (size_t i = 0; i < jumps.size(); ++i)
      if (row >= jumps[i].first_row && row <= jumps[i].last_row) expected = i;
    EXPECT_EQ(jumpAt(jumps, row), expected) << row;
  }
}

TEST(Jumps, ApexAirtimeAndLandingAgreeWithEveryPublishedSummary) {
  size_t summaries = 0;
  for (const auto& file : jumpscope::tests::dataFiles("physics/data", ".json")) {
    if (!file.name.starts_with("smb_game_")) continue;
    const json set = json::parse(readData(file));
    for (const json& golden : set.at("cases")) {
      const json summary = golden.value("summary", json(nullptr));
      if (summary.is_null()) continue;
      const auto jumps = findJumps(traceOf(set, golden), goldenProfile(), nullptr);
      ASSERT_FALSE(jumps.empty()) << golden.at("id");
      const Jump& jump = jumps.front();
      EXPECT_EQ(jump.apex_px, summary.at("apex_px")) << golden.at("id");
      EXPECT_EQ(static_cast<double>(jump.apex_raw) / (1 << jump.apex_bits), summary.at("apex_px_exact"))
          << golden.at("id");
      EXPECT_EQ(jump.apex_frame, summary.at("apex_frame")) << golden.at("id");
      EXPECT_EQ(jump.frames_airborne, summary.at("frames_airborne")) << golden.at("id");
      ASSERT_TRUE(jump.landing_frame.has_value()) << golden.at("id");
      EXPECT_EQ(*jump.landing_frame, summary.at("landing_frame")) << golden.at("id");
      ++summaries;
    }
  }
  std::printf("%zu summaries\n", summaries);
  EXPECT_GT(summaries, 0u);
}

TEST(Jumps, AJumpIsMeasuredFromItsPress) {
  Frame held, free;
  held.a = true;
  held.x_speed_abs = free.x_speed_abs = 0x1A;
  const Play played = play(frames(3, free) + frames(12, held) + frames(60, free));
  const auto jumps = findJumps(played.trace, fakeProfile(), played.writes);
  ASSERT_EQ(jumps.size(), 1u);
  const Jump& jump = jumps[0];
  EXPECT_EQ(jump.start_frame, 4u);
  EXPECT_EQ(jump.start, JumpStart::Jump);
  EXPECT_EQ(jump.tier, 3);
  EXPECT_EQ(jump.x_speed_abs, 0x1A);
  EXPECT_EQ(jump.hold_frames, 12u);
  EXPECT_EQ(jump.end, JumpEnd::Landed);
  EXPECT_EQ(jump.landing_frame, jump.frames_airborne + 1);
  EXPECT_EQ(played.trace.rows[jump.last_row].values[0], 176);
}

TEST(Jumps, AWalkOffALedgeIsAFallAndAStrokeEndsTheStrokeBefore) {
  Frame pit, swim, stroke;
  pit.floor = 208;
  swim.swimming = stroke.swimming = stroke.a = true;
  const Play fallen = play(frames(3) + frames(40, pit), {}, 176);
  const auto falls = findJumps(fallen.trace, fakeProfile(), fallen.writes);
  ASSERT_EQ(falls.size(), 1u);
  EXPECT_EQ(falls[0].start, JumpStart::Fall);
  EXPECT_FALSE(falls[0].tier.has_value());
  EXPECT_EQ(falls[0].apex_px, 0);

  const Play swum =
      play(frames(2, swim) + frames(1, stroke) + frames(9, swim) + frames(1, stroke) + frames(9, swim));
  const auto strokes = findJumps(swum.trace, fakeProfile(), swum.writes);
  ASSERT_EQ(strokes.size(), 2u);
  EXPECT_EQ(strokes[0].start, JumpStart::Stroke);
  EXPECT_EQ(strokes[0].end, JumpEnd::NextStroke);
  EXPECT_EQ(strokes[1].end, JumpEnd::EndOfTrace);
  EXPECT_EQ(strokes[1].tier, 5);
  // The timer alone shows the same strokes where there is no log.
  EXPECT_EQ(findJumps(swum.trace, fakeProfile(), std::nullopt).size(), 2u);
}

TEST(Jumps, WithoutAModelTheFirstMovementTellsAJumpFromAFall) {
  trace::Profile profile;
  profile.jump_when = {{"flying", "==", 1}};
  profile.height_watch = "y";
  profile.subpixel_watch = "fraction";
  trace::Trace trace;
  for (const char* name : {"y", "fraction", "flying"})
    trace.header.watches.push_back({name, {}, trace::Type::U8, 0, 0xFF, "", ""});
  // The game sets a speed in one frame and moves in the next; its sub-pixel goes on from where it was.
  const std::vector<std::array<int64_t, 3>> values = {{100, 64, 0}, {100, 64, 1}, {98, 0, 1},   {97, 128, 1},
                                                      {98, 64, 1},  {100, 64, 0}, {100, 64, 0}, {100, 128, 1},
                                                      {101, 64, 1}, {103, 0, 0}};
  for (const auto& row : values) trace.rows.push_back({trace.rows.size(), 0, {row.begin(), row.end()}});
  const auto jumps = findJumps(trace, profile, nullptr);
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_EQ(jumps[0].start, JumpStart::Jump);
  EXPECT_EQ(jumps[0].apex_px, 3);
  EXPECT_EQ(trace::measureText(jumps[0].apex_raw, jumps[0].apex_bits), "2.75");
  EXPECT_EQ(jumps[1].start, JumpStart::Fall);
  EXPECT_EQ(jumps[1].apex_raw, 0);
}

TEST(Jumps, EventsAreNamedByWhoWroteAndWhat) {
  Frame held;
  held.a = true;
  const struct {
    uint8_t speed;
    const char* name;
  } bumps[] = {{1, "ceiling"}, {0, "block"}, {0xFE, "brick"}};
  for (const auto& bump : bumps) {
    std::vector<Frame> script = frames(3) + frames(20, held) + frames(60);
    script[8].bump = bump.speed;
    const Play played = play(script);
    const auto jumps = findJumps(played.trace, fakeProfile(), played.writes);
    ASSERT_EQ(jumps.size(), 1u);
    EXPECT_EQ(describeEnd(jumps[0]), std::string(bump.name) + " in frame 9, landed");
  }
}

TEST(Jumps, TextCsvAndJsonHoldALinePerJump) {
  const Play played = play(tour());
  const auto jumps = findJumps(played.trace, fakeProfile(), played.writes);
  const auto lines = [](const std::string& text) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
  };
  EXPECT_EQ(lines(jumpsText(jumps)), jumps.size() + 1);
  EXPECT_EQ(lines(jumpsCsv(jumps)), jumps.size() + 1);
  EXPECT_EQ(jumpsJson(jumps).size(), jumps.size());
}

TEST(Jumps, AProfileOrTraceThatCannotShowAJumpIsRefused) {
  const Play played = play(frames(3));
  trace::Profile profile = fakeProfile();
  profile.height_watch.clear();
  EXPECT_THROW(findJumps(played.trace, profile, nullptr), std::runtime_error);
  profile = fakeProfile();
  profile.jump_when[0].watch = "no_such_watch";
  EXPECT_THROW(findJumps(played.trace, profile, nullptr), std::runtime_error);
  profile = fakeProfile();
  profile.height_watch = "no_such_watch";
  EXPECT_THROW(findJumps(played.trace, profile, nullptr), std::runtime_error);
}

// A trace of a position alone, in px.
trace::Trace positions(const std::vector<int64_t>& heights, const std::vector<int64_t>& across = {}) {
  trace::Trace trace;
  trace.header.watches.push_back({"y", {0x10}, trace::Type::U8, 0, 0xFF, "px", ""});
  if (!across.empty()) trace.header.watches.push_back({"x", {0x11}, trace::Type::U8, 0, 0xFF, "px", ""});
  for (size_t i = 0; i < heights.size(); ++i) {
    trace.rows.push_back({i, 0, {heights[i]}});
    if (!across.empty()) trace.rows.back().values.push_back(across[i]);
  }
  return trace;
}

trace::Profile heightAlone() {
  trace::Profile profile;
  profile.name = "height alone";
  profile.height_watch = "y";
  return profile;
}

TEST(Jumps, WhereTheGamePutsThePlayerIsNoFlight) {
  // Power-on sets the height, and a door sets it again.
  const auto jumps = findJumps(positions({0,   0,   100, 100, 100, 100, 96, 93, 91, 90, 90, 91, 93, 96, 100,
                                          100, 100, 100, 100, 100, 40,  40, 40, 40, 40, 40, 40, 40, 40, 40}),
                               heightAlone(), nullptr);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].first_row, 6u);
  EXPECT_EQ(jumps[0].apex_px, 10);
}

TEST(Jumps, AHeightThatGrowsUpwardHasTheSameJumps) {
  const std::vector<int64_t> down{100, 100, 96,  93,  91,  90,  90,  91,  93,  96,  100, 100, 100,
                                  100, 100, 100, 103, 108, 115, 120, 120, 120, 120, 120, 120};
  std::vector<int64_t> up = down;
  for (int64_t& height : up) height = 200 - height;
  trace::Profile profile = heightAlone();
  const auto expected = findJumps(positions(down), profile, nullptr);
  ASSERT_EQ(expected.size(), 2u);
  profile.height_up = true;
  const auto got = findJumps(positions(up), profile, nullptr);
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i) {
    EXPECT_EQ(got[i].start, expected[i].start);
    EXPECT_EQ(got[i].first_row, expected[i].first_row);
    EXPECT_EQ(got[i].last_row, expected[i].last_row);
    EXPECT_EQ(got[i].apex_px, expected[i].apex_px);
    EXPECT_EQ(got[i].apex_frame, expected[i].apex_frame);
  }
}

TEST(Jumps, AHeightAloneShowsTakeOffApexAndLanding) {
  const auto jumps =
      findJumps(positions({100, 100, 96, 93, 91, 90, 90, 91, 93, 96, 100, 100, 100, 100, 100, 100}),
                heightAlone(), nullptr);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].start, JumpStart::Jump);
  EXPECT_EQ(jumps[0].start_frame, 2u);
  EXPECT_EQ(jumps[0].apex_px, 10);
  EXPECT_EQ(jumps[0].apex_frame, 4u);
  EXPECT_EQ(jumps[0].landing_frame, 9u);
  EXPECT_EQ(jumps[0].frames_airborne, 8u);
  EXPECT_EQ(jumps[0].end, JumpEnd::Landed);
}

TEST(Jumps, AHeightAloneTellsFallsAndJumpsInARow) {
  const auto jumps = findJumps(
      positions({50, 50, 51, 53, 56, 60, 60, 60, 60, 60, 55, 52, 55, 60, 55, 52, 55, 60, 60, 60, 60, 60}),
      heightAlone(), nullptr);
  ASSERT_EQ(jumps.size(), 3u);
  EXPECT_EQ(jumps[0].start, JumpStart::Fall);
  EXPECT_EQ(jumps[0].apex_px, 0);
  EXPECT_EQ(jumps[1].end, JumpEnd::NextJump);
  EXPECT_EQ(jumps[2].start_frame, 14u);
  EXPECT_EQ(jumps[2].apex_px, 8);
  EXPECT_TRUE(
      findJumps(positions({50, 50, 49, 49, 49, 49, 49, 49, 49, 49, 49, 49}), heightAlone(), nullptr).empty());
}

TEST(Jumps, ATremorOfAStandingPlayerIsNoJump) {
  // He sinks by a pixel and is pushed up again, all the time.
  std::vector<int64_t> heights;
  const auto tremble = [&](size_t frames) {
    for (size_t i = 0; i < frames; ++i) heights.push_back(i % 3 == 1 ? 101 : 100);
  };
  tremble(60);
  for (const int64_t y : {96, 90, 82, 76, 72, 70, 70, 72, 76, 82, 90, 96}) heights.push_back(y);
  tremble(40);
  for (const int64_t y : {97, 95, 94, 94, 95, 97}) heights.push_back(y);  // a hop
  tremble(40);
  const auto jumps = findJumps(positions(heights), heightAlone(), nullptr);
  ASSERT_EQ(jumps.size(), 2u);
  EXPECT_EQ(jumps[0].start_frame, 60u);
  EXPECT_EQ(jumps[0].apex_px, 30);
  EXPECT_EQ(jumps[0].landing_frame, 13u);
  EXPECT_EQ(jumps[0].end, JumpEnd::Landed);
  EXPECT_EQ(jumps[1].start_frame, 112u);
  EXPECT_EQ(jumps[1].apex_px, 6);
  EXPECT_EQ(jumps[1].landing_frame, 7u);
}

TEST(Jumps, SmallJumpsAreJumpsWhereThereAreNoOthers) {
  std::vector<int64_t> heights;
  for (int jump = 0; jump < 5; ++jump) {
    heights.insert(heights.end(), 8, 100);
    for (const int64_t y : {99, 98, 98, 99}) heights.push_back(y);
  }
  heights.insert(heights.end(), 8, 100);
  EXPECT_EQ(findJumps(positions(heights), heightAlone(), nullptr).size(), 5u);
  const auto steps =
      findJumps(positions({100, 100, 99, 100, 100, 100, 100, 100, 99, 100, 100, 100, 100, 100}),
                heightAlone(), nullptr);
  EXPECT_EQ(steps.size(), 2u);
}

TEST(Jumps, AHorizontalWatchThatWrapsAroundGoesOn) {
  trace::Profile profile = heightAlone();
  profile.horizontal_watch = "x";
  const auto jumps = findJumps(
      positions({100, 100, 90, 85, 90, 100, 100, 100, 100, 100}, {240, 240, 250, 4, 14, 24, 30, 30, 30, 30}),
      profile, nullptr);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].distance_px, 40);
}

TEST(Jumps, GravityAfterTheReleaseIsTheOneMostFramesShare) {
  std::vector<int64_t> heights{1000, 1000};
  for (int64_t speed = -10, y = 1000; y + speed <= 1000;) {
    y += speed;
    heights.push_back(y);
    speed += heights.size() < 6 ? 1 : 3;  // from the fourth frame on
  }
  heights.push_back(1000);
  for (int i = 0; i < 6; ++i) heights.push_back(1000);
  trace::Trace trace = positions(heights);
  trace.header.watches[0].type = trace::Type::U16;
  for (size_t row = 2; row < 5; ++row) trace.rows[row].buttons = 1;
  const auto jumps = findJumps(trace, heightAlone(), nullptr);
  ASSERT_EQ(jumps.size(), 1u);
  EXPECT_EQ(jumps[0].hold_frames, 3u);
  EXPECT_EQ(jumps[0].release_gravity_raw, 3);
}

TEST(Jumps, TheCurveHoldsALineForEachHoldAndOutcome) {
  Frame held;
  held.a = true;
  const auto hold = [&](size_t n) { return frames(n, held) + frames(70); };
  const Play played = play(frames(3) + hold(1) + hold(8) + hold(1) + hold(16));
  const auto jumps = findJumps(played.trace, fakeProfile(), played.writes);
  const auto curve = curveJson(jumps);
  ASSERT_EQ(curve.size(), 3u);
  EXPECT_EQ(curve[0].at("hold_frames"), 1);
  EXPECT_EQ(curve[0].at("jumps"), 2);
  EXPECT_LT(curve[0].at("apex_px"), curve[1].at("apex_px"));
  EXPECT_LT(curve[1].at("apex_px"), curve[2].at("apex_px"));
  EXPECT_EQ(curve[0].at("release_gravity"), "0.4375");
  const std::string csv = curveCsv(jumps);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4);
  EXPECT_FALSE(curveText({}).empty());
}

TEST(Jumps, MeasuresOfBytesAreExactAndThoseOfRealNumbersAsTheyWereWritten) {
  EXPECT_EQ(trace::measureText(17073, 8), "66.69140625");
  EXPECT_EQ(trace::measureText(-1, 8), "-0.00390625");
  EXPECT_EQ(trace::measureText(512, 8), "2");
  EXPECT_EQ(trace::measureText(0, 0), "0");
  const auto raw = [](const char* text) {
    return trace::parseRaw({"v", {}, trace::Type::S32, trace::real_bits, 0xFF, "", ""}, text).value();
  };
  EXPECT_EQ(trace::measureText(raw("196.2969") - raw("129.5968"), 32), "66.7001");
  EXPECT_EQ(trace::measureText(raw("0.1") + raw("0.2") - raw("0.3"), 32), "0");
  EXPECT_EQ(trace::measureText(raw("0.1") - 3 * raw("0.1"), 32), "-0.2");
  EXPECT_EQ(trace::measureText(raw("1.9999999999"), 32), "2");
}

TEST(Jumps, TheBuiltInProfileOfSmbFindsTheSameJumps) {
  const Play played = play(tour());
  const auto ours = findJumps(played.trace, fakeProfile(), played.writes);
  const auto builtin = findJumps(played.trace, trace::builtinProfile("smb"), played.writes);
  EXPECT_EQ(jumpsText(ours), jumpsText(builtin));
}

}  // namespace
}  // namespace jumpscope::jumps
