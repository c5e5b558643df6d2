// Finds what a misspelled word may mean.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::base {

// The name of `known` with the smallest edit distance to `word`: inserted, removed, replaced and swapped
// letters. Precondition: `known` is not empty.
std::string_view nearestKey(std::string_view word, std::span<const std::string_view> known);

// " (did you mean 'trace'?)", or "" when no name of `known` is near enough to be meant. An abbreviation is near.
std::string didYouMean(std::string_view word, std::span<const std::string_view> known);
std::string didYouMean(std::string_view word, const std::vector<std::string>& known);

}  // namespace jumpscope::base
