// Boxes on whole pixels, and a uniform grid that finds those near a place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jumpscope::physics {

// Right and bottom edges do not belong to it.
struct Box {
  int64_t x = 0, y = 0, width = 0, height = 0;  // px, down positive

  constexpr int64_t right() const { return x + width; }
  constexpr int64_t bottom() const { return y + height; }
  constexpr bool overlaps(const Box& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  constexpr Box shifted(int64_t dx, int64_t dy) const { return {x + dx, y + dy, width, height}; }
  constexpr Box grown(int64_t by) const { return {x - by, y - by, width + 2 * by, height + 2 * by}; }

  bool operator==(const Box&) const = default;
};

constexpr Box enclosing(const Box& a, const Box& b) {
  const int64_t x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

// No edge lies farther out; a box is no wider or higher, either.
constexpr int64_t box_limit = int64_t{1} << 40;

// Box n is known by its number. A box over many cells is kept in a list of its own, so that neither a huge
// box nor a tiny cell can fill memory.
class BoxGrid {
 public:
  void insert(size_t number, const Box& box);
  void erase(size_t number, const Box& box);
  void move(size_t number, const Box& from, const Box& to);

  // Calls visit(number) for every box that may overlap `area`, for some more than once, in no order.
  template <class Visit>
  void visit(const Box& area, const Visit& visit) const {
    const Cells cells = cellsOf(area);
    for (size_t number : large_) visit(number);
    if (cells.count() > cells_.size()) {
      for (const auto& [key, numbers] : cells_)
        for (size_t number : numbers) visit(number);
      return;
    }
    for (int64_t row = cells.top; row <= cells.bottom; ++row)
      for (int64_t column = cells.left; column <= cells.right; ++column)
        if (const auto found = cells_.find(keyOf(column, row)); found != cells_.end())
          for (size_t number : found->second) visit(number);
  }

 private:
  static constexpr int cell_bits = 6;  // 64 px
  static constexpr uint64_t most_cells = 64;

  struct Cells {
    int64_t left, top, right, bottom;  // all included
    // Saturating: a wide area has more cells than fit.
    uint64_t count() const {
      const uint64_t columns = uint64_t(right - left) + 1, rows = uint64_t(bottom - top) + 1;
      return columns > UINT32_MAX || rows > UINT32_MAX ? UINT64_MAX : columns * rows;
    }
    bool operator==(const Cells&) const = default;
  };
  static Cells cellsOf(const Box& box) {
    return {box.x >> cell_bits, box.y >> cell_bits, box.right() >> cell_bits, box.bottom() >> cell_bits};
  }
  // Cells lie within 2^35 of the origin; two that share a key share a list, which is only slower.
  static uint64_t keyOf(int64_t column, int64_t row) {
    return uint64_t(column) * 0x9E3779B97F4A7C15u ^ uint64_t(row) * 0xC2B2AE3D27D4EB4Fu;
  }

  std::unordered_map<uint64_t, std::vector<size_t>> cells_;
  std::vector<size_t> large_;
};

}  // namespace jumpscope::physics
