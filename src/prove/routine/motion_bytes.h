// Which bytes of a profile are the motion that a routine computes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/trace/profile.h"

namespace jumpscope::prove {

struct MotionBytes {
  // Of the height, its speed, their fractions and gravity: what feeds these variables of the profile's model; without
  // a model, what the profile calls height, and its watches by the variables' usual names. In order of addresses.
  std::vector<uint16_t> motion;
  // Of the height alone, with its page and fraction.
  std::vector<uint16_t> height;
  // Of all variables that the model computes.
  std::vector<uint16_t> compared;
};

// Throws std::runtime_error when the profile names no height.
MotionBytes motionBytes(const trace::Profile& profile);

// The watch that has this byte: "y_position ($00CE)", or "$00CE".
std::string nameOfByte(const trace::Profile& profile, uint16_t address);

}  // namespace jumpscope::prove
