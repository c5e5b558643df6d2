#include "src/play/feet_finder.h"

#include <algorithm>
#include <optional>

#include "src/play/ppu_view.h"

namespace jumpscope::play {

void FeetFinder::look(const ppu::State& state, const trace::OnScreen& on_screen, const LevelPoint& feet) {
  // The picture's lines are 0 to 239: a character outside has no sprites to look at.
  if (feet.y < above || feet.y > 240) return;
  constexpr int reach = 12, enough = 20;
  const int x = pictureX(state, on_screen, feet.x - on_screen.feet_x) + on_screen.feet_x;
  const int height = static_cast<int>(state.control.spriteHeight());
  std::optional<int> lowest;
  for (const SpriteView& sprite : spritesOf(state)) {
    if (!sprite.on_screen || std::abs(sprite.x + 4 - x) > reach) continue;
    const int end = sprite.y + 1 + height - feet.y;
    if (end >= -above && end <= below) lowest = std::max(lowest.value_or(end), end);
  }
  if (!lowest) return;
  ++seen_[static_cast<size_t>(*lowest + above)];
  const auto most = std::max_element(seen_.begin(), seen_.end());
  if (++looks_ >= enough && *most * 2 > looks_) offset_ = static_cast<int>(most - seen_.begin()) - above;
}

}  // namespace jumpscope::play
