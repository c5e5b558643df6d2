#include "src/movie/press.h"

#include <charconv>
#include <stdexcept>
#include <string>

namespace jumpscope::movie {
namespace {

constexpr size_t longest_item = 80;  // two numbers, a port and eight buttons take half of it

[[noreturn]] void fail(std::string_view item, const std::string& why) {
  throw std::runtime_error(
      "--press item '" + std::string(item.substr(0, longest_item)) + "' " + why +
      "; expected FIRST-LAST:BUTTONS such as 60-75:A, or 2/60-75:RB for the second controller");
}

uint64_t parseFrame(std::string_view text, std::string_view item) {
  uint64_t frame = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), frame);
  if (error == std::errc::result_out_of_range)
    fail(item, "has a frame number beyond 2^64: '" + std::string(text) + "'");
  if (error != std::errc() || end != text.data() + text.size())
    fail(item, "has '" + std::string(text) + "' instead of a frame number");
  return frame;
}

Press parseItem(std::string_view item) {
  if (item.size() > longest_item) fail(item, "is too long");
  Press press;
  std::string_view rest = item;
  if (const size_t slash = rest.find('/'); slash != rest.npos) {
    const std::string_view port = rest.substr(0, slash);
    if (port != "1" && port != "2")
      fail(item, "names port '" + std::string(port) + "'; the ports are 1 and 2");
    press.port = port == "2" ? 1 : 0;
    rest.remove_prefix(slash + 1);
  }
  const size_t colon = rest.find(':');
  if (colon == rest.npos) fail(item, "has no ':'");
  const std::string_view frames = rest.substr(0, colon);
  const std::string_view letters = rest.substr(colon + 1);

  const size_t dash = frames.find('-');
  press.first = parseFrame(frames.substr(0, dash), item);
  press.last = dash == frames.npos ? press.first : parseFrame(frames.substr(dash + 1), item);
  if (press.last < press.first) fail(item, "ends before it begins");

  if (letters.empty()) fail(item, "names no button");
  for (char letter : letters) {
    const size_t column = button_letters.find(letter);
    if (column == button_letters.npos)
      fail(item, std::string("names a button '") + letter +
                     "'; the buttons are R L D U T (Start) S (Select) B A, in capitals");
    press.buttons |= 0x80 >> column;
  }
  return press;
}

}  // namespace

std::vector<Press> parsePress(std::string_view script) {
  constexpr std::string_view blanks = " \t\r\n";
  std::vector<Press> presses;
  size_t begin = script.find_first_not_of(blanks);
  while (begin != script.npos) {
    const size_t end = std::min(script.find_first_of(blanks, begin), script.size());
    presses.push_back(parseItem(script.substr(begin, end - begin)));
    begin = script.find_first_not_of(blanks, end);
  }
  return presses;
}

}  // namespace jumpscope::movie
