#include "src/play/sound_out.h"

#include <SDL.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <numbers>
#include <thread>

#include "src/base/files.h"
#include "src/play/pacer.h"
#include "tests/support/sound_compare.h"

namespace jumpscope::play {
namespace {

namespace fs = std::filesystem;

// Sets an environment variable while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) { setenv(name, value.c_str(), 1); }
  ~Variable() { unsetenv(name_); }

 private:
  const char* name_;
};

// A tone that rises, so that every moment is told from every other.
std::vector<int16_t> risingTone(size_t count) {
  std::vector<int16_t> samples(count);
  double phase = 0;
  for (size_t i = 0; i < count; ++i) {
    phase += (200 + static_cast<double>(i) / 100) / 48000;
    samples[i] = static_cast<int16_t>(10000 * std::sin(2 * std::numbers::pi * phase));
  }
  return samples;
}

TEST(SoundOut, WithoutADeviceItIsSilentAndSaysSo) {
  const Variable driver("SDL_AUDIODRIVER", "nothing");
  SoundOut out;
  const std::string words = out.open();
  EXPECT_EQ(words.find("there is no sound device ("), 0u) << words;
  EXPECT_NE(words.find("; the game runs without sound"), std::string::npos) << words;
  EXPECT_FALSE(out.isOpen());
  out.play(risingTone(800));
  out.playFast(risingTone(800));
  out.setVolume(50, false);
  EXPECT_EQ(out.latencyMs(), 0);
}

TEST(SoundOut, TheDummyDriverTakesSound) {
  const Variable driver("SDL_AUDIODRIVER", "dummy");
  SoundOut out;
  ASSERT_EQ(out.open(), "");
  out.play(risingTone(800));
  EXPECT_GT(out.latencyMs(), 20);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(out.counts().underruns, 1u);
}

// Three seconds through SDL's disk driver, as a window would play them.
TEST(SoundOut, TheDiskDriverWritesTheSoundThatWasPlayed) {
  const fs::path file = fs::temp_directory_path() / ("jumpscope_sound_" + std::to_string(getpid()) + ".raw");
  const std::vector<int16_t> made = risingTone(48000 * 3);
  SoundQueue::Counts counts;
  {
    const Variable driver("SDL_AUDIODRIVER", "disk"), name("SDL_DISKAUDIOFILE", file.string());
    SoundOut out;
    ASSERT_EQ(out.open(), "");
    Pacer pacer(frameRate(console::Region::Ntsc));
    double due_samples = 0;
    for (size_t at = 0;;) {
      std::this_thread::sleep_for(std::chrono::nanoseconds(pacer.waitNs(steadyNs())));
      const int frames = pacer.due(steadyNs());
      for (int frame = 0; frame < frames; ++frame) {
        due_samples += 48000 / frameRate(console::Region::Ntsc).hz();
        const size_t end = std::min(static_cast<size_t>(due_samples), made.size());
        out.play(std::span(made).subspan(at, end - at), pacer.lateNs(steadyNs()));
        at = end;
      }
      if (at == made.size()) break;
    }
    counts = out.counts();
  }
  const std::vector<uint8_t> bytes = base::readFile(file);
  fs::remove(file);
  std::vector<int16_t> heard(bytes.size() / 2);
  std::memcpy(heard.data(), bytes.data(), heard.size() * 2);
  if (counts.underruns > 0 || counts.dropped_samples > 0)
    GTEST_SKIP() << "SKIPPED: this machine is too busy to play sound in time";
  const tests::SoundComparison c = tests::compareSound(made, heard);
  ASSERT_TRUE(c.aligned);
  EXPECT_GT(c.seconds, 2.5);
  EXPECT_EQ(c.gaps, 0u);
  EXPECT_GT(c.worst_snr_db, 40);
}

}  // namespace
}  // namespace jumpscope::play
