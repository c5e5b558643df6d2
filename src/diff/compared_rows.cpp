#include "src/diff/compared_rows.h"

#include <algorithm>

namespace jumpscope::diff {

void ComparedRowCodec::pack(std::span<const ComparedRow> rows, base::NumberWriter& to) {
  width = rows.front().expected.size();
  ComparedRow before;
  before.expected.resize(width);
  const auto jumpOf = [](const ComparedRow& row) { return row.jump ? *row.jump + 1 : 0; };
  for (const ComparedRow& row : rows) {
    to.step(before.row, row.row);
    to.step(jumpOf(before), jumpOf(row));
    for (size_t i = 0; i < width; ++i) {
      to.step(static_cast<uint64_t>(before.expected[i]), static_cast<uint64_t>(row.expected[i]));
      to.step(static_cast<uint64_t>(row.expected[i]), static_cast<uint64_t>(row.got[i]));
    }
    before = row;
  }
}

void ComparedRowCodec::unpack(base::NumberReader from, std::span<ComparedRow> rows) const {
  ComparedRow now;
  now.expected.resize(width);
  now.got.resize(width);
  uint64_t jump = 0;
  for (ComparedRow& row : rows) {
    now.row = from.step(now.row);
    jump = from.step(jump);
    now.jump = jump == 0 ? std::nullopt : std::optional(jump - 1);
    for (size_t i = 0; i < width; ++i) {
      const uint64_t expected = from.step(static_cast<uint64_t>(now.expected[i]));
      now.expected[i] = static_cast<int64_t>(expected);
      now.got[i] = static_cast<int64_t>(from.step(expected));
    }
    row = now;
  }
}

void ComparedRows::push_back(const ComparedRow& row) {
  if (size() % ComparedRowCodec::page_size == 0) first_rows_.push_back(row.row);
  PackedList::push_back(row);
}

std::optional<size_t> ComparedRows::find(size_t row) const {
  const auto page = std::upper_bound(first_rows_.begin(), first_rows_.end(), row);
  if (page == first_rows_.begin()) return std::nullopt;
  size_t index = static_cast<size_t>(page - first_rows_.begin() - 1) * ComparedRowCodec::page_size;
  size_t last = std::min(index + ComparedRowCodec::page_size, size()) - 1;
  while (index < last) {
    const size_t middle = (index + last) / 2;
    if ((*this)[middle].row < row)
      index = middle + 1;
    else
      last = middle;
  }
  return (*this)[index].row == row ? std::optional(index) : std::nullopt;
}

}  // namespace jumpscope::diff
