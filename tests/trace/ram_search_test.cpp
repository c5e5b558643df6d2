#include "src/trace/ram_search.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/bytes.h"

namespace jumpscope::trace {
namespace {

using Memory = std::array<uint8_t, 4>;

// Which of the places 0 to 3 are left after the steps, when memory held `moments` at their ends.
std::vector<uint16_t> placesLeft(const char* type, const std::vector<std::string>& steps, const Memory& start,
                                 const std::vector<Memory>& moments) {
  RamSearch search;
  search.addPlaces(parseSearchType(type), 0, 3);
  search.remember([&](uint16_t address) { return start[address]; });
  for (size_t i = 0; i < steps.size(); ++i)
    search.apply(parseSearchStep(steps[i]), true, [&](uint16_t address) { return moments[i][address]; });
  std::vector<uint16_t> left;
  for (const Candidate& candidate : search.candidates()) {
    left.push_back(candidate.address());
    EXPECT_EQ(candidate.values.size(), steps.size());
  }
  return left;
}

using Places = std::vector<uint16_t>;

TEST(RamSearch, EveryTestKeepsTheAddressesThatPass) {
  const Memory before = {10, 250, 7, 7}, now = {12, 4, 7, 0};
  const std::vector<std::pair<const char*, Places>> expected = {
      {"1 any", {0, 1, 2, 3}},
      {"1 equal to 12", {0}},
      {"1 = $0C", {0}},
      {"1 == before", {2}},
      {"1 not equal to 7", {0, 1, 3}},
      {"1 != before", {0, 1, 3}},
      {"1 less than 7", {1, 3}},
      {"1 < before", {1, 3}},
      {"1 at most 7", {1, 2, 3}},
      {"1 <= before", {1, 2, 3}},
      {"1 greater than before", {0}},
      {"1 > 4", {0, 2}},
      {"1 at least 7", {0, 2}},
      {"1 >= before", {0, 2}},
      {"1 between 4 and 7", {1, 2}},
      {"1 between 7 and 4", {1, 2}},
      {"1 changed", {0, 1, 3}},
      {"1 unchanged", {2}},
      {"1 changed by 2", {0}},
      {"1 changed by 7", {3}},
      {"1 increased by 10", {1}},
      {"1 decreased by 7", {3}},
      {"1 increased", {0}},
      {"1 decreased", {1, 3}},
      {"1: decreased", {1, 3}},
  };
  for (const auto& [step, places] : expected)
    EXPECT_EQ(placesLeft("u8", {step}, before, {now}), places) << step;
}

TEST(RamSearch, EachStepComparesWithThePreviousStep) {
  EXPECT_EQ(placesLeft("u8", {"1 = 5", "2 increased", "3 decreased by 1"}, {0, 0, 0, 0},
                       {{5, 5, 5, 0}, {6, 7, 5, 1}, {5, 5, 4, 0}}),
            Places{0});
}

TEST(RamSearch, EveryTypeHasItsByteOrderAndRange) {
  const Memory m = {0x01, 0x02, 0xFF, 0x99};
  EXPECT_EQ(placesLeft("u16", {"1 = $0201"}, m, {m}), Places{0});
  EXPECT_EQ(placesLeft("u16be", {"1 = $0102"}, m, {m}), Places{0});
  EXPECT_EQ(placesLeft("s16be", {"1 = -103"}, m, {m}), Places{2});
  EXPECT_EQ(placesLeft("s8", {"1 = -1"}, m, {m}), Places{2});
  EXPECT_EQ(placesLeft("u24be", {"1 = $0102FF"}, m, {m}), Places{0});
  EXPECT_EQ(placesLeft("u32", {"1 = $99FF0201"}, m, {m}), Places{0});
  EXPECT_EQ(placesLeft("bcd", {"1 = 99"}, m, {m}), Places{3});
}

TEST(RamSearch, InvalidStepsAreRefusedWithTheReason) {
  const std::vector<std::pair<std::string, std::string>> steps = {
      {"", "does not begin with a frame"},
      {"equal to 1", "does not begin with a frame"},
      {"-1 changed", "does not begin with a frame"},
      {"5-3 changed", "has a frame range that ends before it begins"},
      {"99999999999 changed", "does not begin with a frame"},
      {"5", "has no known test"},
      {"5 equals 3", "has no known test"},
      {"5 equal to", "has '' instead of a number"},
      {"5 = x", "has 'x' instead of a number"},
      {"5 between 1 3", "lacks the 'and'"},
      {"5 changed by", "has '' instead of a number"},
      {"5 changed often", "has text after its test"},
  };
  for (const auto& [step, words] : steps) {
    const std::string& text = step;
    const std::string error = tests::errorOf([&] { parseSearchStep(text); });
    EXPECT_NE(error.find("the step '" + text + "' " + words), std::string::npos) << error;
  }
  const auto unsound = [](const std::vector<std::string>& texts, const char* type) {
    std::vector<SearchStep> parsed;
    for (const std::string& text : texts) parsed.push_back(parseSearchStep(text));
    return tests::errorOf([&] { RamSearch::requireSound(parsed, parseSearchType(type)); });
  };
  EXPECT_EQ(unsound({"5-9 changed", "10 = 255"}, "u8"), "");
  EXPECT_NE(unsound({"5 = 256"}, "u8").find("asks for 256, which does not fit type u8"), std::string::npos);
  EXPECT_NE(unsound({"5 = 200"}, "s8").find("asks for 200"), std::string::npos);
  EXPECT_NE(unsound({"5 between 1 and -1"}, "u8").find("asks for -1"), std::string::npos);
  EXPECT_NE(unsound({"5 any", "5 changed"}, "u8").find("must come after the previous step"),
            std::string::npos);
  EXPECT_NE(unsound({"5 changed"}, "u8").find("is the first and has no value before it; begin with '4 any'"),
            std::string::npos);
  EXPECT_NE(unsound({"5 any", "6 changed by -1"}, "u8").find("has a negative difference"), std::string::npos);
  EXPECT_NE(tests::errorOf([] { parseSearchType("u64"); }).find("--type must be one of"), std::string::npos);
  EXPECT_NE(tests::errorOf([] { parseSearchType(""); }).find("--type must be one of"), std::string::npos);
}

TEST(RamSearch, RandomStepsAreRefusedWithAnErrorMessage) {
  for (const char* text : {"100-120 between $10 and -32", "130 not equal to before", "5 changed by 3"})
    tests::feedBrokenFiles(tests::toBytes(text), [](const std::vector<uint8_t>& bytes) {
      const SearchStep step = parseSearchStep({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
      RamSearch::requireSound({step}, parseSearchType("s16"));
    });
}

}  // namespace
}  // namespace jumpscope::trace
