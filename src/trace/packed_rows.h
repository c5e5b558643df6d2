// Rows of a long trace in little memory.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/base/packed_list.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// A row is what it changes in the row before it. All rows have equally many values.
struct RowCodec {
  using Value = Row;
  static constexpr size_t page_size = 256;

  void pack(std::span<const Row> rows, base::NumberWriter& to);
  void unpack(base::NumberReader from, std::span<Row> rows) const;

  size_t width = 0;  // values of a row
};

using PackedRows = base::PackedList<RowCodec>;

// Rows of a trace, whichever way they are kept.
class RowsView {
 public:
  RowsView() = default;  // none
  RowsView(const Trace& trace) : rows_(&trace.rows) {}
  RowsView(const PackedRows& packed) : packed_(&packed) {}

  size_t size() const { return packed_ ? packed_->size() : rows_ ? rows_->size() : 0; }
  bool empty() const { return size() == 0; }
  // See PackedList.
  const Row& operator[](size_t row) const { return packed_ ? (*packed_)[row] : (*rows_)[row]; }

 private:
  const std::vector<Row>* rows_ = nullptr;
  const PackedRows* packed_ = nullptr;
};

// A trace, whichever way its rows are kept. Refers to both.
struct TraceView {
  TraceView(const Trace& trace) : header(trace.header), rows(trace) {}
  TraceView(const Header& of, RowsView in) : header(of), rows(in) {}

  std::optional<size_t> find(const std::string& watch) const { return header.find(watch); }

  const Header& header;
  RowsView rows;
};

// A trace that keeps its rows packed.
struct PackedTrace {
  Header header;
  PackedRows rows;

  operator TraceView() const { return {header, rows}; }
};

PackedTrace packed(Trace trace);
Trace unpacked(const PackedTrace& trace);

}  // namespace jumpscope::trace
