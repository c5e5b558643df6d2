// jumpscope play on a display of its own (Xvfb): the window shows the cartridge.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "ppu/palette.h"
#include "src/app/machine.h"
#include "tests/app/program.h"
#include "tests/app/xvfb.h"

namespace jumpscope::tests {
namespace {

using namespace std::chrono_literals;

// Whether a picture of the window, three times as large, shows these pixels.
bool shows(const Picture& window, std::span<const uint16_t> pixels) {
  if (window.width != 3 * 256 || window.height != 3 * 240) return false;
  for (int y = 0; y < window.height; ++y)
    for (int x = 0; x < window.width; ++x)
      if (window.pixels[static_cast<size_t>(y * window.width + x)] !=
          ppu::ntsc_palette[pixels[static_cast<size_t>(y / 3 * 256 + x / 3)]])
        return false;
  return true;
}

// The first frame within the first `limit` that a picture of the window shows; -1: none.
int frameShown(const Picture& window, int limit) {
  app::RomChoice choice;
  choice.rom = jumplab();
  const auto cartridge = app::loadCartridge(choice);
  console::Options options = app::machineOptions({}, *cartridge);
  options.video = true;
  console::Console console(cartridge, options);
  for (int frame = 0; frame < limit; ++frame) {
    console.runFrame();
    if (shows(window, console.pixels())) return frame;
  }
  return -1;
}

TEST(Window, PlayShowsTheCartridge) {
  for (const char* tool : {"Xvfb", "xdotool", "import"})
    if (!onPath(tool)) GTEST_SKIP() << "SKIPPED: no " << tool << " on this machine";
  const std::string display = ":" + std::to_string(100 + getpid() % 20000);
  Background server({"Xvfb", display, "-screen", "0", "1024x768x24", "-nolisten", "tcp"});
  setenv("DISPLAY", display.c_str(), 1);
  setenv("SDL_AUDIODRIVER", "dummy", 1);
  setenv("SDL_VIDEODRIVER", "x11", 1);
  setenv("SDL_RENDER_DRIVER", "software", 1);

  for (int i = 0; i < 100 && firstLine("xdotool getdisplaygeometry").empty(); ++i)
    std::this_thread::sleep_for(50ms);
  const Folder folder;
  Background play({std::string(JUMPSCOPE_BINARY_DIR) + "/jumpscope", "play", jumplab(), "--record",
                   folder / "played.fm2"});
  // SDL may open a window, think better of it and open another: the one that is there a second later stays.
  const std::string find = "xdotool search --onlyvisible --name '^jumpscope: jumplab'";
  for (int i = 0; i < 200 && firstLine(find).empty(); ++i) std::this_thread::sleep_for(50ms);
  std::this_thread::sleep_for(1s);
  const std::string window = firstLine(find);
  ASSERT_FALSE(window.empty()) << "no window appeared";

  // Paused, so that the picture taken is one frame and not two halves.
  ASSERT_EQ(std::system(("xdotool windowfocus --sync " + window + " key --window " + window + " p").c_str()),
            0);
  std::this_thread::sleep_for(500ms);
  const std::string shot = folder / "window.png";
  ASSERT_EQ(std::system(("import -window " + window + " " + shot).c_str()), 0);
  const Picture picture = readPng(shot);
  EXPECT_EQ(picture.width, 3 * 256);
  EXPECT_EQ(picture.height, 3 * 240);
  EXPECT_GE(frameShown(picture, 3000), 0) << "the window shows no frame of the cartridge's first 3000";

  ASSERT_EQ(std::system(("xdotool key --window " + window + " Escape").c_str()), 0);
  EXPECT_EQ(play.wait(10s), 0);

  // What was played is a movie.
  const Outcome again = jumpscope({"run", jumplab(), "--movie", "played.fm2"}, folder.path);
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST(Window, WithoutADisplayPlayIsRefused) {
  unsetenv("DISPLAY");
  unsetenv("WAYLAND_DISPLAY");
  setenv("SDL_VIDEODRIVER", "x11", 1);
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const Outcome outcome = jumpscope({"play", "rom.nes"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_TRUE(outcome.err.starts_with("jumpscope: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
}

}  // namespace
}  // namespace jumpscope::tests
