// Rows of the nametables as pixels, kept while nothing in them changes. Not part of the state.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "ppu/timing.h"

namespace jumpscope::ppu::fast {

// The pages of a pattern table.
using PatternTable = std::array<const uint8_t*, 4>;

class NametableRowCache {
 public:
  struct Row {
    uint64_t stamp = 0;    // of the last look at it
    PatternTable table{};  // it was looked at with
    bool painted = false;  // `pixels` are valid
    alignas(16) std::array<uint16_t, picture_width> pixels{};
  };

  static constexpr size_t nametables = 4;  // by NametablePage::id

  // A byte of this nametable has changed; an attribute serves four rows of tiles.
  void nametableChanged(size_t nametable, unsigned offset) {
    if (nametable >= nametables) return;
    ++stamp_;
    if (offset < 0x3C0) {
      changed_[nametable][offset >> 5] = stamp_;
    } else {
      for (size_t row = 0; row < 4; ++row) changed_[nametable][((offset - 0x3C0) >> 3) * 4 + row] = stamp_;
    }
  }
  // The patterns or the colors have changed, or everything may have.
  void everythingChanged() { all_changed_ = ++stamp_; }

  // Line y (0-239) of a nametable, and in `fresh` whether nothing has changed since it was last asked for.
  Row& row(size_t nametable, unsigned y, const PatternTable& table, bool& fresh) {
    if (!rows_[nametable]) rows_[nametable] = std::make_unique<Rows>();
    Row& row = (*rows_[nametable])[y];
    fresh = row.table == table && row.stamp >= all_changed_ && row.stamp >= changed_[nametable][y >> 3];
    if (!fresh) {
      row.stamp = stamp_;
      row.table = table;
      row.painted = false;
    }
    return row;
  }

 private:
  using Rows = std::array<Row, picture_height>;

  uint64_t stamp_ = 1;
  uint64_t all_changed_ = 1;
  std::array<std::array<uint64_t, 32>, nametables> changed_{};
  std::array<std::unique_ptr<Rows>, nametables> rows_;
};

}  // namespace jumpscope::ppu::fast
