// The number family of code that is written for any numbers: `template <template <class> class Number>`, where
// Number<uint8_t> is a byte. With Plain it is the machine's own; src/prove/terms/symbolic.h has another. Such code uses
// the functions below in place of ?: and [], which would ask a number that is not known.
#pragma once

#include <cstddef>
#include <type_traits>

namespace jumpscope {

template <class T>
using Plain = T;

// condition ? yes : no
template <class Yes, class No>
requires std::is_arithmetic_v<Yes> && std::is_arithmetic_v<No>
constexpr auto choose(bool condition, Yes yes, No no) { return condition ? yes : no; }

// table[index]. Precondition: the index is in range.
template <class Table, class Index>
requires std::is_integral_v<Index>
constexpr auto at(const Table& table, Index index) { return table[static_cast<size_t>(index)]; }

}  // namespace jumpscope
