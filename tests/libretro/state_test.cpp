// What a frontend saves and loads: run-ahead, rewinding and netplay rest on it.
#include <algorithm>
#include <random>

#include "tests/libretro/support.h"

namespace jumpscope::tests {
namespace {

std::vector<uint8_t> ramOf(Host& host) {
  std::vector<uint8_t> bytes;
  for (const unsigned kind : {RETRO_MEMORY_SYSTEM_RAM, RETRO_MEMORY_SAVE_RAM}) {
    const auto* ram = static_cast<const uint8_t*>(host.call(host.core().get_memory_data, kind));
    if (ram) bytes.insert(bytes.end(), ram, ram + host.call(host.core().get_memory_size, kind));
  }
  return bytes;
}

// Pictures, sound and memory of some frames.
struct Noticed {
  std::vector<std::vector<uint32_t>> pictures;
  std::vector<int16_t> samples;
  std::vector<uint8_t> ram;

  bool operator==(const Noticed&) const = default;
};
Noticed runOn(Host& host, size_t frames) {
  Noticed noticed;
  host.samples.clear();
  for (; frames > 0; --frames) {
    host.run();
    noticed.pictures.push_back(host.picture);
  }
  noticed.samples = host.samples;
  noticed.ram = ramOf(host);
  return noticed;
}

void expectTheSameAgain(Host& host, Host& other, int rounds, const std::string& name) {
  std::mt19937 random(7);
  const size_t size = host.call(host.core().serialize_size);
  for (int round = 0; round < rounds; ++round) {
    host.input.pads[0] = other.input.pads[0] = static_cast<uint16_t>(random() & 0x1FF);
    runOn(host, random() % 60);
    ASSERT_EQ(host.call(host.core().serialize_size), size) << name;
    const std::vector<uint8_t> state = host.save();
    const size_t after = random() % 10 + 1;
    const Noticed first = runOn(host, after);
    ASSERT_TRUE(host.restore(state)) << name;
    EXPECT_TRUE(runOn(host, after) == first) << name << " round " << round;
    ASSERT_TRUE(other.restore(state)) << name;
    EXPECT_TRUE(runOn(other, after) == first) << name << " round " << round << ", in another instance";
  }
}

// A second instance needs a library of its own.
class TwoCores : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::copy_file(corePath(), folder_ / "second_libretro.so");
    first = std::make_unique<Host>(corePath());
    second = std::make_unique<Host>(folder_ / "second_libretro.so");
  }
  Folder folder_;
  std::unique_ptr<Host> first, second;
};

TEST_F(TwoCores, AStateLoadedAgainOrByAnotherInstanceGoesOnTheSame) {
  for (const auto& program : programs()) {
    ASSERT_TRUE(first->load(program));
    ASSERT_TRUE(second->load(program));
    expectTheSameAgain(*first, *second, 8, program.string());
  }
}

TEST_F(TwoCores, BoardsWithRamGoOnTheSame) {
  for (const int mapper : {1, 4, 5, 24, 69}) {
    const std::vector<uint8_t> rom = bytesOf(onBoard(fillingCartridge(), mapper));
    ASSERT_TRUE(first->load(rom)) << mapper;
    ASSERT_TRUE(second->load(rom)) << mapper;
    expectTheSameAgain(*first, *second, 4, "mapper " + std::to_string(mapper));
  }
}

TEST_F(TwoCores, RunAheadShowsAndPlaysTheNextFrameAndNothingElseChanges) {
  ASSERT_TRUE(first->load(jumplab()));
  ASSERT_TRUE(second->load(jumplab()));
  second->run();
  const size_t of_first_frame = second->samples.size();
  for (int frame = 0; frame < 300; ++frame) {
    first->runAhead();
    second->run();
    ASSERT_TRUE(first->picture == second->picture) << frame;
  }
  second->samples.erase(second->samples.begin(),
                        second->samples.begin() + static_cast<ptrdiff_t>(of_first_frame));
  EXPECT_TRUE(first->samples == second->samples);
  first->run();
  EXPECT_EQ(first->save(), second->save());
}

TEST(States, TheirSizeStaysTheSame) {
  Host host(corePath());
  ASSERT_TRUE(host.load(jumplab()));
  host.keep = false;
  const size_t size = host.call(host.core().serialize_size);
  EXPECT_GT(size, 2048u);
  for (int frame = 0; frame < 3000; ++frame) {
    host.input.pads[0] = static_cast<uint16_t>(frame * 7 & 0x1FF);
    host.run();
    ASSERT_EQ(host.call(host.core().serialize_size), size);
    if (frame % 500 == 0) host.call(host.core().reset);
  }
  EXPECT_EQ(host.save().size(), size);
}

TEST(States, OneThatIsTruncatedOrAlteredIsRefusedAndNothingChanges) {
  Host host(corePath());
  ASSERT_TRUE(host.load(jumplab()));
  for (int frame = 0; frame < 20; ++frame) host.run();
  const std::vector<uint8_t> good = host.save();
  host.run();
  const std::vector<uint8_t> before = host.save();
  for (size_t at = 0; at < good.size(); at += 41) {
    std::vector<uint8_t> bad = good;
    bad[at] ^= 0x20;
    EXPECT_FALSE(host.restore(bad)) << at;
    bad.assign(good.begin(), good.begin() + static_cast<ptrdiff_t>(at));
    EXPECT_FALSE(host.restore(bad)) << at;
  }
  EXPECT_EQ(host.save(), before);
  ASSERT_FALSE(host.log.empty());
  EXPECT_NE(host.log.back().find("truncated or altered"), std::string::npos) << host.log.back();
  EXPECT_TRUE(host.restore(good));
  std::vector<uint8_t> small(good.size() - 1);
  EXPECT_FALSE(host.call(host.core().serialize, static_cast<void*>(small.data()), small.size()));
}

}  // namespace
}  // namespace jumpscope::tests
