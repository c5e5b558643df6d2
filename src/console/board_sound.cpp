#include "src/console/board_sound.h"

#include <algorithm>
#include <cmath>

#include "apu/mixer.h"

namespace jumpscope::console {

void BoardSound::level(uint64_t cycle, float level) {
  const float bounded = std::clamp(level, -1.0f, 1.0f);
  told_ = static_cast<int32_t>(std::floor(bounded * static_cast<float>(apu::full_scale - 1) + 0.5f));
  if (heard_) samples_.level(std::min(cycle, now_), told_);
}

void BoardSound::setHeard(bool heard) {
  heard_ = heard;
  samples_.level(now_, heard ? told_ : 0);
}

void BoardSound::addTo(std::vector<int16_t>& chip) {
  const std::vector<int16_t> board = samples_.take(now_);
  const size_t count = std::min(chip.size(), board.size());
  for (size_t i = 0; i < count; ++i)
    chip[i] = static_cast<int16_t>(std::clamp(chip[i] + board[i], INT16_MIN, INT16_MAX));
}

}  // namespace jumpscope::console
