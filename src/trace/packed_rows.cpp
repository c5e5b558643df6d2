#include "src/trace/packed_rows.h"

namespace jumpscope::trace {
namespace {

// Seven bits a byte, the lowest first; bit 7: more follow (LEB128, as in DWARF 5, 7.6).
void addNumber(std::string& bytes, uint64_t number) {
  for (; number >= 0x80; number >>= 7) bytes += static_cast<char>(number | 0x80);
  bytes += static_cast<char>(number);
}

uint64_t takeNumber(const char*& at) {
  uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<uint8_t>(*at++);
    number |= uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return number;
  }
}

// Small changes up and down become small numbers. Differences wrap around.
uint64_t zigzag(uint64_t change) { return change << 1 ^ (change >> 63 ? ~uint64_t{0} : 0); }
uint64_t unzigzag(uint64_t number) { return number >> 1 ^ (number & 1 ? ~uint64_t{0} : 0); }

}  // namespace

void PackedRows::push_back(const Row& row) {
  last_.push_back(row);
  if (last_.size() == page_rows) pack();
}

// A row is its frame's change, its buttons, how many values change, and of each the distance from the last such column and
// the change.
void PackedRows::pack() {
  std::string bytes;
  Row before;
  width_ = last_.front().values.size();
  before.values.resize(width_);
  for (const Row& row : last_) {
    addNumber(bytes, row.frame - before.frame);
    bytes += static_cast<char>(row.buttons);
    size_t changes = 0;
    for (size_t i = 0; i < row.values.size(); ++i) changes += row.values[i] != before.values[i];
    addNumber(bytes, changes);
    size_t from = 0;
    for (size_t i = 0; i < row.values.size(); ++i) {
      if (row.values[i] == before.values[i]) continue;
      addNumber(bytes, i - from);
      addNumber(bytes,
                zigzag(static_cast<uint64_t>(row.values[i]) - static_cast<uint64_t>(before.values[i])));
      from = i;
    }
    before = row;
  }
  bytes.shrink_to_fit();
  pages_.push_back(std::move(bytes));
  last_.clear();
}

void PackedRows::unpack(size_t page, std::vector<Row>& rows) const {
  const char* at = pages_[page].data();
  Row now;
  now.values.resize(width_);
  rows.resize(page_rows);
  for (Row& row : rows) {
    now.frame += takeNumber(at);
    now.buttons = static_cast<uint8_t>(*at++);
    size_t column = 0;
    for (uint64_t changes = takeNumber(at); changes > 0; --changes) {
      column += takeNumber(at);
      const uint64_t value = static_cast<uint64_t>(now.values[column]) + unzigzag(takeNumber(at));
      now.values[column] = static_cast<int64_t>(value);
    }
    row = now;
  }
}

const Row& PackedRows::operator[](size_t row) const {
  const size_t page = row / page_rows;
  if (page == pages_.size()) return last_[row % page_rows];
  if (unpacked_[newest_].page != page) {
    newest_ = 1 - newest_;
    Unpacked& into = unpacked_[newest_];
    if (into.page != page) {
      unpack(page, into.rows);
      into.page = page;
    }
  }
  return unpacked_[newest_].rows[row % page_rows];
}

}  // namespace jumpscope::trace
