// The save slots with their pictures.
#pragma once

#include <array>
#include <filesystem>
#include <memory>

#include "src/gui/host.h"

namespace jumpscope::gui {

class SlotWindow {
 public:
  // What was clicked; slot 0: nothing.
  struct Wish {
    int slot = 0;
    bool save = false;
  };
  Wish draw(const std::filesystem::path& folder, bool& open);
  // A slot was written: look again.
  void changed() { folder_.clear(); }

 private:
  void look(const std::filesystem::path& folder);

  std::filesystem::path folder_;
  std::array<std::unique_ptr<Texture>, 10> pictures_;
};

}  // namespace jumpscope::gui
