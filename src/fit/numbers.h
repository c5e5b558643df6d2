// Numbers of a fit as text.
#pragma once

#include <charconv>
#include <string>

namespace jumpscope::fit {

// As short as nine digits allow: for people.
inline std::string shortText(double value) {
  char text[64];
  const auto end =
      std::to_chars(text, text + sizeof text, value == 0 ? 0. : value, std::chars_format::general, 9).ptr;
  return std::string(text, end);
}

// As short as reads back to the same number: for compilers. Always with a point or an exponent.
template <class Number>
std::string exactText(Number value) {
  char text[64];
  std::string number(text, std::to_chars(text, text + sizeof text, value == 0 ? Number(0) : value).ptr);
  if (number.find_first_of(".e") == std::string::npos) number += ".0";
  return number;
}

}  // namespace jumpscope::fit
