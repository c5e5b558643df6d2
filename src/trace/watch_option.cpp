#include <algorithm>
#include <stdexcept>

#include "src/trace/symbols.h"
#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

constexpr std::string_view lag = "lag";

// Removes and returns the text of `rest` up to `separator`, and removes the separator; all of it if there is
// none.
std::string_view takeUntil(std::string_view& rest, char separator) {
  const size_t end = rest.find(separator);
  const std::string_view taken = rest.substr(0, end);
  rest = end == rest.npos ? std::string_view() : rest.substr(end + 1);
  return taken;
}

constexpr size_t longest_option = 1000, longest_shown = 80;

class Parser {
 public:
  Parser(std::string_view text, const WatchContext& context) : text_(text), context_(context) {}

  Watch parse() {
    if (text_.size() > longest_option) fail("has more than 1000 characters");
    Watch watch;
    std::string_view rest = text_;
    if (rest == lag)
      watch.name = lag;
    else if (rest.find('=') != rest.npos)
      watch.name = takeUntil(rest, '=');
    else if (context_.symbols && !context_.symbols->empty())
      watch.name = nameFromLabel(rest);
    else
      fail("has no '='");
    const std::string name = watch.name;
    parseTakeOf(watch, rest);
    watch.name = name;
    if (const std::string problem = problemOf(watch); !problem.empty()) fail(problem);
    return watch;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    std::string sentence = "--watch '" + std::string(text_.substr(0, longest_shown)) + "' " + why +
                           "; expected NAME=ADDRESS:TYPE such as y=$00CE:u8 or y=$00B5,$00CE,$0416:u16.8";
    // The message is one line, even if the argument contains line ends.
    std::replace_if(
        sentence.begin(), sentence.end(), [](char c) { return uint8_t(c) < 0x20; }, ' ');
    throw std::runtime_error(sentence);
  }

  // "player_y:s8" -> "player_y"; "_player_y", as C names it, too.
  std::string nameFromLabel(std::string_view text) const {
    const std::string label(text.substr(0, text.find_first_of(",:+-")));
    addressOf(label);
    return label;
  }

  // previous(…), delta(…), or the plain value.
  void parseTakeOf(Watch& watch, std::string_view rest) {
    for (const Take take : {Take::Previous, Take::Delta}) {
      const std::string_view name = takeName(take);
      if (!rest.starts_with(name) || !rest.substr(name.size()).starts_with('(')) continue;
      if (!rest.ends_with(')')) fail("lacks the ')' of " + std::string(name) + "(…)");
      const std::string_view inside = rest.substr(name.size() + 1, rest.size() - name.size() - 2);
      const auto other = std::find_if(context_.watches.begin(), context_.watches.end(),
                                      [&](const Watch& known) { return known.name == inside; });
      if (other == context_.watches.end()) {
        parseBytes(watch, inside);
      } else {
        if (other->take != Take::Value)
          fail("takes the " + std::string(name) + " of '" + other->name + "', which is itself a " +
               std::string(takeName(other->take)));
        watch = *other;
        watch.meaning.clear();
      }
      watch.take = take;
      return;
    }
    parseBytes(watch, rest);
  }

  void parseBytes(Watch& watch, std::string_view rest) {
    if (rest == lag) {
      watch.type = Type::Lag;
      return;
    }
    const bool has_type = rest.find(':') != rest.npos;
    parseAddresses(watch, takeUntil(rest, ':'));
    if (watch.addresses.size() == 2) watch.type = Type::U16;
    if (has_type) parseTypeText(watch, rest);
  }

  void parseAddresses(Watch& watch, std::string_view list) {
    for (;;) {
      const bool last = list.find(',') == list.npos;
      watch.addresses.push_back(foldMirror(addressOf(takeUntil(list, ','))));
      if (last) return;
    }
  }

  // $00CE, 206, player_y, player_y+1
  uint16_t addressOf(std::string_view item) const {
    if (const auto address = parseNumber(item, 0xFFFF)) return uint16_t(*address);
    const bool may_be_label =
        context_.symbols && !context_.symbols->empty() && !item.empty() && item[0] != '$' && item[0] > '9';
    if (!may_be_label) fail("has '" + std::string(item) + "' instead of an address up to $FFFF");
    const size_t sign = item.find_last_of("+-");
    const std::string_view name = item.substr(0, sign);
    auto address = context_.symbols->find(name);
    if (!address)
      fail("has '" + std::string(name) + "', which is not a label; did you mean '" +
           context_.symbols->nearest(name) + "'?");
    if (sign == item.npos) return *address;
    const auto offset = parseNumber(item.substr(sign + 1), 0xFFFF);
    if (!offset) fail("has '" + std::string(item.substr(sign + 1)) + "' instead of an offset");
    const int64_t sum = item[sign] == '+' ? int64_t(*address) + *offset : int64_t(*address) - *offset;
    if (sum < 0 || sum > 0xFFFF) fail("has an address outside $0000 to $FFFF");
    return uint16_t(sum);
  }

  void parseTypeText(Watch& watch, std::string_view type_text) const {
    const bool has_mask = type_text.find('&') != type_text.npos;
    std::string_view name = takeUntil(type_text, '&');
    if (has_mask) {
      const uint16_t largest = fullMask(watch.addresses.size());
      const auto mask = parseNumber(type_text, largest);
      if (!mask)
        fail("has '" + std::string(type_text) + "' instead of a mask up to " +
             (largest > 0xFF ? "$FFFF" : "$FF"));
      watch.mask = uint16_t(*mask);
    }
    const bool has_point = name.find('.') != name.npos;
    const std::string_view type = takeUntil(name, '.');
    if (has_point) {
      const auto bits = parseNumber(name, 99);
      if (!bits) fail("has '" + std::string(name) + "' instead of a number of fraction bits");
      watch.fraction_bits = int(*bits);
    }
    const auto known = parseType(type);
    if (!known) fail("has a type '" + std::string(type) + "'; the types are " + typeNames());
    watch.type = *known;
    if (!has_mask && (watch.type == Type::Flag || watch.type == Type::Bits))
      watch.mask = fullMask(watch.addresses.size());
  }

  std::string_view text_;
  const WatchContext& context_;
};

}  // namespace

Watch parseWatch(std::string_view text, const WatchContext& context) { return Parser(text, context).parse(); }

}  // namespace jumpscope::trace
