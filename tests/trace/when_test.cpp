#include "src/trace/when.h"

#include <gtest/gtest.h>

#include "src/trace/watch.h"
#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

const std::vector<Watch> watches = {parseWatch("y=1,2:u16.8"), parseWatch("vy=3:s8"),
                                    parseWatch("old=previous(3)")};

bool holds(const std::string& text, std::vector<int64_t> values, uint64_t frame = 60, uint8_t buttons = 0) {
  When when(text, watches, "--when");
  return when.holds({frame, buttons, std::move(values)});
}

std::string parseError(const std::string& text) {
  return tests::errorOf([&] { When(text, watches, "--when"); });
}

TEST(When, WatchesHaveTheirValuesInTheTrace) {
  const int64_t y = 17073;  // 66.69140625
  EXPECT_TRUE(holds("y == 66.69140625", {y, -4, 0}));
  EXPECT_TRUE(holds("y > 66.5 && y < 66.75", {y, -4, 0}));
  EXPECT_FALSE(holds("y > 66.75 || y < 66.5", {y, -4, 0}));
  EXPECT_TRUE(holds("vy < 0", {y, -4, 0}));
  EXPECT_TRUE(holds("vy == -4", {y, -4, 0}));
  EXPECT_TRUE(holds("vy<=-$4&&vy>=-4&&!(vy!=-4)", {y, -4, 0}));
  EXPECT_TRUE(holds("y + vy == 62.69140625", {y, -4, 0}));
  EXPECT_TRUE(holds("vy - y == -70.69140625", {y, -4, 0}));
  EXPECT_TRUE(holds("abs(vy - y) == 70.69140625", {y, -4, 0}));
  EXPECT_TRUE(holds("abs(vy) == 4 && abs(-vy) == 4", {y, -4, 0}));
  EXPECT_TRUE(holds("old", {y, -4, 1}));
  EXPECT_FALSE(holds("old", {y, -4, 0}));
}

TEST(When, FrameAndButtonsAreAvailable) {
  EXPECT_TRUE(holds("frame % 60 == 0 && frame >= 60", {0, 0, 0}, 120));
  EXPECT_FALSE(holds("frame % 60 == 0", {0, 0, 0}, 121));
  EXPECT_TRUE(holds("vy % 8 == 4", {0, -4, 0}));
  EXPECT_TRUE(holds("held(RA)", {0, 0, 0}, 0, 0x81));
  EXPECT_FALSE(holds("held(RA)", {0, 0, 0}, 0, 0x80));
  EXPECT_TRUE(holds("buttons == $81", {0, 0, 0}, 0, 0x81));
}

TEST(When, PressedAndReleasedCompareWithThePreviousFrame) {
  When pressed("pressed(A)", watches, "--when"), released("released(A)", watches, "--when");
  const std::vector<uint8_t> buttons = {0x01, 0x01, 0x00, 0x80, 0x81};
  std::string p, r;
  for (uint8_t b : buttons) {
    p += pressed.holds({0, b, {0, 0, 0}}) ? '1' : '0';
    r += released.holds({0, b, {0, 0, 0}}) ? '1' : '0';
  }
  EXPECT_EQ(p, "10001");
  EXPECT_EQ(r, "00100");
}

TEST(When, EachEarlierValueIsRequestedOnce) {
  When when("changed(y) && delta(y) < previous(vy) || delta(y) == 1", watches, "--when");
  ASSERT_EQ(when.extraWatches().size(), 2u);
  EXPECT_EQ(when.extraWatches()[0].take, Take::Delta);
  EXPECT_EQ(when.extraWatches()[0].addresses, watches[0].addresses);
  EXPECT_EQ(when.extraWatches()[1].take, Take::Previous);
  EXPECT_TRUE(when.holds({0, 0, {0, 0, 0, -256, 5}}));
  EXPECT_FALSE(when.holds({0, 0, {0, 0, 0, 0, 5}}));
  EXPECT_TRUE(when.holds({0, 0, {0, 0, 0, 256, -5}}));
}

TEST(When, ButtonsMayBeWords) {
  EXPECT_TRUE(
      When("held(Start) && held(right+A) && !held(UP)", watches, "--when").holds({0, 0x89, {0, 0, 0}}));
  EXPECT_FALSE(When("held(START)", watches, "--when").holds({0, 0x8D & ~0x08, {0, 0, 0}}))
      << "not Select, A and Right";
}

TEST(When, AndBindsCloserThanOr) {
  EXPECT_TRUE(holds("1 || 0 && 0", {0, 0, 0}));
  EXPECT_FALSE(holds("(1 || 0) && 0", {0, 0, 0}));
  EXPECT_TRUE(holds("!0 && !!1 && - 1 + 2 == 1", {0, 0, 0}));
}

TEST(When, NumbersOfAnySizeAreExact) {
  const std::vector<Watch> wide = {parseWatch("a=1,2,3,4:u32"), parseWatch("b=1,2,3,4,5,6:s16.32")};
  When when("a > b && b == -0.5 && a == 4294967295 && a + a == 8589934590", wide, "--when");
  EXPECT_TRUE(when.holds({0, 0, {0xFFFFFFFF, -(int64_t(1) << 31)}}));
}

TEST(When, DecimalsMayHaveExponents) {
  const std::vector<Watch> real = {parseWatch("b=1,2,3,4,5,6:s16.32")};
  const auto held = [&](const char* text, int64_t raw) {
    return When(text, real, "--when").holds({0, 0, {raw}});
  };
  EXPECT_TRUE(held("b == 1e-3", 4294967));
  EXPECT_TRUE(held("b == -1.5e+2 && b == -1.5E2 && b == 0-150", -150 * (int64_t(1) << 32)));
  EXPECT_TRUE(held("b == 1e1..2e1 && b==15-1e0+1", 15 * (int64_t(1) << 32)));
}

TEST(When, InvalidConditionsAreRefusedWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"", "ends where a value is expected"},
      {"y <", "ends where a value is expected"},
      {"y ==", "ends where a value is expected"},
      {"y == 5..3", "has a range that ends before it begins"},
      {"y & 1", "has a single '&'; and is &&, or is ||"},
      {"y > 1 | y", "has a single '|'"},
      {"1 < y < 3", "compares three values in a row"},
      {"yy > 1", "names 'yy', which is not a watch; did you mean 'y'?"},
      {"hold(A)", "calls 'hold', which is not a function; did you mean 'held'?"},
      {"held(X)", "names a button 'X'"},
      {"held()", "names no button"},
      {"held(A", "lacks ')'"},
      {"(y > 1", "lacks ')'"},
      {"y > 1)", "has unexpected text: ')'"},
      {"y > 0.x", "has a number '0.x' with something other than digits after its point"},
      {"y > 0.", "has a number '0.' with something other than digits after its point"},
      {"y > 1x", "has a number '1x' that is invalid"},
      {"y > 1e", "has a number '1e' that is invalid"},
      {"y > 1e- 3", "has a number '1e- 3' that is invalid"},
      {"y > 1 e3", "has unexpected text: 'e3'"},
      {"y > $G", "has a number '$G' that is not hexadecimal"},
      {"y > 99999999999999999999", "has a number '99999999999999999999' that is invalid or too large"},
      {"y % 0 == 1", "divides by something"},
      {"y % 1.5 == 1", "divides by something"},
      {"previous(old) > 1", "takes the previous of 'old', which is itself a previous"},
      {"delta(frame) > 1", "asks how 'frame' was"},
      {"y > #", "has '#' instead of a value"},
      {std::string(200, '('), "is nested too deeply"},
      {std::string(200, '!').append("y"), "is nested too deeply"},
      {std::string(5000, ' '), "is too long"},
  };
  for (const auto& [text, words] : expected)
    EXPECT_NE(parseError(text).find(words), std::string::npos) << parseError(text);
  EXPECT_EQ(parseError("y & 1"), "--when 'y & 1' has a single '&'; and is &&, or is ||");
}

TEST(When, RandomConditionsAreRefusedWithAnErrorMessage) {
  for (const char* text :
       {"abs(y - 12.5) >= $1F && !held(RA) || frame % 60 == 0", "changed(y) && delta(vy) < -previous(vy)"})
    tests::feedBrokenFiles(tests::toBytes(text), [](const std::vector<uint8_t>& bytes) {
      When when({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, watches, "--when");
      Row row{60, 0x81, {17073, -4, 0}};
      row.values.resize(3 + when.extraWatches().size());
      when.holds(row);
    });
}

}  // namespace
}  // namespace jumpscope::trace
