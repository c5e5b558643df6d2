// Watches: written on the command line, read from memory, and their values as text.
#pragma once

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/bits/plain.h"
#include "src/trace/trace.h"

namespace jumpscope::trace {

class Symbols;

// What the notation of a watch may refer to.
struct WatchContext {
  const Symbols* symbols = nullptr;  // labels that stand for addresses
  std::span<const Watch> watches{};  // those that previous(NAME) and delta(NAME) may name
};

// Parses --watch: NAME=ADDRESS[,ADDRESS…][:TYPE[.FRACTION][&MASK]], most significant byte first. Examples:
//   y=$00CE                       one byte, u8
//   y=$04F3,$04F2:u16.8           16 bits of which the low 8 are a fraction: 0 to 255.99609375
//   y=$00B5,$00CE,$0416:u16.8     16 whole bits and 8 bits of fraction
//   jumping=$001D:flag&$01        0 or 1
//   tile=$0300:bits&$30           the field, shifted down
//   score=$07DD,$07DE:digits&$0F  a digit a byte, in these bits
//   y=player_y+1                  by a label and an offset
//   fall=delta($009F:s8)          the difference to the frame before; previous(…): the value then
//   fall=delta(y)                 the same of a watch given before this one
//   lag                           1 in a frame in which the game neither strobes nor reads a pad; NAME=lag is the same
//   player_y                      a label alone is both name and address; so is player_y:s8
// ADDRESS and MASK are $hex, 0xhex or decimal. Without TYPE: u8 for one address, u16 for two. Throws
// std::runtime_error.
Watch parseWatch(std::string_view text, const WatchContext& context = {});

// What types.def says of a type.
struct TypeTraits {
  std::string_view name;
  int bits;  // 0: not an integer
  bool is_signed;
  size_t most_bytes, search_bytes;
};
inline constexpr TypeTraits type_traits[] = {
#define JUMPSCOPE_TYPE(enumerator, name, bits, is_signed, most_bytes, search_bytes) \
  {name, bits, is_signed, most_bytes, search_bytes},
#include "src/trace/types.def"
#undef JUMPSCOPE_TYPE
};
constexpr const TypeTraits& traitsOf(Type type) { return type_traits[static_cast<size_t>(type)]; }
constexpr bool isSigned(Type type) { return traitsOf(type).is_signed; }

std::string_view typeName(Type type);
std::optional<Type> parseType(std::string_view name);
// All type names, for error messages.
std::string typeNames();

// "value", "previous", "delta".
std::string_view takeName(Take take);
std::optional<Take> parseTake(std::string_view name);
// The mask that selects all bits of a watch of so many bytes.
constexpr uint16_t fullMask(size_t bytes) { return bytes > 1 ? 0xFFFF : 0xFF; }

// $hex, 0xhex or decimal. nullopt for anything else, or for more than `largest`.
std::optional<uint32_t> parseNumber(std::string_view text, uint32_t largest);
// Maps the mirrors of RAM ($0800-$1FFF) to $0000-$07FF. Watches store mapped addresses.
constexpr uint16_t foldMirror(uint16_t address) { return address < 0x2000 ? address & 0x07FF : address; }
// "$00CE"
std::string addressText(uint16_t address);
// "$8271", or "$05:8271" with a bank; and back. nullopt: it is neither.
std::string addressText(const CodeAddress& address);
std::optional<CodeAddress> parseCodeAddress(std::string_view text);

// What is wrong with a watch, as the end of a sentence; "" for a valid watch. A name is an identifier and not
// "frame" or "buttons". u8 to s32: six bytes at most, which hold the type's bits at least; those above the
// binary point must fit the type.
std::string problemOf(const Watch& watch);
// Throws std::runtime_error when one of `watches` has a problem or two have one name; `where` begins the
// sentence.
void requireSound(const std::vector<Watch>& watches, const std::string& where);

// The watch's raw value: an integer, scaled by 2^fraction_bits. Bcd takes every nibble as a decimal digit,
// Digits every byte, of which it takes the bits of the mask; a nibble or byte above 9 counts as what it is. Precondition: problemOf(watch) is "" and
// the watch has addresses. `peek` gives the byte at an address, without side effects;
// bytes of another number family (src/bits/plain.h) give a value of it.
template <class PeekByte>
auto readWatch(const Watch& watch, const PeekByte& peek) {
  using Value = decltype(peek(uint16_t{}) + int64_t{});
  if (watch.type == Type::U8 && watch.addresses.size() == 1) return Value(peek(watch.addresses[0]));
  Value value = 0;
  for (const uint16_t address : watch.addresses) {
    const auto byte = peek(address);
    if (watch.type == Type::Digits)
      value = value * 10 + (byte & watch.mask);
    else if (watch.type == Type::Bcd)
      value = value * 100 + (byte >> 4) * 10 + (byte & 15);
    else
      value = value << 8 | byte;
  }
  if (watch.type == Type::Flag) return Value((value & watch.mask) != 0);
  if (watch.type == Type::Bits) return Value((value & watch.mask) >> std::countr_zero(watch.mask));
  if (!isSigned(watch.type)) return value;
  const int64_t weight = int64_t(1) << (8 * watch.addresses.size() - 1);
  return Value(choose(value >= weight, value - 2 * weight, value));
}

// The value of a delta watch for two raw values. Integers wrap like their bytes: the difference is taken
// modulo their width, in the signed range, so 250 to 4 is 10 and not -246. Bcd, digits, flags and bit fields
// do not wrap.
int64_t differenceOf(const Watch& watch, int64_t now, int64_t before);

// Both allowed raw values; those of a computed watch (no addresses) are all that fit 2^62.
struct RawRange {
  int64_t lowest, highest;
};
RawRange rangeOf(const Watch& watch);

// A raw value as a decimal: 17073 with 8 fraction bits is "66.69140625", 256 is "1". Exact up to most_exact_bits (real.h);
// with more fraction bits the shortest decimal that parseValue() reads as this value.
std::string formatValue(const Watch& watch, int64_t raw);
// The same, written from `out` on; returns the end. At most longest_value characters.
char* putValue(char* out, const Watch& watch, int64_t raw);
inline constexpr size_t longest_value = 64;

// The reverse. nullopt when the text is no decimal, is finer than the fraction's bits where formatValue() is exact, or lies
// outside rangeOf(watch).
std::optional<int64_t> parseValue(const Watch& watch, std::string_view text);
// The same for any notation of parseDecimal(): "1e-3", "+.5".
std::optional<int64_t> parseRaw(const Watch& watch, std::string_view text);

}  // namespace jumpscope::trace
