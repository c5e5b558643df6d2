#include "src/trace/watch.h"

#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "tests/support/bytes.h"
#include "tests/support/data.h"
#include "tests/support/shared.h"

namespace jumpscope::trace {
namespace {

int64_t read(const std::string& watch, std::map<uint16_t, uint8_t> memory) {
  return readWatch(parseWatch(watch), [&](uint16_t address) { return memory.at(address); });
}

std::string show(const std::string& watch, int64_t raw) { return formatValue(parseWatch(watch), raw); }

std::string parseError(const std::string& watch) {
  return tests::errorOf([&] { parseWatch(watch); });
}

TEST(Watch, TheCommandLineNotationIsParsed) {
  EXPECT_EQ(parseWatch("y=$00CE:u8"), (Watch{"y", {0xCE}, Type::U8, 0, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("y=206"), (Watch{"y", {0xCE}, Type::U8, 0, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("v=0x4F7,0x4f6"), (Watch{"v", {0x4F7, 0x4F6}, Type::U16, 0, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("y=$B5,$CE,$416:u16.8"),
            (Watch{"y", {0xB5, 0xCE, 0x416}, Type::U16, 8, 0xFF, "", ""}));
  EXPECT_EQ(parseWatch("a=$0A:flag&$80"), (Watch{"a", {0x0A}, Type::Flag, 0, 0x80, "", ""}));
  EXPECT_EQ(parseWatch("y=$08CE").addresses[0], 0xCE) << "RAM's mirrors are folded";
}

TEST(Watch, ThePageOfFormatsNamesEveryType) {
  const std::string page = tests::readData(tests::sourceDir() / "docs/formats.md");
  const size_t begin = page.find("- TYPE is one of"), end = page.find(". Type `lag`", begin);
  ASSERT_TRUE(begin != std::string::npos && end != std::string::npos);
  const std::string named = " " + page.substr(begin, end - begin) + " ";
  for (const TypeTraits& type : type_traits)
    EXPECT_TRUE(std::regex_search(named, std::regex("[ `]" + std::string(type.name) + "[ `]"))) << type.name;
}

TEST(Watch, AnInvalidNotationIsRefusedWithTheReason) {
  const std::map<std::string, std::string> expected = {
      {"", "has no '='"},
      {"y", "has no '='"},
      {"=1", "has a name"},
      {"1y=1", "has a name"},
      {"frame=1", "has a reserved name"},
      {"y=", "has '' instead of an address"},
      {"y=$10000", "has '$10000' instead of an address"},
      {"y=-1", "has '-1' instead of an address"},
      {"y=1,", "has '' instead of an address"},
      {"y=1:u9", "has a type 'u9'"},
      {"y=1:", "has a type ''"},
      {"y=1:u8.", "has '' instead of a number of fraction bits"},
      {"y=1:u8.9", "has 1 address; type u8 with 9 bits of fraction does not fill"},
      {"y=1:u16", "has 1 address; type u16"},
      {"y=1,2,3", "has 3 addresses"},
      {"y=1,2:u8", "has 2 addresses"},
      {"y=1:bits&0", "has a mask of 0"},
      {"y=1:bits&$100", "has '$100' instead of a mask"},
      {"y=1:u8&1", "has a mask, which only"},
      {"y=1:bcd.4", "has a binary point"},
      {"y=$2002", "names $2002, a register"},
  };
  for (const auto& [text, words] : expected)
    EXPECT_NE(parseError(text).find("--watch '" + text + "' " + words), std::string::npos)
        << parseError(text);
}

TEST(Watch, EveryTypeReadsItsBytesMostSignificantFirst) {
  EXPECT_EQ(read("v=1:u8", {{1, 0xFC}}), 252);
  EXPECT_EQ(read("v=1:s8", {{1, 0xFC}}), -4);
  EXPECT_EQ(read("v=2,1:u16", {{1, 0xFC}, {2, 0xFF}}), 0xFFFC);
  EXPECT_EQ(read("v=2,1:s16", {{1, 0xFC}, {2, 0xFF}}), -4);
  EXPECT_EQ(read("v=1,2,3:s16.8", {{1, 0xFF}, {2, 0xFF}, {3, 0x80}}), -128);
  EXPECT_EQ(read("v=1,2:bcd", {{1, 0x12}, {2, 0x34}}), 1234);
  EXPECT_EQ(read("v=1,2,3:digits", {{1, 1}, {2, 2}, {3, 3}}), 123);
  EXPECT_EQ(read("v=1,2,3:digits&$0F", {{1, 0xF1}, {2, 0x32}, {3, 3}}), 123);
  EXPECT_EQ(read("v=1:flag&$80", {{1, 0x80}}), 1);
  EXPECT_EQ(read("v=1:flag&$80", {{1, 0x7F}}), 0);
  EXPECT_EQ(read("v=1:bits&$30", {{1, 0xEF}}), 2);
}

TEST(Watch, ValuesStayWithinTheirRange) {
  for (const char* text : {"v=1:u8", "v=1:s8", "v=1:bcd", "v=1:digits", "v=1:flag&$11", "v=1:bits&$5A"}) {
    const Watch watch = parseWatch(text);
    const RawRange range = rangeOf(watch);
    int64_t lowest = 1'000'000, highest = -1'000'000;
    for (int byte = 0; byte < 256; ++byte) {
      const int64_t value = readWatch(watch, [&](uint16_t) { return uint8_t(byte); });
      lowest = std::min(lowest, value);
      highest = std::max(highest, value);
    }
    EXPECT_LE(range.lowest, lowest) << text;
    EXPECT_GE(range.highest, highest) << text;
  }
}

TEST(Watch, AFixedPointValueIsAnExactDecimal) {
  EXPECT_EQ(show("v=1,2:u16.8", 17073), "66.69140625");
  EXPECT_EQ(show("v=1,2:u16.4", 1067), "66.6875");
  EXPECT_EQ(show("v=1,2:u16.8", 256), "1");
  EXPECT_EQ(show("v=1,2:u16.8", 0), "0");
  EXPECT_EQ(show("v=1,2:s16.8", -1), "-0.00390625");
  EXPECT_EQ(show("v=1,2:s16.8", -32768), "-128");
  EXPECT_EQ(show("v=1:u8", 255), "255");
}

TEST(Watch, EveryValueIsReadBackExactly) {
  for (const char* text : {"v=1,2:u16.8", "v=1,2:s16.8", "v=1,2:s16", "v=1,2:u16.16", "v=1,2:u16.3"}) {
    const Watch watch = parseWatch(text);
    const RawRange range = rangeOf(watch);
    for (int64_t raw = range.lowest; raw <= range.highest; ++raw)
      ASSERT_EQ(parseValue(watch, formatValue(watch, raw)), raw) << text << " " << formatValue(watch, raw);
  }
  const Watch wide = parseWatch("v=1,2,3,4,5,6:s16.32");
  const Watch computed{"v", {}, Type::S16, 8, 0xFF, "", ""};
  for (const Watch& watch : {wide, computed})
    for (int64_t raw :
         {rangeOf(watch).lowest, rangeOf(watch).highest, int64_t(1), int64_t(-1), int64_t(0x123456789A)})
      EXPECT_EQ(parseValue(watch, formatValue(watch, raw)), raw) << formatValue(watch, raw);
}

TEST(Watch, OnlyExactValuesAreParsed) {
  const Watch watch = parseWatch("v=1,2:s16.8");
  EXPECT_EQ(parseValue(watch, "1.50"), 384);
  EXPECT_EQ(parseValue(watch, "1.500000000000000000000000000000000000000000000"), 384);
  for (const char* text :
       {"", "-", ".", "1.", ".5", "1.001", "1.5x", "x", "1e3", "+1", " 1", "--1", "128", "-128.00390625",
        "99999999999999999999", "1.5.5", "0.00390625000000000000000000000000000000000000001"})
    EXPECT_EQ(parseValue(watch, text), std::nullopt) << text;
}

TEST(Watch, TheBinaryPointCanBeAnywhere) {
  EXPECT_EQ(show("v=1,2,3:u24.12", 0x123456), "291.27099609375");
  EXPECT_EQ(show("v=1,2,3:u8.20", 0x123456), "1.1377773284912109375");
  EXPECT_EQ(read("v=1,2,3:s24", {{1, 0xFF}, {2, 0xFF}, {3, 0xFE}}), -2);
  EXPECT_EQ(read("v=4,3,2,1:u32", {{1, 1}, {2, 2}, {3, 3}, {4, 0x84}}), 0x84030201);
  EXPECT_EQ(read("v=1,2:bits&$0FF0", {{1, 0xA5}, {2, 0xC3}}), 0x5C);
  EXPECT_EQ(read("v=1,2:flag", {{1, 1}, {2, 0}}), 1) << "all bits of both bytes, unless a mask is given";
}

TEST(Watch, PreviousAndDeltaTakeAddressesOrAnotherWatch) {
  const std::vector<Watch> earlier = {parseWatch("y=1,2:u16.8"), parseWatch("dy=delta(3:s8)")};
  EXPECT_EQ(earlier[1], (Watch{"dy", {3}, Type::S8, 0, 0xFF, "", "", Take::Delta}));
  EXPECT_EQ(parseWatch("p=previous(y)", {nullptr, earlier}),
            (Watch{"p", {1, 2}, Type::U16, 8, 0xFF, "", "", Take::Previous}));
  const auto error = [&](const char* text) {
    return tests::errorOf([&] { parseWatch(text, {nullptr, earlier}); });
  };
  EXPECT_NE(error("p=previous(dy)").find("takes the previous of 'dy', which is itself a delta"),
            std::string::npos);
  EXPECT_NE(error("p=previous(z)").find("has 'z' instead of an address"), std::string::npos);
  EXPECT_NE(error("p=previous(1").find("lacks the ')' of previous(…)"), std::string::npos);
}

TEST(Watch, ADifferenceWrapsLikeItsBytes) {
  const auto difference = [](const char* text, int64_t now, int64_t before) {
    const Watch watch = parseWatch(text);
    const int64_t result = differenceOf(watch, now, before);
    EXPECT_GE(result, rangeOf(watch).lowest);
    EXPECT_LE(result, rangeOf(watch).highest);
    return result;
  };
  EXPECT_EQ(difference("d=delta(1)", 4, 250), 10);
  EXPECT_EQ(difference("d=delta(1)", 250, 4), -10);
  EXPECT_EQ(difference("d=delta(1)", 128, 0), -128);
  EXPECT_EQ(difference("d=delta(1:s8)", -128, 127), 1);
  EXPECT_EQ(difference("d=delta(1,2:u16.8)", 100, 65500), 136);
  EXPECT_EQ(difference("d=delta(1,2:s16)", 32767, -32768), -1);
  EXPECT_EQ(difference("d=delta(1,2,3,4,5,6:u32.16)", 0, (int64_t(1) << 48) - 1), 1);
  EXPECT_EQ(difference("d=delta(1:bcd)", 0, 99), -99);
  EXPECT_EQ(difference("d=delta(1:flag)", 1, 0), 1);
  EXPECT_EQ(difference("d=delta(1:bits&3)", 0, 3), -3);
}

TEST(Watch, TwoWatchesWithTheSameNameAreRefused) {
  const auto error = tests::errorOf([] { requireSound({parseWatch("y=1"), parseWatch("y=2")}, "here"); });
  EXPECT_EQ(error, "here: two watches have the name 'y'; rename one");
}

TEST(Watch, RandomNotationsAreRefusedWithAnErrorMessage) {
  for (const char* text :
       {"y=$00B5,$00CE,$0416:u16.8", "tile=0x300:bits&$30", "score=1,2,3,4:digits", "d=delta($00CE:s8)"})
    tests::feedBrokenFiles(tests::toBytes(text), [](const std::vector<uint8_t>& bytes) {
      const Watch watch = parseWatch({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      const int64_t bytes_value = readWatch(watch, [](uint16_t address) { return uint8_t(address * 37); });
      const int64_t value = watch.take == Take::Delta ? differenceOf(watch, bytes_value, 0) : bytes_value;
      EXPECT_EQ(parseValue(watch, formatValue(watch, value)), value);
    });
}

// The sanitizers look at the arithmetic: nine bytes are more than an integer has.
TEST(Watch, ANumberOfMoreDigitsThanAnIntegerHasBytesIsRead) {
  const Watch watch = parseWatch("n=$00,$01,$02,$03,$04,$05,$06,$07,$08:digits");
  EXPECT_EQ(readWatch(watch, [](uint16_t address) { return uint8_t(address + 1); }), 123456789);
}

}  // namespace
}  // namespace jumpscope::trace
