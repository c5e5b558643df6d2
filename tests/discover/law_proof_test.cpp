// Proofs of laws: what the world does to a character is compared where the law knows it, and else said not to be.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "src/models/law_file.h"
#include "src/physics/law_model.h"
#include "src/prove/proof/claim.h"
#include "src/trace/watch.h"
#include "tests/discover/law_claim.h"
#include "tests/discover/small_game.h"
#include "tests/support/jumplab.h"

namespace jumpscope::discover {
namespace {

using physics::Law;
using prove::ClaimOptions;
using prove::Verdict;
using tests::SmallGame;

// The law of a small game with one floor.
Law smallLaw() {
  Law law;
  law.y = {{{"y", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.state = {{{"state", 8}}, 8, 0};
  law.held = {{{"held", 8}}, 8, 0};
  law.held_mask = 0x80;
  law.order = {physics::LawStep::Start, physics::LawStep::Gravity, physics::LawStep::Move};
  law.tiers = {{0, -0x400, 0x30, 0x30}};
  law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 0x400, 0x400, false, false};
  law.landing = Law::Landing{256, 176, 80, true};
  return law;
}

ClaimOptions claimOf(std::shared_ptr<const console::Cartridge> cartridge, const Law& law,
                     const std::string& press) {
  trace::Profile profile;
  profile.name = "small";
  profile.height_watch = "y";
  profile.watches = {trace::parseWatch("y=$0301,$0300:u16.8"), trace::parseWatch("y_speed=$0303,$0302:s16.8"),
                     trace::parseWatch("state=$0310:u8"), trace::parseWatch("held=$10:u8"),
                     trace::parseWatch("x=$0305:u8")};
  return lawClaim(std::move(cartridge), std::move(profile), law, press, 200);
}

constexpr const char* jumping = "20:A 90-110:A 112:B 180:A";

class LawProof : public testing::Test {
 protected:
  void SetUp() override { requireSolver(); }
};

bool says(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// The game with other bytes in the place of these, which come first after its test for the ground.
std::shared_ptr<const console::Cartridge> patched(const std::vector<uint8_t>& from,
                                                  const std::vector<uint8_t>& to) {
  console::Cartridge cartridge = *tests::cartridgeOf(SmallGame());
  const std::vector<uint8_t> landing{0xAD, 0x17, 0x00, 0xCD, 0x23, 0x00};  // LDA pixel; CMP level
  const auto place = std::search(cartridge.prg.begin(), cartridge.prg.end(), landing.begin(), landing.end());
  const auto found = std::search(place, cartridge.prg.end(), from.begin(), from.end());
  if (found == cartridge.prg.end()) throw std::logic_error("the game has another landing");
  std::copy(to.begin(), to.end(), found);
  return std::make_shared<const console::Cartridge>(std::move(cartridge));
}

TEST_F(LawProof, OfOneFloorComparesTheLanding) {
  const Answer answer = answerTo(claimOf(tests::cartridgeOf(SmallGame()), smallLaw(), jumping));
  EXPECT_EQ(answer.verdict, Verdict::Proved) << answer.text;
  EXPECT_TRUE(answer.text.starts_with("proved: the routine at")) << answer.text;
  EXPECT_FALSE(says(answer.text, "not compared")) << answer.text;
}

TEST_F(LawProof, OfOneFloorRefutesARoutineThatLandsOtherwise) {
  const std::vector<uint8_t> compare{0xCD, 0x23, 0x00};
  const std::pair<std::vector<uint8_t>, std::vector<uint8_t>> mutants[]{
      {compare, {0x18, 0xEA, 0xEA}},  // never: CLC
      {compare, {0xC9, 0xB8, 0xEA}},  // 8 px deeper: CMP #184
      {compare, {0xC9, 0xB1, 0xEA}},  // a pixel later
      {compare, {0xC9, 0xA0, 0xEA}},  // higher
      {compare, {0xCD, 0x40, 0x03}},  // where a byte says so that nobody named
      {{0xA9, 0xB0, 0x8D, 0x01, 0x03}, {0xA9, 0xB4, 0x8D, 0x01, 0x03}},  // puts it elsewhere
      {{0x8D, 0x03, 0x03}, {0xAD, 0x03, 0x03}},                          // keeps the speed
      {{0x8D, 0x10, 0x03}, {0xAD, 0x10, 0x03}}};                         // stays in the air
  for (const auto& [from, to] : mutants) {
    const Answer answer = answerTo(claimOf(patched(from, to), smallLaw(), jumping));
    const bool told = answer.verdict == Verdict::Proved && says(answer.text, "whether and where it lands");
    EXPECT_TRUE(answer.verdict == Verdict::Differs || told) << int(to[0]) << " " << int(to[1]) << answer.text;
    EXPECT_TRUE(answer.verdict == Verdict::Differs || to[1] == 0x40) << answer.text;
  }
}

TEST_F(LawProof, OfALawThatCountsFramesIsOpen) {
  Law law = smallLaw();
  law.order = {physics::LawStep::Start, physics::LawStep::Lift, physics::LawStep::Gravity,
               physics::LawStep::Move};
  law.lift = Law::Lift{{-8, -4, -2}};
  Answer answer = answerTo(claimOf(tests::cartridgeOf(SmallGame()), law, jumping));
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_TRUE(says(answer.text, "open: the law counts frames since the start (a lift)")) << answer.text;
  law = smallLaw();
  law.order.push_back(physics::LawStep::Choose);
  law.choice.after = 200;  // no flight lasts so long
  answer = answerTo(claimOf(tests::cartridgeOf(SmallGame()), law, jumping));
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_TRUE(says(answer.text, "choice.after")) << answer.text;
}

TEST_F(LawProof, NamesEachAssumptionAndIsNoneWhereTracedCallsBreakOne) {
  ClaimOptions options = claimOf(tests::cartridgeOf(SmallGame()), smallLaw(), jumping);
  options.assume = {"x == 100"};
  Answer answer = answerTo(options);
  EXPECT_EQ(answer.verdict, Verdict::Proved) << answer.text;
  EXPECT_FALSE(says(answer.text, "for all states")) << answer.text;
  EXPECT_TRUE(says(answer.text, "provided that x == 100")) << answer.text;
  options = claimOf(tests::cartridgeOf(SmallGame()), smallLaw(), std::string(jumping) + " 30-80:R");
  options.assume = {"x == 100"};
  answer = answerTo(options);
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_TRUE(says(answer.text, "proved only where x == 100, which ")) << answer.text;
  EXPECT_TRUE(says(answer.text, " traced calls break")) << answer.text;
}

TEST_F(LawProof, IsOpenWhenTheTimeIsOver) {
  ClaimOptions options = claimOf(tests::cartridgeOf(SmallGame()), smallLaw(), jumping);
  options.budget = std::chrono::seconds(0);
  const Answer answer = answerTo(options);
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_TRUE(says(answer.text, "the time was over while ")) << answer.text;
}

TEST_F(LawProof, DoubtsAMaskOfSeveralButtons) {
  Law law = smallLaw();
  EXPECT_EQ(physics::doubtOf(law), "");
  law.held_mask = 127;
  EXPECT_TRUE(says(physics::doubtOf(law), "several buttons"));
  law.held_mask = 64;
  EXPECT_TRUE(says(physics::doubtOf(law), "another button"));
}

// Floors in jumplab are tiles of the level, which no law has.
ClaimOptions jumplabClaim(std::shared_ptr<const console::Cartridge> cartridge) {
  const char* law =
      R"({"y": {"watches": ["y_page", "y_position", "y_subpixel"], "bits": [8, 8, 8], "fraction": 8},
      "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
      "gravity": {"watches": ["gravity"], "bits": [8], "fraction": 8},
      "fall": {"watches": ["gravity_fall"], "bits": [8], "fraction": 8},
      "state": {"watches": ["player_state"], "bits": [8], "ground": 0, "jump": 1, "fall": 2},
      "origin": {"watches": ["jump_origin_y"], "bits": [8]},
      "held": {"watches": ["buttons_ab_previous"], "bits": [8], "mask": 128},
      "x_speed": {"watches": ["x_speed_abs"], "bits": [8], "fraction": 4}, "button": "A",
      "order": ["start", "choose", "move", "gravity"], "clears_fraction": true,
      "tiers": [{"start": -1024, "gravity": 32, "fall": 112}, {"from": 16, "start": -1024, "gravity": 30, "fall": 96},
                {"from": 25, "start": -1280, "gravity": 40, "fall": 144}],
      "choice": {"apex": 0, "release": true, "anew": true, "rise": 1, "stays": true},
      "terminal": {"kind": "clamp", "from": 1152, "to": 1024, "by_fraction": true, "wraps": true},
      "landing": {"tile": 16, "depth": 5},
      "ceilings": [{"speed": 0, "keeps_fraction": true}, {"speed": -512, "keeps_fraction": true},
                   {"speed": 256, "keeps_fraction": true}]})";
  trace::Profile profile = trace::builtinProfile("smb");
  profile.feeds.clear();
  profile.assume = {"byte_0704 == 0", "byte_0706 == 1"};
  profile.watches.push_back(trace::parseWatch("byte_0704=$0704:u8"));
  profile.watches.push_back(trace::parseWatch("byte_0706=$0706:u8"));
  ClaimOptions options = lawClaim(std::move(cartridge), std::move(profile), models::parseLaw(law, "law"),
                                  "22-25:T 42-60:A 110:A 140-170:R", 260);
  options.routine = 0x8210;
  return options;
}

TEST_F(LawProof, NamesTheContactsThatWereNotCompared) {
  const Answer answer = answerTo(jumplabClaim(tests::jumplabCartridge()));
  EXPECT_EQ(answer.verdict, Verdict::Proved) << answer.text;
  EXPECT_TRUE(answer.text.starts_with("proved, contacts apart: ")) << answer.text;
  EXPECT_TRUE(says(answer.text,
                   "whether and where it lands, hits a ceiling or leaves the ground without a press, "
                   "was not compared"))
      << answer.text;
}

TEST_F(LawProof, IsOpenWhereTheRoutineNeverLands) {
  console::Cartridge cartridge = *tests::jumplabCartridge();
  constexpr size_t floor_depth = 0x852B - 0x8000;  // CMP #5
  ASSERT_EQ(cartridge.prg[floor_depth], 0xC9);
  cartridge.prg[floor_depth] = 0x38;  // SEC
  cartridge.prg[floor_depth + 1] = 0xEA;
  const Answer answer =
      answerTo(jumplabClaim(std::make_shared<const console::Cartridge>(std::move(cartridge))));
  EXPECT_EQ(answer.verdict, Verdict::Open) << answer.text;
  EXPECT_TRUE(says(answer.text, "lands, and the routine never does")) << answer.text;
}

}  // namespace
}  // namespace jumpscope::discover
