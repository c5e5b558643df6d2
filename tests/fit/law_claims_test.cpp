// What a fit says of a law holds, or it says what it does not know.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "src/diff/diff.h"
#include "src/fit/law_fit.h"
#include "src/fit/law_open.h"
#include "src/models/law_file.h"
#include "src/models/model_trace.h"
#include "src/physics/law_model.h"
#include "tests/fit/random_law.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawFrame;
using physics::LawState;
using physics::LawStep;
using Kind = Law::Cut::Kind;

Law simplest() {
  Law law;
  law.y = {{{"y", 16}}, 16, 8};
  law.speed = {{{"y_speed", 16}}, 16, 8};
  law.order = {LawStep::Start, LawStep::Gravity, LawStep::Move};
  law.tiers = {{0, -1024, 48, 48}};
  return law;
}

Law withCut(const Law::Cut& cut) {
  Law law = simplest();
  law.order = {LawStep::Start, LawStep::Cut, LawStep::Gravity, LawStep::Move};
  law.cut = cut;
  return law;
}

LawEvidence shown(const Law& law, size_t flights = 24) {
  std::mt19937 random(1);
  return tests::evidenceOf(law, random, flights);
}

LawFit fitted(const Law& law) { return fitLaw(shown(law)); }

// The rows of a flight go on from another speed.
void turn(const Law& law, LawFlight& flight, size_t row, int64_t speed) {
  LawState state = flight.rows[row].seen;
  state.speed = speed;
  flight.rows[row].seen = state;
  for (size_t r = row + 1; r < flight.rows.size(); ++r) {
    state = LawFrame<Plain>(law, flight.rows[r].down, 0, false)(state);
    flight.rows[r].seen = state;
  }
}

bool says(const std::vector<std::string>& sentences, const std::string& words) {
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](const std::string& one) { return one.find(words) != std::string::npos; });
}

bool hasOther(const LawFit& fit, const std::string& words) {
  return std::any_of(fit.others.begin(), fit.others.end(),
                     [&](const OtherLaw& one) { return one.words.find(words) != std::string::npos; });
}

TEST(LawClaims, ReleasesAreNoBumps) {
  for (const Law::Cut& cut :
       {Law::Cut{Kind::Set, 160, 0, 0, 256, false}, Law::Cut{Kind::Add, 300, -512, 0, 256, true},
        Law::Cut{Kind::Shift, 2, 0, 8, 256, true}}) {
    const Law law = withCut(cut);
    const LawFit fit = fitted(law);
    EXPECT_TRUE(fit.exact()) << lawText(fit);
    EXPECT_TRUE(fit.aside.empty()) << lawText(fit);
    EXPECT_FALSE(partingInput(law, fit.law)) << lawText(fit);
  }
}

TEST(LawClaims, APressThatThrowsTheCharacterUpIsADifference) {
  const Law law = simplest();
  LawEvidence evidence = shown(law);
  size_t turned = 0;
  for (LawFlight& flight : evidence.flights)
    for (size_t r = 1; r < flight.rows.size(); ++r)
      if (flight.rows[r].down && !flight.rows[r - 1].down && flight.rows[r - 1].seen.speed > 200) {
        turn(law, flight, r, -900);
        ++turned;
        break;
      }
  ASSERT_GT(turned, 0u);
  const LawFit fit = fitLaw(evidence);
  EXPECT_FALSE(fit.exact()) << lawText(fit);
}

TEST(LawClaims, ABumpWhileTheButtonRestsIsNotJudged) {
  const Law law = simplest();
  LawEvidence evidence = shown(law);
  LawFlight& held = evidence.flights[12];
  ASSERT_TRUE(held.rows[8].down && held.rows[7].down);
  turn(law, held, 8, 0);
  const LawFit fit = fitLaw(evidence);
  EXPECT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_EQ(fit.aside.size(), 1u);
}

TEST(LawClaims, AStartThatClearsTheFractionIsFoundWhereGravityComesFirst) {
  Law law = simplest();
  law.order = {LawStep::Gravity, LawStep::Move, LawStep::Start};
  law.clears_fraction = true;
  const LawFit fit = fitted(law);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  EXPECT_TRUE(fit.law.clears_fraction) << lawText(fit);
  EXPECT_EQ(fit.law.order, law.order);
}

// A game that obeys the law, its profile, and what `diff` says of it with another law.
struct Shown {
  explicit Shown(const Law& law) {
    const physics::Model model = physics::lawModel(law, "the game", "");
    std::vector<uint8_t> buttons;
    for (size_t jump = 0; jump < 12; ++jump)
      for (size_t n = 0; n < 90; ++n) buttons.push_back(n >= 8 && n < 9 + 3 * jump ? 0x01 : 0);
    trace = models::modelTrace(model, {}, buttons);
    profile = models::modelProfile(model);
    // As a game has it.
    trace.header.watches.front().type = profile.watches.front().type = trace::Type::U16;
  }
  diff::DiffResult with(const Law& law) const {
    trace::Profile other = profile;
    other.model = physics::addModel(physics::lawModel(law, "a law of the test", "")).name;
    other.feeds.clear();
    return diff::compareWith(trace, other, nullptr);
  }
  trace::Trace trace;
  trace::Profile profile;
};

TEST(LawClaims, AreWhatDiffSaysWhereGravityComesBeforeTheStart) {
  for (const bool clears : {true, false}) {
    Law law = simplest();
    law.order = {LawStep::Gravity, LawStep::Move, LawStep::Start};
    law.clears_fraction = clears;
    const Shown shown(law);
    const LawFit fit = fitLaw(lawEvidence(shown.trace, shown.profile));
    ASSERT_TRUE(fit.exact()) << lawText(fit);
    const diff::DiffResult result = shown.with(fit.law);
    EXPECT_FALSE(result.nothingCompared());
    EXPECT_TRUE(result.differences.empty()) << lawText(fit) << diff::diffSummary(result);
  }
}

TEST(LawClaims, ALawThatNamesNoWatchComparesNothing) {
  Law law = simplest();
  const Shown shown(law);
  law.y.parts.clear();
  law.speed.parts.clear();
  EXPECT_THROW(shown.with(law), std::runtime_error);
}

TEST(LawClaims, OtherKindsOfACutThatMakeTheSameOfASpeedAreNamed) {
  const Law law = withCut({Kind::Shift, 1, 0, 0, 256, true});
  // One press that is let go while the character rises, twice, and a long one.
  LawEvidence evidence = shown(law, 43);
  evidence.flights = {evidence.flights[2], evidence.flights[42], evidence.flights[13]};
  const LawFit fit = fitLaw(evidence);
  ASSERT_TRUE(fit.exact()) << lawText(fit);
  ASSERT_TRUE(fit.law.cut) << lawText(fit);
  EXPECT_TRUE(fit.law.cut->kind == Kind::Shift || hasOther(fit, "shifts the speed right by 1 bit"))
      << lawText(fit);
  EXPECT_TRUE(fit.law.cut->kind == Kind::Set || hasOther(fit, "sets the speed to")) << lawText(fit);
  EXPECT_TRUE(fit.law.cut->kind == Kind::Add || hasOther(fit, "to the speed")) << lawText(fit);
}

TEST(LawClaims, SpeedsToTheSideThatNoStartHasAreNamed) {
  Law law = simplest();
  law.x_speed = {{{"x_speed", 8}}, 8, 0};
  LawEvidence evidence = shown(law);
  std::erase_if(evidence.flights, [](const LawFlight& flight) { return flight.rows.front().x_speed > 19; });
  EXPECT_TRUE(says(fitLaw(evidence).unseen, "from 0 to 18 only")) << lawText(fitLaw(evidence));
}

TEST(LawClaims, AStartAndAGravityOfWhichOneFrameShowsTheSumAreOpen) {
  LawEvidence evidence = shown(simplest(), 1);
  evidence.flights.front().rows.resize(1);
  evidence.flights.front().landing.reset();
  EXPECT_TRUE(hasOther(fitLaw(evidence), "another start and gravity with the same sum"));
}

TEST(LawClaims, OfNoFrameAreNone) {
  LawEvidence evidence = shown(simplest(), 1);
  evidence.flights.clear();
  EXPECT_THROW(fitLaw(evidence), std::runtime_error);
}

TEST(LawClaims, APressWhileTheCharacterFallsThatNeverCameIsNamed) {
  LawEvidence evidence = shown(simplest());
  for (LawFlight& flight : evidence.flights) {
    bool up = false;
    for (LawRow& row : flight.rows) {
      up = up || !row.down;
      row.down = row.down && !up;
    }
  }
  EXPECT_TRUE(says(fitLaw(evidence).unseen, "never pressed while the character falls"));
}

TEST(LawClaims, AHangAtTheTopIsFound) {
  for (const bool held : {false, true})
    for (const bool limited : {false, true}) {
      Law law = simplest();
      law.hang = Law::Hang{-128, 128, 24, held};
      if (limited) law.terminal = Law::Terminal{Law::Terminal::Kind::Clamp, 768, 768, false, false};
      const LawFit fit = fitted(law);
      ASSERT_TRUE(fit.exact()) << lawText(fit);
      EXPECT_EQ(fit.law.hang, law.hang) << lawText(fit);
    }
}

// What the fit is silent about: the first input of many by which the law parts from the game, though no line says so.
bool isTold(const Law& game, const LawFit& fit) {
  if (!partingInput(game, fit.law)) return true;
  if (std::any_of(fit.others.begin(), fit.others.end(),
                  [&](const OtherLaw& one) { return !partingInput(game, one.law); }))
    return true;
  return !fit.open.empty() || !fit.others.empty();
}

TEST(LawClaims, OfRandomLawsHoldForInputsThatWereNotSeenOrAreSaidToBeOpen) {
  size_t exact = 0;
  for (unsigned seed = 500; seed < 504; ++seed) {
    std::mt19937 random(seed);
    const Law law = tests::randomLaw(random);
    const LawFit fit = fitLaw(tests::evidenceOf(law, random, 8));
    if (!fit.exact()) continue;
    ++exact;
    EXPECT_TRUE(isTold(law, fit)) << seed << models::lawJson(law).dump() << "\n" << lawText(fit);
  }
  EXPECT_GE(exact, 3u);
}

TEST(LawFile, RefusesNumbersThatMeanNothing) {
  const std::string good = R"({"y": {"bits": 16, "fraction": 8}, "speed": {"bits": 16, "fraction": 8},
      "order": ["start", "choose", "cut", "gravity", "move"], "choice": {"apex": 0, "stays": true},
      "tiers": [{"start": -1024, "gravity": 48, "fall": 60}, {"from": 9, "start": -1200, "gravity": 48, "fall": 60}],
      "cut": {"kind": "shift", "value": 1, "limit": 0, "once": true},
      "landing": {"tile": 16, "at": 0, "depth": 5},
      "hang": {"from": -64, "below": 64, "gravity": 20}})";
  EXPECT_NO_THROW(models::parseLaw(good, "law"));
  const std::pair<const char*, const char*> changes[]{
      {R"("value": 1)", R"("value": -1)"},
      {R"("value": 1)", R"("value": 0)"},
      {R"("value": 1)", R"("value": 64)"},
      {R"("value": 1)", R"("value": 1099511627776)"},
      {R"("value": 1)", R"("value": 1, "from": 9, "until": 9)"},
      {R"("choose", "cut", )", R"("choose", )"},
      {R"("choose", "cut", )", R"("cut", )"},
      {R"("choice": {"apex": 0, "stays": true},)", ""},
      {R"("cut": {"kind": "shift", "value": 1, "limit": 0, "once": true},)", ""},
      {R"({"from": 9,)", R"({"from": 0,)"},
      {R"({"start": -1024,)", R"({"from": 9, "start": -1024,)"},
      {R"({"start": -1024,)", R"({"from": 12, "start": -1024,)"},
      {R"("start": -1024)", R"("start": -32769)"},
      {R"("start": -1024)", R"("start": 32768)"},
      {R"("gravity": 48)", R"("gravity": 70000)"},
      {R"("tile": 16)", R"("tile": 12)"},
      {R"("at": 0)", R"("at": 16)"},
      {R"("from": -64)", R"("from": 64)"},
      {R"("y": {"bits": 16,)", R"("y": {"watches": ["y", "y"], "bits": [8, 8],)"}};
  for (const auto& [from, to] : changes) {
    std::string text = good;
    const size_t place = text.find(from);
    ASSERT_NE(place, std::string::npos) << from;
    text.replace(place, std::string_view(from).size(), to);
    EXPECT_THROW(models::parseLaw(text, "law"), std::runtime_error) << to;
  }
  EXPECT_THROW(models::parseLaw("{}", "law"), std::runtime_error);
}

TEST(LawFile, KeepsANumberWithoutAFraction) {
  Law law = simplest();
  law.y.fraction = law.speed.fraction = 0;
  EXPECT_EQ(models::parseLaw(models::lawJson(law).dump(), "law"), law);
}

TEST(LawModel, AJumpHigherThanHalfOfTheScreenEndsOnTheGround) {
  Law law = simplest();
  law.tiers = {{0, -1600, 32, 32}};
  const physics::Model model = physics::lawModel(law, "high", "");
  std::vector<uint8_t> buttons(120, 0);
  buttons[3] = 0x01;
  const physics::Rows rows = model.run(physics::completed(model, {}), buttons);
  const int64_t ground = rows.front()[0];
  int64_t highest = ground;
  size_t in_the_air = 0;
  for (const auto& row : rows) {
    highest = std::min(highest, row[0]);
    in_the_air += row[2] != 0;
    EXPECT_TRUE(row[2] != 0 || row[0] == ground);
  }
  EXPECT_GT(ground - highest, 150 * 256);
  EXPECT_GT(in_the_air, 95u);
}

// A frame leaves open where a range of speeds ends: then an end that no speed reaches is none.
TEST(LawWords, AHangThatNeverEndsNamesNoEnd) {
  Law law;
  law.speed = {{{"y_speed", 16}}, 16, 8};
  const auto hang = [&](int64_t from, int64_t below) {
    law.hang = Law::Hang{from, below, 24, false};
    const std::string words = lawWords(law);
    const size_t at = words.find("hang");
    return words.substr(at, words.find('\n', at) - at);
  };
  EXPECT_EQ(hang(-128, 128), "hang      gravity 24 from the speed -128 to below 128");
  EXPECT_EQ(hang(-(int64_t{1} << 22), 1536), "hang      gravity 24 below the speed 1536");
  EXPECT_EQ(hang(-592, 32768), "hang      gravity 24 from the speed -592 on");
  EXPECT_EQ(hang(-32768, 32767), "hang      gravity 24 below the speed 32767");
}

}  // namespace
}  // namespace jumpscope::fit
