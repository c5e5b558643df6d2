// Long lists in little memory.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/base/zstd_stream.h"

namespace jumpscope::base {

// Numbers as bytes: seven bits a byte, the lowest first; bit 7: more follow (LEB128, as in DWARF 5, 7.6).
class NumberWriter {
 public:
  void byte(uint8_t value) { bytes_ += static_cast<char>(value); }
  void number(uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(value | 0x80);
    bytes_ += static_cast<char>(value);
  }
  // Small steps up and down become small numbers. Differences wrap around.
  void step(uint64_t from, uint64_t to) {
    const uint64_t change = to - from;
    number(change << 1 ^ (change >> 63 ? ~uint64_t{0} : 0));
  }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class NumberReader {
 public:
  explicit NumberReader(std::string_view bytes) : at_(bytes.data()) {}
  uint8_t byte() { return static_cast<uint8_t>(*at_++); }
  uint64_t number() {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t part = byte();
      value |= uint64_t{part & 0x7Fu} << shift;
      if (part < 0x80) return value;
    }
  }
  uint64_t step(uint64_t from) {
    const uint64_t value = number();
    return from + (value >> 1 ^ (value & 1 ? ~uint64_t{0} : 0));
  }

 private:
  const char* at_;
};

// A list in pages, of which all but the last are packed. Made for reading from one value to the next, as often as needed.
// Not to be read by several threads at once.
//
// A codec has a type Value, the number of values in a page, `page_size`, and
//   void pack(std::span<const Value>, NumberWriter&);
//   void unpack(NumberReader, std::span<Value>) const;  // into values that may hold others
template <class Codec>
class PackedList {
 public:
  using Value = typename Codec::Value;

  void push_back(const Value& value) {
    // What is left of the page before keeps its memory.
    if (used_ < last_.size())
      last_[used_] = value;
    else
      last_.push_back(value);
    if (++used_ == page_size) pack();
  }
  size_t size() const { return pages_.size() * page_size + used_; }
  bool empty() const { return size() == 0; }

  // Stays valid until values of `pages_at_hand` other pages were read, or one is added.
  const Value& operator[](size_t index) const {
    const size_t page = index / page_size;
    if (page == pages_.size()) return last_[index % page_size];
    if (unpacked_[0].page != page) unpack(page);
    return unpacked_[0].values[index % page_size];
  }
  const Value& back() const { return (*this)[size() - 1]; }

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using pointer = const Value*;
    using reference = const Value&;

    Iterator(const PackedList& list, size_t index) : list_(&list), index_(index) {}
    const Value& operator*() const { return (*list_)[index_]; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    Iterator operator++(int) { return {*list_, index_++}; }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const PackedList* list_;
    size_t index_;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  static constexpr size_t pages_at_hand = 4;

 private:
  static constexpr size_t page_size = Codec::page_size;
  struct Unpacked {
    size_t page = SIZE_MAX;
    std::vector<Value> values;
  };

  void pack() {
    NumberWriter writer;
    codec_.pack(last_, writer);
    pages_.push_back(packBytes(writer.bytes()));
    used_ = 0;
  }

  // To the front of the pages at hand, in the place of the one that was not read for longest.
  void unpack(size_t page) const {
    const auto known = std::find_if(unpacked_.begin(), unpacked_.end() - 1,
                                    [page](const Unpacked& one) { return one.page == page; });
    std::rotate(unpacked_.begin(), known, known + 1);
    if (unpacked_[0].page == page) return;
    const std::string bytes = unpackBytes(pages_[page]);
    unpacked_[0].page = SIZE_MAX;
    unpacked_[0].values.resize(page_size);
    codec_.unpack(NumberReader(bytes), unpacked_[0].values);
    unpacked_[0].page = page;
  }

  Codec codec_;
  std::vector<std::string> pages_;
  std::vector<Value> last_;  // the page that is not full yet: its first used_ values
  size_t used_ = 0;
  mutable std::array<Unpacked, pages_at_hand> unpacked_;
};

}  // namespace jumpscope::base
