// How much a file may hold. Real ones stay far below; what is larger is refused with a sentence (docs/robustness.md).
#pragma once

#include <cstddef>

namespace jumpscope::base {

inline constexpr size_t largest_file = size_t{1} << 30;  // bytes, also of what a file decompresses to
inline constexpr size_t longest_line = size_t{4} << 20;  // bytes
inline constexpr size_t most_rows =
    10'000'000;  // frames of a trace or a movie, writes of a log: two days of play
inline constexpr size_t most_values = size_t{1} << 27;  // of a trace: rows times watches
inline constexpr size_t most_columns = 10'000;          // of a table; watches of a trace or a profile

}  // namespace jumpscope::base
