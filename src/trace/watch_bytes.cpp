#include "src/trace/watch_bytes.h"

#include <algorithm>
#include <bit>

#include "src/trace/watch.h"

namespace jumpscope::trace {
namespace {

bool isDecimal(Type type) { return type == Type::Bcd || type == Type::Digits; }

// A byte's decimal value in a watch of type Bcd or Digits.
int64_t decimalOf(const Watch& watch, uint8_t byte) {
  return watch.type == Type::Digits ? byte & watch.mask : (byte >> 4) * 10 + (byte & 15);
}

std::optional<std::vector<ByteBits>> decimalBytes(const Watch& watch, int64_t raw) {
  std::vector<ByteBits> bytes(watch.addresses.size());
  if (raw < 0) return std::nullopt;
  for (size_t i = bytes.size(); i-- > 0;) {
    const int64_t base = watch.type == Type::Digits ? 10 : 100;
    const int64_t digits = raw % base;
    raw /= base;
    bytes[i].value =
        static_cast<uint8_t>(watch.type == Type::Digits ? digits : digits / 10 * 16 + digits % 10);
    bytes[i].mask = maskAt(watch, i);
    if ((bytes[i].value & ~bytes[i].mask) != 0) return std::nullopt;
  }
  return raw == 0 ? std::optional(bytes) : std::nullopt;
}

std::vector<ByteBits> integerBytes(const Watch& watch, int64_t raw) {
  std::vector<ByteBits> bytes(watch.addresses.size());
  for (size_t i = bytes.size(); i-- > 0; raw >>= 8) bytes[i] = {static_cast<uint8_t>(raw), 0xFF};
  return bytes;
}

std::vector<ByteBits> fieldBytes(const Watch& watch, int64_t raw) {
  std::vector<ByteBits> bytes = integerBytes(watch, raw << std::countr_zero(watch.mask));
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i].mask = maskAt(watch, i);
  return bytes;
}

std::vector<ByteBits> flagBytes(const Watch& watch, int64_t raw) {
  const bool tells_all = raw == 0 || std::popcount(watch.mask) == 1;
  std::vector<ByteBits> bytes = integerBytes(watch, raw == 0 ? 0 : watch.mask);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i].mask = tells_all ? maskAt(watch, i) : 0;
  return bytes;
}

}  // namespace

uint8_t maskAt(const Watch& watch, size_t index) {
  if (watch.type == Type::Digits) return static_cast<uint8_t>(watch.mask);
  if (watch.type != Type::Flag && watch.type != Type::Bits) return 0xFF;
  const size_t below = watch.addresses.size() - 1 - index;
  return below > 1 ? 0 : static_cast<uint8_t>(watch.mask >> 8 * below);
}

std::optional<std::vector<ByteBits>> bytesOf(const Watch& watch, int64_t raw) {
  const RawRange range = [&] {
    Watch value = watch;
    value.take = Take::Value;
    return rangeOf(value);
  }();
  if (watch.addresses.empty() || raw < range.lowest || raw > range.highest) return std::nullopt;
  if (isDecimal(watch.type)) return decimalBytes(watch, raw);
  if (watch.type == Type::Bits) return fieldBytes(watch, raw);
  if (watch.type == Type::Flag) return flagBytes(watch, raw);
  return integerBytes(watch, raw);
}

std::optional<std::vector<ByteBits>> bytesNear(const Watch& watch, int64_t raw,
                                               std::span<const ByteBits> got) {
  if (!isDecimal(watch.type)) return bytesOf(watch, raw);
  int64_t value = 0;
  for (const ByteBits& byte : got)
    value = value * (watch.type == Type::Digits ? 10 : 100) + decimalOf(watch, byte.value);
  const auto plain = bytesOf(watch, value);
  const auto decimal = bytesOf(watch, raw);
  if (decimal && plain && std::equal(got.begin(), got.end(), plain->begin(), [](ByteBits a, ByteBits b) {
        return !a.contradicts(b);
      }))
    return decimal;
  std::optional<std::vector<ByteBits>> nearest;
  int fewest = 9;
  int64_t weight = 1;
  for (size_t i = got.size(); i-- > 0; weight *= watch.type == Type::Digits ? 10 : 100)
    for (int byte = 0; byte < 256; ++byte) {
      const ByteBits other{static_cast<uint8_t>(byte & maskAt(watch, i)), maskAt(watch, i)};
      const int64_t change = decimalOf(watch, other.value) - decimalOf(watch, got[i].value);
      const int bits = std::popcount(static_cast<uint8_t>((other.value ^ got[i].value) & other.mask));
      if (value + change * weight != raw || bits >= fewest) continue;
      fewest = bits;
      nearest.emplace(got.begin(), got.end());
      (*nearest)[i] = other;
    }
  return nearest ? nearest : decimal;
}

}  // namespace jumpscope::trace
