// The processor: registers, the program around it, steps and breakpoints.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "src/gui/play_state.h"
#include "src/play/tools/listing.h"
#include "src/trace/trace.h"

namespace jumpscope::gui {

class CpuWindow {
 public:
  void draw(PlayState& player, bool& open);

 private:
  void drawBreakpoints(PlayState& player);
  void drawCallers(PlayState& player);

  std::optional<uint16_t> addressTyped(PlayState& player);

  std::array<char, 120> typed_{};
  bool mends_ = false;  // what was typed is wrong
  std::array<char, 40> goto_{};
  std::optional<uint16_t> shown_;  // where the listing begins; nullopt: around the next instruction
  play::Listing listing_;
  std::vector<trace::Caller> callers_;  // at this cycle
  uint64_t called_at_ = 0;
};

}  // namespace jumpscope::gui
