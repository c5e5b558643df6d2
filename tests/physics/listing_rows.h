// What the tests of the listings share: random inputs, and counted rows.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <random>

namespace jumpscope::physics {

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int between(int low, int high) { return low + int(engine_() % uint32_t(high - low + 1)); }
  bool oneIn(int count) { return between(1, count) == 1; }
  // A multiple of 1/64 or any number, so that exact coincidences happen too.
  double real(int low, int high) {
    return oneIn(2) ? between(low * 64, high * 64) / 64. : low + (high - low) * (engine_() / 4294967296.);
  }

 private:
  std::mt19937 engine_;
};

// A key that is held and released for some frames each.
class Key {
 public:
  bool next(Random& random) {
    if (left_ == 0) {
      down_ = !down_;
      left_ = random.between(1, random.oneIn(3) ? 2 : 25);
    }
    --left_;
    return down_;
  }

 private:
  bool down_ = false;
  int left_ = 0;
};

// Counts rows and prints how many there were.
class Rows {
 public:
  explicit Rows(const char* listing) : listing_(listing) {}
  ~Rows() {
    std::printf("%s: %zu rows, %zu differ\n", listing_, rows_, wrong_);
    EXPECT_EQ(wrong_, 0u) << listing_;
    EXPECT_GT(rows_, 10000u) << listing_;
  }
  Rows(const Rows&) = delete;
  Rows& operator=(const Rows&) = delete;

  void add(bool equal, uint32_t seed, int frame) {
    ++rows_;
    if (!equal && wrong_++ == 0) ADD_FAILURE() << listing_ << ": seed " << seed << ", frame " << frame;
  }

 private:
  const char* listing_;
  size_t rows_ = 0, wrong_ = 0;
};

}  // namespace jumpscope::physics
