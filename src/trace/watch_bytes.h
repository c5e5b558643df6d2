// The bytes behind a watch's value: the way back from readWatch().
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

// What is known of a byte: its bits in `mask`.
struct ByteBits {
  uint8_t value = 0, mask = 0;

  bool contradicts(ByteBits other) const { return ((value ^ other.value) & mask & other.mask) != 0; }
  bool operator==(const ByteBits&) const = default;
};

// The bits of addresses[index] that a watch reads.
uint8_t maskAt(const Watch& watch, size_t index);

// What a raw value (of Take::Value) says of each byte. Outside maskAt() it says nothing; neither does a flag of
// several bits that is 1. Bcd and digits are taken for decimal digits. nullopt: no such bytes have this value.
std::optional<std::vector<ByteBits>> bytesOf(const Watch& watch, int64_t raw);

// The same for bytes that are near `got`: those that differ from it in one byte, and there in the fewest bits, where
// `got` holds what is no decimal digit. A nibble or byte above 9 counts as what it is, so that several bytes
// can have one value.
std::optional<std::vector<ByteBits>> bytesNear(const Watch& watch, int64_t raw,
                                               std::span<const ByteBits> got);

}  // namespace jumpscope::trace
