// The window of `play`: picture, sound and keyboard by SDL. Knows no console.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace jumpscope::app {

// What the keyboard asked for since the last look.
struct WindowEvents {
  bool quit = false;          // Esc, or the window was closed
  bool toggle_pause = false;  // P
  bool reset = false;         // Ctrl+R
  uint8_t buttons = 0;        // held now, in FM2's order: bit 7 Right ... bit 0 A
};

class Window {
 public:
  // A window of `scale` times 256 x 240. Throws std::runtime_error when there is no display. A machine
  // without a sound device is silent, not refused.
  Window(const std::string& title, int scale, int sample_rate);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  WindowEvents events();
  void setTitle(const std::string& title);
  // Pixels as console::Console::pixels() gives them; empty: only repaints.
  void show(std::span<const uint16_t> pixels);
  void play(std::span<const int16_t> samples);
  // Sleeps until the next frame is due, at this many frames a second.
  void waitForFrame(double frames_per_second);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace jumpscope::app
