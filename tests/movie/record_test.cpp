// Input recorded as FM2, and the detection of presses that are never polled.
#include "src/movie/record.h"

#include <gtest/gtest.h>

#include "src/movie/lag.h"
#include "tests/support/bytes.h"

namespace jumpscope::movie {
namespace {

console::Cartridge cartridge() {
  console::Cartridge result;
  result.name = "game.nes";
  result.prg = tests::toBytes("program");
  return result;
}

// Through the file and back.
Player replayed(const Player& player, uint64_t frames, bool binary = false) {
  console::Options machine;
  machine.devices = player.devices().value_or(console::Devices{});
  Movie movie = recordMovie(player, frames, cartridge(), machine);
  movie.binary = binary;
  const std::string file = writeFm2(movie);
  Player again;
  again.setMovie(parseFm2(tests::toBytes(file), "again.fm2"));
  return again;
}

TEST(Recording, ARecordedMoviePressesTheSameButtons) {
  Player player;
  player.addPresses(parsePress("1-4:A 3-20:RB 2/7:S 19-30:L"));
  for (uint64_t frame : {6, 7, 15}) player.addReset(frame);
  for (bool binary : {false, true}) {
    const Player again = replayed(player, 31, binary);
    EXPECT_EQ(again.frames(), 31u);
    for (uint64_t frame = 0; frame < 31; ++frame) EXPECT_EQ(again.at(frame), player.at(frame)) << frame;
  }
}

TEST(Recording, MoviesOfEveryKindAreRecordedAgain) {
  Movie power;
  power.fourscore = true;
  for (uint8_t r = 0; r < 20; ++r) power.records.push_back({0, {r, Buttons(r + 1), Buttons(r + 2), 7}});
  power.records[5].commands = command_power;
  power.records[12].commands = command_reset | command_power;
  Movie bizhawk = power;
  bizhawk.timing = Timing::FrameByFrame;
  for (const Movie& movie : {power, bizhawk}) {
    Player player;
    player.setMovie(movie);
    const Player again = replayed(player, player.frames());
    EXPECT_TRUE(again.devices()->four_score);
    EXPECT_EQ(again.frames(), player.frames());
    for (uint64_t frame = 1; frame < player.frames(); ++frame)
      EXPECT_EQ(again.at(frame), player.at(frame)) << frame;
  }
}

TEST(Recording, TheAimAndTheTriggerOfAZapperAreRecorded) {
  Movie movie;
  movie.ports[1] = Device::Zapper;
  for (uint8_t r = 0; r < 20; ++r)
    movie.records.push_back({0, {r}, {{{}, {.x = uint8_t(r + 100), .y = r, .buttons = uint16_t(r % 2)}}}});
  Player player;
  player.setMovie(movie);
  for (const bool binary : {false, true}) {
    const Player again = replayed(player, player.frames(), binary);
    EXPECT_EQ(again.devices(), player.devices());
    for (uint64_t frame = 1; frame < player.frames(); ++frame)
      EXPECT_EQ(again.at(frame), player.at(frame)) << frame;
  }
}

TEST(Recording, TheHeaderNamesCartridgeAndMachine) {
  console::Options machine;
  machine.region = console::Region::Pal;
  machine.ram_init = {console::RamInit::Kind::Zeros, 0};
  const Movie movie = recordMovie({}, 3, cartridge(), machine);
  EXPECT_TRUE(movie.pal);
  EXPECT_TRUE(matchesRom(movie, cartridge()));
  EXPECT_EQ(movie.rom_filename, "game.nes");
  EXPECT_EQ(movie.guid.size(), 36u);
  EXPECT_EQ(movie.records.size(), 4u) << "two dead frames stand for our first";
  const Movie read = parseFm2(tests::toBytes(writeFm2(movie)), "m.fm2");
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_NE(read.notes[0].find("--ram-init zeros"), std::string::npos);
}

TEST(Recording, OptionsThatTheFormatHasNoFieldForAreNamedWhenItIsPlayed) {
  const auto notes = [](const console::Options& machine) {
    return parseFm2(tests::toBytes(writeFm2(recordMovie(Player(), 3, cartridge(), machine))), "m.fm2").notes;
  };
  console::Options machine;
  EXPECT_TRUE(notes(machine).empty());
  machine.region = console::Region::Dendy;
  machine.ram_init = console::parseRamInit("random:5");
  machine.alignment = 3;
  EXPECT_EQ(notes(machine),
            std::vector<std::string>{
                "was recorded with --region dendy --ram-init random:5 --alignment 3; play it with the same"});
  const std::string foreign = "version 3\ncomment options of mine\n|0|........|........||\n";
  EXPECT_TRUE(parseFm2(tests::toBytes(foreign), "m.fm2").notes.empty());
}

TEST(Recording, LengthIsLimited) {
  EXPECT_NE(tests::errorOf([] { recordMovie({}, uint64_t{1} << 40, cartridge(), {}); }), "");
}

constexpr std::array<Buttons, 4> nothing{}, a{0x01}, b{0x02};

TEST(Lag, APressThatIsPolledIsNotSuspicious) {
  LagLog lag;
  lag.frame(0, nothing, false);
  lag.frame(1, a, false);
  lag.frame(2, a, true);
  lag.frame(3, a, false);
  lag.frame(4, nothing, false);
  lag.frame(5, nothing, true);
  EXPECT_EQ(lag.suspicion(), "");
  EXPECT_EQ(lag.frames(), 6u);
  EXPECT_EQ(lag.lagFrames(), 4u);
}

TEST(Lag, APressBetweenTwoPollsIsSuspicious) {
  LagLog lag;
  lag.frame(0, nothing, true);
  lag.frame(1, a, false);
  lag.frame(2, b, false);
  lag.frame(3, b, true);
  const std::string words = lag.suspicion();
  EXPECT_NE(words.find("times: 1,"), std::string::npos) << words;
  EXPECT_NE(words.find("frame 1: .......A on pad 1"), std::string::npos) << words;
  EXPECT_NE(words.find("2 of 4 frames"), std::string::npos) << words;
}

TEST(Lag, APressThatIsNeverPolledIsSuspicious) {
  LagLog lag;
  lag.frame(0, nothing, false);
  lag.frame(1, {0, 0x80}, false);
  EXPECT_NE(lag.suspicion().find("frame 1: R....... on pad 2"), std::string::npos) << lag.suspicion();
}

}  // namespace
}  // namespace jumpscope::movie
