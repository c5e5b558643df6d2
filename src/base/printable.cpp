#include "src/base/printable.h"

#include <cstdint>

#include "src/base/text.h"

namespace jumpscope::base {

namespace {

char32_t decode(std::string_view character) {
  constexpr uint8_t lead_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = static_cast<uint8_t>(character[0]) & lead_bits[character.size()];
  for (const char c : character.substr(1)) code = code << 6 | (static_cast<uint8_t>(c) & 0x3F);
  return code;
}

// Control characters, line and paragraph separators, the marks that turn the direction of writing (Unicode
// Standard Annex 9), and noncharacters.
bool isObeyed(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x061C || code == 0x200E ||
         code == 0x200F || (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0xFEFF || (code & 0xFFFE) == 0xFFFE;
}

std::string escaped(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  if (code < 0x80) return "\\x" + hex(code, 2);
  return "\\u{" + hex(code, 4) + "}";
}

enum class LineEnds : uint8_t { Escaped, Kept };

std::string shown(std::string_view text, LineEnds line_ends) {
  std::string result;
  while (!text.empty()) {
    const size_t length = utf8Length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (text.starts_with("##[")) {
      result += "##\\x5B";
      text.remove_prefix(3);
      continue;
    }
    if (length == 0)
      result += "\\x" + hex(static_cast<uint8_t>(text[0]), 2);
    else if (character == "\n" && line_ends == LineEnds::Kept)
      result += '\n';
    else if (const char32_t code = decode(character); isObeyed(code))
      result += escaped(code);
    else
      result += character;
    text.remove_prefix(character.size());
  }
  return result;
}

}  // namespace

size_t utf8Length(std::string_view text) {
  const auto at = [&](size_t i) { return i < text.size() ? uint8_t(text[i]) : uint8_t(0); };
  const auto continues = [&](size_t i, uint8_t lowest = 0x80, uint8_t highest = 0xBF) {
    return at(i) >= lowest && at(i) <= highest;
  };
  const uint8_t lead = at(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const bool second = continues(1, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF);
    return second && continues(2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const bool second = continues(1, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF);
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string printable(std::string_view text, size_t longest) {
  if (text.size() <= longest) return shown(text, LineEnds::Escaped);
  size_t cut = 0;
  while (true) {
    const size_t length = utf8Length(text.substr(cut));
    const size_t next = cut + (length == 0 ? 1 : length);
    if (next > longest) break;
    cut = next;
  }
  return shown(text.substr(0, cut), LineEnds::Escaped) + "…";
}

std::string printableLines(std::string_view text) { return shown(text, LineEnds::Kept); }

std::string shownName(const std::filesystem::path& path) { return printable(path.filename().string()); }

}  // namespace jumpscope::base
