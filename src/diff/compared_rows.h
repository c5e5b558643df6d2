// What a model expects beside what the cartridge had, row by row, in little memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/base/packed_list.h"

namespace jumpscope::diff {

// What the model expects in a row, and what the cartridge had when its mover was through (before other code
// wrote).
struct ComparedRow {
  size_t row = 0;
  std::optional<size_t> jump;          // index in DiffResult::jumps; nullopt: on the ground
  std::vector<int64_t> expected, got;  // one a watch of DiffResult::watches
};

struct ComparedRowCodec {
  using Value = ComparedRow;
  static constexpr size_t page_size = 256;

  void pack(std::span<const ComparedRow> rows, base::NumberWriter& to);
  void unpack(base::NumberReader from, std::span<ComparedRow> rows) const;

  size_t width = 0;  // values of a row
};

// In order of rows. All have equally many values.
class ComparedRows : base::PackedList<ComparedRowCodec> {
 public:
  using PackedList::back, PackedList::begin, PackedList::empty, PackedList::end, PackedList::size,
      PackedList::operator[];

  void push_back(const ComparedRow& row);
  // Index of what was compared in a row of the trace; nullopt: nothing was.
  std::optional<size_t> find(size_t row) const;

 private:
  std::vector<size_t> first_rows_;  // of pages
};

}  // namespace jumpscope::diff
