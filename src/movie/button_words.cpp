#include "src/movie/button_words.h"

#include <algorithm>
#include <array>

#include "src/base/suggest.h"

namespace jumpscope::movie {
namespace {

// In the order of button_letters.
constexpr std::array<std::string_view, 8> button_words = {"right", "left",   "down", "up",
                                                          "start", "select", "b",    "a"};
constexpr size_t longest_shown = 40;

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// True if a row of letters contains a word, as in STARTA: then they are hardly meant as single letters.
bool hasWord(std::string_view letters) {
  const std::string lower = lowered(letters);
  return std::any_of(button_words.begin(), button_words.end(), [&](std::string_view word) {
    return word.size() > 1 && lower.find(word) != lower.npos;
  });
}

// One word, or a row of letters.
std::optional<Buttons> parsePart(std::string_view part) {
  const auto word = std::find(button_words.begin(), button_words.end(), lowered(part));
  if (word != button_words.end()) return static_cast<Buttons>(0x80 >> (word - button_words.begin()));
  if (part.empty() || hasWord(part)) return std::nullopt;
  Buttons buttons = 0;
  for (const char letter : part) {
    const Buttons button = buttonOf(letter);
    if (button == 0) return std::nullopt;
    buttons |= button;
  }
  return buttons;
}

// Takes off `rest` what stands before the next '+'; nullopt: nothing is left.
std::optional<std::string_view> takePart(std::optional<std::string_view>& rest) {
  if (!rest) return std::nullopt;
  const size_t plus = rest->find('+');
  const std::string_view part = rest->substr(0, plus);
  rest = plus == rest->npos ? std::nullopt : std::optional(rest->substr(plus + 1));
  return part;
}

}  // namespace

std::optional<Buttons> parseButtons(std::string_view text) {
  Buttons buttons = 0;
  for (std::optional<std::string_view> rest = text; const auto part = takePart(rest);) {
    const auto more = parsePart(*part);
    if (!more) return std::nullopt;
    buttons |= *more;
  }
  return buttons;
}

std::string problemOfButtons(std::string_view text) {
  std::string_view wrong = text;
  for (std::optional<std::string_view> rest = text; const auto part = takePart(rest);)
    if (!parsePart(*part)) {
      wrong = *part;
      break;
    }
  if (hasWord(wrong))
    return "has '" + std::string(wrong.substr(0, longest_shown)) +
           "', a word and more; join buttons by +, such as START+A";
  const std::string suggestion = wrong.size() > 2 ? base::didYouMean(lowered(wrong), button_words) : "";
  const bool is_letters = suggestion.empty() && std::none_of(wrong.begin(), wrong.end(),
                                                             [](char c) { return c >= 'a' && c <= 'z'; });
  if (const auto bad = std::find_if(wrong.begin(), wrong.end(), [](char c) { return buttonOf(c) == 0; });
      is_letters && bad != wrong.end())
    wrong = {bad, 1};
  return "names a button '" + std::string(wrong.substr(0, longest_shown)) + "'" + suggestion +
         "; the buttons are R L D U T (Start) S (Select) B A, in capitals, or words such as Start, joined by "
         "+";
}

}  // namespace jumpscope::movie
