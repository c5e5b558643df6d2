// Where tool windows stand beside each other.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace jumpscope::play {

struct Tile {
  float x = 0, y = 0, width = 0, height = 0;
};

struct TileSizes {
  float least_width = 0, least_height = 0;
  float title_height = 0;  // of a window of which only the title is shown
};

// So many windows in columns in a room. Where a column is too low for its windows, the ones used last are as high as the
// room allows, and of the others only the titles are shown. `used`: numbers of windows, the last used first.
std::vector<Tile> tiles(size_t count, float width, float height, const TileSizes& sizes,
                        std::span<const size_t> used);

}  // namespace jumpscope::play
