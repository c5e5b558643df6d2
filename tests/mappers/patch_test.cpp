// The patches are put together here by hand, from the public specifications of the formats.
#include "mappers/patch.h"

#include <gtest/gtest.h>

#include "mappers/patch_reader.h"
#include "tests/support/bytes.h"

namespace jumpscope::mappers {
namespace {

using tests::errorOf;
using tests::toBytes;
using Bytes = std::vector<uint8_t>;

Bytes join(std::initializer_list<Bytes> parts) {
  Bytes all;
  for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Bytes littleEndian(uint32_t value) {
  return {uint8_t(value), uint8_t(value >> 8), uint8_t(value >> 16), uint8_t(value >> 24)};
}

Bytes variable(uint64_t value) {
  Bytes bytes;
  for (;; value = (value >> 7) - 1) {
    bytes.push_back(value & 0x7F);
    if (value < 0x80) break;
  }
  bytes.back() |= 0x80;
  return bytes;
}

// With the three checksums that BPS and UPS end with.
Bytes sealed(const Bytes& body, const Bytes& source, const Bytes& target) {
  Bytes patch = join({body, littleEndian(crc32Of(source)), littleEndian(crc32Of(target))});
  return join({patch, littleEndian(crc32Of(patch))});
}

Bytes patched(const Bytes& file, const Bytes& patch) {
  return applyPatch({file, "game.nes"}, {patch, "fix"});
}
std::string applyError(const Bytes& file, const Bytes& patch) {
  return errorOf([&] { patched(file, patch); });
}
bool contains(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

const Bytes original = toBytes("0123456789");

TEST(Ips, RecordsReplaceAndAppendBytes) {
  const Bytes patch =
      join({toBytes("PATCH"), {0, 0, 2, 0, 2, 'a', 'b'}, {0, 0, 11, 0, 1, 'z'}, toBytes("EOF")});
  EXPECT_EQ(patched(original, patch), join({toBytes("01ab456789"), {0, 'z'}}));
}

TEST(Ips, ARunRepeatsOneByte) {
  const Bytes patch = join({toBytes("PATCH"), {0, 0, 1, 0, 0, 0, 3, 'x'}, toBytes("EOF")});
  EXPECT_EQ(patched(original, patch), toBytes("0xxx456789"));
}

TEST(Ips, ASizeAfterTheEndCutsTheFile) {
  const Bytes patch = join({toBytes("PATCH"), {0, 0, 0, 0, 1, 'x'}, toBytes("EOF"), {0, 0, 4}});
  EXPECT_EQ(patched(original, patch), toBytes("x123"));
}

TEST(Ips, ARecordMayHaveTheOffsetThatSpellsEof) {
  const Bytes patch = join({toBytes("PATCH"), toBytes("EOF"), {0, 1, 'x'}, toBytes("EOF")});
  const Bytes result = patched(original, patch);
  ASSERT_EQ(result.size(), 0x454F47u);
  EXPECT_EQ(result.back(), 'x');
}

TEST(Ips, WhatFollowsTheEndIsPassedOver) {
  const Bytes body = join({toBytes("PATCH"), {0, 0, 2, 0, 2, 'a', 'b'}, {0, 0, 8, 0, 0, 0, 0, 'x'}});
  const std::string about = R"({"patcher":"a tool","title":"EOF is a word","author":"somebody"})";
  for (const std::string& text :
       {about, std::string("x"), std::string("ab"), "EOF" + about, std::string(100, '\0')})
    EXPECT_EQ(patched(original, join({body, toBytes("EOF"), toBytes(text)})), toBytes("01ab456789")) << text;
  // A record with the offset that spells EOF is one only if the file then ends as a patch does.
  const Bytes record = join({toBytes("EOF"), {0, 1, 'x'}});
  EXPECT_EQ(patched(original, join({body, record, toBytes("EOF")})).size(), 0x454F47u);
  EXPECT_EQ(patched(original, join({body, record, toBytes("EOF"), {0, 0, 4}})), toBytes("01ab"));
  EXPECT_EQ(patched(original, join({body, record, toBytes("EO")})), toBytes("01ab456789"));
}

TEST(Ips, WhatIsCutShortIsRefused) {
  const Bytes whole = join({toBytes("PATCH"), {0, 0, 2, 0, 2, 'a', 'b'}, toBytes("EOF")});
  for (size_t size = 5; size < whole.size(); ++size)
    EXPECT_EQ(applyError(original, {whole.begin(), whole.begin() + ptrdiff_t(size)}),
              "the patch fix is cut short: it ends within a change; download it again");
}

TEST(Ips, WritingTheSameBytesForeverIsRefused) {
  Bytes patch = toBytes("PATCH");
  for (int i = 0; i < 1100; ++i) patch = join({patch, {0, 0, 0, 0, 0, 0xFF, 0xFF, 'x'}});
  EXPECT_TRUE(contains(applyError(original, join({patch, toBytes("EOF")})), "writes more than 65536 KiB"));
}

// "0123456789" becomes "0123ab67aaaa": each of the four actions once.
Bytes bpsBody() {
  const auto action = [](int kind, uint64_t length) { return variable((length - 1) << 2 | uint64_t(kind)); };
  return join({toBytes("BPS1"), variable(10), variable(12), variable(4), toBytes("note"),  //
               action(0, 4),                                                               // "0123"
               action(1, 2), toBytes("ab"),                                                //
               action(2, 2), variable(6 << 1),                                             // "67" at 6
               action(3, 1), variable(4 << 1), action(3, 3), variable(3 << 1)});           // "a", then itself
}
const Bytes bps_result = toBytes("0123ab67aaaa");
Bytes bps() { return sealed(bpsBody(), original, bps_result); }

TEST(Bps, TheFourActionsBuildTheResult) { EXPECT_EQ(patched(original, bps()), bps_result); }

TEST(Bps, APatchForAnotherFileIsRefusedWithBothChecksums) {
  const std::string error = applyError(toBytes("0123456780"), bps());
  EXPECT_TRUE(contains(error,
                       "the patch fix is for another file: it expects 10 bytes with CRC-32 a684c7c6, but "
                       "game.nes has 10 bytes with CRC-32"))
      << error;
}

TEST(Bps, APatchForTheDumpWithoutItsHeaderIsNamedAsSuch) {
  const Bytes headed = join({toBytes("NES\x1A"), Bytes(12), original});
  EXPECT_TRUE(contains(applyError(headed, bps()), "made for this dump without its header"));
}

TEST(Bps, APatchThatHasBeenAppliedAlreadyIsNamedAsSuch) {
  EXPECT_EQ(applyError(bps_result, bps()),
            "game.nes is already what the patch fix makes; leave the patch out");
}

TEST(Bps, EveryChangedByteAndEveryShorterLengthIsRefused) {
  const Bytes patch = bps();
  for (size_t i = 0; i < patch.size(); ++i) {
    Bytes changed = patch;
    changed[i] ^= 0x10;
    EXPECT_NE(applyError(original, changed), "") << i;
    EXPECT_NE(applyError(original, {patch.begin(), patch.begin() + ptrdiff_t(i)}), "") << i;
  }
}

TEST(Bps, CopiesFromBeyondTheFilesAreRefused) {
  const auto error = [](const Bytes& actions) {
    const Bytes body = join({toBytes("BPS1"), variable(10), variable(12), variable(0), actions});
    return applyError(original, sealed(body, original, bps_result));
  };
  EXPECT_TRUE(contains(error(variable(12 << 2)), "copies from beyond"));  // 13 of 12 bytes
  EXPECT_TRUE(contains(error(variable(10 << 2)), "copies from beyond"));  // 11 of 10
  EXPECT_TRUE(
      contains(error(join({variable(2), variable(1000 << 1)})), "copies from beyond"));  // source at 1000
  EXPECT_TRUE(
      contains(error(join({variable(2), variable(1 << 1 | 1)})), "copies from beyond"));  // source at -1
  EXPECT_TRUE(contains(error(join({variable(3), variable(0)})), "copies from beyond"));   // nothing made yet
  EXPECT_TRUE(contains(error(Bytes(20, 0)), "a number in it does not end"));
}

TEST(Bps, AGigabyteIsRefusedBeforeItIsMade) {
  const Bytes body = join({toBytes("BPS1"), variable(10), variable(uint64_t{1} << 30), variable(0)});
  EXPECT_TRUE(contains(applyError(original, sealed(body, original, {})), "at most 65536 KiB"));
}

TEST(Ups, BytesAreExclusiveOred) {
  const Bytes target = toBytes("01x3456789!");
  const Bytes body = join({toBytes("UPS1"),
                           variable(10),
                           variable(11),  //
                           variable(2),
                           {uint8_t('2' ^ 'x'), 0},  //
                           variable(6),
                           {'!', 0}});  // 4 + 6 = 10
  const Bytes patch = sealed(body, original, target);
  EXPECT_EQ(patched(original, patch), target);
  EXPECT_TRUE(contains(applyError(toBytes("other"), patch), "is for another file"));
  EXPECT_TRUE(contains(applyError(target, patch), "is already what"));
  EXPECT_TRUE(
      contains(applyError(original, sealed(body, original, original)), "it makes a file with CRC-32"));
}

TEST(Ups, AShorterFileIsMadeByCutting) {
  const Bytes target = toBytes("0123");
  const Bytes body =
      join({toBytes("UPS1"), variable(10), variable(4), variable(4), {'4', '5', '6', '7', '8', '9', 0}});
  EXPECT_EQ(patched(original, sealed(body, original, target)), target);
}

TEST(Patches, WhatIsNoPatchIsRefused) {
  EXPECT_TRUE(contains(applyError(original, toBytes("PK\x03\x04")), "fix is no patch"));
  EXPECT_TRUE(contains(applyError(original, {}), "fix is no patch"));
  EXPECT_TRUE(contains(applyError(original, toBytes("BPS1")), "cut short: it has 4 bytes"));
}

TEST(Patches, BrokenOnesAreRefusedInASentence) {
  const auto feed = [](const Bytes& patch) {
    tests::feedBrokenFiles(
        patch, [](const Bytes& bytes) { patched(original, bytes); }, 300);
  };
  feed(join({toBytes("PATCH"), {0, 0, 2, 0, 2, 'a', 'b'}, {0, 0, 1, 0, 0, 0, 3, 'x'}, toBytes("EOF")}));
  feed(bps());
  // The actions themselves, behind checksums that fit.
  tests::feedBrokenFiles(
      bpsBody(), [](const Bytes& body) { patched(original, sealed(body, original, bps_result)); }, 3000);
}

}  // namespace
}  // namespace jumpscope::mappers
