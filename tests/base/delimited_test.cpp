#include "src/base/delimited.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "src/base/gzip_stream.h"
#include "src/base/text.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

using tests::errorOf;
using tests::feedBrokenFiles;
using tests::toBytes;

using Records = std::vector<std::vector<std::string>>;

Records recordsOf(std::string_view text) {
  Delimited table(text, "t.csv");
  Records records;
  while (table.next()) records.emplace_back(table.fields().begin(), table.fields().end());
  return records;
}

TEST(Delimited, TheFirstRecordSaysWhichSeparatorTheTableHas) {
  const Records expected{{"a", "b"}, {"1", "2"}};
  EXPECT_EQ(recordsOf("a,b\n1,2\n"), expected);
  EXPECT_EQ(recordsOf("a;b\n1;2\n"), expected);
  EXPECT_EQ(recordsOf("a\tb\n1\t2\n"), expected);
  EXPECT_EQ(recordsOf("a;b\n1,5;2\n"), (Records{{"a", "b"}, {"1,5", "2"}}));
}

TEST(Delimited, CommentsEmptyLinesBlanksAndLineEndsAreNoContent) {
  EXPECT_EQ(recordsOf("\xEF\xBB\xBF# by a script\r\n\r\n a , b\r\n#\n1,2"),
            (Records{{"a", "b"}, {"1", "2"}}));
  EXPECT_EQ(recordsOf("a,b\n1,\n"), (Records{{"a", "b"}, {"1", ""}}));
}

TEST(Delimited, AQuotedFieldContainsSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(recordsOf("a,b\n\"1,\"\"2\",\"x\r\ny\"\n3,4\n"),
            (Records{{"a", "b"}, {"1,\"2", "x\ny"}, {"3", "4"}}));
  EXPECT_EQ(errorOf([] { recordsOf("a,b\n1,2\n\"3,4\n5,6\n"); }),
            "t.csv: line 3: a quote is opened and not closed");
}

TEST(Delimited, WhatIsNoTextIsRefused) {
  EXPECT_EQ(errorOf([] { recordsOf(std::string_view("a,b\n1,\0\n", 8)); }),
            "t.csv: line 2: this is not text in UTF-8; expected a table, saved as UTF-8");
  EXPECT_NE(errorOf([] {
              recordsOf(
                  "\xFF\xFE"
                  "a");
            }),
            "");
}

std::string gzipOf(const std::string& text) {
  std::string packed;
  GzipCompressor compressor([&](std::string_view bytes) { packed += bytes; });
  compressor.write(text);
  compressor.finish();
  return packed;
}

TEST(Gzip, AllMembersOfAFileAreRead) {
  const std::string packed = gzipOf("first,") + gzipOf("second");
  EXPECT_EQ(asText(decompressed(toBytes(packed), "t.gz")), "first,second");
  EXPECT_EQ(asText(decompressed(toBytes("plain"), "t")), "plain");
}

TEST(Gzip, ADamagedFileIsRefused) {
  std::string content(1000, 'x');
  content += "end";
  const std::string packed = gzipOf(content);
  EXPECT_EQ(errorOf([&] { decompressed(toBytes(packed.substr(0, packed.size() - 3)), "t.gz"); }),
            "t.gz is cut short: its gzip stream does not end; record it again");
  EXPECT_EQ(errorOf([&] { decompressed(toBytes(packed + "garbage"), "t.gz"); }),
            "t.gz is damaged: it is no sound gzip file; record it again");
  feedBrokenFiles(toBytes(packed), [](const std::vector<uint8_t>& bytes) { decompressed(bytes, "t.gz"); });
}

}  // namespace
}  // namespace jumpscope::base
