// What libc++ 13, which Debian's emscripten has, lacks of C++20: included before every file of a build for WebAssembly.
// Delete it when its libc++ is 20 or newer.
#pragma once

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <optional>
#include <string>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <class T>
constexpr auto operator<=>(const optional<T>& a, const optional<T>& b) -> decltype(*a <=> *b) {
  return a && b ? *a <=> *b : a.has_value() <=> b.has_value();
}

// There is one thread.
struct jthread {
  template <class Work, class... Arguments>
  explicit jthread(Work&& work, Arguments... arguments) {
    work(arguments...);
  }
};

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first,
                    min(find_if(first, last, [](char c) { return !strchr("0123456789.eE+-", c); }), last));
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str() || text[0] == '+') return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc()};
}

namespace ranges {
#define OF_RANGE(name)                                             \
  constexpr auto name(auto&& range, auto... rest) {                \
    return std::name(std::begin(range), std::end(range), rest...); \
  }
// clang-format off
OF_RANGE(all_of) OF_RANGE(any_of) OF_RANGE(none_of) OF_RANGE(copy) OF_RANGE(count) OF_RANGE(count_if) OF_RANGE(fill)
OF_RANGE(find_if) OF_RANGE(lower_bound) OF_RANGE(transform) OF_RANGE(upper_bound)
// clang-format on
#undef OF_RANGE
        constexpr auto find(auto&& range, const auto& value) {
  return std::find(std::begin(range), std::end(range), value);
}
}  // namespace ranges

}  // namespace std
