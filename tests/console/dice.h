// Random numbers for generated programs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

namespace jumpscope::console::tests {

template <class Engine>
class Dice {
 public:
  explicit Dice(uint32_t seed) : random_(seed) {}

  int below(int limit) { return static_cast<int>(random_() >> 8) % limit; }
  bool oneIn(int n) { return below(n) == 0; }
  uint8_t byte() { return static_cast<uint8_t>(below(256)); }
  uint8_t any(std::initializer_list<int> values) {
    return static_cast<uint8_t>(values.begin()[below(static_cast<int>(values.size()))]);
  }
  unsigned bits() { return static_cast<unsigned>(random_()); }

 private:
  Engine random_;
};

}  // namespace jumpscope::console::tests
