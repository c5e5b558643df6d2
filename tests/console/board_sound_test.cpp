// The sound of boards as it comes out of the console, with the chip's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "mappers/board.h"
#include "src/console/console.h"
#include "tests/console/agreement.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console {
namespace {

using tests::Program;

constexpr double ntsc_clock = 39375000.0 / 22;

// A program that plays one tone for ever on a board.
struct Tone {
  int mapper;
  double period;  // CPU cycles
  void (*play)(Program& program);
};

void playVrc6(Program& program) {
  program.store(0x9003, 0x00).store(0x9000, 0x7F).store(0x9001, 0xFB).store(0x9002, 0x80);
}
// Address lines 0 and 1 are exchanged.
void playVrc6b(Program& program) {
  program.store(0x9003, 0x00).store(0x9000, 0x7F).store(0x9002, 0xFB).store(0x9001, 0x80);
}
void playMmc5(Program& program) {
  program.store(0x5015, 0x01).store(0x5000, 0xBF).store(0x5002, 0xFB).store(0x5003, 0x00);
}
void playSunsoft5b(Program& program) {
  const int values[][2] = {{0, 126}, {1, 0}, {7, 0x3E}, {8, 0x0F}};
  for (const auto& [reg, value] : values)
    program.store(0xC000, static_cast<uint8_t>(reg)).store(0xE000, static_cast<uint8_t>(value));
}
// One channel of eight; a waveform of 32 samples, half of them high. Each update adds $4000 to a phase of which
// $10000 are a sample: 15 * 8 * 4 cycles a sample at all eight channels, and 1/8 of that at one.
void playNamco163(Program& program) {
  program.store(0xE000, 0x00).store(0xF800, 0x80);
  for (int i = 0; i < 16; ++i) program.store(0x4800, i < 8 ? 0xFF : 0x00);
  program.store(0xF800, 0x80 | 0x78);
  for (const int value : {0x00, 0x00, 0x40, 0x00, 0xE0, 0x00, 0x00, 0x0F})
    program.store(0x4800, static_cast<uint8_t>(value));
}

constexpr Tone tones[] = {
    {24, 16 * 252, playVrc6},          {26, 16 * 252, playVrc6b},         {5, 16 * 252, playMmc5},
    {69, 2 * 16 * 126, playSunsoft5b}, {19, 15.0 * 32 * 4, playNamco163},
};

// The program lies at $E000, where each of these boards has its last bank at power-on.
std::shared_ptr<const Cartridge> onBoard(const Tone& tone, bool plays) {
  constexpr uint16_t start = 0xE000;
  Program program;
  program.org(0xFFFC).put({start & 0xFF, start >> 8}).org(start);
  if (plays) tone.play(program);
  auto made = std::make_shared<Cartridge>(*program.spin().build());
  made->mapper = tone.mapper;
  made->board = mappers::boardName(tone.mapper);
  return made;
}

Options listening() {
  Options options;
  options.audio = true;
  return options;
}

int loudest(const std::vector<int16_t>& samples) {
  int most = 0;
  for (const int16_t sample : samples) most = std::max(most, std::abs(int{sample}));
  return most;
}

// Of a wave that is once high and once low in a period. The high-passes make it cross zero more often.
double frequency(const std::vector<int16_t>& samples) {
  const int high = loudest(samples) / 2;
  std::vector<size_t> rises;
  bool low = false;
  for (size_t i = 0; i < samples.size(); ++i) {
    if (low && samples[i] > high) rises.push_back(i);
    low = samples[i] < -high || (low && samples[i] <= high);
  }
  if (rises.size() < 2) return 0;
  return 48000.0 * static_cast<double>(rises.size() - 1) / static_cast<double>(rises.back() - rises.front());
}

class BoardTone : public testing::TestWithParam<Tone> {};

TEST_P(BoardTone, IsHeardAtItsFrequency) {
  Console console(onBoard(GetParam(), true), listening());
  tests::runFrames(console, 10);
  console.takeSamples();
  tests::runFrames(console, 60);
  const std::vector<int16_t> samples = console.takeSamples();
  const double wanted = ntsc_clock / GetParam().period;
  EXPECT_NEAR(frequency(samples), wanted, wanted * 0.001);
  EXPECT_GT(loudest(samples), 1000);
  EXPECT_LT(loudest(samples), 30000);  // nothing is cut off
}

TEST_P(BoardTone, IsNotThereUntilAProgramPlaysIt) {
  Console console(onBoard(GetParam(), false), listening());
  tests::runFrames(console, 60);
  const std::vector<int16_t> samples = console.takeSamples();
  EXPECT_GT(samples.size(), 47000u);
  EXPECT_EQ(loudest(samples), 0);
}

TEST_P(BoardTone, IsTheSameSampleForSampleInBothPolicies) {
  tests::Scenario scenario;
  scenario.cartridge = onBoard(GetParam(), true);
  scenario.description = "mapper " + std::to_string(GetParam().mapper);
  scenario.reset_frame = 5;
  tests::expectPoliciesAgree(scenario, 10);
}

// However often samples are taken.
TEST_P(BoardTone, DoesNotDependOnWhenSamplesAreTaken) {
  Console often(onBoard(GetParam(), true), listening()), once = often;
  std::vector<int16_t> pieces;
  for (int frame = 0; frame < 20; ++frame) {
    for (Console* console : {&often, &once}) console->runFrame();
    for (int i = 0; i < 3; ++i) {
      for (Console* console : {&often, &once}) console->step();
      const std::vector<int16_t> piece = often.takeSamples();
      pieces.insert(pieces.end(), piece.begin(), piece.end());
    }
  }
  EXPECT_EQ(pieces, once.takeSamples());
}

TEST_P(BoardTone, GoesOnInACopyAndAfterARestore) {
  Console console(onBoard(GetParam(), true), listening());
  tests::runFrames(console, 30);
  const int usual = loudest(console.takeSamples());
  const State early = console.state();
  Console copy = console;
  for (Console* each : {&console, &copy}) {
    for (int again = 0; again < 3; ++again) {
      tests::runFrames(*each, 20);
      const std::vector<int16_t> samples = each->takeSamples();
      EXPECT_NEAR(static_cast<double>(samples.size()), 20 * 48000 / 60.0988, 40);
      EXPECT_GT(loudest(samples), 1000);
      EXPECT_LE(loudest(samples), usual * 3 / 2);
      EXPECT_NEAR(frequency(samples), ntsc_clock / GetParam().period, 5);
      each->restore(early);
    }
  }
}

TEST_P(BoardTone, CanBeLeftOutOfTheMix) {
  Console switched(onBoard(GetParam(), true), listening()), plain = switched;
  for (const bool heard : {false, true}) {
    switched.setChannels(heard ? 0x20 : 0x1F);
    tests::runFrames(switched, 10);
    tests::runFrames(plain, 10);
    switched.takeSamples();
    tests::runFrames(switched, 10);
    tests::runFrames(plain, 10);
    const int most = loudest(switched.takeSamples());
    EXPECT_EQ(most > 1000, heard) << most;
    EXPECT_TRUE(switched.state() == plain.state());
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, BoardTone, testing::ValuesIn(tones),
                         [](const auto& info) { return "Mapper" + std::to_string(info.param.mapper); });

// The board has run for as long as the console says, whatever its registers do.
TEST(BoardSound, AStateWithTheBoardsTimeSpoiltIsLeftInNoTime) {
  for (const Tone& tone : tones) {
    Console console(onBoard(tone, true), listening());
    tests::runFrames(console, 3);
    State state = console.state();
    constexpr uint64_t far = uint64_t{1} << 40;
    state.cycle += far;
    state.apu.cycle += far;
    state.controllers.cycle += far;
    state.ppu.clock += 12 * far;
    for (const int fill : {0x00, 0x7F, 0xFF}) {
      state.board.registers.fill(static_cast<uint8_t>(fill));
      console.restore(state);
      tests::runFrames(console, 2);
      EXPECT_LT(console.takeSamples().size(), 48000u);
    }
  }
}

}  // namespace
}  // namespace jumpscope::console
