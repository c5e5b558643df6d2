#include "src/trace/real.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace jumpscope::trace {
namespace {

constexpr size_t longest_decimal = 400;  // "%f" of the largest double has 316 characters
constexpr uint64_t largest_whole = uint64_t(1) << 62;

bool isDigit(char c) { return c >= '0' && c <= '9'; }

// 0.`digits` times 2^bits, rounded.
struct Scaled {
  uint64_t value = 0;
  bool exact = true;
};

Scaled scaledSlowly(std::string digits, int bits) {
  for (char& c : digits) c = char(c - '0');
  uint64_t value = 0;
  const auto twice = [&digits] {
    int carry = 0;
    for (size_t i = digits.size(); i-- > 0;) {
      const int doubled = digits[i] * 2 + carry;
      carry = doubled / 10;
      digits[i] = char(doubled % 10);
    }
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
    return uint64_t(carry);
  };
  for (int bit = 0; bit < bits; ++bit) value = value << 1 | twice();
  const bool exact = digits.find_first_not_of('\0') == digits.npos;
  return {value + (exact ? 0 : twice()), exact};
}

Scaled scaled(std::string_view digits, int bits) {
  if (digits.empty()) return {};
  constexpr size_t most_quick = 9;  // 10^9 < 2^30: twice the product fits 64 bits
  if (digits.size() > most_quick) return scaledSlowly(std::string(digits), bits);
  uint64_t number = 0, power = 1;
  for (const char c : digits) number = number * 10 + uint64_t(c - '0'), power *= 10;
  const uint64_t product = number << bits;
  return {(2 * product + power) / (2 * power), product % power == 0};
}

// Digits around a point, which an exponent moves.
struct Digits {
  std::string whole, fraction;

  void move(int exponent) {
    for (; exponent > 0; --exponent) {
      whole += fraction.empty() ? '0' : fraction.front();
      if (!fraction.empty()) fraction.erase(0, 1);
    }
    for (; exponent < 0; ++exponent) {
      fraction.insert(fraction.begin(), whole.empty() ? '0' : whole.back());
      if (!whole.empty()) whole.pop_back();
    }
  }
};

std::optional<Decimal> decimalOf(std::string_view whole, std::string_view fraction, int bits) {
  whole.remove_prefix(std::min(whole.find_first_not_of('0'), whole.size()));
  fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
  Decimal result;
  if (!whole.empty()) {
    const auto [end, error] = std::from_chars(whole.data(), whole.data() + whole.size(), result.whole);
    if (error != std::errc() || result.whole > largest_whole) return std::nullopt;
  }
  const Scaled part = scaled(fraction, bits);
  const uint64_t one = uint64_t(1) << bits;
  result.whole += part.value / one;
  result.fraction = part.value % one;
  result.exact = part.exact;
  return result;
}

}  // namespace

RawFloor rawFloor(Real value, int bits) {
  const int64_t most = int64_t(1) << (62 - bits);
  const uint32_t below = bits == real_bits ? 0 : value.part << bits;
  const int64_t units = std::clamp(value.whole, -most, most);
  if (units != value.whole) return {units * (int64_t(1) << bits), false};
  const int64_t part = int64_t(uint64_t(value.part) >> (real_bits - bits));
  return {units * (int64_t(1) << bits) + part, below == 0};
}

int bitsNeeded(uint32_t parts) { return parts == 0 ? 0 : real_bits - std::countr_zero(parts); }

std::optional<Decimal> parseDecimal(std::string_view text, int bits) {
  if (text.size() > longest_decimal) return std::nullopt;
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const auto takeDigits = [&text] {
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const std::string_view digits = text.substr(0, size_t(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
  };
  const std::string_view whole = takeDigits();
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = takeDigits();
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  std::optional<Decimal> result;
  if (text.empty()) {
    result = decimalOf(whole, fraction, bits);
  } else {
    constexpr int largest_exponent = 400;
    if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
    text.remove_prefix(1);
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc() || end != text.data() + text.size() || exponent < -largest_exponent ||
        exponent > largest_exponent)
      return std::nullopt;
    Digits moved{std::string(whole), std::string(fraction)};
    moved.move(exponent);
    result = decimalOf(moved.whole, moved.fraction, bits);
  }
  if (result) result->is_negative = is_negative;
  return result;
}

std::optional<Real> parseReal(std::string_view text) {
  const auto decimal = parseDecimal(text, real_bits);
  if (!decimal) return std::nullopt;
  const Real size(int64_t(decimal->whole), uint32_t(decimal->fraction));
  return decimal->is_negative ? negative(size) : size;
}

std::string realText(Real value) {
  const Real size = value.whole < 0 ? negative(value) : value;
  std::string text = (value.whole < 0 ? "-" : "") + std::to_string(size.whole);
  char digits[64];
  if (size.part != 0) text.append(digits, putFraction(digits, size.part, real_bits));
  return text;
}

namespace {

// Digit by digit until what is left out is less than half of the last bit, either way: the algorithm of Steele and
// White, "How to Print Floating-Point Numbers Accurately" (1990), section 4, for fractions with a fixed point.
char* putShortest(char* out, uint64_t rest, int bits) {
  const uint64_t one = uint64_t(2) << bits;  // all in halves of the last bit
  rest *= 2;
  for (uint64_t half = 1;;) {
    rest *= 10, half *= 10;
    const char digit = char('0' + rest / one);
    rest %= one;
    const bool may_drop = rest <= half, may_raise = rest + half > one;
    if (!may_drop && !may_raise) {
      *out++ = digit;
      continue;
    }
    const bool raises = may_raise && (!may_drop || 2 * rest >= one);
    *out++ = char(digit + (raises ? 1 : 0));
    return out;
  }
}

}  // namespace

char* putFraction(char* out, uint64_t rest, int bits) {
  *out++ = '.';
  if (bits > most_exact_bits) return putShortest(out, rest, bits);
  const uint64_t mask = (uint64_t(1) << bits) - 1;
  while (rest != 0) {
    rest *= 10;
    *out++ = char('0' + (rest >> bits));
    rest &= mask;
  }
  return out;
}

namespace {

std::string signedText(bool is_negative, uint64_t whole) {
  return (is_negative ? "-" : "") + std::to_string(whole);
}

}  // namespace

std::string decimalText(int64_t raw, int bits) {
  const uint64_t size = raw < 0 ? 0 - uint64_t(raw) : uint64_t(raw);
  std::string text = signedText(raw < 0, size >> bits);
  char digits[64];
  if (const uint64_t rest = size & ((uint64_t(1) << bits) - 1))
    text.append(digits, putFraction(digits, rest, bits));
  return text;
}

std::string measureText(int64_t raw, int bits) {
  if (bits <= most_exact_bits) return decimalText(raw, bits);
  constexpr uint64_t billion = 1'000'000'000;
  const uint64_t size = raw < 0 ? 0 - uint64_t(raw) : uint64_t(raw);
  const uint64_t rest = size & ((uint64_t(1) << bits) - 1), half = uint64_t(1) << (bits - 1);
  const uint64_t billionths = (rest * billion + half) >> bits;
  const uint64_t whole = (size >> bits) + billionths / billion, fraction = billionths % billion;
  std::string text = signedText(raw < 0 && (whole | fraction) != 0, whole);
  if (fraction == 0) return text;
  std::string digits = std::to_string(billion + fraction);
  digits[0] = '.';
  return text + digits.substr(0, digits.find_last_not_of('0') + 1);
}

}  // namespace jumpscope::trace
