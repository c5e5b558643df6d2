#include "src/session/snapshot.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

#include "src/session/rom_file.h"
#include "tests/support/boards.h"
#include "tests/support/bytes.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

std::shared_ptr<const console::Cartridge> cartridge(const std::string& rom) {
  return std::make_shared<const console::Cartridge>(console::parseCartridge(tests::toBytes(rom), "rom.nes"));
}

console::Console seenAndHeard(const std::shared_ptr<const console::Cartridge>& cartridge,
                              console::Region region = console::Region::Ntsc) {
  console::Options options;
  options.region = region;
  options.video = options.audio = true;
  return console::Console(cartridge, options);
}

std::vector<uint8_t> save(const console::Console& console) {
  const session::SnapshotFormat format(console);
  std::vector<uint8_t> bytes(format.size());
  format.save(console, bytes);
  return bytes;
}

// What one notices of a frame.
struct Noticed {
  std::vector<uint16_t> pixels;
  std::vector<int16_t> samples;

  bool operator==(const Noticed&) const = default;
};
Noticed nextFrame(console::Console& console) {
  console.runFrame();
  const auto pixels = console.pixels();
  return {{pixels.begin(), pixels.end()}, console.takeSamples()};
}

// Saves at random frames, runs on, goes back and runs on again; the same in another console.
void expectTheSameAgain(const std::shared_ptr<const console::Cartridge>& cartridge, int rounds) {
  console::Console console = seenAndHeard(cartridge), other = seenAndHeard(cartridge);
  const session::SnapshotFormat format(console);
  std::mt19937 random(1);
  for (int round = 0; round < rounds; ++round) {
    for (auto frames = random() % 40; frames > 0; --frames) {
      console.setButtons(0, static_cast<uint8_t>(random()));
      nextFrame(console);
    }
    const std::vector<uint8_t> snapshot = save(console);
    ASSERT_EQ(snapshot.size(), format.size());
    std::vector<Noticed> first;
    const auto after = random() % 8 + 1;
    for (size_t frame = 0; frame < after; ++frame) first.push_back(nextFrame(console));
    const console::State end = console.state();
    for (console::Console* again : {&console, &other}) {
      format.load(snapshot, *again);
      ASSERT_EQ(save(*again), snapshot);
      for (size_t frame = 0; frame < after; ++frame)
        ASSERT_TRUE(nextFrame(*again) == first[frame])
            << cartridge->name << ": round " << round << ", frame " << frame;
      ASSERT_EQ(console::firstDifference(again->state(), end), "");
    }
  }
}

TEST(Snapshot, PicturesSoundAndStateAfterALoadedOneAreThoseAfterItWasSaved) {
  expectTheSameAgain(std::make_shared<const console::Cartridge>(session::readCartridge(jumplab().string())),
                     40);
}

TEST(Snapshot, BoardsWithRamAndSoundGoOnTheSame) {
  for (const int mapper : {1, 4, 5, 19, 24, 26, 69, 85})
    expectTheSameAgain(cartridge(onBoard(fillingCartridge(), mapper)), 5);
}

TEST(Snapshot, TestProgramsGoOnTheSame) {
  REQUIRE_SHARED("test-roms");
  for (const auto& file : std::filesystem::recursive_directory_iterator(shared_path)) {
    if (file.path().extension() != ".nes") continue;
    try {
      expectTheSameAgain(
          std::make_shared<const console::Cartridge>(session::readCartridge(file.path().string())), 2);
    } catch (const std::runtime_error&) {
      continue;  // there is no board for it
    }
  }
}

TEST(Snapshot, AChangedByteOrAMissingOneIsDetectedAndNothingIsLoaded) {
  console::Console console = seenAndHeard(cartridge(countingCartridge()));
  nextFrame(console);
  const std::vector<uint8_t> good = save(console);
  nextFrame(console);
  const console::State before = console.state();
  const session::SnapshotFormat format(console);
  for (size_t i = 0; i < good.size(); i += 3) {
    std::vector<uint8_t> bad = good;
    bad[i] ^= static_cast<uint8_t>(1 << i % 8);
    EXPECT_THROW(format.load(bad, console), std::runtime_error) << "byte " << i;
  }
  for (size_t length = 0; length < good.size(); length += 13)
    EXPECT_THROW(format.load({good.data(), length}, console), std::runtime_error) << length;
  EXPECT_EQ(console::firstDifference(console.state(), before), "");
}

TEST(Snapshot, OneOfAnotherCartridgeOrRegionIsRefused) {
  console::Console counting = seenAndHeard(cartridge(countingCartridge()));
  console::Console filling = seenAndHeard(cartridge(fillingCartridge()));
  console::Console pal = seenAndHeard(cartridge(countingCartridge()), console::Region::Pal);
  for (console::Console* console : {&counting, &filling, &pal}) nextFrame(*console);
  EXPECT_THROW(session::SnapshotFormat(filling).load(save(counting), filling), std::runtime_error);
  EXPECT_THROW(session::SnapshotFormat(pal).load(save(counting), pal), std::runtime_error);
}

TEST(Sound, ARestThatWouldOverflowTheFiltersIsNotPlausible) {
  console::Console console = seenAndHeard(cartridge(countingCartridge()));
  nextFrame(console);
  const apu::BandLimited::Rest good = console.sound().chip;
  EXPECT_TRUE(good.isPlausible());
  for (const int64_t value : {int64_t{1} << 40, INT64_MIN, INT64_MAX}) {
    apu::BandLimited::Rest forged = good;
    forged.high[1] = value;
    EXPECT_FALSE(forged.isPlausible()) << value;
    forged = good;
    forged.offset = static_cast<uint64_t>(value);
    EXPECT_FALSE(forged.isPlausible()) << value;
  }
}

}  // namespace
}  // namespace jumpscope::tests
