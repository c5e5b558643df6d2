// A dialog that chooses a file to open, or to save to.
#pragma once

#include <SDL_scancode.h>

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "src/play/file_list.h"

namespace jumpscope::gui {

class FileDialog {
 public:
  struct Request {
    std::string title;
    std::vector<std::string> extensions;  // e.g. ".nes"
    std::vector<std::string> recent;      // paths that are offered first
    std::string save_as;                  // a file's name: it saves; empty: it opens
    std::function<void(const std::string& path)> chosen;
  };

  void ask(Request request);
  // True while it is shown and takes all keys.
  bool shown() const { return shown_; }
  // It will be shown in the next frame.
  bool asked() const { return asked_; }
  void cancel() { escaped_ |= shown_; }
  void press(SDL_Scancode key) { escaped_ |= key == SDL_SCANCODE_ESCAPE; }
  // To be called in every frame.
  void draw();

 private:
  void look();
  void go(const std::filesystem::path& folder);
  void drawRecent();
  void drawList();
  void enter(const std::string& typed);
  void drawButtons();
  void choose(const std::filesystem::path& path);

  Request request_;
  bool asked_ = false, shown_ = false, escaped_ = false, focuses_ = false;
  std::filesystem::path folder_;  // of the last choice; empty: the current folder
  play::FileList list_;
  std::array<char, 512> typed_{};  // a filter, or the name to save as
};

}  // namespace jumpscope::gui
