#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "src/diff/diff.h"
#include "tests/support/fake_game.h"

namespace jumpscope::diff {
namespace {

using namespace tests;

Play aJump() {
  Frame held;
  held.a = true;
  return play(frames(3) + frames(12, held) + frames(40));
}

TEST(GoldenDiff, ATraceIsTheSameAsItself) {
  const Play played = aJump();
  const GoldenResult result = diffWithGolden(played.trace, played.trace, played.writes);
  EXPECT_TRUE(result.same());
  EXPECT_EQ(result.compared_rows, played.trace.rows.size());
  EXPECT_EQ(result.compared_values, played.trace.rows.size() * (played.trace.header.watches.size() + 1));
  EXPECT_EQ(goldenText(played.trace, played.trace, result),
            "56 of 56 frames, 19 of 19 columns, 1064 values compared: 0 differences\n");
}

TEST(GoldenDiff, OneOtherValueIsNamedWithItsWriter) {
  const Play played = aJump();
  trace::Trace golden = played.trace;
  golden.rows[10].values[3] += 1;
  const GoldenResult result = diffWithGolden(played.trace, golden, played.writes);
  ASSERT_EQ(result.differences.size(), 1u);
  EXPECT_FALSE(result.same());
  const Difference& difference = result.differences[0];
  EXPECT_EQ(difference.frame, 10u);
  EXPECT_EQ(difference.watch, "y_speed");
  EXPECT_EQ(difference.expected, difference.got + 1);
  ASSERT_TRUE(difference.writer.has_value());
  EXPECT_EQ(difference.writer->pc, 0x8220);
  EXPECT_NE(goldenText(played.trace, golden, result).find("golden|trace"), std::string::npos);
}

TEST(GoldenDiff, WatchesThatAgreeInTheFramesShownAreLeftOut) {
  const Play played = aJump();
  trace::Trace golden = played.trace;
  golden.rows[10].values[3] += 1;
  const GoldenResult result = diffWithGolden(played.trace, golden, played.writes);
  DiffTextOptions options;
  const std::string few = goldenText(played.trace, golden, result, options);
  options.all_columns = true;
  const std::string all = goldenText(played.trace, golden, result, options);
  const auto shows = [](const std::string& text, const std::string& watch) {
    return text.find(" " + watch + " ") != std::string::npos;
  };
  for (const trace::Watch& watch : golden.header.watches) {
    const bool kept = watch.name == "y_position" || watch.name == "y_subpixel" ||
                      watch.name == golden.header.watches[3].name;
    EXPECT_EQ(shows(few, watch.name), kept) << watch.name << "\n" << few;
    EXPECT_TRUE(shows(all, watch.name)) << watch.name << "\n" << all;
  }
  EXPECT_NE(few.find("columns that agree"), std::string::npos);
  EXPECT_EQ(all.find("columns that agree"), std::string::npos);
}

TEST(GoldenDiff, LinesAreShortHoweverManyWatchesDiffer) {
  const Play played = aJump();
  trace::Trace golden = played.trace;
  for (int64_t& value : golden.rows[10].values) value += 1;
  const GoldenResult result = diffWithGolden(played.trace, golden, played.writes);
  const auto longestLine = [](const std::string& text) {
    size_t longest = 0;
    for (size_t from = 0; from < text.size();) {
      const size_t end = std::min(text.find('\n', from), text.size());
      longest = std::max(longest, end - from);
      from = end + 1;
    }
    return longest;
  };
  DiffTextOptions options;
  const std::string few = goldenText(played.trace, golden, result, options);
  EXPECT_LE(longestLine(few), 120u) << few;
  EXPECT_NE(few.find(" columns that differ; --all-columns shows them)"), std::string::npos) << few;
  options.all_columns = true;
  EXPECT_GT(longestLine(goldenText(played.trace, golden, result, options)), 200u);
}

TEST(GoldenDiff, OtherButtonsAreADifference) {
  const Play played = aJump();
  trace::Trace golden = played.trace;
  golden.rows[5].buttons = 0x80;
  const GoldenResult result = diffWithGolden(played.trace, golden, std::nullopt);
  ASSERT_EQ(result.differences.size(), 1u);
  EXPECT_NE(goldenText(played.trace, golden, result).find("buttons: expected R......., got .......A"),
            std::string::npos);
}

TEST(GoldenDiff, MissingFramesAndWatchesCountAndMetadataIsOnlyNamed) {
  const Play played = aJump();
  trace::Trace golden = played.trace;
  golden.header.version = "0.0.1";
  EXPECT_TRUE(diffWithGolden(played.trace, golden, std::nullopt).same());
  EXPECT_EQ(diffWithGolden(played.trace, golden, std::nullopt).metadata.size(), 1u);
  golden.rows.pop_back();
  golden.rows.erase(golden.rows.begin());
  GoldenResult result = diffWithGolden(played.trace, golden, std::nullopt);
  EXPECT_FALSE(result.same());
  EXPECT_EQ(result.shape, std::vector<std::string>{"2 frames are in this trace only, the first is frame 0"});
  golden = played.trace;
  golden.header.watches[0].name = "elsewhere";
  result = diffWithGolden(played.trace, golden, std::nullopt);
  EXPECT_EQ(result.shape.size(), 1u);
  EXPECT_EQ(result.metadata.back(), "watch y_position is not in the golden trace and is not compared");
  golden.rows.clear();
  EXPECT_TRUE(diffWithGolden(played.trace, golden, std::nullopt).nothingCompared());
}

// Two traces in which rows and values are missing or wrong here and there.
std::pair<trace::Trace, trace::Trace> twoTraces(uint32_t seed) {
  std::mt19937 random(seed);
  Play played = aJump();
  trace::Trace trace = played.trace, golden = played.trace;
  for (unsigned changes = random() % 12; changes > 0; --changes) {
    trace::Trace& one = random() % 2 == 0 ? trace : golden;
    if (one.rows.empty()) continue;
    const size_t row = random() % one.rows.size();
    if (random() % 3 == 0)
      one.rows.erase(one.rows.begin() + static_cast<ptrdiff_t>(row));
    else if (random() % 8 == 0)
      one.rows[row].buttons ^= 1;
    else
      one.rows[row].values[random() % one.rows[row].values.size()] ^= 1;
  }
  return {trace, golden};
}

TEST(GoldenDiff, AComparisonOfRowsAsTheyComeSaysWhatOneInMemorySays) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    const auto [trace, golden] = twoTraces(seed);
    const GoldenResult result = diffWithGolden(trace, golden, std::nullopt);
    for (const bool all : {false, true})
      for (const size_t context : {0, 1, 5, 100})
        for (const size_t after : {0, 3}) {
          DiffTextOptions options;
          options.all = all;
          options.context = context;
          options.after = after;
          const GoldenShown shown = diffWithGolden({trace.header, rowsOf(trace)},
                                                   {golden.header, rowsOf(golden)}, std::nullopt, options);
          ASSERT_EQ(goldenText(shown.trace, shown.golden, shown.result, options),
                    goldenText(trace, golden, result, options))
              << "seed " << seed << ", context " << context << ", after " << after;
          ASSERT_EQ(shown.result.differenceCount(), result.differenceCount());
          if (all) {
            ASSERT_EQ(goldenJson(shown.result), goldenJson(result));
          }
        }
  }
}

}  // namespace
}  // namespace jumpscope::diff
