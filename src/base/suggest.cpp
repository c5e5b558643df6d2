#include "src/base/suggest.h"

#include <algorithm>
#include <numeric>

#include "src/base/concat.h"

namespace jumpscope::base {

namespace {

// Insertions, removals, replacements and swaps of neighbors that lead from one to the other (optimal string
// alignment).
size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t(0));
  for (size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (size_t k = 0; k < b.size(); ++k) {
      next[k + 1] = std::min({row[k] + (a[i] != b[k]), next[k] + 1, row[k + 1] + 1});
      const bool swapped = i > 0 && k > 0 && a[i] == b[k - 1] && a[i - 1] == b[k];
      if (swapped) next[k + 1] = std::min(next[k + 1], before[k - 1] + 1);
    }
    before = row;
    row.swap(next);
  }
  return row[b.size()];
}

bool abbreviates(std::string_view word, std::string_view name) {
  return word.size() >= 3 && name.starts_with(word);
}

}  // namespace

std::string_view nearestKey(std::string_view word, std::span<const std::string_view> known) {
  constexpr size_t longest = 100;  // of what anybody misspells
  const std::string_view shown = word.substr(0, longest);
  return *std::min_element(known.begin(), known.end(), [&](std::string_view a, std::string_view b) {
    return editDistance(shown, a) < editDistance(shown, b);
  });
}

std::string didYouMean(std::string_view word, std::span<const std::string_view> known) {
  if (known.empty()) return "";
  constexpr size_t longest = 60;  // no name is longer; a pasted file is not compared letter by letter
  if (word.size() > longest) return "";
  const auto full = std::find_if(known.begin(), known.end(),
                                 [&](std::string_view name) { return abbreviates(word, name); });
  const std::string_view nearest = full != known.end() ? *full : nearestKey(word, known);
  const size_t tolerated = std::max(word.size(), nearest.size()) / 3;
  if (full == known.end() && editDistance(word, nearest) > tolerated) return "";
  return concat({" (did you mean '", nearest, "'?)"});
}

std::string didYouMean(std::string_view word, const std::vector<std::string>& known) {
  return didYouMean(word, std::vector<std::string_view>(known.begin(), known.end()));
}

}  // namespace jumpscope::base
