#include "tests/gui/xvfb.h"

#include <fcntl.h>
#include <png.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <thread>

#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {

using namespace std::chrono_literals;

bool onPath(const std::string& program) {
  return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
}

std::string missingWindowTool() {
  for (const char* tool : {"Xvfb", "xdotool", "import", "python3"})
    if (!onPath(tool)) return tool;
  return "";
}

Background::Background(const std::vector<std::string>& words) {
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

Background::~Background() {
  if (child_ <= 0) return;
  // SIGTERM first: a server that is killed leaves its lock file behind.
  kill(child_, SIGTERM);
  if (wait(2s) != -1) return;
  kill(child_, SIGKILL);
  waitpid(child_, nullptr, 0);
}

void Background::interrupt() { kill(child_, SIGINT); }

int Background::wait(std::chrono::milliseconds patience) {
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

Display::Display(int width, int height)
    : name_(":" + std::to_string(100 + getpid() % 20000)),
      // Without -noreset the server restarts, and misses events meanwhile, whenever its last client leaves.
      server_({"Xvfb", name_, "-screen", "0", std::to_string(width) + "x" + std::to_string(height) + "x24",
               "-nolisten", "tcp", "-noreset"}) {
  setenv("DISPLAY", name_.c_str(), 1);
  setenv("SDL_AUDIODRIVER", "dummy", 1);
  setenv("SDL_VIDEODRIVER", "x11", 1);
  setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  for (int i = 0; i < 1200 && firstLine("xdotool getdisplaygeometry").empty(); ++i)
    std::this_thread::sleep_for(50ms);
}

std::string Display::window(const std::string& title) {
  // SDL may close its first window and open another: the one that exists a second later stays.
  const std::string find = "xdotool search --onlyvisible --name '^" + title + "'";
  for (int i = 0; i < 1200 && firstLine(find).empty(); ++i) std::this_thread::sleep_for(50ms);
  std::this_thread::sleep_for(1s);
  // Keys go to the window that has the focus, whatever becomes of them.
  std::string window;
  for (int i = 0; i < 100; ++i) {
    window = firstLine(find);
    if (window.empty()) break;
    act("windowfocus --sync " + window);
    if (firstLine("xdotool getwindowfocus") == window) break;
    std::this_thread::sleep_for(100ms);
  }
  return window;
}

bool Display::waitForTitle(const std::string& words) {
  const std::string find = "xdotool search --onlyvisible --name '" + words + "'";
  for (int i = 0; i < 1200; ++i) {
    if (!firstLine(find).empty()) return true;
    std::this_thread::sleep_for(50ms);
  }
  return false;
}

void Display::act(const std::string& words) {
  if (std::system(("xdotool " + words + " >/dev/null 2>&1").c_str()) != 0)
    std::fprintf(stderr, "xdotool %s failed\n", words.c_str());
}

void Display::press(const std::string& key, std::chrono::milliseconds held) {
  act("keydown " + key);
  std::this_thread::sleep_for(held);
  act("keyup " + key);
  std::this_thread::sleep_for(60ms);
}

void Display::drag(int from_x, int from_y, int to_x, int to_y) {
  const auto move = [&](int part) {
    act("mousemove " + std::to_string(from_x + (to_x - from_x) * part / 4) + " " +
        std::to_string(from_y + (to_y - from_y) * part / 4));
    std::this_thread::sleep_for(80ms);
  };
  move(0);
  act("mousedown 1");
  for (int part = 1; part <= 4; ++part) move(part);
  act("mouseup 1");
  std::this_thread::sleep_for(80ms);
}

void Display::click(int x, int y) { drag(x, y, x, y); }

Picture Display::look(const std::string& window) {
  const Folder folder;
  const std::string file = folder / "window.png";
  if (std::system(("import -window " + window + " " + file).c_str()) != 0) return {};
  return readPng(file);
}

void Display::drop(const std::string& window, const std::string& file) {
  const std::string script = (sourceDir() / "tests/gui/drop.py").string();
  const std::string line = std::string("python3 '").append(script).append("' ").append(window);
  EXPECT_EQ(std::system((line + " '" + file + "'").c_str()), 0) << file;
  std::this_thread::sleep_for(300ms);
}

}  // namespace jumpscope::tests
