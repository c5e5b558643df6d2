#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "src/console/console.h"
#include "tests/console/cartridge_builder.h"

namespace jumpscope::console {
namespace {

// A console that plays a tone on the first pulse for ever.
Console toneConsole() {
  Options options;
  options.audio = true;
  return Console(tests::Program()
                     .store(0x4015, 0x01)
                     .store(0x4000, 0xBF)
                     .store(0x4002, 0xFD)
                     .store(0x4003, 0x00)
                     .spin()
                     .build(),
                 options);
}

size_t samplesOfFrames(Console& console, int frames) {
  tests::runFrames(console, frames);
  return console.takeSamples().size();
}

TEST(Sound, AFrameIsAsManySamplesAsItLasts) {
  Console console = toneConsole();
  samplesOfFrames(console, 2);
  // 48,000 samples a second at 60.0988 frames.
  EXPECT_NEAR(static_cast<double>(samplesOfFrames(console, 60)), 60 * 48000 / 60.0988, 3);
}

TEST(Sound, GoesOnWithoutAGapAfterAStateOfAnotherTimeIsRestored) {
  Console console = toneConsole();
  tests::runFrames(console, 5);
  const State early = console.state();
  tests::runFrames(console, 100);
  const State late = console.state();
  console.takeSamples();

  console.restore(early);
  EXPECT_NEAR(static_cast<double>(samplesOfFrames(console, 60)), 60 * 48000 / 60.0988, 40);
  console.restore(late);
  EXPECT_NEAR(static_cast<double>(samplesOfFrames(console, 60)), 60 * 48000 / 60.0988, 40);
}

TEST(Sound, ChannelsAreSwitchedWhileItPlaysAndNoStateKnows) {
  Console switched = toneConsole(), plain = toneConsole();
  const auto loudness = [](const std::vector<int16_t>& samples) {
    int loudest = 0;
    // Without the first tenth of a second, in which a change dies away.
    for (size_t i = 4800; i < samples.size(); ++i) loudest = std::max(loudest, std::abs(samples[i]));
    return loudest;
  };
  for (const uint8_t channels : {31, 30, 1, 31}) {
    switched.setChannels(channels);
    tests::runFrames(switched, 30);
    tests::runFrames(plain, 30);
    const std::vector<int16_t> heard = switched.takeSamples(), all = plain.takeSamples();
    EXPECT_EQ(heard.size(), all.size());
    EXPECT_EQ(loudness(heard) > 1000, (channels & 1) != 0) << int(channels) << ": " << loudness(heard);
    EXPECT_GT(loudness(all), 1000);
    EXPECT_TRUE(switched.state() == plain.state());
    if (channels == 31 && switched.frame() < 40) {
      EXPECT_EQ(heard, all);
    }
  }
}

}  // namespace
}  // namespace jumpscope::console
