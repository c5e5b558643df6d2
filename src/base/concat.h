// Text put together from pieces.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace jumpscope::base {

// g++ 12 warns falsely about "literal" + temporary string (GCC bug 105329); this form avoids the warning.
inline std::string concat(std::initializer_list<std::string_view> pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text.append(piece);
  return text;
}

}  // namespace jumpscope::base
