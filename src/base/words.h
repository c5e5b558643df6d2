// Lists of words, as text and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

// "a, b, c".
std::string joined(std::span<const std::string> words, std::string_view between = ", ");

// "dotnet run --project '../My Game'" in words, as a shell splits them, without a shell: blanks separate, quotes and
// backslashes keep. Throws std::runtime_error with the end of a sentence where a quote has no end.
std::vector<std::string> splitWords(std::string_view text);

}  // namespace jumpscope::base
