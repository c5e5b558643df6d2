#include "src/physics/box_grid.h"

namespace jumpscope::physics {
namespace {

void take(std::vector<size_t>& numbers, size_t number) {
  const auto found = std::find(numbers.begin(), numbers.end(), number);
  *found = numbers.back();
  numbers.pop_back();
}

}  // namespace

void BoxGrid::insert(size_t number, const Box& box) {
  const Cells cells = cellsOf(box);
  if (cells.count() > most_cells) {
    large_.push_back(number);
    return;
  }
  for (int64_t row = cells.top; row <= cells.bottom; ++row)
    for (int64_t column = cells.left; column <= cells.right; ++column)
      cells_[keyOf(column, row)].push_back(number);
}

void BoxGrid::erase(size_t number, const Box& box) {
  const Cells cells = cellsOf(box);
  if (cells.count() > most_cells) {
    take(large_, number);
    return;
  }
  for (int64_t row = cells.top; row <= cells.bottom; ++row)
    for (int64_t column = cells.left; column <= cells.right; ++column) {
      const auto found = cells_.find(keyOf(column, row));
      take(found->second, number);
      if (found->second.empty()) cells_.erase(found);
    }
}

void BoxGrid::move(size_t number, const Box& from, const Box& to) {
  if (cellsOf(from) == cellsOf(to)) return;
  erase(number, from);
  insert(number, to);
}

}  // namespace jumpscope::physics
