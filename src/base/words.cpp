#include "src/base/words.h"

#include <stdexcept>

namespace jumpscope::base {

std::string joined(std::span<const std::string> words, std::string_view between) {
  std::string text;
  for (const std::string& word : words) {
    if (&word != words.data()) text += between;
    text += word;
  }
  return text;
}

std::vector<std::string> splitWords(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else
      words.back() += c;
  }
  if (quote != 0) throw std::runtime_error("has a quote " + std::string(1, quote) + " without its end");
  return words;
}

}  // namespace jumpscope::base
