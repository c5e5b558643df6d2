#include "src/base/hash.h"

#include <gtest/gtest.h>

#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

using tests::toBytes;

TEST(Hash, PublishedTestVectorsHold) {
  EXPECT_EQ(sha1Hex(toBytes("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1Hex(toBytes("a"), toBytes("bc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1Hex({}), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(crc32Hex(toBytes("12345"), toBytes("6789")), "cbf43926");
  EXPECT_EQ(crc32Hex({}), "00000000");
}

}  // namespace
}  // namespace jumpscope::base
