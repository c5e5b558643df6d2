// A window with OpenGL and Dear ImGui, used by `play` and `lab`.
#pragma once

#include <SDL.h>
#include <imgui.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "src/play/work_times.h"

namespace jumpscope::gui {

// A picture on the graphics card, as ImGui::Image takes it.
class Texture {
 public:
  // Precondition: a Host lives.
  // `blends`: pixels of another size than the screen's are blended.
  Texture(int width, int height, bool blends = false);
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  // Row by row from the top, 0xAABBGGRR (bytes R G B A). `pixels` has width * height entries.
  void set(std::span<const uint32_t> pixels);
  void* id() const;
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  unsigned name_ = 0;
  int width_, height_;
};

// True while a menu is open that belongs to no dialog.
bool menuOpen();
// Closes the popup that was opened last, a menu or a list, but none of the lowest `kept`. False: there was none.
bool closePopup(int kept);
// Those of these windows, by title, that are shown, the one in front first.
std::vector<size_t> windowsByUse(std::span<const char* const> titles);

class Host {
 public:
  // Opens the window. Throws std::runtime_error, naming `command`, when there is no display or no OpenGL.
  Host(const std::string& command, const std::string& title, int width, int height);
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Gives `take` the events since the last call, which ImGui has seen too, up to one after which ImGui needs a frame:
  // it knows what is pressed when a frame begins, and what was pressed and let go between two is lost to it. So the rest
  // is left for the next call, as it is when `take` returns false. Waits up to `patience_ms` for the first.
  struct Taken {
    bool any = false;
    bool stopped = false;  // a frame is to be made before the next call
  };
  Taken events(int patience_ms, const std::function<bool(const SDL_Event&)>& take);
  // Between them ImGui's widgets are made. endFrame() draws and shows them, and calls `meanwhile` again and again until
  // the graphics card, or the processor in its place, has drawn all: where the driver cannot tell, never.
  void beginFrame();
  void endFrame(const std::function<void()>& meanwhile = {});

  // Size of the text, percent of what suits the display; from the next frame on.
  void setTextSize(int percent) { text_size_ = percent; }

  // Of all frames: from beginFrame() until all is drawn, less what was done meanwhile, before the display is waited for.
  const play::WorkTimes& work() const { return work_; }

  void setTitle(const std::string& title);
  void setFullscreen(bool on);
  bool fullscreen() const;
  bool hidden() const;  // nobody sees it: it is minimised, or on no screen
  void resize(int width, int height);
  // True if the window has the size of the last resize(): nobody has given it another.
  bool hasOwnSize() const;
  // Of the display, less its bars.
  ImVec2 room() const;
  SDL_Window* window() const { return window_; }

 private:
  void close();
  void feed(const SDL_Event& event);
  void applyTextSize();
  int64_t finishDrawing(const std::function<void()>& meanwhile);

  play::WorkTimes work_;
  int64_t began_ns_ = 0;
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  bool has_imgui_ = false;
  int text_size_ = 100;
  int own_width_, own_height_;
  ImVec2 mouse_{-1, -1};               // at the last event that was taken
  float scale_ = 0, pixel_ratio_ = 0;  // of the font in use
};

}  // namespace jumpscope::gui
