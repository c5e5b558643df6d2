// What the files of the models share.
#pragma once

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "src/physics/models.h"

namespace jumpscope::physics {

constexpr int trace_bits = 32;

// For a trace: times 2^32, rounded. Throws std::runtime_error for what a trace cannot hold.
inline int64_t fixed32(double value) {
  constexpr double limit = 536870912;  // 2^29
  if (!(std::abs(value) < limit))
    throw std::runtime_error("the model leaves what a trace can hold (2^29 px) with the value " +
                             std::to_string(value) + "; run it for fewer frames");
  return std::llrint(std::ldexp(value, trace_bits));
}

inline Column realColumn(const char* name, const char* unit, const char* meaning) {
  return {name, unit, meaning, 0, true, trace_bits};
}
inline Column wholeColumn(const char* name, const char* unit, const char* meaning) {
  return {name, unit, meaning, 0, true, 0};
}

inline Parameter real(const char* name, const char* unit, const char* meaning, double value, double lowest,
                      double highest) {
  return {name, unit, meaning, value, lowest, highest, false};
}
inline Parameter choice(const char* name, const char* meaning, std::vector<std::string> choices) {
  const double last = double(choices.size()) - 1;
  return {name, "", meaning, 0, 0, last, true, std::move(choices)};
}

// The buttons of a row.
constexpr bool aDown(uint8_t pad) { return (pad & 0x01) != 0; }
constexpr int moveOf(uint8_t pad) { return int(pad >> 7 & 1) - int(pad >> 6 & 1); }

// A press: down now and up in the frame before.
class Press {
 public:
  bool operator()(uint8_t pad) {
    const bool pressed = aDown(pad) && !previous_;
    previous_ = aDown(pad);
    return pressed;
  }

 private:
  bool previous_ = false;
};

}  // namespace jumpscope::physics
