// Real numbers in traces, conditions and tolerances: decimals, kept as multiples of 2^-32.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace jumpscope::trace {

// whole + part / 2^32.
struct Real {
  int64_t whole = 0;
  uint32_t part = 0;

  constexpr Real(int64_t units = 0, uint32_t fraction = 0) : whole(units), part(fraction) {}
  auto operator<=>(const Real&) const = default;
};

// Fraction bits of a watch whose values are real numbers.
inline constexpr int real_bits = 32;
// Values with more fraction bits are written as the shortest decimal that is read back as the same value, others
// exactly: an exact decimal has as many digits behind the point as the value has fraction bits. Bytes of games have
// fewer.
inline constexpr int most_exact_bits = 24;

constexpr Real negative(Real value) {
  if (value.part == 0) return {-value.whole, 0};
  return {-value.whole - 1, uint32_t(0) - value.part};
}

// The largest tolerance that a comparison takes.
inline constexpr Real largest_tolerance = 1'000'000'000;

// raw / 2^bits, with 0 to 32 bits.
constexpr Real realOf(int64_t raw, int bits) {
  const uint64_t part = uint64_t(raw) & ((uint64_t(1) << bits) - 1);
  return {raw >> bits, uint32_t(part << (real_bits - bits))};
}

// The largest raw value of so many fraction bits that is not above `value`, within 2^62 of 0; exact if it is `value`.
struct RawFloor {
  int64_t raw = 0;
  bool exact = true;
};
RawFloor rawFloor(Real value, int bits);
// How many fraction bits it takes to keep numbers with these parts, of which `parts` is the bitwise or.
int bitsNeeded(uint32_t parts);

// A decimal: [+-]digits[.digits][e[+-]digits], also ".5" and "5.". |value| = whole + fraction / 2^bits, rounded to the
// nearest, ties up.
struct Decimal {
  bool is_negative = false;
  uint64_t whole = 0;
  uint64_t fraction = 0;
  bool exact = true;
};
// nullopt for any other text (decimal commas, nan, inf) and above 2^62.
std::optional<Decimal> parseDecimal(std::string_view text, int bits);

// A decimal to the nearest multiple of 2^-32.
std::optional<Real> parseReal(std::string_view text);
// The shortest decimal that parseReal() reads as `value`: "-0.5", "12", "0.6".
std::string realText(Real value);

// Appends the point and the digits of rest / 2^bits, as most_exact_bits says; returns the end. Precondition: rest is
// not 0 and below 2^bits.
char* putFraction(char* out, uint64_t rest, int bits);
// raw / 2^bits in the same way.
std::string decimalText(int64_t raw, int bits);
// The same of a measure that was computed from a few values. Each real number is rounded when it is read, so that their
// differences have errors in the tenth decimal: this has nine at most.
std::string measureText(int64_t raw, int bits);

}  // namespace jumpscope::trace
