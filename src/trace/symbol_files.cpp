#include <algorithm>
#include <stdexcept>

#include "src/trace/symbol_formats.h"

namespace jumpscope::trace {
namespace {

// "5" of "game.nes.5.nl"; nullopt: the file is of all banks, or of RAM.
std::optional<uint32_t> bankInName(std::string_view file_name) {
  file_name.remove_suffix(std::string_view(".nl").size());
  const size_t dot = file_name.rfind('.');
  return dot == file_name.npos ? std::nullopt : parseHex(file_name.substr(dot + 1), 0xFFFF);
}

std::vector<LabelFormat> allFormats() {
  std::vector<LabelFormat> formats;
  for (const auto& some : {emulatorFormats(), assemblerFormats()})
    formats.insert(formats.end(), some.begin(), some.end());
  return formats;
}

bool isComment(std::string_view line) { return line.starts_with(';'); }

// The format of the first line that belongs to one.
const LabelFormat* formatOfContent(std::string_view text, const std::string& file_name,
                                   const std::vector<LabelFormat>& formats) {
  constexpr int most_lines = 100;  // a heading is shorter
  base::Lines lines(text, file_name, base::LastLine::MayBeOpen);
  for (int i = 0; i < most_lines && !lines.atEnd();) {
    const std::string_view line = trimmed(lines.next());
    if (line.empty() || isComment(line)) continue;
    ++i;
    for (const LabelFormat& format : formats)
      if (format.isLine(line)) return &format;
  }
  return nullptr;
}

const LabelFormat* formatOfName(const std::string& file_name, const std::vector<LabelFormat>& formats) {
  for (const LabelFormat& format : formats) {
    std::string_view rest = format.endings;
    while (!rest.empty())
      if (file_name.ends_with(takeUntil(rest, ' '))) return &format;
  }
  return nullptr;
}

// The content decides; where it is of no format, the name says which one was meant.
const LabelFormat& formatOf(std::string_view text, const std::string& file_name,
                            const std::vector<LabelFormat>& formats) {
  if (const LabelFormat* format = formatOfContent(text, file_name, formats)) return *format;
  const LabelFormat* format = formatOfName(file_name, formats);
  if (!format)
    throw std::runtime_error(
        file_name +
        " contains no labels in a format that jumpscope reads; expected labels of FCEUX (.nl), Mesen (.mlb), "
        "VICE "
        "(.labels), cc65 (.dbg), WLA DX or NESASM (.sym), NESASM (.fns) or NoICE (.noi)");
  if (file_name.ends_with(".dbg"))
    throw std::runtime_error(file_name +
                             " does not begin with 'version', as debug information of cc65 does; " +
                             "write it with ld65 --dbgfile");
  return *format;
}

}  // namespace

std::string_view takeUntil(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  return taken;
}

std::string_view takeWord(std::string_view& rest) {
  rest = trimmed(rest);
  const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
  rest = trimmed(rest.substr(word.size()));
  return word;
}

std::optional<uint32_t> parseHex(std::string_view text, uint32_t largest) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::string labelWord(std::string_view name) {
  std::string text(name);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return uint8_t(c) <= 0x20 || c == 0x7F; }, '_');
  return text;
}

void readSymbols(std::string_view text, const std::string& file_name, Symbols& symbols) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::vector<LabelFormat> formats = allFormats();
  const LabelFormat& format = formatOf(text, file_name, formats);
  LabelFile file;
  if (file_name.ends_with(".nl")) file.fceux_bank = bankInName(file_name);
  base::Lines lines(text, file_name, base::LastLine::MayBeOpen);
  while (!lines.atEnd()) {
    const std::string_view line = lines.next();
    if (line.find('\0') != line.npos) lines.fail("this is not text; expected a label file");
    if (const std::string_view content = trimmed(line); !content.empty() && !isComment(content))
      format.read(content, lines, file, symbols);
  }
  placeBanked(file, symbols);
}

}  // namespace jumpscope::trace
