#include <algorithm>
#include <stdexcept>

#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

[[noreturn]] void fail(std::string_view text, const std::string& why) {
  std::string sentence = "--watch '" + std::string(text) + "' " + why +
                         "; expected NAME=ADDRESS:TYPE such as y=$00CE:u8 or y=$00B5,$00CE,$0416:u16.8";
  // A sentence is one line, whatever the shell passed on.
  std::replace_if(
      sentence.begin(), sentence.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
  throw std::runtime_error(sentence);
}

// Takes what stands before `separator` off the front of `rest`, and the separator; all of it when there is
// none.
std::string_view takeUntil(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  return taken;
}

void parseAddresses(Watch& watch, std::string_view list, std::string_view text) {
  for (;;) {
    const bool last = list.find(',') == list.npos;
    const std::string_view item = takeUntil(list, ',');
    const auto address = parseNumber(item, 0xFFFF);
    if (!address) fail(text, "has '" + std::string(item) + "' where an address up to $FFFF belongs");
    watch.addresses.push_back(foldMirror(uint16_t(*address)));
    if (last) return;
  }
}

void parseTypeText(Watch& watch, std::string_view type_text, std::string_view text) {
  const bool has_mask = type_text.find('&') != type_text.npos;
  std::string_view name = takeUntil(type_text, '&');
  if (has_mask) {
    const auto mask = parseNumber(type_text, 0xFF);
    if (!mask) fail(text, "has '" + std::string(type_text) + "' where a mask up to $FF belongs");
    watch.mask = uint8_t(*mask);
  }
  const bool has_point = name.find('.') != name.npos;
  const std::string_view type = takeUntil(name, '.');
  if (has_point) {
    const auto bits = parseNumber(name, 99);
    if (!bits) fail(text, "has '" + std::string(name) + "' where a number of fraction bits belongs");
    watch.fraction_bits = int(*bits);
  }
  const auto known = parseType(type);
  if (!known)
    fail(text, "has a type '" + std::string(type) + "'; the types are u8 s8 u16 s16 bcd digits flag bits");
  watch.type = *known;
}

}  // namespace

Watch parseWatch(std::string_view text) {
  Watch watch;
  std::string_view rest = text;
  if (rest.find('=') == rest.npos) fail(text, "has no '='");
  watch.name = takeUntil(rest, '=');
  const bool has_type = rest.find(':') != rest.npos;
  parseAddresses(watch, takeUntil(rest, ':'), text);
  if (has_type)
    parseTypeText(watch, rest, text);
  else if (watch.addresses.size() == 2)
    watch.type = Type::U16;
  if (const std::string problem = problemOf(watch); !problem.empty()) fail(text, problem);
  return watch;
}

}  // namespace jumpscope::trace
