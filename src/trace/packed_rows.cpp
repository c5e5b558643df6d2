#include "src/trace/packed_rows.h"

#include <utility>

namespace jumpscope::trace {

// A row is its frame's change, its buttons, how many values change, and of each the distance from the last such column and
// the change.
void RowCodec::pack(std::span<const Row> rows, base::NumberWriter& to) {
  width = rows.front().values.size();
  Row before;
  before.values.resize(width);
  for (const Row& row : rows) {
    to.number(row.frame - before.frame);
    to.byte(row.buttons);
    size_t changes = 0;
    for (size_t i = 0; i < width; ++i) changes += row.values[i] != before.values[i];
    to.number(changes);
    size_t from = 0;
    for (size_t i = 0; i < width; ++i) {
      if (row.values[i] == before.values[i]) continue;
      to.number(i - from);
      to.step(static_cast<uint64_t>(before.values[i]), static_cast<uint64_t>(row.values[i]));
      from = i;
    }
    before = row;
  }
}

void RowCodec::unpack(base::NumberReader from, std::span<Row> rows) const {
  Row now;
  now.values.resize(width);
  for (Row& row : rows) {
    now.frame += from.number();
    now.buttons = from.byte();
    size_t column = 0;
    for (uint64_t changes = from.number(); changes > 0; --changes) {
      column += from.number();
      now.values[column] = static_cast<int64_t>(from.step(static_cast<uint64_t>(now.values[column])));
    }
    row = now;
  }
}

PackedTrace packed(Trace trace) {
  PackedTrace result{std::move(trace.header), {}};
  for (const Row& row : trace.rows) result.rows.push_back(row);
  return result;
}

Trace unpacked(const PackedTrace& trace) {
  Trace result{trace.header, {}};
  result.rows.reserve(trace.rows.size());
  for (const Row& row : trace.rows) result.rows.push_back(row);
  return result;
}

}  // namespace jumpscope::trace
