// jumpscope play on a display of its own (Xvfb): the window shows the cartridge.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <png.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "ppu/palette.h"
#include "src/app/machine.h"
#include "tests/app/program.h"

namespace jumpscope::tests {
namespace {

using namespace std::chrono_literals;

bool onPath(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

// A program in the background, ended with the value.
class Background {
 public:
  explicit Background(const std::vector<std::string>& words) {
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    child_ = fork();
    if (child_ == 0) {
      const int nowhere = open("/dev/null", O_RDWR);
      dup2(nowhere, STDOUT_FILENO);
      dup2(nowhere, STDERR_FILENO);
      execvp(argv[0], argv.data());
      _exit(127);
    }
  }
  ~Background() {
    if (child_ <= 0) return;
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // The exit status, or -1 when it still runs after `patience`.
  int wait(std::chrono::milliseconds patience) {
    for (auto waited = 0ms; waited < patience; waited += 20ms) {
      int status = 0;
      if (waitpid(child_, &status, WNOHANG) == child_) {
        child_ = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      }
      std::this_thread::sleep_for(20ms);
    }
    return -1;
  }

 private:
  pid_t child_ = 0;
};

// The first line that a shell command prints, empty when it fails.
std::string firstLine(const std::string& command) {
  std::string line;
  if (FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r")) {
    char buffer[256];
    if (fgets(buffer, sizeof buffer, pipe)) line = buffer;
    pclose(pipe);
  }
  while (!line.empty() && line.back() == '\n') line.pop_back();
  return line;
}

struct Picture {
  int width = 0, height = 0;
  std::vector<ppu::Rgb> pixels;
};

Picture readPng(const std::string& path) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  Picture picture;
  if (!png_image_begin_read_from_file(&image, path.c_str())) return picture;
  image.format = PNG_FORMAT_RGB;
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  picture.pixels.resize(size_t{image.width} * image.height);
  png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr);
  return picture;
}

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
