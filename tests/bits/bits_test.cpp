// Integers that carry their range.
#include "src/bits/bits.h"

#include <gtest/gtest.h>

#include <array>

namespace jumpscope::tests {
namespace {

enum class Color : uint8_t { Red, Green };
constexpr Color lastOf(Color) { return Color::Green; }

TEST(Bits, ACounterOfFiveBitsWraps) {
  Bits<5> counter{30};
  EXPECT_EQ(++counter, 31);
  EXPECT_EQ(++counter, 0);
  EXPECT_EQ(--counter, 31);
  counter = 32;
  EXPECT_EQ(counter, 0);
}

TEST(Bits, WhatDoesNotExistInTheChipIsDropped) {
  Masked<0x1000> table{0x1FFF};
  EXPECT_EQ(table, 0x1000);
  table ^= 0x1001;
  EXPECT_EQ(table, 0);
  table |= 0x3000;
  EXPECT_EQ(table, 0x1000);
}

TEST(Bits, ATypeSaysWhichValuesItHolds) {
  EXPECT_TRUE(holds<Bits<5>>(31));
  EXPECT_FALSE(holds<Bits<5>>(32));
  EXPECT_TRUE(holds<Masked<0x1000>>(0x1000));
  EXPECT_FALSE(holds<Masked<0x1000>>(0x0800));
  EXPECT_TRUE(holds<UpTo<340>>(340));
  EXPECT_FALSE(holds<UpTo<340>>(341));
  EXPECT_TRUE(holds<bool>(1));
  EXPECT_FALSE(holds<bool>(2));
  EXPECT_TRUE(holds<Color>(1));
  EXPECT_FALSE(holds<Color>(2));
  EXPECT_TRUE(holds<uint8_t>(255));
  EXPECT_FALSE(holds<uint8_t>(256));
  EXPECT_TRUE(holds<uint64_t>(UINT64_MAX));
}

// NDEBUG is absent from the presets `debug` and `asan`.
#ifndef NDEBUG
TEST(CheckedBuild, AnIndexBeyondAnArrayEndsTheProgram) {
  std::array<int, 8> eight{};
  volatile size_t index = 8;
  EXPECT_DEATH(eight[index] = 1, "");
}

TEST(CheckedBuild, ACounterBeyondItsRangeEndsTheProgram) {
  UpTo<8> counter{8};
  EXPECT_DEATH(++counter, "");
}

#ifndef _GLIBCXX_ASSERTIONS
#error "a build with assertions checks the bounds of arrays too"
#endif
#endif

}  // namespace
}  // namespace jumpscope::tests
