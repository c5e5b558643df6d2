// Input that nobody would think of, the same on every machine.
#pragma once

#include <cstdint>
#include <random>

#include "tests/support/jumplab.h"

namespace jumpscope::tests {

enum class Style : uint8_t {
  Mashing,      // all buttons, changing every few frames
  LongHolds,    // runs and jumps, held for up to two seconds
  MostlyRight,  // on through the level, with short taps
};
constexpr std::array<Style, 3> styles{Style::Mashing, Style::LongHolds, Style::MostlyRight};

// Presses buttons, one frame after the other.
class RandomPad {
 public:
  RandomPad(Style style, uint32_t seed) : style_(style), random_(seed) {}
  movie::FrameInput next();

 private:
  struct Key {
    bool down = false;
    uint32_t left = 0;  // frames
  };
  // How long a key stays up or down.
  struct Habit {
    console::Buttons button;
    uint32_t down_least, down_most, up_least, up_most;
  };
  static const std::array<Habit, 8>& habitsOf(Style style);
  uint32_t between(uint32_t least, uint32_t most) {
    return least + static_cast<uint32_t>(random_() % (most - least + 1));
  }

  Style style_;
  std::mt19937 random_;
  std::array<Key, 8> keys_{};
};

Inputs randomInputs(Style style, uint32_t seed, size_t frames);

}  // namespace jumpscope::tests
