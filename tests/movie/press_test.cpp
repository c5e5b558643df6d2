#include "src/movie/press.h"

#include <gtest/gtest.h>

#include "src/movie/buttons.h"
#include "tests/support/bytes.h"

namespace jumpscope::movie {
namespace {

TEST(Buttons, EveryValueIsWrittenAndReadBack) {
  EXPECT_EQ(buttonsText(0), "........");
  EXPECT_EQ(buttonsText(0x81), "R......A");
  EXPECT_EQ(buttonsText(0xFF), "RLDUTSBA");
  for (int value = 0; value < 256; ++value) EXPECT_EQ(parseButtonsText(buttonsText(Buttons(value))), value);
  for (const char* bad : {"", "R......", "R.......A", "A......R", "R      A"})
    EXPECT_EQ(parseButtonsText(bad), std::nullopt) << bad;
}

TEST(Press, ItemsAreReadInOrder) {
  EXPECT_EQ(
      parsePress("60-75:A 80-120:RB  2/100-110:S\n7:T"),
      (std::vector<Press>{{60, 75, 0, 0x01}, {80, 120, 0, 0x82}, {100, 110, 1, 0x04}, {7, 7, 0, 0x08}}));
  EXPECT_TRUE(parsePress("").empty());
  EXPECT_TRUE(parsePress(" \t").empty());
}

TEST(Press, AnInvalidItemIsNamed) {
  const auto error = [](const char* script) { return tests::errorOf([&] { parsePress(script); }); };
  EXPECT_NE(error("1-2:A 75-60:A").find("'75-60:A' ends before it begins"), std::string::npos);
  EXPECT_NE(error("60-75").find("'60-75' has no ':'"), std::string::npos);
  EXPECT_NE(error("60-75:").find("names no button"), std::string::npos);
  EXPECT_NE(error("60-75:X").find("names a button 'X'"), std::string::npos);
  EXPECT_NE(error("3/60-75:A").find("names port '3'"), std::string::npos);
  EXPECT_NE(error("a-75:A").find("'a' instead of a frame number"), std::string::npos);
  EXPECT_NE(error("-75:A").find("'' instead of a frame number"), std::string::npos);
  EXPECT_NE(error("1--2:A").find("'-2' instead of"), std::string::npos);
  EXPECT_NE(error("0-99999999999999999999:A").find("beyond 2^64"), std::string::npos);
}

TEST(Press, RandomScriptsAreRefusedWithAnErrorMessage) {
  tests::feedBrokenFiles(tests::toBytes("60-75:A 80-120:RB 2/100-110:S"),
                         [](const std::vector<uint8_t>& bytes) {
                           parsePress({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
                         });
}

}  // namespace
}  // namespace jumpscope::movie
