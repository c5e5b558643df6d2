// The floating-point half of <charconv>, which libc++ 13 lacks: included before every file of the libraries that write such numbers.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace std {

inline to_chars_result to_chars(char* first, char* last, double value, chars_format format, int precision) {
  const char* as = format == chars_format::fixed ? "%.*f" : format == chars_format::general ? "%.*g" : "%.*e";
  return {first + snprintf(first, size_t(last - first), as, precision, value), errc()};
}
template <class T>
enable_if_t<is_floating_point_v<T>, to_chars_result> to_chars(char* first, char* last, T value) {
  char shortest[32], *e = nullptr;
  for (int digits = 0; digits == 0 || T(strtod(shortest, nullptr)) != value; ++digits)
    snprintf(shortest, sizeof shortest, "%.*e", digits, double(value));
  const long digits = (e = strchr(shortest, 'e')) - shortest, exponent = strtol(e + 1, nullptr, 10);
  const int decimals = int(max(0l, count_if(shortest, e, [](char c) { return isdigit(c); }) - 1 - exponent));
  const string fixed(size_t(snprintf(nullptr, 0, "%.*f", decimals, double(value))), '\0');
  if (fixed.size() > strlen(shortest))
    return {copy(shortest, shortest + digits + long(strlen(e)), first), errc()};
  return to_chars(first, last, value, chars_format::fixed, decimals);
}

}  // namespace std
