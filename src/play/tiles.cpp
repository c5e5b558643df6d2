#include "src/play/tiles.h"

#include <algorithm>
#include <cmath>

namespace jumpscope::play {

namespace {

// Which of the windows from `first` on are open: those used last, then the first ones.
std::vector<bool> openOnes(size_t first, size_t rows, size_t open, std::span<const size_t> used) {
  std::vector<bool> is_open(rows);
  const auto choose = [&](size_t row) {
    if (open == 0 || is_open[row]) return;
    is_open[row] = true;
    --open;
  };
  for (const size_t window : used)
    if (window >= first && window < first + rows) choose(window - first);
  for (size_t row = 0; row < rows; ++row) choose(row);
  return is_open;
}

}  // namespace

std::vector<Tile> tiles(size_t count, float width, float height, const TileSizes& sizes,
                        std::span<const size_t> used) {
  std::vector<Tile> all;
  if (count == 0) return all;
  const size_t columns =
      std::clamp(static_cast<size_t>(std::max(0.0f, width / sizes.least_width)), size_t{1}, count);
  const float column_width = std::floor(width / static_cast<float>(columns));
  for (size_t column = 0; column < columns; ++column) {
    const size_t first = all.size(), rows = count / columns + (column < count % columns ? 1 : 0);
    const float more = sizes.least_height - sizes.title_height;
    const float room = height - sizes.title_height * static_cast<float>(rows);
    const size_t open = std::clamp(static_cast<size_t>(std::max(0.0f, room / more)), size_t{1}, rows);
    const std::vector<bool> is_open = openOnes(first, rows, open, used);
    const float open_height = std::floor((height - sizes.title_height * static_cast<float>(rows - open)) /
                                         static_cast<float>(open));
    float y = 0;
    for (size_t row = 0; row < rows; ++row) {
      const float own = is_open[row] ? std::max(open_height, sizes.title_height) : sizes.title_height;
      all.push_back({column_width * static_cast<float>(column), y, column_width, own});
      y += own;
    }
  }
  return all;
}

}  // namespace jumpscope::play
