#include "src/base/expansion.h"

#include <gtest/gtest.h>

#include "src/base/gzip_stream.h"
#include "src/base/lines.h"
#include "src/base/zstd_stream.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

const std::string too_much =
    " decompresses to more than 64 MiB and 1000 times its size, as no recording does; decompress it yourself "
    "if it is one";

template <class Compressor>
std::vector<uint8_t> compressedZeros(size_t mebibytes) {
  std::vector<uint8_t> file;
  Compressor compressor([&](std::string_view bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  const std::string block(size_t{1} << 20, '\0');
  for (size_t i = 0; i < mebibytes; ++i) compressor.write(block);
  compressor.finish();
  return file;
}

TEST(Expansion, AFileThatIsMadeToFillTheMemoryIsRefused) {
  EXPECT_EQ(tests::errorOf([] { decompressZstd(compressedZeros<ZstdCompressor>(80), "a.zst"); }),
            "a.zst" + too_much);
  EXPECT_EQ(tests::errorOf([] { decompressGzip(compressedZeros<GzipCompressor>(80), "a.gz"); }),
            "a.gz" + too_much);
}

TEST(Expansion, AContentOfWholeBlocksIsRead) {
  EXPECT_EQ(decompressZstd(compressedZeros<ZstdCompressor>(1), "a.zst").size(), size_t{1} << 20);
}

TEST(Expansion, SmallFilesMayBeAsDenseAsTheyLike) {
  EXPECT_EQ(decompressZstd(compressedZeros<ZstdCompressor>(60), "a.zst").size(), size_t{60} << 20);
}

TEST(Expansion, BeyondAGibibyteNothingIsRead) {
  EXPECT_EQ(tests::errorOf([] { requireReasonable(size_t{1} << 30, (size_t{1} << 30) + 1, "a.zst"); }),
            "a.zst contains more than the limit of 1 GiB");
  EXPECT_EQ(tests::errorOf([] { requireReasonable(size_t{1} << 30, size_t{1} << 30, "a.zst"); }), "");
}

TEST(Lines, ALineOfMoreThanFourMebibytesIsRefused) {
  const std::string fits((size_t{4} << 20), 'x');
  const std::string line = fits + "\n", longer = fits + "x\n";
  EXPECT_EQ(Lines(line, "a.csv").next().size(), fits.size());
  EXPECT_EQ(tests::errorOf([&] { Lines(longer, "a.csv").next(); }),
            "a.csv: line 1: the line is longer than 4 MiB; expected a file of lines");
}

}  // namespace
}  // namespace jumpscope::base
