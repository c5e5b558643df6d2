// The write log of a long trace in little memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "src/base/packed_list.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

// A write is its time since the write before it, its writer and stack, of which few differ, and its two values.
class WriteCodec {
 public:
  using Value = Write;
  static constexpr size_t page_size = 2048;

  void pack(std::span<const Write> writes, base::NumberWriter& to);
  void unpack(base::NumberReader from, std::span<Write> writes) const;

 private:
  // What all writes of an instruction to a byte have in common.
  using Writer = std::tuple<CodeAddress, uint16_t, std::string, std::string, std::string>;

  static Writer writerOf(const Write& write) {
    return {write.pc, write.address, write.instruction, write.watch, write.place};
  }
  bool isOf(const Write& write, size_t writer) const;
  size_t writer(const Write& write);
  size_t stack(const std::vector<Caller>& stack);

  std::vector<Writer> writers_;
  std::map<Writer, size_t> writer_numbers_;
  std::array<size_t, 256> recent_writers_{};  // numbers + 1, by address and instruction
  std::vector<std::vector<Caller>> stacks_;
  std::map<std::vector<std::tuple<CodeAddress, Caller::Kind>>, size_t> stack_numbers_;
};

using PackedWrites = base::PackedList<WriteCodec>;

// A write log, whichever way it is kept. Refers to it.
class WritesView {
 public:
  WritesView() = default;
  WritesView(std::span<const Write> writes) : writes_(writes) {}
  WritesView(const std::vector<Write>& writes) : writes_(writes) {}
  WritesView(const PackedWrites& packed) : packed_(&packed) {}

  size_t size() const { return packed_ ? packed_->size() : writes_.size(); }
  bool empty() const { return size() == 0; }
  // See PackedList.
  const Write& operator[](size_t index) const { return packed_ ? (*packed_)[index] : writes_[index]; }

 private:
  std::span<const Write> writes_;
  const PackedWrites* packed_ = nullptr;
};

}  // namespace jumpscope::trace
