// jumpscope play on a virtual display (Xvfb): the window shows the cartridge.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "jumpscope_test_paths.h"
#include "ppu/palette.h"
#include "src/session/machine.h"
#include "tests/gui/xvfb.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using namespace std::chrono_literals;

// Everything over the picture switched off.
constexpr const char* bare_settings = R"({"format": "jumpscope-settings", "version": 1, "overlay": {
  "values": false, "arc": false, "past_arcs": false, "prediction": false, "curves": false, "last_jump": false,
  "model_check": false, "input": false}})";

// Whether a picture of the window, three times as large and under a menu, shows these pixels.
bool shows(const Picture& window, std::span<const uint16_t> pixels) {
  const int menu = window.height - 3 * 240;
  if (window.width != 3 * 256 || menu < 0) return false;
  for (int y = 0; y < 3 * 240; ++y)
    for (int x = 0; x < window.width; ++x)
      if (window.at(x, menu + y) != ppu::ntsc_palette[pixels[static_cast<size_t>(y / 3 * 256 + x / 3)]])
        return false;
  return true;
}

// The first frame within the first `limit` that a picture of the window shows; -1: none.
int frameShown(const Picture& window, int limit) {
  session::RomChoice choice;
  choice.rom = jumplab();
  const auto cartridge = session::loadCartridge(choice);
  console::Options options = session::machineOptions({}, *cartridge);
  options.video = true;
  console::Console console(cartridge, options);
  for (int frame = 0; frame < limit; ++frame) {
    console.runFrame();
    if (shows(window, console.pixels())) return frame;
  }
  return -1;
}

// play in a home folder of its own.
class PlayWindow : public testing::Test {
 protected:
  void SetUp() override {
    REQUIRE_WINDOW();
    display_.emplace(1000, 900);
    setenv("HOME", folder_.path.c_str(), 1);
    setenv("XDG_PICTURES_DIR", folder_.path.c_str(), 1);
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"}) unsetenv(name);
  }

  void settings(const std::string& text) {
    std::filesystem::create_directories(folder_ / ".config/jumpscope");
    writeText(folder_ / ".config/jumpscope/settings.json", text);
  }

  // The words behind `play`; what it prints goes to the file "said".
  void start(const std::string& words) {
    std::string line =
        "cd '" + folder_.path.string() + "' && exec '" + JUMPSCOPE_BINARY_DIR + "/jumpscope' play ";
    play_.emplace(std::vector<std::string>{"sh", "-c", line.append(words).append(" >said")});
  }
  void open(const std::string& words) {
    start(words);
    window_ = display_->window("jumpscope: jumplab");
    ASSERT_FALSE(window_.empty()) << "no window appeared";
    display_->act("windowmove --sync " + window_ + " 0 0");  // clicks are the display's
  }
  // Ends it with its key; what was played unsaved is given up.
  void close() {
    display_->press("ctrl+q");
    if (play_->wait(700ms) == 0) return;
    display_->press("d");
    EXPECT_EQ(play_->wait(60s), 0);
  }
  // Saves in a slot, and waits until its file is there.
  std::string save(int number) {
    const std::string sha1 = "states/" + sha1OfJumplab() + "/slot" + std::to_string(number) + ".state";
    const std::filesystem::path file = folder_ / (".local/share/jumpscope/" + sha1);
    std::filesystem::remove(file);
    display_->press("shift+F" + std::to_string(number), 30ms);
    return waitFor([&] { return std::filesystem::exists(file); }) ? readText(file) : "";
  }
  // True as soon as it is so; false: not within a minute.
  static bool waitFor(const std::function<bool()>& it_is_so) {
    for (int i = 0; i < 3000 && !it_is_so(); ++i) std::this_thread::sleep_for(20ms);
    return it_is_so();
  }
  // Presses the key for it, and waits for the title that says so.
  void pause() {
    display_->press("p");
    ASSERT_TRUE(display_->waitForTitle("paused"));
  }
  void typed(const std::string& words) { display_->act("type --delay 20 '" + words + "'"); }
  std::string sha1OfJumplab() {
    session::RomChoice choice;
    choice.rom = jumplab();
    return session::loadCartridge(choice)->prgChrSha1();
  }

  Folder folder_;
  std::optional<Display> display_;
  std::optional<Background> play_;
  std::string window_;
};

TEST_F(PlayWindow, PlayShowsTheCartridge) {
  settings(bare_settings);
  open("'" + jumplab().string() + "' --record played.fm2");
  // Paused, so that the picture taken is one frame and not two halves.
  display_->press("p");
  std::this_thread::sleep_for(500ms);
  EXPECT_GE(frameShown(display_->look(window_), 3000), 0)
      << "the window shows no frame of the cartridge's first 3000";
  close();
  // What was played is a movie.
  const Outcome again = jumpscope({"run", jumplab(), "--movie", "played.fm2"}, folder_.path);
  EXPECT_EQ(again.status, 0) << again.err;
}

// A jump by key; back to before it; on again to the saved frame: the same state. What was recorded in the end
// leads where the window was.
TEST_F(PlayWindow, AJumpIsPlayedRewoundAndRecorded) {
  open("'" + jumplab().string() + "' --profile smb --record played.fm2 --state last.state --stats");
  display_->press("Return");
  std::this_thread::sleep_for(1s);
  pause();
  const std::string saved = save(1);
  ASSERT_FALSE(saved.empty());
  display_->press("p");
  display_->press("x", 400ms);
  std::this_thread::sleep_for(700ms);
  pause();
  const std::string after = save(2);
  EXPECT_NE(after, saved);
  // Rewind to before the jump, then frame by frame to where slot 1 was saved.
  display_->press("BackSpace", 2500ms);
  bool met = false;
  for (int frame = 0; frame < 400 && !met; ++frame) {
    met = save(3) == saved;
    if (!met) display_->press("backslash", 30ms);
  }
  EXPECT_TRUE(met) << "the way back did not lead to the state that was saved";
  // Loading gets there at once, and to the jump's end.
  display_->press("F2");
  EXPECT_EQ(save(4), after);
  close();

  const auto stats = nlohmann::json::parse(readText(folder_ / "said"));
  EXPECT_GT(stats.at("presses").get<int>(), 0);
  EXPECT_LE(stats.at("press_to_frame_ms").at("mean").get<double>(), 40) << stats.dump();
  const std::string frame = std::to_string(stats.at("frame").get<uint64_t>());
  const Outcome again = jumpscope(
      {"run", jumplab(), "--movie", "played.fm2", "--frames", frame, "--state", "again.state"}, folder_.path);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(readText(folder_ / "again.state"), readText(folder_ / "last.state"));
}

// What a cartridge's battery keeps lies beside the ROM, and is there the next time.
TEST_F(PlayWindow, ABatteryKeepsItsRamInAFile) {
  writeText(folder_ / "filler.nes", fillingCartridge());
  start("filler.nes --frames 60 --fast");
  EXPECT_EQ(play_->wait(60s), 0);
  const std::string kept = readText(folder_ / "filler.sav");
  EXPECT_EQ(kept.size(), 0x2000u);
  EXPECT_NE(kept, std::string(0x2000, '\0'));
  // A frame is not enough to overwrite it all.
  start("filler.nes --frames 1 --state last.state");
  EXPECT_EQ(play_->wait(60s), 0);
  const Outcome run = jumpscope(
      {"run", "filler.nes", "--frames", "0", "--load-state", "last.state", "--dump", "cpu:7f00-7fff=ram"},
      folder_.path);
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(readText(folder_ / "ram").back(), kept.back());
}

TEST_F(PlayWindow, ABatteryFileOfAnotherSizeIsLeftAlone) {
  writeText(folder_ / "filler.nes", fillingCartridge());
  writeText(folder_ / "filler.sav", "not ours");
  start("filler.nes --frames 60 --fast");
  EXPECT_EQ(play_->wait(60s), 0);
  EXPECT_EQ(readText(folder_ / "filler.sav"), "not ours");
}

// A movie begins with an empty battery.
TEST_F(PlayWindow, ARecordedMovieNeitherReadsNorWritesTheBattery) {
  writeText(folder_ / "filler.nes", fillingCartridge());
  writeText(folder_ / "filler.sav", std::string(0x2000, 'x'));
  start("filler.nes --frames 60 --fast --record played.fm2 --state last.state");
  EXPECT_EQ(play_->wait(60s), 0);
  EXPECT_EQ(readText(folder_ / "filler.sav"), std::string(0x2000, 'x'));
  const Outcome again =
      jumpscope({"run", "filler.nes", "--movie", "played.fm2", "--frames", "60", "--state", "again.state"},
                folder_.path);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(readText(folder_ / "again.state"), readText(folder_ / "last.state"));
}

// The same movie with everything drawn over it, with nothing, and as fast as it goes, is the same emulation.
TEST_F(PlayWindow, DrawingAndSpeedDoNotChangeTheGame) {
  const std::string movie =
      "'" + jumplab().string() + "' --profile smb --movie '" + tourMovie().string() + "' --frames 400";
  const Outcome run = jumpscope(
      {"run", jumplab(), "--movie", tourMovie(), "--frames", "400", "--state", "run.state"}, folder_.path);
  ASSERT_EQ(run.status, 0) << run.err;
  const std::string expected = readText(folder_ / "run.state");
  const auto stateAfter = [&](const std::string& words) {
    start(movie + " --state play.state " + words);
    EXPECT_EQ(play_->wait(60s), 0);
    return readText(folder_ / "play.state") == expected;
  };
  EXPECT_TRUE(stateAfter("")) << "with the overlay";
  EXPECT_TRUE(stateAfter("--fast --mute")) << "in fast-forward";
  settings(bare_settings);
  EXPECT_TRUE(stateAfter("--fast")) << "without the overlay";
}

// A session becomes a test in one key.
TEST_F(PlayWindow, ASessionIsSavedAsACase) {
  open("'" + jumplab().string() + "' --profile smb");
  display_->press("Return");
  std::this_thread::sleep_for(1s);
  display_->press("x", 300ms);
  std::this_thread::sleep_for(700ms);
  display_->press("ctrl+s");
  for (int i = 0; i < 100 && !std::filesystem::exists(folder_ / "cases/suite.json"); ++i)
    std::this_thread::sleep_for(50ms);
  close();
  // The suite says where the cartridge is, wherever `check` is called.
  for (const std::filesystem::path& place : {folder_.path, std::filesystem::path("/")}) {
    const Outcome check = jumpscope({"check", folder_ / "cases/suite.json", "--require-roms"}, place);
    EXPECT_EQ(check.status, 0) << check.out << check.err;
  }
  // Moved alone, it is found in the list of what was played last.
  std::filesystem::create_directory(folder_ / "elsewhere");
  std::filesystem::rename(folder_ / "cases", folder_ / "elsewhere/deep");
  // The folder stands for the suite in it.
  const Outcome moved = jumpscope({"check", folder_ / "elsewhere/deep", "--require-roms"}, "/");
  EXPECT_EQ(moved.status, 0) << moved.out << moved.err;
}

TEST_F(PlayWindow, EveryToolIsShown) {
  for (const char* tool : {"ram", "watches", "picture_chip", "processor", "slots"}) {
    std::string text = bare_settings;
    text.insert(text.rfind('}'), std::string(", \"windows\": {\"") + tool + "\": true}");
    settings(text);
    open("'" + jumplab().string() + "' --profile smb");
    display_->press("p");
    std::this_thread::sleep_for(300ms);
    const Picture picture = display_->look(window_);
    close();
    EXPECT_EQ(frameShown(picture, 1000), -1) << tool << " covers nothing";
  }
}

TEST_F(PlayWindow, WhatACutCartridgeLacksIsSaidAndTheFileIsRememberedAtOnce) {
  const std::string whole = readText(jumplab());
  writeText(folder_ / "cut.nes", whole.substr(0, whole.size() - 1000));
  start("cut.nes --mute 2>noted");
  window_ = display_->window("jumpscope: cut");
  ASSERT_FALSE(window_.empty());
  std::string info = jumpscope({"info", "cut.nes"}, folder_.path).out;
  info = info.substr(info.find("note") + 15);
  EXPECT_EQ(readText(folder_ / "noted"), "note: cut.nes: " + info.substr(0, info.find('\n') + 1));
  EXPECT_NE(readText(folder_ / ".local/state/jumpscope/recent.json").find("cut.nes"), std::string::npos);
  close();
}

// A law that is wrong stops the game at its first jump; it needs no other option.
TEST_F(PlayWindow, ALawOfAFileChecksTheGame) {
  writeText(folder_ / "law.json",
            R"({"y": {"watches": ["y_position", "y_subpixel"], "bits": [8, 8], "fraction": 8},
      "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
      "order": ["start", "choose", "move", "gravity"], "choice": {"apex": 0, "release": true},
      "tiers": [{"start": -1000, "gravity": 32, "fall": 112}], "terminal": {"from": 1152, "to": 1024}})");
  open("'" + jumplab().string() + "' --profile smb --model law.json --state last.state --mute");
  display_->press("Return");
  std::this_thread::sleep_for(1s);
  display_->press("x", 200ms);
  std::this_thread::sleep_for(1s);
  const Picture stopped = display_->look(window_);
  std::this_thread::sleep_for(300ms);
  EXPECT_EQ(display_->look(window_).pixels, stopped.pixels) << "the game goes on";
  close();
}

TEST_F(PlayWindow, WhatIsUnsavedIsNotLostByAKey) {
  open("'" + jumplab().string() + "' --mute");
  display_->press("Return");
  display_->press("ctrl+q");
  EXPECT_EQ(play_->wait(700ms), -1) << "play was lost without a question";
  display_->press("Escape");  // cancels
  display_->press("ctrl+q");
  EXPECT_EQ(play_->wait(700ms), -1);
  display_->press("s");
  EXPECT_EQ(play_->wait(10s), 0);
  const Outcome again =
      jumpscope({"run", jumplab(), "--movie", ".local/share/jumpscope/movies/jumplab-1.fm2"}, folder_.path);
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(PlayWindow, NothingUnsavedQuitsAtOnce) {
  open("'" + jumplab().string() + "' --mute");
  display_->press("ctrl+q");
  EXPECT_EQ(play_->wait(20s), 0) << "nothing was pressed";
  open("'" + jumplab().string() + "' --mute");
  display_->press("Return");
  ASSERT_FALSE(save(1).empty());
  display_->press("ctrl+q");
  EXPECT_EQ(play_->wait(20s), 0) << "it is in a slot";
  open("'" + jumplab().string() + "' --mute --record played.fm2");
  display_->press("Return");
  display_->press("ctrl+q");
  EXPECT_EQ(play_->wait(20s), 0) << "it is recorded";
}

// By keys alone: a label, a bookmark, and both again in the next run.
TEST_F(PlayWindow, LabelsAndBookmarksAreSetByKeysAndKept) {
  std::filesystem::copy_file(jumplab(), folder_ / "jumplab.nes");
  writeText(folder_ / "jumplab.mlb", "; mine\nNesInternalRam:00CE:feet_y:px\n");
  open("jumplab.nes --mute");
  // Without a pause: what is typed before a dialog is drawn is for it.
  const auto keys = [&](std::initializer_list<const char*> all) {
    for (const char* key : all) display_->press(key, 10ms);
  };
  keys({"p", "ctrl+l"});
  typed("spin");
  keys({"Tab"});
  typed("waits");
  keys({"Return", "ctrl+b"});
  typed("first");
  keys({"Return", "ctrl+l"});
  typed("never");
  keys({"Escape", "ctrl+b"});
  typed("second");
  keys({"Escape"});
  EXPECT_EQ(play_->wait(300ms), -1) << "Escape closed more than the dialog";
  close();
  const std::string labels = readText(folder_ / "jumplab.mlb");
  EXPECT_TRUE(labels.starts_with("; mine\nNesInternalRam:00CE:feet_y:px\nNesPrgRom:")) << labels;
  EXPECT_TRUE(labels.ends_with(":spin:waits\n")) << labels;
  const auto rom = [&] {
    return nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"))
        .at("roms")
        .at(sha1OfJumplab());
  };
  ASSERT_EQ(rom().at("bookmarks").size(), 1u);
  EXPECT_EQ(rom().at("bookmarks")[0].at("name"), "first");
  // A condition that names a label, kept in the settings, finds it at the next start.
  std::string settings = readText(folder_ / ".config/jumpscope/settings.json");
  settings.replace(settings.find("\"breakpoints\": []"), 17, "\"breakpoints\": [\"writes(feet_y)\"]");
  this->settings(settings);
  open("jumplab.nes --mute");
  keys({"p", "ctrl+b"});
  typed("1");
  display_->act("keydown ctrl");
  display_->press("Return");
  display_->act("keyup ctrl");
  keys({"Escape"});
  close();
  EXPECT_EQ(rom().at("breakpoints"), nlohmann::json::array({"writes(feet_y)"}));
  EXPECT_FALSE(rom().contains("bookmarks"));
}

// What was chosen in the window is the model at the next start; a file that is gone is said and stays chosen.
TEST_F(PlayWindow, AChosenModelIsRememberedForItsCartridge) {
  const std::string law = folder_ / "law.json";
  writeText(law, R"({"y": {"watches": ["y_position", "y_subpixel"], "bits": [8, 8], "fraction": 8},
      "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
      "order": ["start", "choose", "move", "gravity"], "choice": {"apex": 0, "release": true},
      "tiers": [{"start": -1000, "gravity": 32, "fall": 112}], "terminal": {"from": 1152, "to": 1024}})");
  settings(R"({"format": "jumpscope-settings", "version": 1, "roms": {")" + sha1OfJumplab() +
           R"(": {"profile": "smb", "model": ")" + law + R"("}}})");
  for (const bool there : {true, false}) {
    if (!there) std::filesystem::remove(law);
    open("'" + jumplab().string() + "' --mute");
    display_->press("Return");
    std::this_thread::sleep_for(1s);
    bool stopped = false;
    for (int jump = 0; jump < (there ? 20 : 4) && !stopped; ++jump) {
      display_->press("x", 200ms);
      std::this_thread::sleep_for(1s);
      stopped = !firstLine("xdotool search --onlyvisible --name paused").empty();
    }
    EXPECT_EQ(stopped, there) << "a wrong law stops the game";
    close();
    const auto settings = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"));
    EXPECT_EQ(settings.at("roms").at(sha1OfJumplab()).at("model"), law);
  }
}

TEST_F(PlayWindow, TheTextGrowsWithItsKey) {
  settings(bare_settings);
  open("'" + jumplab().string() + "' --mute");
  const int before = display_->look(window_).height;
  for (int i = 0; i < 4; ++i) display_->press("ctrl+equal");
  std::this_thread::sleep_for(500ms);
  EXPECT_GT(display_->look(window_).height, before + 10) << "the menu is as low as before";
  close();
  const auto settings = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"));
  EXPECT_EQ(settings.at("text_size"), 200);
}

// The picker covers a part of a cartridge that no profile knows.
TEST_F(PlayWindow, AnUnknownCartridgeOffersProfiles) {
  writeText(folder_ / "rom.nes", countingCartridge());
  start("rom.nes --mute");
  window_ = display_->window("jumpscope: rom");
  ASSERT_FALSE(window_.empty());
  const Picture before = display_->look(window_);
  display_->press("o");
  std::this_thread::sleep_for(300ms);
  const Picture without = display_->look(window_);
  EXPECT_NE(before.pixels, without.pixels) << "nothing is offered";
  close();
}

// The picture, but its lower part with the messages, has shades of red only.
bool isRed(const Picture& picture) {
  bool some = false;
  for (int y = 100; y < 400; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const ppu::Rgb& pixel = picture.at(x, y);
      if (pixel.green != 0 || pixel.blue != 0) return false;
      some |= pixel.red > 100;
    }
  return some;
}

TEST_F(PlayWindow, APaletteIsDroppedOrChosenAndRemembered) {
  std::string red(192, '\0');
  for (size_t color = 0; color < 64; ++color) red[color * 3] = static_cast<char>(color * 4);
  writeText(folder_ / "red.pal", red);
  writeText(folder_ / "cut.pal", red.substr(0, 100));
  settings(bare_settings);
  const auto seen = [&] {
    std::this_thread::sleep_for(500ms);
    return isRed(display_->look(window_));
  };
  open("'" + jumplab().string() + "' --mute");
  std::this_thread::sleep_for(500ms);
  EXPECT_FALSE(isRed(display_->look(window_)));
  display_->drop(window_, folder_ / "red.pal");
  EXPECT_TRUE(seen());
  display_->drop(window_, folder_ / "cut.pal");
  EXPECT_TRUE(seen()) << "a file that is none took its place";
  // Picture / Generated palette, and Picture / Palette file ...
  display_->click(120, 9);
  display_->click(120, 243);
  EXPECT_FALSE(seen());
  for (const char* typed : {"cut", "red"}) {
    display_->click(120, 9);
    display_->click(120, 226);
    std::this_thread::sleep_for(500ms);
    display_->act(std::string("type --delay 80 ") + typed);
    display_->press("Return");
    EXPECT_EQ(seen(), typed == std::string("red"));
  }
  close();
  const auto settings = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"));
  EXPECT_EQ(settings.at("palette"), (folder_ / "red.pal").string());
}

// Game / Machine: what is chosen is what the movie is recorded on, now and at the next start.
TEST_F(PlayWindow, TheMachineIsChosenInTheMenuAndRemembered) {
  open("'" + jumplab().string() + "' --mute --record first.fm2");
  const auto choose = [&](std::pair<int, int> in_machine, std::pair<int, int> choice) {
    display_->click(68, 9);
    display_->click(90, 178);
    display_->click(in_machine.first, in_machine.second);
    display_->click(choice.first, choice.second);
    std::this_thread::sleep_for(500ms);
  };
  choose({300, 178}, {565, 213});  // Region / PAL
  choose({300, 195}, {565, 212});  // RAM at power-on / zeros
  choose({300, 229}, {565, 263});  // Port 2 / zapper
  close();
  const auto machineOf = [&](const std::string& movie) {
    const std::string text = readText(folder_ / movie);
    std::string lines;
    for (const std::string key : {"\npalFlag ", "\nRAMInitOption ", "\nport1 "})
      lines += text.find(key) == text.npos ? "?" : text.substr(text.find(key) + key.size(), 1);
    return lines;
  };
  EXPECT_EQ(machineOf("first.fm2"), "122");
  open("'" + jumplab().string() + "' --mute --record second.fm2");
  close();
  EXPECT_EQ(machineOf("second.fm2"), "122") << "it is forgotten";
  // The command line's is for one run; a movie of another machine is played on that.
  open("'" + jumplab().string() + "' --mute --region ntsc --device 2=pad --record third.fm2");
  close();
  EXPECT_EQ(machineOf("third.fm2"), "021");
  const auto pads = [&] {
    start("'" + jumplab().string() + "' --mute --movie '" + tourMovie().string() +
          "' --frames 100 --fast --state movie.state");
    EXPECT_EQ(play_->wait(60s), 0);
    return readText(folder_ / "movie.state");
  };
  const std::string chosen = pads();
  std::filesystem::remove(folder_ / ".config/jumpscope/settings.json");
  EXPECT_EQ(chosen, pads()) << "a movie is not played on what was chosen for playing";
}

// Whatever is dropped: a sentence, and the game goes on where it was.
TEST_F(PlayWindow, DamagedFilesAreRefusedAndNothingIsLost) {
  const std::string fm2 = readText(tourMovie());
  const std::vector<std::pair<const char*, std::string>> files = {
      {"cut.fm2", fm2.substr(0, fm2.size() / 2 + 3)},
      {"noise.bk2", "PK\3\4 and so on"},
      {"noise.state", std::string(5000, '\7')},
      {"empty.fc0", ""},
      {"format.json", R"({"format": 5})"},
      {"cut.json", R"({"format": "jumpscope-pro)"},
      {"noise.mlb", "no labels\n"},
      {"noise.cdl", "x"},
      {"noise.cht", "\1\2\3"},
      {"noise.pal", "x"},
      {"noise.zip", "PK"}};
  for (const auto& [name, content] : files) writeText(folder_ / name, content);
  open("'" + jumplab().string() + "' --mute --record played.fm2 --state last.state --stats");
  display_->press("Return");
  std::this_thread::sleep_for(1s);
  for (const auto& file : files) display_->drop(window_, folder_ / file.first);
  EXPECT_EQ(play_->wait(0ms), -1) << "it ended, running";
  display_->press("Escape");  // the archive may be another cartridge: what was played would be lost
  pause();
  for (const char* name : {"cut.fm2", "cut.json"}) display_->drop(window_, folder_ / name);
  EXPECT_EQ(play_->wait(0ms), -1) << "it ended, paused";
  std::this_thread::sleep_for(300ms);
  play_->interrupt();  // Ctrl+C saves as quitting does
  EXPECT_EQ(play_->wait(20s), 130);
  const std::string frame =
      std::to_string(nlohmann::json::parse(readText(folder_ / "said")).at("frame").get<uint64_t>());
  const Outcome again = jumpscope(
      {"run", jumplab(), "--movie", "played.fm2", "--frames", frame, "--state", "again.state"}, folder_.path);
  EXPECT_EQ(again.status, 0) << again.err;
  EXPECT_EQ(readText(folder_ / "again.state"), readText(folder_ / "last.state"));
}

// A cheat that keeps the counter from counting, until another machine is chosen: that has the cartridge as its file has it.
TEST_F(PlayWindow, CheatsAndCodeDataLogsAreDropped) {
  writeText(folder_ / "rom.nes", countingCartridge());
  writeText(folder_ / "Still.CHT", "S9000:24:BIT for INC\n");
  writeText(folder_ / "log.cdl", std::string(0x8000 + 0x2000, '\1'));
  const auto counted = [&](bool other_machine, bool drops_log) {
    start("rom.nes --mute --state last.state");
    window_ = display_->window("jumpscope: rom");
    display_->act("windowmove --sync " + window_ + " 0 0");
    display_->drop(window_, folder_ / "Still.CHT");
    if (drops_log) display_->drop(window_, folder_ / "log.cdl");
    if (other_machine) {  // Game / Machine / RAM at power-on / zeros
      for (const auto& [x, y] : {std::pair{68, 9}, {90, 178}, {300, 195}, {565, 212}}) display_->click(x, y);
    } else {
      display_->press("ctrl+t");
    }
    std::this_thread::sleep_for(700ms);
    close();
    const Outcome run = jumpscope(
        {"run", "rom.nes", "--frames", "0", "--load-state", "last.state", "--dump", "cpu:0010-0010=ram"},
        folder_.path);
    EXPECT_EQ(run.status, 0) << run.err;
    return static_cast<uint8_t>(readText(folder_ / "ram").at(0));
  };
  const auto opened = [&](const char* tool) {
    return nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"))
        .at("windows")
        .at(tool);
  };
  EXPECT_EQ(counted(false, false), 0) << "the cheat does nothing";
  EXPECT_TRUE(opened("cheats"));
  EXPECT_FALSE(opened("code_data"));
  EXPECT_NE(counted(true, true), 0) << "the cheat is in the cartridge and in no list";
  EXPECT_TRUE(opened("code_data"));
}

// Control / Change keys ...: a modifier alone, a key with a modifier, no key; what another action had is taken from it.
TEST_F(PlayWindow, KeysAreBoundByClicks) {
  open("'" + jumplab().string() + "' --mute");
  display_->click(238, 9);
  display_->click(260, 29);
  const auto row = [&](int number) { return 106 + 17 * number; };
  display_->click(100, row(0));  // pad 1 A
  display_->press("Shift_R");
  display_->click(100, row(1));  // pad 1 B
  display_->act("keydown ctrl");
  display_->press("k");
  display_->act("keyup ctrl");
  display_->act("mousemove 100 " + std::to_string(row(3)));  // pad 1 start
  std::this_thread::sleep_for(200ms);
  display_->act("mousedown 3");
  std::this_thread::sleep_for(200ms);
  display_->act("mouseup 3");
  std::this_thread::sleep_for(500ms);
  display_->press("Escape");
  close();
  const auto keys = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/keys.json")).at("keys");
  EXPECT_EQ(keys.at("pad1.a"), nlohmann::json::array({"Right Shift"}));
  EXPECT_EQ(keys.at("pad1.b"), nlohmann::json::array({"Ctrl+K"}));
  EXPECT_EQ(keys.at("pad1.select"), nlohmann::json::array()) << "A has it now";
  EXPECT_EQ(keys.at("pad1.start"), nlohmann::json::array());
  EXPECT_EQ(keys.at("pad1.up"), nlohmann::json::array({"Up"}));
}

// HOME is a file: nothing can be written there.
TEST_F(PlayWindow, WithoutAFolderForSettingsTheGameIsPlayed) {
  writeText(folder_ / "home", "");
  setenv("HOME", (folder_ / "home").c_str(), 1);
  unsetenv("XDG_PICTURES_DIR");
  open("'" + jumplab().string() + "' --mute --record played.fm2 2>noted");
  for (const char* key : {"Return", "shift+F1", "F12", "ctrl+b"}) display_->press(key);
  display_->act("type --delay 80 here");
  for (const char* key : {"Return", "Escape", "p"}) display_->press(key);
  close();
  const std::string noted = readText(folder_ / "noted");
  EXPECT_NE(noted.find("settings of this run will not be saved"), std::string::npos) << noted;
  EXPECT_EQ(jumpscope({"run", jumplab(), "--movie", "played.fm2"}, folder_.path).status, 0);
}

// A condition that is wrong is named, and stays in its field to be mended.
TEST_F(PlayWindow, ABreakpointIsTyped) {
  settings(R"({"format": "jumpscope-settings", "version": 1, "windows": {"processor": true}})");
  open("'" + jumplab().string() + "' --profile smb --mute");
  display_->press("p");
  display_->click(700, 626);
  for (const char* typed : {"y_sped > 7", "writes($CE", "pc == nowhere", "a >", "y_speed < -3"}) {
    display_->press("ctrl+a");
    display_->act("type --delay 80 '" + std::string(typed) + "'");
    display_->press("Return");
    std::this_thread::sleep_for(200ms);
  }
  close();
  const auto settings = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"));
  EXPECT_EQ(settings.at("roms").at(sha1OfJumplab()).at("breakpoints"),
            nlohmann::json::array({"y_speed < -3"}));
  EXPECT_EQ(settings.at("mute"), false) << "what was typed was a key of the game";
  EXPECT_EQ(settings.at("physics"), true);
}

// The steps of the processor by their keys: from the same place, each to its own.
TEST_F(PlayWindow, StepsHaveKeys) {
  const auto stateAfter = [&](std::initializer_list<const char*> keys) {
    settings(R"({"format": "jumpscope-settings", "version": 1, "roms": {")" + sha1OfJumplab() +
             R"(": {"profile": "smb", "breakpoints": ["frame == 60 && [$00CE] < 256 && opcode == $20"]}}})");
    start("'" + jumplab().string() + "' --mute --state last.state");
    EXPECT_TRUE(display_->waitForTitle("paused"));
    display_->window("jumpscope: jumplab");
    for (const char* key : keys) display_->press(key);
    close();
    return readText(folder_ / "last.state");
  };
  const std::string here = stateAfter({}), into = stateAfter({"period"}), over = stateAfter({"ctrl+F10"});
  EXPECT_EQ(stateAfter({"ctrl+F11"}), into);
  EXPECT_NE(into, here);
  EXPECT_NE(over, into) << "it stands before a call";
  EXPECT_EQ(stateAfter({"period", "ctrl+shift+F11"}), over);
  EXPECT_EQ(stateAfter({"period", "ctrl+shift+F10"}), here);
}

// At the window's own size, no panel lies over the lines in which games have their status.
TEST_F(PlayWindow, PanelsLeaveTheStatusLines) {
  settings(R"({"format": "jumpscope-settings", "version": 1, "roms": {")" + sha1OfJumplab() +
           R"(": {"profile": "smb", "breakpoints": ["frame == 231"]}}})");
  open("'" + jumplab().string() + "' --mute --movie '" + tourMovie().string() + "'");
  ASSERT_TRUE(display_->waitForTitle("paused"));
  std::this_thread::sleep_for(500ms);
  const Picture seen = display_->look(window_);
  close();
  const Outcome run =
      jumpscope({"run", jumplab(), "--movie", tourMovie(), "--frames", "231", "--screenshot", "game.png"},
                folder_.path);
  ASSERT_EQ(run.status, 0) << run.err;
  const Picture game = readPng(folder_ / "game.png");
  ASSERT_EQ(seen.width, 3 * 256);
  const int menu = seen.height - 3 * 240;
  const auto differs = [&](int from, int to) {
    int count = 0;
    for (int y = 3 * from; y < 3 * to; ++y)
      for (int x = 0; x < seen.width; ++x) {
        const ppu::Rgb &one = seen.at(x, menu + y), &other = game.at(x / 3, y / 3);
        count += one.red != other.red || one.green != other.green || one.blue != other.blue;
      }
    return count;
  };
  EXPECT_EQ(differs(0, 36), 0);
  EXPECT_GT(differs(36, 90), 1000) << "there are no panels";
}

// A file is looked at before a display is asked for.
TEST(PlayFiles, AnInvalidFileIsNamedWithoutADisplay) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  writeText(folder / "bad.nes", "no cartridge");
  writeText(folder / "bad.json", "{");
  const std::vector<std::pair<std::vector<std::string>, std::string>> expected = {
      {{"play", "bad.nes"}, "bad.nes"},
      {{"play", "missing.nes"}, "missing.nes"},
      {{"play", "rom.nes", "--movie", "bad.json"}, "bad.json"},
      {{"play", "rom.nes", "--profile", "bad.json"}, "bad.json"},
      {{"play", "rom.nes", "--keys", "bad.json"}, "bad.json"},
      {{"play", "rom.nes", "--palette", "bad.json"}, "bad.json"},
      {{"play", "rom.nes", "--model", "bad.json"}, "bad.json"},
      {{"play", "rom.nes", "--model", "smb-jump", "--engine", "true"}, "--engine"},
      {{"play", "--movie", "bad.json"}, "--movie"},
      {{"lab", "bad.json"}, "bad.json"},
  };
  for (const auto& [words, name] : expected) {
    const Outcome outcome = jumpscope(words, folder.path);
    EXPECT_EQ(outcome.status, 2) << words.back();
    EXPECT_NE(outcome.err.find(name), std::string::npos) << outcome.err;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
}

TEST_F(PlayWindow, EscapeClosesToolWindowsOneByOneAndNeverTheGame) {
  settings(R"({"format": "jumpscope-settings", "version": 1, "windows": {"ram": true, "processor": true}})");
  open("'" + jumplab().string() + "' --mute");
  std::this_thread::sleep_for(300ms);
  for (int i = 0; i < 4; ++i) {
    display_->press("Escape");
    std::this_thread::sleep_for(200ms);
  }
  EXPECT_EQ(play_->wait(500ms), -1) << "Escape closed the game";
  close();
  const auto windows =
      nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json")).at("windows");
  EXPECT_FALSE(windows.at("ram"));
  EXPECT_FALSE(windows.at("processor"));
}

// Ctrl+O, a part of a name, Enter.
TEST_F(PlayWindow, AFileIsOpenedByKeysAlone) {
  std::filesystem::create_directory(folder_ / "games");
  std::filesystem::copy_file(jumplab(), folder_ / "games/jumplab.nes");
  writeText(folder_ / "other.nes", countingCartridge());
  start("other.nes --mute");
  window_ = display_->window("jumpscope: other");
  ASSERT_FALSE(window_.empty());
  display_->press("ctrl+o");
  // Without a pause: what is typed before the dialog is drawn is for it.
  for (const char* words : {"games", "lab"}) {
    typed(words);
    display_->press("Return", 10ms);
  }
  EXPECT_FALSE(display_->window("jumpscope: jumplab").empty());
  close();
}

TEST_F(PlayWindow, EscapeClosesADialogAndNotTheWindow) {
  open("'" + jumplab().string() + "' --profile smb --scale 2 --mute");
  display_->press("ctrl+o");
  std::this_thread::sleep_for(500ms);
  display_->press("Escape");
  EXPECT_EQ(play_->wait(1s), -1) << "the window closed with its dialog";
  close();
  // The profile belongs to the game; the rest was for this run.
  const auto settings = nlohmann::json::parse(readText(folder_ / ".config/jumpscope/settings.json"));
  EXPECT_EQ(settings.at("roms").at(sha1OfJumplab()).at("profile"), "smb");
  EXPECT_EQ(settings.at("scale"), 3);
  EXPECT_EQ(settings.at("mute"), false);
}

// SDL would fall back to drivers without a screen, and run there until it is killed.
TEST(NoDisplay, PlayAndLabAreRefusedAtOnceWithOneSentence) {
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // SDL loads D-Bus, which keeps memory
  for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "XDG_RUNTIME_DIR"})
    unsetenv(name);
  for (const char* display : {"", ":9998"}) {
    setenv("DISPLAY", display, 1);
    for (const auto& words : std::vector<std::vector<std::string>>{{"play", "rom.nes"}, {"lab"}}) {
      const auto begin = std::chrono::steady_clock::now();
      const Outcome outcome = jumpscope(words, folder.path);
      EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
      EXPECT_EQ(outcome.status, 2);
      EXPECT_TRUE(outcome.err.starts_with("jumpscope: " + words[0] + " cannot open a window ("))
          << outcome.err;
      EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
  }
  unsetenv("DISPLAY");
}

TEST(NoDisplay, AMissingWindowProgramIsNamed) {
  const Folder folder;
  const std::string program = JUMPSCOPE_BINARY_DIR "/jumpscope";
  std::filesystem::copy_file(program, folder / "jumpscope");
  const std::string line = "cd '" + folder.path.string() + "' && ./jumpscope lab 2>said";
  EXPECT_NE(std::system(line.c_str()), 0);
  EXPECT_TRUE(readText(folder / "said").starts_with("jumpscope: the window program "));
  EXPECT_NE(readText(folder / "said").find("jumpscope-window is missing"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::tests
