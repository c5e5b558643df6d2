#include "src/trace/watch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <set>
#include <stdexcept>

#include "src/base/limits.h"
#include "src/base/text.h"

namespace jumpscope::trace {
namespace {

constexpr std::array<std::string_view, 3> take_names = {"value", "previous", "delta"};
constexpr int largest_fraction = real_bits;
constexpr size_t longest_name = 200;

bool isIdentifier(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && is_letter(name[0]) && std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

bool isRegister(uint16_t address) { return address >= 0x2000 && address < 0x6000; }

std::string problemOfLayout(const Watch& watch) {
  const size_t bytes = watch.addresses.size();
  const std::string type(typeName(watch.type));
  const std::string found = "has " + std::to_string(bytes) + (bytes == 1 ? " address" : " addresses");
  const size_t most = traitsOf(watch.type).most_bytes;
  if (const int width = traitsOf(watch.type).bits) {
    const int bits = 8 * int(bytes);
    const int whole = bits - watch.fraction_bits;
    if (bytes > most) return found + "; type " + type + " takes " + std::to_string(most) + " at most";
    if (bits < width || whole < 0 || whole > width)
      return found + "; type " + type + " with " + std::to_string(watch.fraction_bits) +
             " bits of fraction does not fill that many bytes";
    return "";
  }
  if (watch.fraction_bits != 0) return "has a binary point, which type " + type + " cannot have";
  if (bytes > most) return found + "; type " + type + " takes " + std::to_string(most) + " at most";
  return "";
}

int64_t powerOfTen(size_t exponent) {
  int64_t power = 1;
  while (exponent-- > 0) power *= 10;
  return power;
}

}  // namespace

std::string_view typeName(Type type) { return traitsOf(type).name; }

std::optional<Type> parseType(std::string_view name) {
  const auto found = std::find_if(std::begin(type_traits), std::end(type_traits),
                                  [&](const TypeTraits& traits) { return traits.name == name; });
  if (found == std::end(type_traits)) return std::nullopt;
  return static_cast<Type>(found - std::begin(type_traits));
}

std::string typeNames() {
  std::string names;
  for (const TypeTraits& traits : type_traits) names.append(names.empty() ? "" : " ").append(traits.name);
  return names;
}

std::string_view takeName(Take take) { return take_names[size_t(take)]; }

std::optional<Take> parseTake(std::string_view name) {
  const auto found = std::find(take_names.begin(), take_names.end(), name);
  if (found == take_names.end()) return std::nullopt;
  return Take(found - take_names.begin());
}

std::optional<uint32_t> parseNumber(std::string_view text, uint32_t largest) {
  int base = 10;
  if (text.starts_with("$")) {
    base = 16;
    text.remove_prefix(1);
  } else if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

std::string addressText(uint16_t address) { return "$" + base::hex(address, 4); }

std::string addressText(const CodeAddress& address) {
  if (!address.bank) return addressText(address.address);
  const int digits = *address.bank < 0x100 ? 2 : 4;
  return "$" + base::hex(*address.bank, digits) + ":" + base::hex(address.address, 4);
}

std::optional<CodeAddress> parseCodeAddress(std::string_view text) {
  constexpr unsigned most_banks = 0xFFFF;
  if (!text.starts_with('$')) return std::nullopt;
  const size_t colon = text.find(':');
  if (colon == text.npos) {
    const auto address = parseNumber(text, 0xFFFF);
    return address ? std::optional<CodeAddress>(uint16_t(*address)) : std::nullopt;
  }
  const auto bank = parseNumber(text.substr(0, colon), most_banks);
  const auto address = parseNumber("$" + std::string(text.substr(colon + 1)), 0xFFFF);
  if (!bank || !address) return std::nullopt;
  return CodeAddress(uint16_t(*address), *bank);
}

std::string problemOf(const Watch& watch) {
  if (!isIdentifier(watch.name)) return "has a name that is not a letter followed by letters, digits and _";
  if (watch.name.size() > longest_name)
    return "has a name of more than " + std::to_string(longest_name) + " characters";
  if (watch.name == "frame" || watch.name == "buttons")
    return "has a reserved name: every trace has a column of this name";
  if (watch.fraction_bits < 0 || watch.fraction_bits > largest_fraction)
    return "has " + std::to_string(watch.fraction_bits) + " bits of fraction; expected 0 to " +
           std::to_string(largest_fraction);
  if (watch.mask == 0) return "has a mask of 0, which selects nothing";
  if (watch.mask != 0xFF && watch.type != Type::Flag && watch.type != Type::Bits &&
      watch.type != Type::Digits)
    return "has a mask, which only the types flag, bits and digits can have";
  if (watch.mask > 0xFF && watch.addresses.size() == 1) return "has a mask of more than 8 bits for one byte";
  if (watch.mask > 0xFF && watch.type == Type::Digits)
    return "has a mask of more than 8 bits for digits of a byte each";
  if (watch.type == Type::Lag && !watch.addresses.empty()) return "has an address; type lag takes no address";
  for (uint16_t address : watch.addresses)
    if (isRegister(address))
      return "names " + addressText(address) +
             ", a register; watch RAM ($0000-$07FF), cartridge RAM ($6000-$7FFF) or ROM";
  return watch.addresses.empty() ? "" : problemOfLayout(watch);
}

void requireSound(const std::vector<Watch>& watches, const std::string& where) {
  if (watches.size() > base::most_columns)
    throw std::runtime_error(where + ": there are " + std::to_string(watches.size()) +
                             " watches; 10000 are the most");
  std::set<std::string_view> names;
  for (const Watch& watch : watches) {
    if (const std::string problem = problemOf(watch); !problem.empty())
      throw std::runtime_error(where + ": the watch '" + watch.name.substr(0, longest_name) + "' " + problem);
    if (!names.insert(watch.name).second)
      throw std::runtime_error(where + ": two watches have the name '" + watch.name + "'; rename one");
  }
}

namespace {

RawRange rangeOfBytes(const Watch& watch) {
  const size_t bytes = watch.addresses.size();
  switch (watch.type) {
    case Type::Flag:
      return {0, 1};
    case Type::Bits:
      return {0, watch.mask >> std::countr_zero(watch.mask)};
    case Type::Bcd:
      return {0, (powerOfTen(2 * bytes) - 1) / 9 * 15};
    case Type::Digits:
      return {0, (powerOfTen(bytes) - 1) / 9 * watch.mask};
    default:
      break;
  }
  const int64_t values = int64_t(1) << 8 * bytes;
  if (isSigned(watch.type)) return {-values / 2, values / 2 - 1};
  return {0, values - 1};
}

}  // namespace

int64_t differenceOf(const Watch& watch, int64_t now, int64_t before) {
  const int64_t difference = now - before;
  if (traitsOf(watch.type).bits == 0) return difference;
  const int64_t values = int64_t(1) << 8 * watch.addresses.size();
  const int64_t wrapped = difference & (values - 1);
  return wrapped >= values / 2 ? wrapped - values : wrapped;
}

RawRange rangeOf(const Watch& watch) {
  if (watch.type == Type::Lag) return {watch.take == Take::Delta ? -1 : 0, 1};
  const size_t bytes = watch.addresses.size();
  if (bytes == 0) return {-(int64_t(1) << 62), int64_t(1) << 62};
  const RawRange range = rangeOfBytes(watch);
  if (watch.take != Take::Delta) return range;
  if (traitsOf(watch.type).bits == 0) return {range.lowest - range.highest, range.highest - range.lowest};
  const int64_t values = int64_t(1) << 8 * bytes;
  return {-values / 2, values / 2 - 1};
}

char* putValue(char* out, const Watch& watch, int64_t raw) {
  const uint64_t size = raw < 0 ? 0 - uint64_t(raw) : uint64_t(raw);
  if (raw < 0) *out++ = '-';
  const uint64_t whole = size >> watch.fraction_bits;
  if (whole < 10)
    *out++ = char('0' + whole);
  else
    out = std::to_chars(out, out + 20, whole).ptr;
  const uint64_t fraction = size & ((uint64_t(1) << watch.fraction_bits) - 1);
  return fraction == 0 ? out : putFraction(out, fraction, watch.fraction_bits);
}

std::string formatValue(const Watch& watch, int64_t raw) {
  char text[longest_value];
  return {text, putValue(text, watch, raw)};
}

std::optional<int64_t> parseValue(const Watch& watch, std::string_view text) {
  // As formatValue() writes it: a digit on either side of the point, no exponent.
  const bool is_plain = text.find_first_not_of("-.0123456789") == text.npos && !text.starts_with('.') &&
                        !text.starts_with("-.") && !text.ends_with('.');
  return is_plain ? parseRaw(watch, text) : std::nullopt;
}

std::optional<int64_t> parseRaw(const Watch& watch, std::string_view text) {
  const int bits = watch.fraction_bits;
  const auto decimal = parseDecimal(text, bits);
  if (!decimal || (!decimal->exact && bits <= most_exact_bits)) return std::nullopt;
  if (decimal->whole > uint64_t(1) << (62 - bits)) return std::nullopt;
  const auto size = int64_t((decimal->whole << bits) + decimal->fraction);
  const int64_t raw = decimal->is_negative ? -size : size;
  const RawRange range = rangeOf(watch);
  if (raw < range.lowest || raw > range.highest) return std::nullopt;
  return raw;
}

}  // namespace jumpscope::trace
