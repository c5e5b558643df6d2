// The file of what a battery keeps: where it lies, when it is written, and that a killed program leaves it whole.
#include "src/session/battery.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <random>
#include <set>
#include <thread>

#include "src/base/files.h"
#include "tests/support/bytes.h"
#include "tests/support/program.h"
#include "tests/support/slow.h"

namespace jumpscope::session {
namespace {

namespace fs = std::filesystem;
using tests::errorOf;

constexpr size_t ram_size = 0x2000;
constexpr int frames_of_game = 400;

std::shared_ptr<const console::Cartridge> fillingCartridge() {
  return std::make_shared<const console::Cartridge>(
      console::parseCartridge(tests::toBytes(tests::fillingCartridge()), "filler.nes"));
}

void playAndSave(const fs::path& path) {
  BatteryFile file({path, path}, ram_size);
  console::Console console(fillingCartridge(), {});
  for (int frame = 0; frame < frames_of_game; ++frame) {
    console.runFrame();
    file.save(console.batteryRam());
  }
}

// Kills as many games as told, at random moments.
void killGames(int kills) {
  std::set<std::vector<uint8_t>> states_that_were;
  console::Console console(fillingCartridge(), {});
  for (int frame = 0; frame < frames_of_game; ++frame) {
    console.runFrame();
    states_that_were.insert(console.batteryRam());
  }
  ASSERT_GT(states_that_were.size(), 200u);

  const tests::Folder folder;
  const fs::path path = folder / "game.sav";
  std::mt19937 random(15);
  std::set<std::vector<uint8_t>> seen;
  // On a busy machine a game may be killed each time before it has saved anything: then more of them, and later.
  for (int kill_number = 0; kill_number < kills || (seen.empty() && kill_number < 10 * kills);
       ++kill_number) {
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      playAndSave(path);
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 40'000) * (1 + kill_number / kills));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    if (!fs::exists(path)) continue;
    std::vector<uint8_t> bytes = base::readFile(path);
    ASSERT_TRUE(states_that_were.contains(bytes)) << "after " << kill_number + 1 << " kills";
    seen.insert(std::move(bytes));
  }
  EXPECT_FALSE(seen.empty());
  if (kills < 1000) return;
  // Files that are not finished are those of games that were killed while they wrote.
  const size_t while_writing = folder.names().size() - 1;
  EXPECT_GT(while_writing, size_t(kills) / 5);
  std::cout << while_writing << " of " << kills << " games were killed while they wrote, " << seen.size()
            << " different files were left\n";
}

TEST(BatteryFile, AKilledGameLeavesOneOfTheStatesThatWere) { killGames(20); }

TEST(BatteryFile, AThousandKilledGamesLeaveOneOfTheStatesThatWere) {
  REQUIRE_SLOW();
  killGames(tests::slowCases(1000));
}

TEST(BatteryFile, IsWrittenOnlyWhenTheRamChanged) {
  const tests::Folder folder;
  const fs::path path = folder / "sub/game.sav";
  BatteryFile file({path, path}, 4);
  EXPECT_EQ(file.content(), nullptr);
  file.save({0, 0, 0, 0});
  EXPECT_FALSE(fs::exists(path));
  file.save({1, 0, 0, 0});
  EXPECT_EQ(base::readFile(path), (std::vector<uint8_t>{1, 0, 0, 0}));
  fs::remove(path);
  file.save({1, 0, 0, 0});
  EXPECT_FALSE(fs::exists(path));
  file.save({0, 0, 0, 0});
  EXPECT_EQ(base::readFile(path), std::vector<uint8_t>(4));
  EXPECT_EQ(*BatteryFile({path, path}, 4).content(), std::vector<uint8_t>(4));
}

TEST(BatteryFile, OneOfAnotherSizeIsNeitherReadNorWritten) {
  const tests::Folder folder;
  const fs::path path = folder / "game.sav";
  tests::writeText(path, "hello");
  EXPECT_NE(errorOf([&] {
              BatteryFile({path, path}, 4);
            }).find("has 5 bytes instead of 4; it is neither loaded"),
            std::string::npos);
  EXPECT_EQ(tests::readText(path), "hello");
}

TEST(BatteryFile, LiesBesideTheRomWhereThatCanBeWritten) {
  const tests::Folder folder;
  const auto cartridge = fillingCartridge();
  Folders folders;
  folders.data = folder / "data";
  const BatteryPlace beside = findBattery(folders, folder / "roms/filler.zip", *cartridge);
  EXPECT_EQ(beside.write, folders.data / "saves" / ("filler-" + cartridge->prgChrCrc32() + ".sav"));
  fs::create_directory(folder / "roms");
  EXPECT_EQ(findBattery(folders, folder / "roms/filler.zip", *cartridge).write, folder / "roms/filler.sav");
}

TEST(BatteryFile, OneThatCannotBeWrittenIsReadUntilThereIsAnother) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write everywhere";
  const tests::Folder folder;
  const auto cartridge = fillingCartridge();
  Folders folders;
  folders.data = folder / "data";
  tests::writeText(folder / "filler.sav", "kept");
  fs::permissions(folder / "filler.sav", fs::perms::owner_read);
  const BatteryPlace place = findBattery(folders, folder / "filler.nes", *cartridge);
  EXPECT_EQ(place.read, folder / "filler.sav");
  fs::create_directories(place.write.parent_path());
  tests::writeText(place.write, "newer");
  EXPECT_EQ(findBattery(folders, folder / "filler.nes", *cartridge).read, place.write);
}

TEST(BatteryFile, ACartridgeWithoutABatteryHasNone) {
  EXPECT_EQ(batterySize(fillingCartridge()), ram_size);
  console::Cartridge without = *fillingCartridge();
  without.battery = false;
  EXPECT_EQ(batterySize(std::make_shared<const console::Cartridge>(without)), 0u);
}

}  // namespace
}  // namespace jumpscope::session
