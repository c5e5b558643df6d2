#include "src/play/sound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "src/play/pacer.h"
#include "tests/support/sanitized.h"
#include "tests/support/sound_compare.h"

namespace jumpscope::play {
namespace {

constexpr int64_t second = 1'000'000'000;

std::vector<int16_t> sine(double hz, size_t count, double amplitude = 20000) {
  std::vector<int16_t> samples(count);
  for (size_t i = 0; i < count; ++i)
    samples[i] = static_cast<int16_t>(
        std::nearbyint(amplitude * std::sin(2 * std::numbers::pi * hz * static_cast<double>(i) / 48000)));
  return samples;
}

// How much louder the sine of `frequency` (of the sample rate) is than all else, in dB.
double snrOfSine(std::span<const int16_t> samples, double frequency) {
  double ss = 0, sc = 0, cc = 0, ys = 0, yc = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(i);
    const double s = std::sin(angle), c = std::cos(angle);
    ss += s * s, sc += s * c, cc += c * c, ys += samples[i] * s, yc += samples[i] * c;
  }
  const double determinant = ss * cc - sc * sc;
  const double a = (ys * cc - yc * sc) / determinant, b = (yc * ss - ys * sc) / determinant;
  double signal = 0, noise = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(i);
    const double fitted = a * std::sin(angle) + b * std::cos(angle);
    signal += fitted * fitted;
    noise += (samples[i] - fitted) * (samples[i] - fitted);
  }
  return 10 * std::log10(signal / noise);
}

// Music of a kind: tones that come and go, no two seconds alike.
std::vector<int16_t> music(size_t count, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::vector<int16_t> samples(count);
  double phase1 = 0, phase2 = 0, hz1 = 440, hz2 = 220;
  for (size_t i = 0; i < count; ++i) {
    if (i % 5000 == 0) hz1 = 200 + random() % 2000;
    if (i % 7000 == 0) hz2 = 80 + random() % 400;
    phase1 += hz1 / 48000, phase2 += hz2 / 48000;
    samples[i] = static_cast<int16_t>(6000 * std::sin(2 * std::numbers::pi * phase1) +
                                      8000 * std::sin(2 * std::numbers::pi * phase2));
  }
  return samples;
}

TEST(Resampler, ASineWaveIsPreserved) {
  for (const double ratio : {0.995, 1.0, 1.00037, 1.005}) {
    for (const auto& [hz, least_db] :
         {std::pair{100.0, 80.0}, {1000.0, 80.0}, {10000.0, 80.0}, {16000.0, 60.0}}) {
      Resampler resampler;
      std::vector<int16_t> out;
      const std::vector<int16_t> in = sine(hz, 48000);
      // In pieces of a frame.
      for (size_t at = 0; at + 800 <= in.size(); at += 800)
        resampler.process(std::span(in).subspan(at, 800), 1 / ratio, out);
      EXPECT_NEAR(static_cast<double>(out.size()), 48000 * ratio, 20);
      const double snr = snrOfSine(std::span(out).subspan(200), hz / 48000 / ratio);
      EXPECT_GT(snr, least_db) << hz << " Hz at " << ratio;
    }
  }
}

TEST(Resampler, AtTheSameRateNothingIsChanged) {
  Resampler resampler;
  std::vector<int16_t> out;
  const std::vector<int16_t> in = music(5000);
  resampler.process(in, 1, out);
  ASSERT_GT(out.size(), 4900u);
  for (size_t i = 0; i < out.size(); ++i) ASSERT_NEAR(out[i], in[i], 1) << i;
}

TEST(Resampler, DownsamplingDoesNotAlias) {
  Resampler resampler(0.5);
  std::vector<int16_t> out;
  resampler.process(sine(20000, 48000), 2, out);
  for (size_t i = 100; i < out.size(); ++i) ASSERT_LT(std::abs(out[i]), 20) << i;
}

// A device with a clock of its own, and a window whose frames come late.
struct Simulation {
  double clock_error = 0;  // of the device: 0.004 is fast
  int display_hz = 0;      // frames wait for the display's refresh; 0: they do not
  double jitter_ms = 2;    // and are late by up to this much more
  bool tells_lateness = true;
  int device_rate = 48000, block = 512;

  double worst_latency_ms = 0, worst_wobble = 0, last_ratio = 0;
  SoundQueue::Counts counts{};
  std::vector<int16_t> made{}, heard{};

  void run(double seconds) {
    Sound sound(device_rate, block);
    std::mt19937 random(7);
    const double frame_ns = 1e9 / frameRate(console::Region::Ntsc).hz();
    const double block_ns = 1e9 * block / (device_rate * (1 + clock_error));
    double next_block = 3e6, samples_due = 0;
    std::vector<int16_t> out(static_cast<size_t>(block));
    const bool records = seconds < 60;
    made = music(static_cast<size_t>(records ? (seconds + 1) * 48000 : 48000));
    size_t at = 0;
    std::vector<double> ratios;
    for (int64_t frame = 0; static_cast<double>(frame) * frame_ns < seconds * 1e9; ++frame) {
      const double due = static_cast<double>(frame) * frame_ns;
      double now = due + jitter_ms * 1e6 * static_cast<double>(random() % 1000) / 1000;
      if (display_hz > 0) now = std::ceil(now * display_hz / 1e9) * 1e9 / display_hz;
      while (next_block <= now) {
        sound.pull(out, static_cast<int64_t>(next_block));
        if (records) heard.insert(heard.end(), out.begin(), out.end());
        next_block += block_ns;
      }
      samples_due += 48000 * frame_ns / 1e9;
      const auto count = static_cast<size_t>(samples_due);
      samples_due -= static_cast<double>(count);
      if (at + count > made.size()) at = 0;
      sound.play(std::span(made).subspan(at, count), static_cast<int64_t>(now),
                 tells_lateness ? static_cast<int64_t>(now - due) : 0);
      at += count;
      worst_latency_ms = std::max(worst_latency_ms, sound.latencyMs(static_cast<int64_t>(now)));
      ratios.push_back(sound.ratio());
      // After the first ten seconds the ratio of a second ago is much the same.
      if (ratios.size() > 600)
        worst_wobble = std::max(worst_wobble, std::abs(ratios.back() - ratios[ratios.size() - 60]));
    }
    last_ratio = sound.ratio();
    counts = sound.counts();
  }
};

TEST(Sound, TenMinutesWithADeviceOfAnotherClockHaveNoGapAndLittleLatency) {
  for (const double clock_error : {-0.004, 0.0, 0.004}) {
    for (const int display_hz : {0, 60, 75, 144}) {
      Simulation s{.clock_error = clock_error, .display_hz = display_hz};
      s.run(tests::case_step > 1 ? 30 : 600);
      const std::string what =
          "clock " + std::to_string(clock_error) + ", display " + std::to_string(display_hz);
      EXPECT_EQ(s.counts.underruns, 0u) << what;
      EXPECT_EQ(s.counts.dropped_samples, 0u) << what;
      EXPECT_LE(s.worst_latency_ms, 60) << what;
      EXPECT_NEAR(s.last_ratio, 1 + clock_error, 0.001) << what;
      EXPECT_LT(s.worst_wobble, 0.0015) << what << ": that is 2.6 cents";
    }
  }
}

TEST(Sound, LatencyIsBoundedWithoutTheDevicesTiming) {
  for (const int display_hz : {60, 75, 144}) {
    Simulation s{.clock_error = 0.002, .display_hz = display_hz, .tells_lateness = false};
    s.run(tests::case_step > 1 ? 30 : 120);
    EXPECT_EQ(s.counts.underruns, 0u) << display_hz;
    EXPECT_LE(s.worst_latency_ms, 60) << display_hz;
  }
}

// The window's loop on a display whose pictures take their time: runs what is due, plays what that made, draws.
struct SlowWindow {
  double clock_error = 0;
  Sound sound{48000, 512};
  Pacer pacer{frameRate(console::Region::Ntsc)};
  std::vector<int16_t> made = music(480'000), out = std::vector<int16_t>(512);
  size_t at = 0;
  int64_t now = 0, frames = 0;
  double next_block = 3e6, samples_due = 0, worst_latency_ms = 0, worst_ratio = 0;
  std::mt19937 random{7};

  void until(int64_t then) {
    while (next_block <= static_cast<double>(then)) {
      sound.pull(out, static_cast<int64_t>(next_block));
      next_block += 512e9 / (48000 * (1 + clock_error));
    }
    now = then;
  }
  void run(double seconds, int picture_ms) {
    const int64_t end = now + static_cast<int64_t>(seconds * 1e9);
    while (now < end) {
      const int due = pacer.due(now);
      frames += due;
      until(now + due * 1'000'000);
      samples_due += due * 48000 / frameRate(console::Region::Ntsc).hz();
      const auto count = static_cast<size_t>(samples_due);
      samples_due -= static_cast<double>(count);
      if (at + count > made.size()) at = 0;
      if (count > 0) sound.play(std::span(made).subspan(at, count), now, pacer.lateNs(now));
      at += count;
      worst_latency_ms = std::max(worst_latency_ms, sound.latencyMs(now));
      worst_ratio = std::max(worst_ratio, std::abs(sound.ratio() - 1));
      const int64_t jitter = static_cast<int64_t>(random() % 2000) * 1000;
      until(now + (due > 0 ? picture_ms * 1'000'000 : 0) + jitter);
      until(now + pacer.waitNs(now));
    }
  }
};

TEST(Sound, SlowPicturesTearNothingAndSlowNothing) {
  for (const int picture_ms : {34, 60, 100, 180}) {
    for (const double clock_error : {-0.002, 0.002}) {
      SlowWindow window{.clock_error = clock_error};
      window.sound.expectTurns(picture_ms * 1'000'000);
      window.run(60, picture_ms);
      const std::string what = std::to_string(picture_ms) + " ms, clock " + std::to_string(clock_error);
      EXPECT_EQ(window.sound.counts().underruns, 0u) << what;
      EXPECT_EQ(window.sound.counts().dropped_samples, 0u) << what;
      EXPECT_NEAR(static_cast<double>(window.frames), 60 * 60.0988, 12) << what;
      EXPECT_LE(window.worst_latency_ms, 1.4 * picture_ms + 50) << what;
    }
  }
}

// Pictures that become slow tear the sound while that is not known; and the latency returns when they are over.
TEST(Sound, TheLatencyFollowsThePicturesUpAndDown) {
  for (const int picture_ms : {34, 60, 100, 180}) {
    SlowWindow window;
    window.run(10, 5);
    EXPECT_EQ(window.sound.targetMs(), LatencyTarget::least_ms);
    EXPECT_EQ(window.sound.counts().underruns, 0u);
    window.run(3, picture_ms);
    const uint64_t torn = window.sound.counts().underruns;
    EXPECT_LE(torn, 3u) << picture_ms;
    window.run(20, picture_ms);
    EXPECT_EQ(window.sound.counts().underruns, torn) << picture_ms;
    window.worst_ratio = 0;
    window.run(80, 5);
    EXPECT_EQ(window.sound.counts().underruns, torn) << picture_ms << ": the way back";
    EXPECT_EQ(window.sound.counts().dropped_samples, 0u) << picture_ms;
    EXPECT_EQ(window.sound.targetMs(), LatencyTarget::least_ms) << picture_ms;
    EXPECT_NEAR(window.sound.latencyMs(window.now), LatencyTarget::least_ms, 20) << picture_ms;
    EXPECT_LE(window.worst_ratio, 0.005);
  }
}

TEST(LatencyTarget, OneStallChangesNothing) {
  LatencyTarget target(11);
  for (int i = 0; i < 100; ++i) {
    target.turn(17, i == 50 ? 150 : 1);
    EXPECT_EQ(target.ms(), LatencyTarget::least_ms) << i;
  }
}

TEST(LatencyTarget, IsBounded) {
  LatencyTarget target(11);
  target.expect(4000);
  EXPECT_EQ(target.ms(), LatencyTarget::most_ms);
  std::mt19937 random(3);
  for (int i = 0; i < 100'000; ++i) {
    target.turn(random() % 300, random() % 400);
    ASSERT_GE(target.ms(), LatencyTarget::least_ms);
    ASSERT_LE(target.ms(), LatencyTarget::most_ms);
  }
}

TEST(Sound, TheOutputEqualsTheInputApartFromTheDrift) {
  Simulation s{.clock_error = 0.003, .display_hz = 60};
  s.run(20);
  const tests::SoundComparison c = tests::compareSound(s.made, s.heard);
  ASSERT_TRUE(c.aligned);
  EXPECT_GT(c.seconds, 18);
  EXPECT_EQ(c.gaps, 0u) << "first at " << (c.gap_at.empty() ? 0 : c.gap_at[0]) << ", shift " << c.shift
                        << " from " << c.first;
  EXPECT_GT(c.worst_snr_db, 50);
  EXPECT_GE(c.lowest_ratio, 0.9949);
  EXPECT_LE(c.highest_ratio, 1.0051);
}

TEST(Sound, AComparisonFindsGapsAndWrongSound) {
  Simulation s;
  s.run(tests::case_step > 1 ? 4 : 10);
  const ptrdiff_t at = tests::case_step > 1 ? 100'000 : 200'000, end = at + 480;  // 10 ms
  std::vector<int16_t> gap = s.heard;
  gap.erase(gap.begin() + at, gap.begin() + end);
  EXPECT_GE(tests::compareSound(s.made, gap).gaps, 1u);
  std::vector<int16_t> silence = s.heard;
  std::fill(silence.begin() + at, silence.begin() + end, int16_t{0});
  EXPECT_GE(tests::compareSound(s.made, silence).gaps, 1u);
  EXPECT_FALSE(tests::compareSound(music(tests::case_step > 1 ? 192'000 : 480'000, 2), s.heard).aligned);
}

TEST(Sound, OtherDeviceRatesWork) {
  for (const int rate : {44100, 96000}) {
    Simulation s{.clock_error = -0.002, .device_rate = rate};
    s.run(30);
    EXPECT_EQ(s.counts.underruns, 0u) << rate;
    EXPECT_EQ(s.counts.dropped_samples, 0u) << rate;
    EXPECT_LE(s.worst_latency_ms, 60) << rate;
    EXPECT_NEAR(s.last_ratio, 0.998, 0.001) << rate;
  }
}

// The largest step between two samples: a click is one that the sound itself does not have.
int largestStep(std::span<const int16_t> samples) {
  int largest = 0;
  for (size_t i = 1; i < samples.size(); ++i)
    largest = std::max(largest, std::abs(samples[i] - samples[i - 1]));
  return largest;
}

struct Listener {
  Sound sound{48000, 512};
  int64_t now = 0;
  std::vector<int16_t> heard;

  void listen(int blocks) {
    std::vector<int16_t> out(512);
    for (int i = 0; i < blocks; ++i) {
      now += 512 * second / 48000;
      sound.pull(out, now);
      heard.insert(heard.end(), out.begin(), out.end());
    }
  }
};

TEST(Sound, APauseFadesOutAndResumesWithoutAClick) {
  // 100 Hz at 20000: a step of at most 262 a sample.
  const std::vector<int16_t> in = sine(100, 48000);
  Listener l;
  for (int round = 0; round < 5; ++round) {
    for (size_t frame = 0; frame < 7; ++frame) {
      l.sound.play(std::span(in).subspan(frame * 800 + static_cast<size_t>(round) * 37, 800), l.now);
      l.listen(frame % 2 == 0 ? 1 : 2);
    }
    l.listen(20);  // paused
    EXPECT_EQ(l.heard.back(), 0);
    EXPECT_EQ(*std::max_element(l.heard.end() - 2000, l.heard.end()), 0);
  }
  EXPECT_EQ(l.sound.counts().underruns, 5u);
  EXPECT_GT(*std::max_element(l.heard.begin(), l.heard.end()), 18000);
  EXPECT_LT(largestStep(l.heard), 262 + 20000 / 128 + 20);
}

TEST(Sound, FastForwardDropsFramesWithoutAClickOrLatency) {
  const std::vector<int16_t> in = sine(100, 480000);
  Listener l;
  size_t at = 0;
  // Ten frames in the time of one.
  for (int frame = 0; frame < 50; ++frame) {
    for (int i = 0; i < 10; ++i, at += 800) {
      l.sound.playFast(std::span(in).subspan(at, 800), l.now);
      EXPECT_LE(l.sound.latencyMs(l.now), 60);
    }
    l.listen(frame % 2 == 0 ? 1 : 2);
  }
  EXPECT_EQ(l.sound.counts().underruns, 0u);
  EXPECT_LT(largestStep(l.heard), 262 + 40000 / 128 + 20);
  EXPECT_EQ(l.sound.ratio(), 1);
}

TEST(Sound, FramesAfterAStallAreCutToTheLatency) {
  const std::vector<int16_t> in = sine(100, 48000);
  Listener l;
  for (size_t frame = 0; frame < 8; ++frame) {
    l.sound.play(std::span(in).subspan(frame * 800, 800), l.now);
    EXPECT_LE(l.sound.latencyMs(l.now), 60.1);
  }
  EXPECT_GT(l.sound.counts().dropped_samples, 2000u);
  l.listen(8);
  EXPECT_LT(largestStep(l.heard), 262 + 40000 / 128 + 20);
}

TEST(Sound, VolumeAndMuteActWithoutAClick) {
  const std::vector<int16_t> in = sine(100, 48000);
  Listener l;
  size_t at = 0;
  const auto loudest = [&](int volume, bool mute) {
    l.sound.setVolume(volume, mute);
    for (int i = 0; i < 12; ++i, at += 800) {
      l.sound.play(std::span(in).subspan(at, 800), l.now);
      l.listen(i % 3 == 0 ? 1 : 2);
    }
    return *std::max_element(l.heard.end() - 1000, l.heard.end());
  };
  EXPECT_NEAR(loudest(100, false), 20000, 5);
  EXPECT_NEAR(loudest(50, false), 5000, 5);
  EXPECT_EQ(loudest(50, true), 0);
  EXPECT_NEAR(loudest(100, false), 20000, 5);
  EXPECT_LT(largestStep(l.heard), 262 + 20000 / 128 + 20);
}

}  // namespace
}  // namespace jumpscope::play
