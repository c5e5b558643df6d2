// Laws that count the frames since the start, proved where a byte of the game holds that count: found, fitted, and refuted
// where law or program is another one in any constant.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "src/discover/discover.h"
#include "src/fit/law_experiments.h"
#include "src/fit/law_fit.h"
#include "src/models/law_file.h"
#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"
#include "src/prove/proof/claim.h"
#include "src/session/machine.h"
#include "src/trace/watch.h"
#include "tests/discover/law_claim.h"
#include "tests/discover/small_game.h"

namespace jumpscope::discover {
namespace {

using physics::Law;
using physics::LawStep;
using prove::Verdict;
using tests::SmallGame;

SmallGame liftGame(bool flag) {
  SmallGame game;
  game.jump_speed = 0x0200;
  game.lift = {-0x80, -0x60, -0x40, -0x50, -0x20};
  if (flag) game.running_byte = 0x0331;
  return game;
}

Law liftLaw(const SmallGame& game) {
  Law law;
  law.y = {{{"y", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.state = {{{"state", 8}}, 8, 0};
  law.held = {{{"held", 8}}, 8, 0};
  law.held_mask = 0x80;
  law.count = {{{"jump_frames", 8}}, 8, 0};
  if (game.running_byte) law.counting = {{{"jump_frames_run", 8}}, 8, 0};
  law.counts = {1, 1, game.running_byte ? 0 : 0xFF};
  law.order = {LawStep::Start, LawStep::Lift, LawStep::Gravity, LawStep::Move};
  law.lift = Law::Lift{{game.lift.begin(), game.lift.end()}};
  law.tiers = {{0, -game.jump_speed, game.gravity, game.gravity}};
  law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, game.fastest, game.fastest, false, false};
  law.landing = Law::Landing{256, 176, 80, true};
  return law;
}

trace::Profile liftProfile(const SmallGame& game) {
  trace::Profile profile;
  profile.name = "small";
  profile.height_watch = "y";
  for (const char* watch : {"y=$0301,$0300:u16.8", "y_speed=$0303,$0302:s16.8", "state=$0310:u8",
                            "held=$10:u8", "jump_frames=$0330:u8"})
    profile.watches.push_back(trace::parseWatch(watch));
  if (game.running_byte) profile.watches.push_back(trace::parseWatch("jump_frames_run=$0331:u8"));
  return profile;
}

prove::ClaimOptions liftClaim(std::shared_ptr<const console::Cartridge> cartridge,
                              const trace::Profile& profile, const Law& law) {
  prove::ClaimOptions options =
      lawClaim(std::move(cartridge), profile, law, "20:A 70-110:A 140-142:A 190:B 200-207:A", 260);
  options.samples = 2000;
  return options;
}

class CountedLaw : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { requireSolver(); }
  const SmallGame game = liftGame(GetParam());
  const Law law = liftLaw(game);
  const trace::Profile profile = liftProfile(game);
};

TEST_P(CountedLaw, IsProved) {
  const Answer answer = answerTo(liftClaim(tests::cartridgeOf(game), profile, law));
  EXPECT_EQ(answer.verdict, Verdict::Proved) << answer.text;
  EXPECT_TRUE(answer.text.starts_with("proved: the routine at")) << answer.text;
  EXPECT_NE(answer.text.find("jump_frames"), std::string::npos) << answer.text;
}

TEST_P(CountedLaw, IsRefutedWhenAnyOfItsConstantsIsAnother) {
  std::vector<Law> others;
  const auto add = [&](const auto& change) {
    others.push_back(law);
    change(others.back());
  };
  for (const int by : {-1, 1}) {
    for (size_t i = 0; i < law.lift->speeds.size(); ++i)
      add([&](Law& other) { other.lift->speeds[i] += by; });
    add([&](Law& other) { other.tiers[0].start += by; });
    add([&](Law& other) { other.tiers[0].gravity += by, other.tiers[0].fall += by; });
    add([&](Law& other) { other.counts.first += by; });
    add([&](Law& other) { other.terminal->from += by, other.terminal->to += by; });
    add([&](Law& other) { other.landing->at += by; });
  }
  add([](Law& other) { other.lift->speeds.pop_back(); });
  add([](Law& other) { other.lift->speeds.push_back(-1); });
  add([](Law& other) { other.lift->always = true; });
  add([](Law& other) { other.counts.step = -1; });
  for (size_t i = 0; i < others.size(); ++i) {
    if (!physics::whyUnsound(others[i]).empty()) continue;
    const Answer answer = answerTo(liftClaim(tests::cartridgeOf(game), profile, others[i]));
    EXPECT_NE(answer.verdict, Verdict::Proved) << "law " << i << ": " << answer.text;
  }
}

// Bytes of the lift's code, each changed so that it does something else.
TEST_P(CountedLaw, IsRefutedWhenTheProgramIsAnother) {
  const std::vector<uint8_t> load{0xAE, 0x30, 0x03, 0xE0, 5};  // LDX count; CPX #5
  const std::vector<uint8_t> count_on{0xEE, 0x30, 0x03};       // INC count
  const std::vector<uint8_t> begin{0xA9, 0x00, 0x8D, 0x30, 0x03};
  const std::vector<uint8_t> begin_run{0xA9, 0x01, 0x8D, 0x31, 0x03}, end_run{0xA9, 0x00, 0x8D, 0x31, 0x03};
  const std::vector<uint8_t> end_count{0xA9, 0xFF, 0x8D, 0x30, 0x03}, table{0x80, 0xA0, 0xC0, 0xB0, 0xE0};
  struct Change {
    const std::vector<uint8_t>& from;
    size_t at;
    uint8_t to;
  };
  std::vector<Change> changes{{load, 4, 4},        {load, 4, 6},     {count_on, 0, 0xCE},
                              {count_on, 0, 0xAD}, {begin, 1, 1},    {begin, 1, 9},
                              {table, 0, 0x81},    {table, 4, 0xE1}, {table, 2, 0xBF}};
  if (game.running_byte) {
    changes.push_back({begin_run, 1, 0});
    changes.push_back({end_run, 1, 1});
  } else {
    changes.push_back({end_count, 1, 2});
    changes.push_back({end_count, 2, 0xAD});
  }
  for (size_t i = 0; i < changes.size(); ++i) {
    console::Cartridge cartridge = *tests::cartridgeOf(game);
    const auto found = std::search(cartridge.prg.begin(), cartridge.prg.end(), changes[i].from.begin(),
                                   changes[i].from.end());
    ASSERT_NE(found, cartridge.prg.end()) << i;
    *(found + std::ptrdiff_t(changes[i].at)) = changes[i].to;
    const Answer answer =
        answerTo(liftClaim(std::make_shared<const console::Cartridge>(std::move(cartridge)), profile, law));
    EXPECT_NE(answer.verdict, Verdict::Proved) << "program " << i << ": " << answer.text;
  }
}

TEST_P(CountedLaw, IsOpenWithoutTheByte) {
  Law other = law;
  other.count = other.counting = {};
  const Answer answer = answerTo(liftClaim(tests::cartridgeOf(game), profile, other));
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_NE(answer.text.find("no watch holds that count"), std::string::npos) << answer.text;
}

// From a cartridge alone: discover finds the byte, fit the law, and that is proved.
TEST_P(CountedLaw, IsFoundFromTheCartridgeAlone) {
  const auto cartridge = tests::cartridgeOf(game);
  Settings settings;
  const Discovery found = discover(cartridge, session::machineOptions({}, *cartridge), settings);
  ASSERT_NE(found.watch("jump_frames"), nullptr);
  EXPECT_EQ(found.watch("jump_frames")->addresses, std::vector<uint16_t>{0x0330});
  if (game.running_byte) {
    ASSERT_NE(found.watch("jump_frames_run"), nullptr);
    EXPECT_EQ(found.watch("jump_frames_run")->addresses, std::vector<uint16_t>{0x0331});
  }
  const trace::Profile known = profileOf(found, "small", *cartridge);
  Bench bench(cartridge, session::machineOptions({}, *cartridge));
  const fit::Experiments made = fit::makeExperiments(bench, Script(30, 0), button_a, known);
  const fit::LawFit fitted = fit::fitLaw(fit::lawEvidence(made.trace, known));
  ASSERT_TRUE(fitted.exact()) << fit::lawText(fitted);
  ASSERT_TRUE(fitted.law.lift) << fit::lawText(fitted);
  EXPECT_EQ(fitted.law.counts.first, 1);
  EXPECT_EQ(fitted.law.counts.step, 1);
  EXPECT_EQ(physics::whyHidden(fitted.law), "");
  EXPECT_EQ(models::parseLaw(models::lawJson(fitted.law).dump(), "law.json"), fitted.law);
}

INSTANTIATE_TEST_SUITE_P(CountOrFlag, CountedLaw, testing::Bool());

TEST(CountedLawFile, RefusesACountThatRestsWhereItStillCounts) {
  Law law = liftLaw(liftGame(false));
  law.counts.over = 3;
  EXPECT_NE(physics::whyUnsound(law).find("count.over is 3"), std::string::npos) << physics::whyUnsound(law);
  law = liftLaw(liftGame(true));
  law.count = {};
  EXPECT_NE(physics::whyUnsound(law), "");
  law = liftLaw(liftGame(false));
  law.counts.step = 0;
  EXPECT_NE(physics::whyUnsound(law), "");
}

}  // namespace
}  // namespace jumpscope::discover
