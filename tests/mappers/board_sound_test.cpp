// The sound of boards, as a listener hears it.
#include <algorithm>
#include <cmath>

#include "tests/mappers/board_bench.h"

namespace jumpscope::tests {
namespace {

struct Heard : mappers::SoundListener {
  std::vector<std::pair<uint64_t, float>> levels;
  void level(uint64_t cycle, float level) override { levels.emplace_back(cycle, level); }

  // Rises and falls of a square wave.
  std::vector<uint64_t> edges() const {
    std::vector<uint64_t> cycles;
    for (size_t i = 1; i < levels.size(); ++i)
      if (levels[i].second != levels[i - 1].second) cycles.push_back(levels[i].first);
    return cycles;
  }
  float loudest() const {
    float most = 0;
    for (const auto& [cycle, level] : levels) most = std::max(most, level);
    return most;
  }
};

void run(BoardBench& bench, uint64_t cycles) { bench->runTo(bench.cycle += cycles); }

TEST(Vrc6Sound, APulseIsHighForItsDutyOfSixteenSteps) {
  BoardBench bench({.mapper = 24});
  Heard heard;
  bench->listen(&heard);
  bench.write(0x9000, 0x3F);  // four of sixteen, loudest
  bench.write(0x9001, 99);
  bench.write(0x9002, 0x80);
  heard.levels.clear();
  run(bench, 16 * 100 * 3);
  const auto edges = heard.edges();
  ASSERT_GE(edges.size(), 4u);
  const uint64_t first = edges[1] - edges[0], second = edges[2] - edges[1];
  EXPECT_EQ(first + second, 1600u);
  EXPECT_EQ(std::min(first, second), 400u);
  EXPECT_NEAR(heard.loudest(), 0.1494f, 1e-4f);
}

TEST(Vrc6Sound, TheSawtoothRisesSixTimes) {
  BoardBench bench({.mapper = 24});
  Heard heard;
  bench->listen(&heard);
  bench.write(0xB000, 8);
  bench.write(0xB001, 9);
  bench.write(0xB002, 0x80);
  heard.levels.clear();
  run(bench, 14 * 10 * 2);
  ASSERT_EQ(heard.levels.size(), 14u);  // six rises and a fall, twice
  EXPECT_NEAR(heard.loudest(), 6 * 0.1494f / 15, 1e-4f);
}

TEST(Vrc6Sound, AHaltStopsIt) {
  BoardBench bench({.mapper = 24});
  Heard heard;
  bench->listen(&heard);
  bench.write(0x9000, 0x3F);
  bench.write(0x9002, 0x80);
  bench.write(0x9003, 0x01);
  heard.levels.clear();
  run(bench, 10000);
  EXPECT_TRUE(heard.levels.empty());
}

TEST(Sunsoft5bSound, ASquareWaveTurnsEverySixteenCyclesTimesItsPeriod) {
  BoardBench bench({.mapper = 69});
  Heard heard;
  bench->listen(&heard);
  const auto set = [&](unsigned reg, unsigned value) {
    bench.write(0xC000, reg);
    bench.write(0xE000, value);
  };
  set(0, 50);
  set(7, 0x3E);  // the first wave alone
  set(8, 0x0F);
  heard.levels.clear();
  run(bench, 16 * 50 * 5);
  const auto edges = heard.edges();
  ASSERT_GE(edges.size(), 3u);
  EXPECT_EQ(edges[1] - edges[0], 800u);
  EXPECT_EQ(edges[2] - edges[1], 800u);
}

TEST(Sunsoft5bSound, TheEnvelopeFallsOnceAndStays) {
  BoardBench bench({.mapper = 69});
  Heard heard;
  bench->listen(&heard);
  const auto set = [&](unsigned reg, unsigned value) {
    bench.write(0xC000, reg);
    bench.write(0xE000, value);
  };
  set(7, 0x3F);  // a steady level
  set(8, 0x10);  // of the envelope
  set(11, 10);
  set(13, 0x00);
  heard.levels.clear();
  run(bench, 160 * 40);
  ASSERT_FALSE(heard.levels.empty());
  EXPECT_EQ(heard.levels.back().second, 0);
  for (size_t i = 1; i < heard.levels.size(); ++i)
    EXPECT_LT(heard.levels[i].second, heard.levels[i - 1].second);
}

TEST(Namco163Sound, PlaysItsRam) {
  BoardBench bench({.mapper = 19});
  Heard heard;
  bench->listen(&heard);
  bench.write(0xF800, 0x80);
  bench.write(0x4800, 0xF0);  // two samples: 0 and 15
  const unsigned channel[] = {0x00, 0x00, 0x00, 0x00, 0xFD, 0x00, 0x00, 0x0F};
  for (unsigned i = 0; i < 8; ++i) {
    bench.write(0xF800, 0x78 + i);
    bench.write(0x4800, channel[i]);
  }
  heard.levels.clear();
  run(bench, 15 * 8 * 20);
  float least = 0;
  for (const auto& [cycle, level] : heard.levels) least = std::min(least, level);
  EXPECT_GT(heard.loudest(), 0);
  EXPECT_LT(least, 0);
}

// How much louder than one of the console's pulses at its loudest (NESdev "APU Mixer") a square wave is, in dB.
double decibels(float swing) {
  constexpr double console_pulse = 95.88 / (8128.0 / 15 + 100);
  return 20 * std::log10(swing / console_pulse);
}

// The levels' swing after a board has been told to play as the test programs db_5b, db_vrc6, db_mmc5 and db_n163 of
// bbbradsmith's nes-audio-tests do.
float swingOf(const BoardSpec& spec, const std::vector<std::pair<unsigned, unsigned>>& writes) {
  BoardBench bench(spec);
  Heard heard;
  bench->listen(&heard);
  for (const auto& [address, value] : writes) bench.write(address, value);
  heard.levels.clear();
  run(bench, 5 * 4064);
  const auto [least, most] =
      std::minmax_element(heard.levels.begin(), heard.levels.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; });
  return heard.levels.empty() ? 0 : most->second - least->second;
}

TEST(BoardLoudness, ASquareWaveOfThe5bIsAsLoudAsNsfplayAndMesenHaveIt) {
  const double db = decibels(
      swingOf({.mapper = 69},
              {{0xC000, 0}, {0xE000, 127}, {0xC000, 7}, {0xE000, 0x3E}, {0xC000, 8}, {0xE000, 0x0C}}));
  EXPECT_GE(db, -2.5);
  EXPECT_LE(db, 2.0);
}

TEST(BoardLoudness, PulsesOfVrc6AndMmc5AreAsLoudAsTheConsoles) {
  EXPECT_NEAR(decibels(swingOf({.mapper = 24}, {{0x9000, 0x7F}, {0x9001, 253}, {0x9002, 0x80}})), 0, 0.1);
  EXPECT_NEAR(decibels(swingOf({.mapper = 5}, {{0x5015, 1}, {0x5000, 0xBF}, {0x5002, 253}, {0x5003, 0xF0}})),
              0, 0.1);
}

TEST(BoardLoudness, OneChannelOfTheNamco163IsAsLoudAsTheSubmapperSays) {
  const auto db = [](int submapper) {
    std::vector<std::pair<unsigned, unsigned>> writes = {{0xF800, 0x80}};
    for (const unsigned samples : {0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0}) writes.emplace_back(0x4800, samples);
    const unsigned channel[] = {3867 & 0xFF, 0, 3867 >> 8, 0, 256 - 16, 0, 0, 0x0F};
    for (unsigned i = 0; i < 8; ++i) {
      writes.emplace_back(0xF800, 0x78 + i);
      writes.emplace_back(0x4800, channel[i]);
    }
    return decibels(swingOf({.mapper = 19, .submapper = submapper}, writes));
  };
  EXPECT_NEAR(db(0), 15.4, 0.1) << "as NSFPlay has it";
  EXPECT_NEAR(db(3), 12, 1);
  EXPECT_NEAR(db(4), 16.5, 0.5);
  EXPECT_NEAR(db(5), 18.75, 0.75);
}

TEST(BoardLoudness, ANamco163WithoutExpansionSoundHasNone) {
  for (const int submapper : {1, 2}) {
    BoardBench bench({.mapper = 19, .submapper = submapper});
    Heard heard;
    EXPECT_FALSE(bench->listen(&heard));
  }
}

TEST(Mmc5Sound, APulseIsHighForItsDutyOfEightSteps) {
  BoardBench bench({.mapper = 5});
  Heard heard;
  bench->listen(&heard);
  bench.write(0x5015, 0x01);
  bench.write(0x5000, 0x7F);  // two of eight, a steady level, endless
  bench.write(0x5002, 99);
  bench.write(0x5003, 0x00);
  heard.levels.clear();
  run(bench, 1600 * 3);
  const auto edges = heard.edges();
  ASSERT_GE(edges.size(), 3u);
  const uint64_t first = edges[1] - edges[0], second = edges[2] - edges[1];
  EXPECT_EQ(first + second, 1600u);
  EXPECT_EQ(std::min(first, second), 400u);
  EXPECT_NEAR(heard.loudest(), 0.1494f, 1e-4f);
}

TEST(Mmc5Sound, TheCpuSeesANoteEnd) {
  BoardBench bench({.mapper = 5});
  bench.write(0x5015, 0x03);
  bench.write(0x5000, 0x1F);
  bench.write(0x5003, 0x18);  // two frames of 240 a second
  EXPECT_EQ(bench.read(0x5015), 0x01);
  run(bench, 7457 * 2);
  EXPECT_EQ(bench.read(0x5015), 0x00);
}

TEST(Mmc5Sound, ProgramsWriteALevelThatIsNotZero) {
  BoardBench bench({.mapper = 5});
  Heard heard;
  bench->listen(&heard);
  bench.write(0x5011, 0x80);
  const float level = heard.levels.back().second;
  EXPECT_GT(level, 0);
  bench.write(0x5011, 0x00);
  EXPECT_EQ(heard.levels.back().second, level);
}

// A board need not be run before a write that has to do with neither its interrupt nor the picture chip.
TEST(Mmc5Sound, AWriteFindsItLeftBehind) {
  BoardBench kept({.mapper = 5}), left({.mapper = 5});
  Heard heard_kept, heard_left;
  kept->listen(&heard_kept);
  left->listen(&heard_left);
  uint32_t random = 1;
  for (int i = 0; i < 400; ++i) {
    random = random * 1664525 + 1013904223;
    const auto address = static_cast<uint16_t>(0x5000 + (random >> 8) % 0x16);
    const auto value = static_cast<uint8_t>(random >> 24);
    ASSERT_TRUE(left->foresight().leavesIrq(address));
    left->write(address, value, kept.cycle);
    kept.write(address, value);
    ASSERT_EQ(left.state, kept.state) << "write " << i;
    kept.cycle += random >> 12 & 0x7FF;
  }
  EXPECT_EQ(heard_left.levels, heard_kept.levels);
  EXPECT_FALSE(heard_kept.levels.empty());
}

// Whether somebody listens changes no state.
TEST(BoardSound, ListeningChangesNothing) {
  for (const int mapper : {5, 19, 24, 69}) {
    BoardBench silent({.mapper = mapper}), loud({.mapper = mapper});
    Heard heard;
    loud->listen(&heard);
    uint32_t random = 1;
    for (int i = 0; i < 400; ++i) {
      random = random * 1664525 + 1013904223;
      const unsigned address = mapper == 24   ? 0x9000 + (random >> 20) % 3 * 0x1000 + (random >> 8) % 3
                               : mapper == 5  ? 0x5000 + (random >> 8) % 0x16
                               : mapper == 69 ? 0xC000 + (i & 1) * 0x2000
                                              : (i & 1 ? 0x4800 : 0xF800);
      const unsigned value = random >> 24;
      for (BoardBench* bench : {&silent, &loud}) {
        bench->write(address, value);
        run(*bench, random >> 12 & 0x7FF);
      }
      ASSERT_EQ(silent.state, loud.state) << mapper << ", write " << i;
    }
    EXPECT_FALSE(heard.levels.empty()) << mapper;
  }
}

}  // namespace
}  // namespace jumpscope::tests
