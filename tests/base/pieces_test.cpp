// Files in pieces say what whole files say.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/base/files.h"
#include "src/base/gzip_stream.h"
#include "src/base/streamed_lines.h"
#include "src/base/text.h"
#include "src/base/zstd_stream.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

using Bytes = std::vector<uint8_t>;

Pieces inPieces(Bytes bytes, size_t size) {
  auto rest = std::make_shared<std::pair<Bytes, size_t>>(std::move(bytes), 0);
  return [rest, size] {
    const auto piece = std::span<const uint8_t>(rest->first).subspan(rest->second);
    rest->second += std::min(size, piece.size());
    return piece.first(std::min(size, piece.size()));
  };
}

template <class Compressor>
Bytes compressed(const std::string& text) {
  Bytes file;
  Compressor compressor([&](std::string_view bytes) { file.insert(file.end(), bytes.begin(), bytes.end()); });
  compressor.write(text);
  compressor.finish();
  return file;
}

std::string lines() {
  std::string text;
  for (int i = 0; i < 40; ++i) text += std::to_string(i * i * 7919) + (i % 3 == 0 ? "\r\n" : "\n");
  return text;
}

// All lines, then why there are no more.
std::string readLines(Pieces pieces) {
  std::string read;
  try {
    StreamedLines from(std::move(pieces), "f");
    while (!from.atEnd()) read.append(from.next()).append("|");
  } catch (const std::runtime_error& error) {
    read += error.what();
  }
  return read;
}

TEST(Pieces, OfAnySizeAreTheSameContentOrTheSameError) {
  const std::string text = lines();
  Bytes two_members = compressed<GzipCompressor>(text);
  const Bytes second = compressed<GzipCompressor>(text);
  two_members.insert(two_members.end(), second.begin(), second.end());
  const Bytes files[] = {Bytes(text.begin(), text.end()), compressed<ZstdCompressor>(text),
                         compressed<GzipCompressor>(text), two_members};
  for (const Bytes& file : files)
    for (size_t length = 0; length <= file.size(); length += length + 7 < file.size() ? 7 : 1) {
      const Bytes cut(file.begin(), file.begin() + static_cast<ptrdiff_t>(length));
      const std::string whole = readLines(decompressedPieces(wholePiece(cut), "f"));
      for (const size_t size : {4, 5, 100})
        ASSERT_EQ(readLines(decompressedPieces(inPieces(cut, size), "f")), whole) << length;
    }
}

TEST(Pieces, OfAFileThatIsCutShortEndInThatSentence) {
  Bytes zstd = compressed<ZstdCompressor>(lines()), gzip = compressed<GzipCompressor>(lines());
  zstd.resize(zstd.size() - 5);
  gzip.resize(gzip.size() - 5);
  for (const Bytes& file : {zstd, gzip})
    EXPECT_TRUE(readLines(decompressedPieces(wholePiece(file), "f"))
                    .ends_with("stream does not end; record it again"));
  EXPECT_EQ(readLines(wholePiece(Bytes{'a', '\n', 'b'})),
            "a|f: line 2: the file ends within this line, so it is cut short; record it again");
}

TEST(Pieces, ALineThatIsTooLongIsRefusedBeforeTheMemoryIsFull) {
  const auto endless = [] {
    static const Bytes block(size_t{1} << 16, 'a');
    return std::span<const uint8_t>(block);
  };
  EXPECT_EQ(readLines(endless), "f: line 1: the line is longer than 4 MiB; expected a file of lines");
}

}  // namespace
}  // namespace jumpscope::base
