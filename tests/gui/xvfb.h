// Runs windows on a virtual display (Xvfb), drives them with xdotool and takes screenshots with
// ImageMagick's import. drop.py drops files on them.
#pragma once

#include <gtest/gtest.h>
#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

#include "ppu/palette.h"

namespace jumpscope::tests {

bool onPath(const std::string& program);
// Of the programs that a test with a window needs the first that is missing, or "".
std::string missingWindowTool();

// A program in the background, ended with the value.
class Background {
 public:
  explicit Background(const std::vector<std::string>& words);
  ~Background();
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  void interrupt();  // as Ctrl+C does
  // The exit status, or -1 when it still runs after `patience`.
  int wait(std::chrono::milliseconds patience);

 private:
  pid_t child_ = 0;
};

// The first line that a shell command prints, empty when it fails.
std::string firstLine(const std::string& command);

struct Picture {
  int width = 0, height = 0;
  std::vector<ppu::Rgb> pixels;

  const ppu::Rgb& at(int x, int y) const { return pixels[static_cast<size_t>(y * width + x)]; }
};

Picture readPng(const std::string& path);

// A display, and this process's environment set so that what it starts appears there, drawn without a
// graphics card.
class Display {
 public:
  Display(int width, int height);

  // The window whose title begins with `title`, focused; "" when none appears within a minute.
  std::string window(const std::string& title);
  // Waits until there is a window with these words in its title. False: not within a minute.
  bool waitForTitle(const std::string& words);
  // Does what xdotool's words say, e.g. "key p" or "mousemove 10 20 mousedown 1".
  void act(const std::string& words);
  // Presses a key and lets it go: slowly enough for a program that looks at keys once a frame.
  void press(const std::string& key, std::chrono::milliseconds held = std::chrono::milliseconds(60));
  // With the left button, in steps.
  void drag(int from_x, int from_y, int to_x, int to_y);
  void click(int x, int y);
  Picture look(const std::string& window);
  // Lets a file go over the window, as a file manager does.
  void drop(const std::string& window, const std::string& file);

 private:
  std::string name_;
  Background server_;
};

}  // namespace jumpscope::tests

// For a test, or the SetUp() of its fixture. Such tests get the CTest label `window`.
#define REQUIRE_WINDOW()                                                               \
  if (const std::string tool = ::jumpscope::tests::missingWindowTool(); !tool.empty()) \
  GTEST_SKIP() << "SKIPPED: no " << tool << " on this machine"
