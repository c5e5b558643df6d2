// People playing the real game, recorded in another emulator (tests/data/real-smb): the diff agrees with every
// frame without a write log, and notices a single byte that is off by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/diff/diff.h"
#include "src/trace/recording.h"
#include "tests/support/data.h"
#include "tests/support/sanitized.h"

namespace jumpscope::diff {
namespace {

struct RealGame {
  std::string name;
  trace::Trace trace;
};

const std::vector<RealGame>& realGames() {
  static const std::vector<RealGame> games = [] {
    std::vector<RealGame> found;
    for (const tests::DataFile& file : tests::dataFiles("real-smb", ".csv")) {
      const std::string text = tests::readData(file);
      const std::vector<uint8_t> bytes(text.begin(), text.end());
      found.push_back(
          {file.name, trace::parseRecording(bytes, file.name, trace::builtinProfile("smb")).trace});
    }
    return found;
  }();
  return games;
}

DiffResult diffOf(const trace::Trace& trace) {
  return compareWith(trace, trace::builtinProfile("smb"), std::nullopt);
}

TEST(RealGameRecording, AgreesInEveryFrameWithoutAWriteLog) {
  for (const RealGame& game : realGames()) {
    const DiffResult result = diffOf(game.trace);
    EXPECT_TRUE(result.differences.empty()) << game.name << "\n" << diffText(game.trace, result);
    EXPECT_GT(result.rows.size(), 200u) << game.name;
    std::printf("%s: %s\n", game.name.c_str(), diffSummary(result).c_str());
  }
}

TEST(RealGameRecording, AgreesWhateverFramesAreMissing) {
  std::mt19937 random(1);
  for (const RealGame& game : realGames())
    for (const uint32_t one_in : {2u, 5u, 20u, 100u, 500u})
      for (int round = 0; round < 10; ++round) {
        trace::Trace trace = game.trace;
        std::erase_if(trace.rows, [&](const trace::Row&) { return random() % one_in == 0; });
        const DiffResult result = diffOf(trace);
        EXPECT_TRUE(result.differences.empty()) << game.name << " without one in " << one_in << " rows\n"
                                                << diffText(trace, result);
      }
}

size_t columnOf(const trace::Trace& trace, const std::string& watch) {
  const std::optional<size_t> column = trace.find(watch);
  if (!column) throw std::runtime_error("the recording has no " + watch);
  return *column;
}

// Rows in flight and in control whose neighbors are there.
std::vector<size_t> rowsInFlight(const trace::Trace& trace) {
  const size_t state = columnOf(trace, "player_state"), engine = columnOf(trace, "engine");
  const auto flies = [&](const trace::Row& row) {
    return row.values[state] != 0 && row.values[state] != 3 && row.values[engine] == 8;
  };
  std::vector<size_t> rows;
  for (size_t i = 1; i + 1 < trace.rows.size(); ++i)
    if (flies(trace.rows[i]) && trace.rows[i].frame == trace.rows[i - 1].frame + 1 &&
        trace.rows[i + 1].frame == trace.rows[i].frame + 1)
      rows.push_back(i);
  return rows;
}

// Whether a byte that is off by one in one row is the first difference, in this row and by name.
bool notices(const RealGame& game, size_t row, const std::string& watch, int change) {
  trace::Trace trace = game.trace;
  const size_t column = columnOf(trace, watch);
  int64_t& value = trace.rows[row].values[column];
  value = trace.header.watches[column].type == trace::Type::S8 ? static_cast<int8_t>(value + change)
                                                               : static_cast<uint8_t>(value + change);
  const DiffResult result = diffOf(trace);
  return !result.differences.empty() && result.differences.front().row == row &&
         result.differences.front().watch == watch;
}

TEST(RealGameRecording, ASingleByteThatIsOffByOneInFlightIsNoticedByName) {
  constexpr int times = 100 / tests::case_step;
  std::mt19937 random(2);
  for (const RealGame& game : realGames()) {
    const std::vector<size_t> rows = rowsInFlight(game.trace);
    ASSERT_GT(rows.size(), 100u) << game.name;
    for (const char* watch :
         {"y_page", "y_position", "y_subpixel", "y_speed", "y_speed_fraction", "gravity", "gravity_fall",
          "jump_origin_y", "player_state", "swim_timer", "buttons_ab", "buttons_ab_previous"}) {
      std::string missed;
      for (int i = 0; i < times; ++i) {
        const size_t row = rows[random() % rows.size()];
        const int change = random() % 2 ? 1 : -1;
        if (!notices(game, row, watch, change))
          missed += " " + std::to_string(game.trace.rows[row].frame) + (change > 0 ? "+" : "-");
      }
      EXPECT_EQ(missed, "") << game.name << ", " << watch << ": not noticed in these frames";
    }
  }
}

}  // namespace
}  // namespace jumpscope::diff
