// The fields of a state as bytes, little-endian, one after another. Private to src/session.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "src/bits/bits.h"

namespace jumpscope::session {

template <class T>
struct IsArray : std::false_type {};
template <class T, size_t n>
struct IsArray<std::array<T, n>> : std::true_type {};
template <class T>
struct IsArray<std::vector<T>> : std::true_type {};  // of the size that the cartridge gives it

template <class T>
constexpr bool is_bytes = false;
template <size_t n>
inline constexpr bool is_bytes<std::array<uint8_t, n>> = true;
template <>
inline constexpr bool is_bytes<std::vector<uint8_t>> = true;

template <class T>
size_t sizeOf(const T&) {
  return sizeof(T);
}
template <class T>
size_t sizeOf(const std::vector<T>& elements) {
  return elements.size() * sizeof(T);
}

// Writes sizeOf(value) bytes and returns their end.
template <class T>
uint8_t* store(uint8_t* out, const T& value) {
  if constexpr (is_bytes<T>) {
    return std::copy(value.begin(), value.end(), out);
  } else if constexpr (IsArray<T>::value) {
    for (const auto& element : value) out = store(out, element);
    return out;
  } else {
    const auto number = static_cast<uint64_t>(value);
    for (size_t i = 0; i < sizeof(T); ++i) out[i] = static_cast<uint8_t>(number >> (8 * i));
    return out + sizeof(T);
  }
}

// Throws std::runtime_error, beginning with `name`, where the bytes end too early or no value of the field's type is.
class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, const std::string& name) : bytes_(bytes), name_(name) {}

  template <class T>
  void get(T& value) {
    if constexpr (is_bytes<T>) {
      std::ranges::copy(take(value.size()), value.begin());
    } else if constexpr (IsArray<T>::value) {
      for (auto& element : value) get(element);
    } else {
      const uint64_t number = word<sizeof(T)>();
      if (!holds<T>(number)) damaged();
      value = static_cast<T>(number);
    }
  }
  // Integers of which every value will do, negative ones too, which get() refuses.
  template <class T>
  void getAny(T& value) {
    if constexpr (IsArray<T>::value)
      for (auto& element : value) getAny(element);
    else
      value = static_cast<T>(word<sizeof(T)>());
  }
  template <class T>
  T next() {
    T value{};
    get(value);
    return value;
  }
  std::string text(size_t length) {
    const std::span<const uint8_t> raw = take(length);
    return {raw.begin(), raw.end()};
  }
  std::span<const uint8_t> take(size_t length) {
    if (length > bytes_.size()) damaged();
    const std::span<const uint8_t> taken = bytes_.first(length);
    bytes_ = bytes_.subspan(length);
    return taken;
  }
  bool empty() const { return bytes_.empty(); }
  [[noreturn]] void damaged() const {
    throw std::runtime_error(name_ + " is truncated or altered; save the state again");
  }

 private:
  template <size_t size>
  uint64_t word() {
    uint64_t number = 0;
    const std::span<const uint8_t> raw = take(size);
    for (size_t i = 0; i < size; ++i) number |= uint64_t{raw[i]} << (8 * i);
    return number;
  }

  std::span<const uint8_t> bytes_;
  const std::string& name_;
};

}  // namespace jumpscope::session
