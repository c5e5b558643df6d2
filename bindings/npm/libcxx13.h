// What libc++ 13, which Debian's emscripten has, lacks of C++20: included before every file of a build for WebAssembly.
// Delete it when its libc++ is 20 or newer.
#pragma once
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
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
  explicit jthread(auto&& work, auto... arguments) { work(arguments...); }
};

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, find_if(first, last, [](char c) { return !strchr("0123456789.eE+-", c); }));
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str() || text[0] == '+') return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc()};
}
inline to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
  const char* as = format == chars_format::fixed ? "%.*f" : format == chars_format::general ? "%.*g" : "%.*e";
  return {first + snprintf(first, size_t(last - first), as, precision, value), errc()};
}
// The shortest text that is read as the value: of the two ways to write it the shorter one.
to_chars_result to_chars(char* first, char* last, floating_point auto value) {
  char text[40];
  int digits = -1, length = 0;
  do length = snprintf(text, sizeof text, "%.*e", ++digits, double(value));
  while (decltype(value)(strtod(text, nullptr)) != value && digits < 17);
  const char* e = strchr(text, 'e');
  const int decimals = e ? max(0, digits - atoi(e + 1)) : 0;
  const int fixed = snprintf(first, size_t(last - first), "%.*f", decimals, double(value));
  return {fixed <= length ? first + fixed : copy(text, text + length, first), errc()};
}

namespace ranges {
// clang-format off
#define OF_RANGE(name) \
  constexpr auto name(auto&& range, auto... rest) { return std::name(std::begin(range), std::end(range), rest...); }
OF_RANGE(all_of) OF_RANGE(any_of) OF_RANGE(none_of) OF_RANGE(copy) OF_RANGE(count) OF_RANGE(count_if) OF_RANGE(fill)
OF_RANGE(find) OF_RANGE(find_if) OF_RANGE(lower_bound) OF_RANGE(transform) OF_RANGE(upper_bound)
#undef OF_RANGE
// clang-format on
}  // namespace ranges
}  // namespace std
