// Laws are found from what games that obey them show.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/fit/law_fit.h"
#include "src/fit/law_open.h"
#include "src/jumps/jumps.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/physics/law_model.h"
#include "tests/fit/random_law.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawStep;

bool saysWhatIsOpen(const LawFit& fit) {
  return !fit.open.empty() || !fit.others.empty() || !fit.unseen.empty();
}

// A law with a gravity for each phase, tiers, and a limited fall.
Law twoGravities() {
  Law law;
  law.y = {{{"y", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.x_speed = {{{"x_speed", 8}}, 8, 0};
  law.order = {LawStep::Start, LawStep::Choose, LawStep::Move, LawStep::Gravity};
  law.tiers = {{0, -1024, 32, 112}, {16, -1024, 30, 96}, {25, -1280, 40, 144}};
  law.choice.apex = 0;
  law.choice.release = true;
  law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 0x480, 0x400, false, false};
  return law;
}

TEST(Law, IsFoundExactlyFromTheRowsOfRandomLaws) {
  constexpr unsigned seeds = 12;
  size_t exact = 0;
  for (unsigned seed = 100; seed < 100 + seeds; ++seed) {
    std::mt19937 random(seed);
    const Law law = tests::randomLaw(random);
    const LawFit fit = fitLaw(tests::evidenceOf(law, random, 24));
    if (!fit.exact()) continue;
    ++exact;
    EXPECT_EQ(fit.wrong, 0u);
    // What the rows decide is the law; what they do not is said.
    EXPECT_TRUE(!partingInput(law, fit.law) || saysWhatIsOpen(fit)) << seed << ": " << lawText(fit);
  }
  EXPECT_GE(exact, seeds - 2);
}

TEST(Law, OfSeveralTiersIsFoundWithItsTables) {
  const Law law = twoGravities();
  std::mt19937 random(1);
  const LawFit fit = fitLaw(tests::evidenceOf(law, random, 40));
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  ASSERT_EQ(fit.law.tiers.size(), 3u) << lawText(fit);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(fit.law.tiers[i].start, law.tiers[i].start);
    EXPECT_EQ(fit.law.tiers[i].gravity, law.tiers[i].gravity);
    EXPECT_EQ(fit.law.tiers[i].fall, law.tiers[i].fall);
  }
}

TEST(Law, SaysWhichLimitsTheRowsLeaveOpen) {
  const Law law = twoGravities();
  std::mt19937 random(1);
  LawEvidence evidence = tests::evidenceOf(law, random, 40);
  std::erase_if(evidence.flights, [](const LawFlight& flight) {
    return flight.rows.front().x_speed > 10 && flight.rows.front().x_speed < 19;
  });
  const LawFit fit = fitLaw(evidence);
  const auto open = std::find_if(fit.open.begin(), fit.open.end(),
                                 [](const OpenConstant& one) { return one.name == "tiers[1].from"; });
  ASSERT_NE(open, fit.open.end()) << lawText(fit);
  EXPECT_LE(*open->lowest, 16);
  EXPECT_GE(*open->highest, 16);
}

TEST(Law, ThatNoReleaseShowsSaysSo) {
  Law law = twoGravities();
  std::mt19937 random(1);
  LawEvidence evidence = tests::evidenceOf(law, random, 40);
  std::erase_if(evidence.flights, [](const LawFlight& flight) {
    return std::any_of(flight.rows.begin(), flight.rows.end(),
                       [](const LawRow& row) { return !row.down && row.seen.speed < 0; });
  });
  ASSERT_FALSE(evidence.flights.empty());
  const LawFit fit = fitLaw(evidence);
  ASSERT_TRUE(fit.exact());
  ASSERT_FALSE(fit.unseen.empty());
  EXPECT_NE(fit.unseen.front().find("what a release does is not known"), std::string::npos);
}

TEST(Law, WithOneOtherRowIsNotExact) {
  const Law law = twoGravities();
  std::mt19937 random(1);
  LawEvidence evidence = tests::evidenceOf(law, random, 40);
  evidence.flights[7].rows[9].seen.y += 1;
  EXPECT_FALSE(fitLaw(evidence).exact());
}

TEST(Law, NamesTheInputThatTellsTwoLawsApart) {
  const Law law = twoGravities();
  Law other = law;
  other.choice.release = false;
  const auto input = partingInput(law, other);
  ASSERT_TRUE(input);
  EXPECT_EQ(input->hold, 1u);
  EXPECT_FALSE(partingInput(law, law));
}

TEST(Law, IsTheSameAfterItWasWrittenAndRead) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    std::mt19937 random(seed);
    const Law law = tests::randomLaw(random);
    EXPECT_EQ(models::parseLaw(models::lawJson(law).dump(), "law"), law) << models::lawJson(law).dump(1);
  }
}

TEST(Law, RefusesWhatIsNoLaw) {
  EXPECT_THROW(models::parseLaw("{}{", "law"), std::runtime_error);
  EXPECT_THROW(models::parseLaw(R"({"order": ["start"]})", "law"), std::runtime_error);
  EXPECT_THROW(models::parseLaw(R"({"tiers": [{"from": 0}]})", "law"), std::runtime_error);
  EXPECT_THROW(models::parseLaw(R"({"gravitation": 3})", "law"), std::runtime_error);
  EXPECT_THROW(models::parseLaw(R"({"y": {"watches": ["y"], "bits": [40]}})", "law"), std::runtime_error);
}

// The way of a command: a trace, its profile, the law.
TEST(Law, OfAModelsTraceIsTheModel) {
  Law law = twoGravities();
  law.x_speed = {};
  law.tiers.resize(1);
  const physics::Model model = physics::lawModel(law, "two gravities", "");
  std::vector<uint8_t> buttons;
  for (size_t jump = 0; jump < 30; ++jump)
    for (size_t n = 0; n < 90; ++n) buttons.push_back(n >= 8 && n < 9 + 2 * jump ? 0x01 : 0);
  const trace::Trace trace = models::modelTrace(model, {}, buttons);
  trace::Profile profile = models::modelProfile(model);
  const LawEvidence evidence = lawEvidence(trace, profile);
  EXPECT_EQ(evidence.law.button, 0x01);
  EXPECT_EQ(evidence.flights.size(), 30u);
  const LawFit fit = fitLaw(evidence);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_EQ(fit.law.tiers.front(), law.tiers.front()) << lawText(fit);
  EXPECT_EQ(fit.law.choice, law.choice);
}

}  // namespace
}  // namespace jumpscope::fit
