// Text put together from pieces.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace jumpscope::base {

// g++ 12 takes "literal" + temporary string for an overrun; this it understands.
inline std::string concat(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text.append(piece);
  return text;
}

}  // namespace jumpscope::base
