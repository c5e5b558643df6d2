#include "src/base/json_value.h"

#include <gtest/gtest.h>

#include "src/base/lines.h"
#include "tests/support/bytes.h"

namespace jumpscope::base {
namespace {

std::string parseError(const std::string& text) {
  return tests::errorOf([&] { parseJson(text, "f.json"); });
}

TEST(Json, NestingAndSizeAreLimited) {
  EXPECT_EQ(parseError(std::string(32, '[') + std::string(32, ']')), "");
  EXPECT_EQ(parseError(std::string(33, '[') + std::string(33, ']')),
            "f.json is nested deeper than 32 levels");
  EXPECT_EQ(parseError("[" + std::string(size_t{4} << 20, ' ') + "]"),
            "f.json is larger than the limit of 4 MiB for JSON");
}

TEST(Json, AKeyStandsOnceInAnObject) {
  EXPECT_EQ(parseError(R"({"a": {"b": 1}, "b": [{"a": 1}, {"a": 2}]})"), "");
  EXPECT_EQ(parseError(R"({"a": 1, "b": {}, "a": 2})"), "f.json has the key 'a' twice in one object");
}

TEST(Json, NothingStandsBehindAZeroByte) {
  EXPECT_EQ(parseError(std::string("{}\0x", 4)), "f.json is not valid JSON: byte 2 is 0");
}

TEST(Json, AnErrorHasItsLineAndColumn) {
  EXPECT_EQ(parseError("{\n  \"a\": tru\n}"),
            "f.json is not valid JSON: there is an error at line 2, column 11");
}

TEST(Json, EveryValueHasItsType) {
  const nlohmann::json json =
      parseJson(R"({"o": {}, "l": [1], "s": "x", "i": 7, "b": true, "r": 1.5})", "f.json");
  const JsonValue root(json, "f.json");
  const auto error = [&](auto get) { return tests::errorOf([&] { get(); }); };
  EXPECT_EQ(root.at("i").integer(7, 7), 7);
  EXPECT_EQ(error([&] { root.at("i").integer(8, 9); }), "f.json: i: expected an integer from 8 to 9");
  EXPECT_EQ(error([&] { root.at("i").integer(5, 6); }), "f.json: i: expected an integer from 5 to 6");
  EXPECT_EQ(error([&] { root.at("r").integer(0, 9); }), "f.json: r: expected an integer from 0 to 9");
  EXPECT_NE(error([&] { root.at("r").real(2, 3); }), "");
  EXPECT_NE(error([&] { root.at("r").real(0, 1); }), "");
  EXPECT_NE(error([&] { root.at("s").real(0, 1); }), "");
  EXPECT_TRUE(root.at("b").boolean());
  EXPECT_EQ(error([&] { root.at("s").boolean(); }), "f.json: s: expected true or false");
  EXPECT_NE(error([&] { root.at("i").string(); }), "");
  EXPECT_NE(error([&] { root.at("o").items(); }), "");
  EXPECT_NE(error([&] { root.at("l").keys(); }), "");
  EXPECT_EQ(error([&] { root.at("l").find("x"); }), "f.json: l: expected an object");
  EXPECT_EQ(error([&] { root.at("none"); }), "f.json: expected a key 'none'");
}

TEST(Lines, AnIntegerIsAllDigitsAndInItsRange) {
  const auto parsed = [](std::string_view text) { return parseInteger<int>(text, -5, 100); };
  EXPECT_EQ(parsed("100"), 100);
  EXPECT_EQ(parsed("-5"), -5);
  for (const std::string_view text : {"", "101", "-6", "1 ", " 1", "1x", "99999999999999999999", "+1"})
    EXPECT_EQ(parsed(text), std::nullopt) << text;
}

}  // namespace
}  // namespace jumpscope::base
