// Text from files, made fit for terminals, logs and pages.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace jumpscope::base {

// The bytes of the well-formed UTF-8 character at the front of `text` (Unicode, table 3-7); 0: there is none.
size_t utf8Length(std::string_view text);

// `text` in one line of valid UTF-8 that moves no cursor and starts no command: line ends become \n and \r,
// tabs \t, other control characters and bytes that are no UTF-8 \x1B, and characters that end lines or turn the
// direction of writing \u{2028}. "##[", which GitHub reads as a command wherever it stands, is broken up. What is longer than `longest` bytes ends in "…".
std::string printable(std::string_view text, size_t longest = std::string_view::npos);

// The same, but line ends stay: for text whose lines are our own.
std::string printableLines(std::string_view text);

// The name of a file for messages and reports: the last part of its path.
std::string shownName(const std::filesystem::path& path);

}  // namespace jumpscope::base
