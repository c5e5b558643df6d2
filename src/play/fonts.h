// Finds a font for the windows, where systems keep theirs.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "src/base/environment.h"

namespace jumpscope::play {

// A scalable monospaced font in the folders `fonts` of the data folders of the XDG Base Directory Specification.
std::optional<std::filesystem::path> findFont(const base::Environment& environment);

// The font that the system prefers for a character, as fontconfig's fc-match names it; nullopt: there is none, or no fontconfig.
std::optional<std::filesystem::path> fontWith(char32_t character);

// The characters of texts that are shown, beyond those that every font has.
class ShownCharacters {
 public:
  // UTF-8; what is no UTF-8 is left out.
  void add(std::string_view text);
  // True once after something new was added.
  bool changed() { return std::exchange(changed_, false); }
  const std::set<char32_t>& all() const { return all_; }

  // Latin, Greek, Cyrillic, and the marks that our texts use: these are always there.
  static bool isUsual(char32_t character);

 private:
  std::set<char32_t> all_;
  bool changed_ = false;
};

}  // namespace jumpscope::play
