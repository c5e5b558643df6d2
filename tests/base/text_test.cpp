#include "src/base/text.h"

#include <gtest/gtest.h>

#include <vector>

namespace jumpscope::base {
namespace {

TEST(Text, HexadecimalHasAsManyDigitsAsAskedFor) {
  EXPECT_EQ(hex(0xBEEF, 4), "BEEF");
  EXPECT_EQ(hex(0xA, 2), "0A");
  EXPECT_EQ(hex(0x12345, 4), "2345");
  EXPECT_EQ(lowerHex(0xBEEF, 6), "00beef");
  std::string text = "$";
  appendHex(text, 0xCE, 4);
  EXPECT_EQ(text, "$00CE");
}

TEST(Text, OneIsSingularAndEverythingElsePlural) {
  EXPECT_EQ(counted(0, "frame"), "0 frames");
  EXPECT_EQ(counted(1, "frame"), "1 frame");
  EXPECT_EQ(counted(2, "frame"), "2 frames");
}

TEST(Text, BytesAreReadAsText) {
  const std::vector<uint8_t> bytes{'a', 0, 0xFF};
  EXPECT_EQ(asText(bytes), std::string_view("a\0\xFF", 3));
}

}  // namespace
}  // namespace jumpscope::base
