// Rows of a long trace in little memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

// Rows in pages, of which all but the last are packed: a row is what it changes in the row before it. Made for reading
// from one row to the next, as often as needed. Not to be read by several threads at once.
class PackedRows {
 public:
  // All rows have equally many values.
  void push_back(const Row& row);
  size_t size() const { return pages_.size() * page_rows + last_.size(); }
  // Stays valid until rows of two other pages were read, or one is added.
  const Row& operator[](size_t row) const;

 private:
  static constexpr size_t page_rows = 256;
  struct Unpacked {
    size_t page = SIZE_MAX;
    std::vector<Row> rows;
  };

  void pack();
  void unpack(size_t page, std::vector<Row>& rows) const;

  size_t width_ = 0;  // values of a row
  std::vector<std::string> pages_;
  std::vector<Row> last_;  // the page that is not full yet
  mutable std::array<Unpacked, 2> unpacked_;
  mutable size_t newest_ = 0;  // in unpacked_
};

// Rows of a trace, whichever way they are kept.
class RowsView {
 public:
  RowsView(const Trace& trace) : rows_(&trace.rows) {}
  RowsView(const PackedRows& packed) : packed_(&packed) {}

  size_t size() const { return packed_ ? packed_->size() : rows_->size(); }
  // See PackedRows.
  const Row& operator[](size_t row) const { return packed_ ? (*packed_)[row] : (*rows_)[row]; }

 private:
  const std::vector<Row>* rows_ = nullptr;
  const PackedRows* packed_ = nullptr;
};

}  // namespace jumpscope::trace
