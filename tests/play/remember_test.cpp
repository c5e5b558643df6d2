// Which settings of a run are remembered, and which survive a change of profile.
#include "src/play/remember.h"

#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

TEST(Remember, CommandLineOptionsApplyToOneRun) {
  Settings stored;
  stored.scale = 2;
  stored.palette = "/home/stored.pal";
  session::PlayOptions options;
  options.scale = 5;
  options.mute = options.fullscreen = true;
  options.palette = "asked.pal";
  options.keys = "fceux";
  Settings now = stored;
  now.scale = 5;
  now.mute = now.fullscreen = true;
  now.palette = "asked.pal";
  now.keys = "fceux";
  EXPECT_EQ(withoutOptions(now, stored, options), stored);
}

TEST(Remember, SettingsMadeInTheWindowAreRemembered) {
  const Settings stored;
  session::PlayOptions options;
  options.scale = 5;
  options.mute = true;
  Settings now;
  now.scale = 4;  // chosen after --scale 5
  now.mute = false;
  now.volume = 30;
  const Settings kept = withoutOptions(now, stored, options);
  EXPECT_EQ(kept.scale, 4);
  EXPECT_FALSE(kept.mute);
  EXPECT_EQ(kept.volume, 30);
}

TEST(Remember, OpeningAGameDoesNotAddASetting) {
  const std::string sha1(40, 'a');
  Settings settings;
  EXPECT_EQ(remembered(settings, sha1), OfRom());
  EXPECT_TRUE(settings.roms.empty());
  const OfRom rom{"smb", {"y_speed < -3"}};
  remember(settings, sha1, rom);
  EXPECT_EQ(remembered(settings, sha1), rom);
  EXPECT_EQ(parseSettings(settingsText(settings), "s.json").roms, settings.roms);
  remember(settings, sha1, {});
  EXPECT_TRUE(settings.roms.empty());
}

TEST(Remember, AMachineIsRememberedForItsRomWhereTheCommandLineSaysNothing) {
  const std::string sha1(40, 'a');
  Settings settings;
  const session::MachineChoice usual;
  session::MachineChoice given, chosen;
  given.region = "pal";  // by --region
  chosen = given;
  chosen.ram_init = "ones";
  chosen.devices = {"2=zapper"};
  rememberMachine(settings, sha1, given, chosen);
  EXPECT_EQ(remembered(settings, sha1).region, "") << "--region is for one run";
  EXPECT_EQ(parseSettings(settingsText(settings), "s.json").roms, settings.roms);
  session::MachineChoice next = machineOf(usual, remembered(settings, sha1));
  EXPECT_EQ(next.region, "auto");
  EXPECT_EQ(next.ram_init, "ones");
  EXPECT_EQ(next.devices, chosen.devices);
  given.ram_init = "zeros";
  given.devices = {"2=pad"};
  EXPECT_EQ(machineOf(given, remembered(settings, sha1)), given);
  // What is chosen back leaves nothing.
  rememberMachine(settings, sha1, next, usual);
  EXPECT_TRUE(settings.roms.empty());
}

TEST(Remember, AProfileFileIsRememberedByItsAbsolutePath) {
  EXPECT_EQ(lastingProfile("smb"), "smb");
  EXPECT_EQ(lastingProfile("mine.json"), (std::filesystem::current_path() / "mine.json").string());
  EXPECT_EQ(lastingProfile("/a/../b/mine.json"), "/b/mine.json");
}

TEST(Remember, AddingAWatchKeepsBreakpointsAndTheModelCheck) {
  Game game(jumplab(), smbOptions());
  game.setBreakpoints({"y_speed < -3", "x_speed > 9"});
  game.setModelCheck(true);
  trace::Profile more = *game.profile();
  more.watches.push_back(more.watches.front());
  more.watches.back().name = "another";
  EXPECT_TRUE(changeProfile(game, more, true).empty());
  EXPECT_EQ(game.breakpoints(), (std::vector<std::string>{"y_speed < -3", "x_speed > 9"}));
  EXPECT_TRUE(game.modelCheck());
}

TEST(Remember, RemovingAWatchNamesItsBreakpoints) {
  Game game(jumplab(), smbOptions());
  game.setBreakpoints({"x_speed > 9", "y_speed < -3"});
  trace::Profile fewer = *game.profile();
  std::erase_if(fewer.watches, [](const trace::Watch& watch) { return watch.name == "x_speed"; });
  EXPECT_EQ(changeProfile(game, fewer, false), std::vector<std::string>{"x_speed > 9"});
  EXPECT_EQ(game.breakpoints(), std::vector<std::string>{"y_speed < -3"});
  EXPECT_FALSE(game.modelCheck());
}

TEST(Remember, AnInvalidProfileChangesNothing) {
  Game game(jumplab(), smbOptions());
  game.setBreakpoints({"y_speed < -3"});
  trace::Profile twice = *game.profile();
  twice.jump_when.push_back({"no_such_watch", "==", 1});
  EXPECT_THROW(changeProfile(game, twice, true), std::runtime_error);
  EXPECT_EQ(game.breakpoints(), std::vector<std::string>{"y_speed < -3"});
}

}  // namespace
}  // namespace jumpscope::play
