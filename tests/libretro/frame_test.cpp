// What a core shows and plays is what our console makes.
#include <algorithm>

#include "src/session/frame_hash.h"
#include "tests/libretro/support.h"
#include "tests/support/sanitized.h"

namespace jumpscope::tests {
namespace {

constexpr int frames = 600 / case_step;

std::vector<int16_t> leftOf(const std::vector<int16_t>& stereo) {
  std::vector<int16_t> left;
  for (size_t i = 0; i < stereo.size(); i += 2) left.push_back(stereo[i]);
  return left;
}

TEST(Frames, AreThoseOfTheFrameHashesAndSoundAsThatOfTheWav) {
  for (const auto& program : programs()) {
    Host host(corePath(), uncropped());
    ASSERT_TRUE(host.load(program));
    console::Console console = consoleOf(program);
    std::string hashes = session::frame_hash_header;
    std::vector<int16_t> heard;
    for (int frame = 0; frame < frames; ++frame) {
      host.run();
      console.runFrame();
      ASSERT_TRUE(host.picture == shown(console)) << program << " frame " << frame;
      hashes += session::frameHashRow(static_cast<uint64_t>(frame), console.pixels());
      const std::vector<int16_t> made = console.takeSamples();
      heard.insert(heard.end(), made.begin(), made.end());
    }
    EXPECT_TRUE(leftOf(host.samples) == heard) << program;

    const Folder folder;
    const Outcome run =
        jumpscope({"run", program.string(), "--frames", std::to_string(frames), "--frame-hashes", "h.csv"},
                  folder.path);
    ASSERT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(readText(folder / "h.csv"), hashes) << program;
  }
}

TEST(Frames, BothEarsHearTheSame) {
  Host host(corePath());
  ASSERT_TRUE(host.load(jumplab()));
  for (int frame = 0; frame < 60; ++frame) host.run();
  ASSERT_GT(host.samples.size(), 2u * 47000);
  for (size_t i = 0; i < host.samples.size(); i += 2) ASSERT_EQ(host.samples[i], host.samples[i + 1]);
}

TEST(Frames, SamplesOneByOneAreThoseInBatches) {
  HostManner single;
  single.batches = false;
  Host batches(corePath());
  ASSERT_TRUE(batches.load(jumplab()));
  for (int frame = 0; frame < 30; ++frame) batches.run();
  const std::vector<int16_t> expected = batches.samples;
  batches.unload();
  Host one_by_one(corePath(), single);
  ASSERT_TRUE(one_by_one.load(jumplab()));
  for (int frame = 0; frame < 30; ++frame) one_by_one.run();
  EXPECT_TRUE(one_by_one.samples == expected);
}

TEST(Frames, ButtonsReachThePads) {
  Host host(corePath(), uncropped());
  ASSERT_TRUE(host.load(bytesOf(countingCartridge())));
  for (int frame = 0; frame < 10; ++frame) host.run();
  const auto* ram =
      static_cast<const uint8_t*>(host.call(host.core().get_memory_data, RETRO_MEMORY_SYSTEM_RAM));
  // The program keeps A in bit 7, then B, Select, Start, Up, Down, Left, Right.
  constexpr unsigned in_order[] = {RETRO_DEVICE_ID_JOYPAD_A,      RETRO_DEVICE_ID_JOYPAD_B,
                                   RETRO_DEVICE_ID_JOYPAD_SELECT, RETRO_DEVICE_ID_JOYPAD_START,
                                   RETRO_DEVICE_ID_JOYPAD_UP,     RETRO_DEVICE_ID_JOYPAD_DOWN,
                                   RETRO_DEVICE_ID_JOYPAD_LEFT,   RETRO_DEVICE_ID_JOYPAD_RIGHT};
  for (size_t i = 0; i < 8; ++i) {
    host.input.pads[0] = static_cast<uint16_t>(1 << in_order[i]);
    host.run();
    host.run();
    EXPECT_EQ(ram[0x11], 0x80 >> i);
  }
}

TEST(Frames, TheRateIsThatOfTheRegion) {
  const std::pair<const char*, double> rates[] = {{"ntsc", 60.0988}, {"pal", 50.00698}, {"dendy", 50.00698}};
  for (const auto& [region, rate] : rates) {
    HostManner manner;
    manner.options["jumpscope_region"] = region;
    Host host(corePath(), manner);
    ASSERT_TRUE(host.load(bytesOf(countingCartridge())));
    retro_system_av_info info{};
    host.call(host.core().get_system_av_info, &info);
    EXPECT_NEAR(info.timing.fps, rate, 0.0001) << region;
    EXPECT_EQ(host.call(host.core().get_region), rate < 55 ? RETRO_REGION_PAL : RETRO_REGION_NTSC) << region;
    // As many samples as the rates promise, after the first frame, which begins at the top of the picture.
    host.run();
    host.samples.clear();
    for (int frame = 0; frame < 600; ++frame) host.run();
    EXPECT_NEAR(static_cast<double>(host.samples.size()) / 2, 600 * info.timing.sample_rate / rate, 20)
        << region;
  }
}

// Frames that are not shown, as in run-ahead, are not rendered; those that are show what they would.
TEST(Frames, ThoseThatNobodySeesChangeNoOther) {
  for (const auto& program : programs()) {
    Host host(corePath(), uncropped());
    ASSERT_TRUE(host.load(program));
    console::Console console = consoleOf(program);
    for (int frame = 0; frame < frames; ++frame) {
      const bool shows = frame % 5 == 1 || frame % 5 == 2;
      host.shows = shows;
      host.run();
      console.runFrame();
      if (shows) {
        ASSERT_TRUE(host.picture == shown(console)) << program << " frame " << frame;
      }
    }
    EXPECT_EQ(host.pictures, static_cast<unsigned>(frames / 5 * 2)) << program;
  }
}

}  // namespace
}  // namespace jumpscope::tests
