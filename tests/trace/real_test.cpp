#include "src/trace/real.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "src/trace/watch.h"
#include "src/trace/when.h"

namespace jumpscope::trace {
namespace {

const Watch real_watch{"v", {}, Type::S32, real_bits, 0xFF, "", ""};

std::string readAndShown(const std::string& text) {
  const auto value = parseReal(text);
  return value ? realText(*value) : "none";
}

TEST(Real, ADecimalIsShownAsItWasWritten) {
  for (const char* text : {"0", "12", "-12", "0.1", "196.2969", "-0.05", "0.000000001", "536870911.123456789",
                           "99999.999999999", "-1.000000001", "3.141592654"}) {
    EXPECT_EQ(readAndShown(text), text);
    EXPECT_EQ(formatValue(real_watch, parseRaw(real_watch, text).value()), text);
  }
}

TEST(Real, EveryNotationOfADecimalIsRead) {
  const std::pair<const char*, const char*> pairs[] = {{"+5", "5"},
                                                       {"-0", "0"},
                                                       {".5", "0.5"},
                                                       {"5.", "5"},
                                                       {"1e-3", "0.001"},
                                                       {"1.5E+2", "150"},
                                                       {"-2.5e1", "-25"},
                                                       {"0.10", "0.1"},
                                                       {"-.25", "-0.25"},
                                                       {"1e-40", "0"},
                                                       {"12e0", "12"},
                                                       {"00012.50", "12.5"},
                                                       {"0.9999999999999", "1"},
                                                       {"-0.0", "0"},
                                                       {"1e18", "1000000000000000000"}};
  for (const auto& [text, shown] : pairs) EXPECT_EQ(readAndShown(text), shown) << text;
  for (const char* text : {"",
                           "-",
                           "+",
                           ".",
                           "e5",
                           "1e",
                           "1e+",
                           "1,5",
                           "nan",
                           "inf",
                           "-inf",
                           "infinity",
                           "0x1p3",
                           "1e5.0",
                           "1e+-5",
                           "--1",
                           "+-1",
                           "1.5.5",
                           " 1",
                           "1 ",
                           "1e999999999",
                           "1e300",
                           "9223372036854775808"})
    EXPECT_EQ(readAndShown(text), "none") << text;
}

TEST(Real, TheShortestDecimalIsReadBackAsTheSameValue) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const int64_t raw = int64_t(random()) >> (2 + random() % 60);
    const std::string text = formatValue(real_watch, raw);
    ASSERT_EQ(parseValue(real_watch, text), raw) << text;
    // A digit less is another value.
    const size_t point = text.find('.');
    if (point == text.npos) continue;
    ASSERT_LE(text.size() - point, 11u) << text;
    std::string shorter = text.substr(0, text.size() - 1);
    if (shorter.back() == '.') shorter.pop_back();
    ASSERT_NE(parseRaw(real_watch, shorter), raw) << text;
  }
}

TEST(Real, WhatAProgramPrintsOfADoubleIsRoundedToTheNearestMultiple) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 20000; ++i) {
    const double value = double(int64_t(random() % (1u << 21)) - (1 << 20)) / 3;
    const long long nearest = std::llround(std::ldexp(value, real_bits));
    for (const char* format : {"%.60f", "%.17e", "%.17g"}) {
      char text[200];
      snprintf(text, sizeof text, format, value);
      const Real read = parseReal(text).value();
      ASSERT_EQ((read.whole << real_bits) + read.part, nearest) << text;
    }
  }
}

TEST(Real, TheValueBelowTellsIfItIsTheNumberItself) {
  const auto below = [](const char* text, int bits) { return rawFloor(parseReal(text).value(), bits); };
  EXPECT_EQ(below("0.6", 8).raw, 153);
  EXPECT_FALSE(below("0.6", 8).exact);
  EXPECT_EQ(below("-0.6", 8).raw, -154);
  EXPECT_TRUE(below("0.5", 1).exact);
  EXPECT_EQ(below("0.5", 0).raw, 0);
  EXPECT_FALSE(below("0.5", 0).exact);
  EXPECT_TRUE(below("0.6", 32).exact);
  EXPECT_FALSE(below("1e12", 32).exact);
}

TEST(Real, AConditionTakesDecimalsForEveryBinaryPoint) {
  const std::vector<Watch> watches{parseWatch("y=1,2:u16.8"), real_watch};
  const auto holds = [&](const std::string& text, int64_t y, int64_t v) {
    return When(text, watches, "--when").holds({0, 0, {y, v}});
  };
  EXPECT_TRUE(holds("y > 0.6", 154, 0));
  EXPECT_FALSE(holds("y > 0.6", 153, 0));
  EXPECT_FALSE(holds("y == 0.6 || y == 0.6", 154, 0));
  EXPECT_TRUE(holds("v == 0.6", 0, parseRaw(real_watch, "0.6").value()));
  EXPECT_TRUE(holds("v != 196.2969", 0, parseRaw(real_watch, "196.2968").value()));
  EXPECT_TRUE(holds("v == -196.2969", 0, parseRaw(real_watch, "-196.2969").value()));
}

}  // namespace
}  // namespace jumpscope::trace
