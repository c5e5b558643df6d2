#include "src/movie/player.h"

#include <gtest/gtest.h>

#include <random>

#include "src/movie/savestate.h"
#include "tests/support/bytes.h"

namespace jumpscope::movie {
namespace {

// Record r holds the buttons r, so that what is latched names its record.
Movie numbered(size_t records) {
  Movie movie;
  for (size_t r = 0; r < records; ++r) movie.records.push_back({0, {Buttons(r), Buttons(0xFF - r), 0, 0}});
  return movie;
}

std::vector<int> latched(const Movie& movie) {
  Player player;
  player.setMovie(movie);
  std::vector<int> records;
  for (uint64_t frame = 0; frame < player.frames(); ++frame) records.push_back(player.at(frame).pads[0]);
  return records;
}

TEST(Player, TheNthVblankAfterPowerOnLatchesRecordNPlusOne) {
  EXPECT_EQ(latched(numbered(6)), (std::vector<int>{0, 2, 3, 4, 5}));
  Player player;
  player.setMovie(numbered(6));
  EXPECT_EQ(player.at(0).pads, (std::array<Buttons, 4>{})) << "nothing is latched before the first vblank";
  EXPECT_EQ(player.at(1).pads, (std::array<Buttons, 4>{2, 0xFD}));
  EXPECT_EQ(player.at(5), FrameInput{}) << "nothing is down after the last record";
}

TEST(Player, AResetSpendsADeadFrameAgain) {
  Movie movie = numbered(9);
  movie.records[4].commands = command_reset;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 2, 3, 4, 6, 7, 8}));
  Player player;
  player.setMovie(movie);
  for (uint64_t frame = 0; frame < player.frames(); ++frame)
    EXPECT_EQ(player.at(frame).reset, frame == 3) << frame;
}

TEST(Player, PowerCountsLikeReset) {
  Movie movie = numbered(7);
  movie.records[3].commands = command_power;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 2, 3, 5, 6}));
  Player player;
  player.setMovie(movie);
  EXPECT_TRUE(player.at(2).power);
  EXPECT_FALSE(player.at(2).reset);
}

TEST(Player, AResetInADeadRecordHappensWithThePreviousRecord) {
  Movie movie = numbered(9);
  movie.records[3].commands = command_reset;
  movie.records[4].commands = command_reset;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 2, 3, 6, 7, 8}));

  Movie at_start = numbered(5);
  at_start.records[1].commands = command_reset;
  EXPECT_EQ(latched(at_start), (std::vector<int>{0, 3, 4}));
}

TEST(Player, PowerInTheFirstRecordIsThePowerOnItself) {
  Movie movie = numbered(4);
  movie.records[0].commands = command_power;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 2, 3}));
  Player player;
  player.setMovie(movie);
  EXPECT_EQ(player.at(0), FrameInput{});
}

TEST(Player, OtherCommandsDoNothing) {
  Movie movie = numbered(4);
  for (Record& record : movie.records) record.commands = 0xFC;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 2, 3}));
}

TEST(Player, EveryMovieEndsAfterItsLastRecord) {
  EXPECT_EQ(latched(numbered(0)), std::vector<int>{});
  EXPECT_EQ(latched(numbered(1)), std::vector<int>{0});
  EXPECT_EQ(latched(numbered(2)), std::vector<int>{0});
  Movie resets = numbered(5);
  for (Record& record : resets.records) record.commands = command_reset | command_power;
  EXPECT_EQ(latched(resets), std::vector<int>{0});
}

TEST(Player, OppositeDirectionsPassThrough) {
  Movie movie = numbered(3);
  movie.records[2].pads[0] = 0xF0;
  EXPECT_EQ(latched(movie), (std::vector<int>{0, 0xF0}));
}

TEST(Player, PressesAddUpAndBothEndsAreIncluded) {
  Player player;
  player.addPresses(parsePress("2-4:A 4-5:R 2/3:S"));
  EXPECT_EQ(player.at(1).pads[0], 0);
  EXPECT_EQ(player.at(2).pads[0], 0x01);
  EXPECT_EQ(player.at(4).pads[0], 0x81);
  EXPECT_EQ(player.at(5).pads[0], 0x80);
  EXPECT_EQ(player.at(6).pads[0], 0);
  EXPECT_EQ(player.at(3).pads[1], 0x04);
  EXPECT_EQ(player.frames(), 6u);
}

// In any order, overlapping, added in two parts; where two aim, the one added later does.
TEST(Player, FindsThePressesOfEachFrame) {
  std::mt19937 random(7);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  for (int round = 0; round < 50; ++round) {
    std::vector<Press> presses;
    for (unsigned count = below(12); count > 0; --count) {
      const uint64_t first = below(60), length = below(4) ? below(5) : below(60);
      Press press{.first = first, .last = first + length};
      if (below(2))
        press.buttons = static_cast<Buttons>(1u << below(8));
      else
        press.aim = Aim{static_cast<uint8_t>(below(256)), static_cast<uint8_t>(below(240))};
      presses.push_back(press);
    }
    Player player;
    const auto middle = presses.begin() + below(static_cast<unsigned>(presses.size()) + 1);
    player.addPresses({presses.begin(), middle});
    player.addPresses({middle, presses.end()});
    for (uint64_t frame = 0; frame < 130; ++frame) {
      FrameInput expected;
      for (const Press& press : presses)
        if (press.first <= frame && frame <= press.last) press.apply(expected.pads, expected.inputs);
      ASSERT_EQ(player.at(frame), expected) << "round " << round << ", frame " << frame;
    }
  }
}

TEST(Player, APressUpToTheLastNumberIsHarmless) {
  Player player;
  player.addPresses(parsePress("0-18446744073709551615:A"));
  EXPECT_EQ(player.at(1'000'000).pads[0], 1);
  EXPECT_EQ(player.frames(), 18446744073709551615u);
}

TEST(Player, ResetsMayBeAdded) {
  Player player;
  player.addReset(10);
  EXPECT_TRUE(player.at(10).reset);
  EXPECT_FALSE(player.at(11).reset);
  EXPECT_EQ(player.frames(), 11u);
}

TEST(Player, AFourScoreHasFourPads) {
  Movie movie;
  movie.fourscore = true;
  movie.ports = {Device::Zapper, Device::None};  // behind a Four Score they do not count
  movie.records = {{}, {}, {0, {1, 2, 4, 8}}};
  Player player;
  player.setMovie(movie);
  EXPECT_TRUE(player.devices()->four_score);
  EXPECT_EQ(player.at(1).pads, (std::array<Buttons, 4>{1, 2, 4, 8}));
  player.setMovie(numbered(3));
  EXPECT_FALSE(player.devices()->four_score);
}

// A program that counts in $0300 how often it was started, and waits.
std::shared_ptr<const console::Cartridge> startCounter() {
  std::vector<uint8_t> prg(0x8000, 0xEA);
  const std::vector<uint8_t> code = {0xEE, 0x00, 0x03, 0x4C, 0x03, 0x80};
  std::copy(code.begin(), code.end(), prg.begin());
  for (size_t vector : {0x7FFA, 0x7FFC, 0x7FFE}) prg[vector] = 0, prg[vector + 1] = 0x80;
  return std::make_shared<const console::Cartridge>(
      console::makeBareCartridge(prg, {}, mappers::Mirroring::Vertical, "test.prg"));
}

TEST(Player, PowerAndResetHappenInTheirFramesAndFrameNumbersContinue) {
  Movie movie = numbered(12);
  movie.records[4].commands = command_reset;  // latched in frame 3
  movie.records[7].commands = command_power;  // in frame 5
  Player player;
  player.setMovie(movie);
  console::Console console(startCounter(), {});
  std::vector<int> starts;
  for (uint64_t frame = 0; frame < 8; ++frame) {
    EXPECT_EQ(console.frame(), frame);
    latch(console, player.at(frame));
    console.runFrame();
    starts.push_back(console.peek(0x0300));
  }
  EXPECT_EQ(starts, (std::vector<int>{1, 1, 1, 2, 2, 1, 1, 1}));
}

TEST(Player, AfterASaveStateThereAreNoDeadFramesUntilAReset) {
  Movie movie;
  movie.other_keys.emplace_back("savestate", "0x4142");
  for (uint8_t record = 0; record < 6; ++record) movie.records.push_back({0, {record}, {}});
  movie.records[2].commands = command_reset;
  Player player;
  player.setMovie(movie);
  std::vector<int> pads;
  for (uint64_t frame = 0; frame < player.frames(); ++frame) pads.push_back(player.at(frame).pads[0]);
  EXPECT_EQ(pads, (std::vector<int>{0, 1, 2, 4, 5}));
  EXPECT_TRUE(player.at(2).reset);
  EXPECT_EQ(savestateOf(movie), (std::vector<uint8_t>{0x41, 0x42}));
  EXPECT_NE(tests::errorOf([&] { requirePowerOn(movie, "nobody plays"); }).find("save state"),
            std::string::npos);
  movie.other_keys = {{"savestate", "base64:????"}};
  EXPECT_NE(tests::errorOf([&] { savestateOf(movie); }).find("base64"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::movie
