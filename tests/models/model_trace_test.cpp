#include "src/models/model_trace.h"
#include "src/diff/model_rerun.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "src/models/law_file.h"
#include "src/physics/law.h"
#include "src/trace/trace_file.h"
#include "tests/support/fake_game.h"

namespace jumpscope::models {
namespace {

std::vector<uint8_t> pressed(size_t from, size_t frames, size_t total) {
  std::vector<uint8_t> buttons(total, 0);
  for (size_t n = from; n < from + frames; ++n) buttons[n] = 0x01;
  return buttons;
}

std::string sentenceOf(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(ModelTrace, OfEveryModelReadsBackAndIsComputedAgainTheSame) {
  const std::vector<uint8_t> buttons = pressed(2, 12, 100);
  for (const physics::Model& model : physics::models()) {
    const trace::Trace written = modelTrace(model, {}, buttons);
    const std::string file = trace::encodeTrace(written, trace::TraceFormat::Csv);
    trace::Trace read =
        trace::parseTrace({reinterpret_cast<const uint8_t*>(file.data()), file.size()}, "t.csv");
    EXPECT_EQ(read, written) << model.name;
    ASSERT_TRUE(isModelTrace(read));
    trace::Trace again;
    EXPECT_TRUE(diff::diffWithItsModel(read, again).same()) << model.name;
    read.rows[50].values[0] += 1;
    const diff::GoldenResult modified = diff::diffWithItsModel(read, again);
    ASSERT_EQ(modified.differences.size(), 1u) << model.name;
    EXPECT_EQ(modified.differences[0].frame, 50u);
  }
}

TEST(ModelTrace, JumpsAreSeenInEveryModelThatHasAHeight) {
  const std::vector<uint8_t> buttons = pressed(2, 12, 400);
  for (const physics::Model& model : physics::models()) {
    if (model.height.empty()) continue;
    const auto jumps = jumps::findJumps(modelTrace(model, {}, buttons), modelProfile(model), nullptr);
    ASSERT_GE(jumps.size(), 1u) << model.name;
    EXPECT_EQ(jumps[0].start_frame, 2u) << model.name;
    EXPECT_EQ(jumps[0].hold_frames, 12u) << model.name;
    EXPECT_GT(jumps[0].apex_px, 10) << model.name;
    EXPECT_EQ(jumps[0].end, jumps::JumpEnd::Landed) << model.name;
  }
}

// The start's speed of a file's law; the model, too, which is the same as long as the file is.
const physics::Model& withStart(const std::filesystem::path& file, int start) {
  physics::Law law;
  law.tiers.front().start = start;
  std::ofstream(file) << lawJson(law).dump();
  return modelNamed(file.string());
}

TEST(LawFile, ALawWhoseNumbersNoWatchHasIsReadBack) {
  physics::Law law;
  law.speed = {{}, 24, 8};
  EXPECT_EQ(parseLaw(lawJson(law).dump(), "law"), law) << lawJson(law).dump(1);
}

TEST(ModelNamed, ReadsALawsFileAgainThatHasChanged) {
  const std::filesystem::path file = std::filesystem::path(testing::TempDir()) / "model_trace_test_law.json";
  const physics::Model& first = withStart(file, -1024);
  EXPECT_EQ(first.law->tiers.front().start, -1024);
  EXPECT_EQ(&withStart(file, -1024), &first) << "nothing is kept twice";
  const physics::Model& other = withStart(file, -900);
  EXPECT_EQ(other.law->tiers.front().start, -900);
  EXPECT_EQ(first.law->tiers.front().start, -1024) << "who has the old one keeps it";
  std::filesystem::remove(file);
}

TEST(ModelTrace, WhatIsNotThereIsAnsweredWithTheNearest) {
  const physics::Model& dk = physics::findModel("dk-jump");
  EXPECT_NE(sentenceOf([] { modelNamed("smb_jump"); }).find("did you mean 'smb-jump'?"), std::string::npos);
  EXPECT_NE(sentenceOf([&] { parseSettings(dk, {"stp=3"}); }).find("did you mean step?"), std::string::npos);
  EXPECT_NE(sentenceOf([&] { parseSettings(dk, {"step=1e9"}); }).find("expected 0 to 65535"),
            std::string::npos);
  EXPECT_NE(sentenceOf([&] { parseSettings(dk, {"step=0.5"}); }).find("expected 0 to 65535"),
            std::string::npos);
  EXPECT_NE(sentenceOf([&] { parseSettings(dk, {"step="}); }).find("cannot be ''"), std::string::npos);
  EXPECT_NE(sentenceOf([&] { parseSettings(dk, {"step"}); }).find("is not NAME=VALUE"), std::string::npos);
}

TEST(ModelTrace, AGapIsRefused) {
  trace::Trace cut = modelTrace(physics::findModel("dk-jump"), {}, pressed(0, 1, 50));
  cut.rows.erase(cut.rows.begin() + 7);
  trace::Trace again;
  EXPECT_NE(sentenceOf([&] { diff::diffWithItsModel(cut, again); }).find("lacks frame 7"), std::string::npos);
}

TEST(ArticleDiff, FindsTheDocumentedDifferencesAndNoOthers) {
  const tests::Play game = tests::play(tests::tour());
  const diff::DiffResult result =
      diff::compareWith(game.trace, tests::fakeProfile(), game.writes, {"smb-article-jump", {}});
  EXPECT_GT(result.rows.size(), 300u);
  EXPECT_FALSE(result.differences.empty());
  for (const diff::Difference& difference : result.differences)
    EXPECT_NE(difference.because, "") << difference.frame << " " << difference.watch << " expected "
                                      << difference.expected << " got " << difference.got;
}

TEST(ArticleDiff, AWrongConstantOfTheCartridgeIsNotExplainedByTheArticle) {
  tests::Cartridge cartridge;
  cartridge.rise[0] = 0x21;
  const tests::Play game = tests::play(tests::tour(), cartridge);
  const diff::DiffResult result =
      diff::compareWith(game.trace, tests::fakeProfile(), game.writes, {"smb-article-jump", {}});
  ASSERT_FALSE(result.differences.empty());
  EXPECT_EQ(result.differences[0].because, "");
}

}  // namespace
}  // namespace jumpscope::models
