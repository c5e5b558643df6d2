#include "src/sweep/press_template.h"

#include <algorithm>
#include <stdexcept>

#include "src/base/lines.h"
#include "src/base/suggest.h"
#include "src/movie/button_words.h"

namespace jumpscope::sweep {
namespace {

constexpr int64_t largest = 1'000'000'000;
constexpr int64_t largest_factor = 1'000'000;
constexpr size_t most_sums = 1000;
constexpr size_t longest_sum = 200;

[[noreturn]] void fail(std::string_view braces, const std::string& why) {
  throw std::runtime_error("'{" + std::string(braces.substr(0, 80)) + "}' " + why +
                           "; expected a sum of integers and variables such as {start+2*hold-1}");
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

PressTemplate::PressTemplate(std::string_view text, const std::vector<std::string>& names) : names_(names) {
  for (;;) {
    const size_t open = text.find('{');
    words_.emplace_back(text.substr(0, open));
    if (words_.back().find('}') != std::string::npos) throw std::runtime_error("a '}' has no '{' before it");
    if (open == text.npos) return;
    const size_t close = text.find('}', open);
    if (close == text.npos) throw std::runtime_error("a '{' has no '}' after it");
    if (sums_.size() == most_sums) throw std::runtime_error("it has more than 1000 sums in braces");
    sums_.push_back(parseSum(text.substr(open + 1, close - open - 1)));
    text.remove_prefix(close + 1);
  }
}

PressTemplate::Sum PressTemplate::parseSum(std::string_view text) const {
  if (text.size() > longest_sum) fail(text, "is too long");
  Sum sum;
  sum.factors.resize(names_.size());
  std::string_view rest = trimmed(text);
  int64_t sign = 1;
  if (rest.starts_with('-')) sign = -1, rest.remove_prefix(1);
  for (;;) {
    const size_t end = std::min(rest.find_first_of("+-"), rest.size());
    addTerm(sum, trimmed(rest.substr(0, end)), sign, text);
    if (end == rest.size()) return sum;
    sign = rest[end] == '-' ? -1 : 1;
    rest.remove_prefix(end + 1);
  }
}

void PressTemplate::addTerm(Sum& sum, std::string_view term, int64_t sign, std::string_view whole) const {
  const size_t star = term.find('*');
  int64_t factor = 1;
  std::string_view name = term;
  if (star != term.npos) {
    const auto number = base::parseInteger<int64_t>(trimmed(term.substr(0, star)), 0, largest_factor);
    if (!number) fail(whole, "has a factor that is no integer up to 10^6");
    factor = *number;
    name = trimmed(term.substr(star + 1));
  } else if (const auto number = base::parseInteger<int64_t>(term, 0, largest)) {
    sum.constant += sign * *number;
    return;
  }
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end())
    fail(whole, "names '" + std::string(name.substr(0, 40)) + "', which is no variable" +
                    base::didYouMean(name, names_));
  sum.factors[size_t(found - names_.begin())] += sign * factor;
}

bool PressTemplate::uses(std::string_view name) const {
  const auto place = size_t(std::find(names_.begin(), names_.end(), name) - names_.begin());
  return std::any_of(sums_.begin(), sums_.end(), [&](const Sum& sum) { return sum.factors[place] != 0; });
}

std::string PressTemplate::with(std::span<const int64_t> values) const {
  std::string script = words_[0];
  for (size_t i = 0; i < sums_.size(); ++i) {
    int64_t value = sums_[i].constant;
    for (size_t v = 0; v < values.size(); ++v) value += sums_[i].factors[v] * values[v];
    script += std::to_string(value) + words_[i + 1];
  }
  return script;
}

movie::Buttons parseLetters(std::string_view text) {
  if (text.empty() || text == ".") return 0;
  if (const auto buttons = movie::parseButtons(text)) return *buttons;
  throw std::runtime_error("'" + std::string(text.substr(0, 40)) + "' " + movie::problemOfButtons(text) +
                           ", and . is none");
}

}  // namespace jumpscope::sweep
