// The RAM viewer: contents, changes, edits, and RAM search.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "src/gui/play_state.h"
#include "src/trace/ram_search.h"

namespace jumpscope::gui {

class RamWindow {
 public:
  void draw(PlayState& player, bool& open);

 private:
  void drawBytes(PlayState& player);
  void drawSearch(PlayState& player);
  void begin(PlayState& player);
  void keep(PlayState& player);

  static constexpr int ram_bytes = 0x800;
  std::array<uint8_t, ram_bytes> before_{};
  std::array<uint8_t, ram_bytes> age_{};  // how lately a byte changed: 255 now, 0 long ago
  uint64_t frame_ = 0;
  int edited_ = -1;  // the address whose byte is being typed
  std::array<char, 3> typed_{};
  std::array<char, 64> test_{"decreased"};
  int type_ = 0;
  std::optional<trace::RamSearch> search_;
};

}  // namespace jumpscope::gui
