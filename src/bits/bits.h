// Integers that carry their range: the registers and counters of the chips. A value beyond the range cannot be
// stored, so it cannot index beyond a table either; the saved states take their limits from here.
#pragma once

#include <cassert>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace jumpscope {

// Those bits of an integer that exist in the chip. The others are dropped when a value is stored.
template <unsigned mask>
class Masked {
 public:
  using Storage = std::conditional_t<(mask <= 0xFF), uint8_t, uint16_t>;
  static_assert(mask <= 0xFFFF);

  static constexpr bool holds(uint64_t value) { return (value & ~uint64_t{mask}) == 0; }

  constexpr Masked() = default;
  constexpr explicit Masked(unsigned value) : value_(static_cast<Storage>(value & mask)) {}
  constexpr Masked& operator=(unsigned value) {
    value_ = static_cast<Storage>(value & mask);
    return *this;
  }
  constexpr operator Storage() const { return value_; }

  constexpr Masked& operator++() { return *this = value_ + 1u; }
  constexpr Masked& operator--() { return *this = value_ - 1u; }
  constexpr Masked& operator|=(unsigned bits) { return *this = value_ | bits; }
  constexpr Masked& operator&=(unsigned bits) { return *this = value_ & bits; }
  constexpr Masked& operator^=(unsigned bits) { return *this = value_ ^ bits; }

  bool operator==(const Masked&) const = default;

 private:
  Storage value_ = 0;
};

// A register of so many bits; counting wraps around.
template <int n>
using Bits = Masked<(1u << n) - 1>;

// A counter whose range is not a number of bits. Whoever counts it keeps it in range; builds with assertions
// check that.
template <unsigned last>
class UpTo {
 public:
  using Storage = std::conditional_t<(last <= 0xFF), uint8_t, uint16_t>;

  static constexpr bool holds(uint64_t value) { return value <= last; }

  constexpr UpTo() = default;
  constexpr explicit UpTo(unsigned value) { *this = value; }
  constexpr UpTo& operator=(unsigned value) {
    assert(value <= last);
    value_ = static_cast<Storage>(value);
    return *this;
  }
  constexpr operator Storage() const { return value_; }

  constexpr UpTo& operator++() { return *this = value_ + 1u; }
  constexpr UpTo& operator--() { return *this = value_ - 1u; }

  bool operator==(const UpTo&) const = default;

 private:
  Storage value_ = 0;
};

// True if a field of type T can hold this value. An enumeration names its last enumerator by a
// function `lastOf(T)` beside it.
template <class T>
constexpr bool holds(uint64_t value) {
  if constexpr (std::same_as<T, bool>)
    return value <= 1;
  else if constexpr (std::is_enum_v<T>)
    return value <= static_cast<uint64_t>(lastOf(T{}));
  else if constexpr (std::is_class_v<T>)
    return T::holds(value);
  else
    return value <= std::numeric_limits<T>::max();
}

}  // namespace jumpscope
