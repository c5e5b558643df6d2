#include "src/base/printable.h"

#include <gtest/gtest.h>

namespace jumpscope::base {
namespace {

TEST(Printable, OrdinaryTextStaysAsItIs) {
  for (const char* text : {"", "Super jump 3", "Größe, 日本, 🙂", "a\\b '#[' ::error::"})
    EXPECT_EQ(printable(text), text);
}

TEST(Printable, WhatATerminalObeysIsEscaped) {
  EXPECT_EQ(printable("a\n\r\tb"), "a\\n\\r\\tb");
  EXPECT_EQ(printable("\x1b[31m\x7f"), "\\x1B[31m\\x7F");
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(printable("\u009B31m \u2028 \u202E \uFEFF"), "\\u{009B}31m \\u{2028} \\u{202E} \\u{FEFF}");
}

TEST(Printable, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(printable("\xFF\x80x\xC3"), "\\xFF\\x80x\\xC3");
  EXPECT_EQ(printable("\xED\xA0\x80"), "\\xED\\xA0\\x80");  // a surrogate
}

TEST(Printable, CommandsOfGithubAreBrokenUp) {
  EXPECT_EQ(printable("x ##[add-mask]y"), "x ##\\x5Badd-mask]y");
  EXPECT_EQ(printable("a\n::error::b"), "a\\n::error::b");
}

TEST(Printable, LongTextIsCutBetweenCharacters) {
  EXPECT_EQ(printable("abcdef", 3), "abc…");
  EXPECT_EQ(printable("aää", 2), "a…");
  EXPECT_EQ(printable("abc", 3), "abc");
}

TEST(Printable, LinesStayLines) { EXPECT_EQ(printableLines("a\n\x1b[0mb\r\n"), "a\n\\x1B[0mb\\r\n"); }

}  // namespace
}  // namespace jumpscope::base
