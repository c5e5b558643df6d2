// The diff reports nothing about the true cartridge, however it is played.
#include <gtest/gtest.h>

#include "src/trace/profile.h"
#include "tests/jumplab/random_play.h"
#include "tests/support/slow.h"

namespace jumpscope::tests {
namespace {

constexpr const char* jumplab = "jumplab/jumplab.nes";
constexpr std::array<const char*, 6> lag_variants{"lag/lag-start.nes", "lag/lag-jump-check.nes",
                                                  "lag/lag-mover.nes", "lag/lag-enemies.nes",
                                                  "lag/lag-end.nes",   "lag/lag-random.nes"};

// What has been compared in all.
struct Sum {
  size_t jumps = 0, values = 0;
};

void expectNoDifference(const Recording& recording, const std::string& what, Sum& sum, WithLog with_log) {
  const diff::DiffResult result = diffOfJumplab(recording, with_log);
  if (!result.differences.empty() && getenv("DBG"))
    for (size_t i = result.differences[0].row - 12; i < result.differences[0].row + 4; ++i) {
      printf("%d:", (int)recording.trace.rows[i].frame);
      for (size_t w = 0; w < recording.trace.header.watches.size(); ++w)
        printf(" %s=%d", recording.trace.header.watches[w].name.c_str(),
               (int)recording.trace.rows[i].values[w]);
      puts("");
    }
  EXPECT_TRUE(result.differences.empty())
      << what << (with_log == WithLog::Yes ? ", with a write log: " : ", without a write log: ")
      << result.differences.size() << " differences\n"
      << diff::diffText(recording.trace, result);
  sum.jumps += result.jumps.size();
  sum.values += result.compared_values;
}

// With a write log and without. Of a variant with lag only with one: without a log nobody can tell which half of a
// frame of the game ran late.
void expectNoDifferences(const std::string& file, const Recording& recording, const std::string& what,
                         Sum& sum) {
  expectNoDifference(recording, file + ", " + what, sum, WithLog::Yes);
  if (file == jumplab) expectNoDifference(recording, file + ", " + what, sum, WithLog::No);
}

// Played to the end in every style; `movies` of each.
Sum playRandomly(const std::string& file, uint32_t movies, size_t frames) {
  const auto cartridge = jumplabCartridge(file);
  Sum sum;
  for (uint32_t seed = 1; seed <= movies; ++seed)
    for (const Style style : styles) {
      const std::string what =
          "style " + std::to_string(static_cast<int>(style)) + ", seed " + std::to_string(seed);
      expectNoDifferences(file, recordJumplab(cartridge, randomInputs(style, seed, frames)), what, sum);
    }
  return sum;
}

TEST(RandomPlay, OfThreeThousandFramesInThreeStylesHasNoDifference) {
  const Sum sum = playRandomly(jumplab, 1, 3000);
  EXPECT_GT(sum.jumps, 200u);
  EXPECT_GT(sum.values, 30'000u);
}

TEST(RandomPlay, SeventyFiveTimesHasNoDifference) {
  REQUIRE_SLOW();
  const uint32_t movies = slowCases(25u);
  const Sum sum = playRandomly(jumplab, movies, 3000);
  EXPECT_GT(sum.jumps, 200 * movies);
}

TEST(RandomPlay, OfTheVariantsWithLagHasNoDifference) {
  for (const char* variant : lag_variants) playRandomly(variant, slowTestsWanted() ? 5 : 1, 1500);
}

// A bundled movie up to some frame, which may be under water or in the air, and then random play.
void playOn(const std::string& file, uint32_t runs, size_t frames) {
  const auto cartridge = jumplabCartridge(file);
  std::vector<BundledMovie> movies = bundledMovies();
  std::erase_if(movies, [](const BundledMovie& movie) { return movie.inputs.size() < 500; });
  Sum sum;
  std::mt19937 random(1);
  for (uint32_t seed = 1; seed <= runs; ++seed) {
    const BundledMovie& movie = movies[seed % movies.size()];
    Inputs inputs = movie.inputs;
    inputs.resize(random() % inputs.size());
    const size_t cut = inputs.size();
    const Inputs more = randomInputs(styles[random() % styles.size()], seed, frames);
    inputs.insert(inputs.end(), more.begin(), more.end());
    const std::string what =
        movie.name + " to frame " + std::to_string(cut) + ", then seed " + std::to_string(seed);
    expectNoDifferences(file, recordJumplab(cartridge, inputs), what, sum);
  }
  EXPECT_GT(sum.jumps, runs);
}

TEST(RandomPlay, InTheMiddleOfBundledMoviesHasNoDifference) {
  playOn(jumplab, slowTestsWanted() ? 300 : 20, 600);
}

TEST(RandomPlay, InTheMiddleOfBundledMoviesWithLagHasNoDifference) {
  for (const char* variant : lag_variants) playOn(variant, slowTestsWanted() ? 50 : 3, 600);
}

console::Options optionsOf(uint32_t seed) {
  console::Options options;
  options.alignment = static_cast<int>(seed % 4);
  const std::array<console::RamInit::Kind, 4> kinds{
      console::RamInit::Kind::Fceux, console::RamInit::Kind::Zeros, console::RamInit::Kind::Ones,
      console::RamInit::Kind::Random};
  options.ram_init = {kinds[seed / 4 % 4], seed};
  return options;
}

// A run with the reset and power buttons pressed, and with states loaded that were saved some frames before.
class RestlessPlay {
 public:
  RestlessPlay(const std::string& file, uint32_t seed)
      : random_(seed), pad_(styles[seed % 3], seed), play_(jumplabCartridge(file), optionsOf(seed)) {}

  Recording run(size_t frames) {
    while (play_.recording.trace.rows.size() < frames) {
      movie::FrameInput input = pad_.next();
      input.reset = once(400);
      input.power = once(800);
      resets_in_flight_ += (input.reset || input.power) && inFlight();
      if (once(100)) saved_ = play_.mark();
      if (saved_ && once(150)) {
        branches_in_flight_ += inFlight();
        play_.goBack(*saved_);
      }
      play_.runFrame(input);
    }
    return play_.recording;
  }

  size_t resetsInFlight() const { return resets_in_flight_; }
  size_t branchesInFlight() const { return branches_in_flight_; }

 private:
  bool once(uint32_t frames) { return random_() % frames == 0; }
  bool inFlight() const { return play_.console.ram()[0x1D] != 0; }

  std::mt19937 random_;
  RandomPad pad_;
  JumplabPlay play_;
  std::optional<JumplabPlay::Mark> saved_;
  size_t resets_in_flight_ = 0, branches_in_flight_ = 0;
};

void playRestlessly(const std::string& file, uint32_t runs, size_t frames) {
  Sum sum;
  size_t resets = 0, branches = 0;
  for (uint32_t seed = 1; seed <= runs; ++seed) {
    RestlessPlay play(file, seed);
    expectNoDifferences(file, play.run(frames), "seed " + std::to_string(seed), sum);
    resets += play.resetsInFlight();
    branches += play.branchesInFlight();
  }
  EXPECT_GT(sum.jumps, runs);
  EXPECT_GT(resets, runs / 2);
  EXPECT_GT(branches, runs / 2);
}

TEST(RandomPlay, WithResetsAndSavedStatesHasNoDifference) { playRestlessly(jumplab, 16, 1000); }

TEST(RandomPlay, WithResetsAndSavedStatesTwoHundredTimesHasNoDifference) {
  REQUIRE_SLOW();
  playRestlessly(jumplab, slowCases(200u), 1000);
}

TEST(RandomPlay, OfTheVariantsWithLagWithResetsAndSavedStatesHasNoDifference) {
  for (const char* variant : lag_variants) playRestlessly(variant, slowTestsWanted() ? 30 : 4, 1000);
}

// Rows [begin, end) of a recording and the writes of their frames.
Recording cut(const Recording& whole, size_t begin, size_t end) {
  Recording part;
  part.trace.header = whole.trace.header;
  part.trace.rows.assign(whole.trace.rows.begin() + static_cast<std::ptrdiff_t>(begin),
                         whole.trace.rows.begin() + static_cast<std::ptrdiff_t>(end));
  for (const trace::Write& write : whole.writes)
    if (write.frame >= begin && write.frame < end) part.writes.push_back(write);
  return part;
}

void cutAnywhere(const std::string& file) {
  const Recording whole = recordJumplab(jumplabCartridge(file), randomInputs(Style::LongHolds, 7, 1500));
  std::mt19937 random(7);
  Sum sum;
  for (int i = 0; i < 200; ++i) {
    const size_t begin = random() % whole.trace.rows.size();
    const size_t longest = std::min<size_t>(i % 2 ? 300 : 6, whole.trace.rows.size() - begin);
    const size_t end = begin + random() % (longest + 1);
    expectNoDifferences(file, cut(whole, begin, end),
                        "rows " + std::to_string(begin) + " to " + std::to_string(end), sum);
  }
  EXPECT_GT(sum.values, 1000u);
}

TEST(RandomPlay, CutOutAtAnyFrameHasNoDifference) { cutAnywhere(jumplab); }

TEST(RandomPlay, OfTheVariantsWithLagCutOutAtAnyFrameHasNoDifference) {
  for (const char* variant : lag_variants) cutAnywhere(variant);
}

}  // namespace
}  // namespace jumpscope::tests
