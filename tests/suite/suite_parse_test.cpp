// The suite's format: every key, and an error message for everything else.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "src/suite/suite.h"
#include "tests/support/bytes.h"
#include "tests/support/shared.h"

namespace jumpscope::suite {
namespace {

constexpr const char* full_suite = R"({
  "format": "jumpscope-suite", "version": 1, "name": "my game",
  "defaults": {"rom": {"sha1": "EA343F4E445A9050D4B4FBAC2C77D0693B1D0922", "file": "smb.nes"}, "profile": "smb",
               "region": "pal"},
  "cases": [
    {"name": "first", "movie": "a.fm2", "frames": 100, "reset_at": [5, 9], "alignment": 3,
     "watches": ["x=$0086", {"name": "y", "address": ["$00B5", "$00CE"], "type": "u16"}],
     "expect": {"model": true, "golden": "g/a.csv.zst", "jumps": {"count": 2, "rows": [
       {"jump": 2, "apex_px": 66, "end": "landed", "tier": null}]}}},
    {
     "name": "second [cases] \"{",
     "rom": "other.nes", "press": "3-5:A 7:R", "region": "auto", "ram_init": "random:7", "policy": "every-cycle",
     "symbols": "game.dbg", "expect": {"ram": {"$00CE": "B0 01", "$001D": 0}, "picture": {"sha1_idx6": "0123456789abcdef0123456789abcdef01234567"}}},
    {"name": "third", "trace": "mine.csv", "writes": "mine.writes.csv", "symbols": ["a.mlb", "b.nl"], "expect": {"golden": "g/a.csv.zst"}}
  ]
})";

TEST(SuiteFile, EveryKeyIsRead) {
  EXPECT_TRUE(isSuite(full_suite, "s.json"));
  const Suite suite = parseSuite(full_suite, "s.json");
  EXPECT_EQ(suite.name, "my game");
  ASSERT_EQ(suite.cases.size(), 3u);
  const SuiteCase& first = suite.cases[0];
  EXPECT_EQ(first.rom.sha1, "ea343f4e445a9050d4b4fbac2c77d0693b1d0922");
  EXPECT_EQ(first.rom.file, "smb.nes");
  EXPECT_EQ(first.machine.region, "pal");
  EXPECT_EQ(first.input.resets, (std::vector<uint64_t>{5, 9}));
  EXPECT_EQ(first.input.frames, 100u);
  ASSERT_EQ(first.watches.size(), 2u);
  EXPECT_EQ(first.watches[1].addresses.size(), 2u);
  EXPECT_EQ(first.expect.model, "");
  EXPECT_EQ(first.expect.jump_count, 2u);
  ASSERT_EQ(first.expect.jumps.size(), 1u);
  EXPECT_EQ(first.expect.jumps[0].columns.dump(), R"({"tier":null,"apex_px":66,"end":"landed"})");
  const SuiteCase& second = suite.cases[1];
  EXPECT_EQ(second.rom.file, "other.nes");
  EXPECT_EQ(second.input.presses.size(), 2u);
  EXPECT_EQ(second.machine.region, "auto");
  EXPECT_EQ(second.machine.policy, "every-cycle");
  ASSERT_EQ(second.expect.memory.size(), 2u);
  EXPECT_EQ(second.expect.memory[1].bytes, (std::vector<uint8_t>{0xB0, 0x01}));
  EXPECT_TRUE(second.expect.wantsPicture());
  // A trace takes nothing over that is for running.
  EXPECT_EQ(suite.cases[2].trace, "mine.csv");
  EXPECT_EQ(suite.cases[2].symbols, (std::vector<std::string>{"a.mlb", "b.nl"}));
  EXPECT_EQ(second.symbols, std::vector<std::string>{"game.dbg"});
  EXPECT_EQ(suite.cases[2].machine.region, "auto");
  EXPECT_EQ(suite.cases[2].rom.file, "");
}

TEST(SuiteFile, TheLineOfEveryCaseIsKnown) {
  EXPECT_EQ(caseLines(full_suite), (std::vector<size_t>{6, 10, 14}));
  const Suite suite = parseSuite(full_suite, "s.json");
  EXPECT_EQ(suite.cases[1].line, 10u);
}

// `cases` in place of the list of cases.
std::string suiteWith(const std::string& cases) {
  return R"({"format": "jumpscope-suite", "version": 1, "cases": )" + cases + "}";
}
// One case with these keys.
std::string caseWith(const std::string& keys) { return suiteWith("[{\"name\": \"a\", " + keys + "}]"); }
std::string runWith(const std::string& keys) {
  return caseWith(R"("rom": "a.nes", "frames": 9, )" + keys + R"(, "expect": {"ram": {"0": 1}})");
}
std::string expecting(const std::string& expectation) {
  return caseWith(R"("rom": "a.nes", "frames": 9, "profile": "smb", "expect": )" + expectation);
}

TEST(SuiteFile, InvalidValuesAreRefusedWithAnErrorMessage) {
  const std::vector<std::pair<std::string, std::string>> broken{
      {R"({"format": "jumpscope-suite", "version": 2, "cases": []})", "version"},
      {R"({"format": "jumpscope-suite", "version": "1", "cases": []})", "version"},
      {R"({"format": "jumpscope-suite", "version": 1})", "'cases'"},
      {R"({"format": "jumpscope-suite", "version": 1, "cases": {}})", "a list"},
      {R"({"format": "jumpscope-suite", "version": 1, "case": []})", "did you mean 'cases'"},
      {R"({"format": "jumpscope-suite", "version": 1, "defaults": {"name": "x"}, "cases": []})", "'name'"},
      {R"({"format": "jumpscope-suite", "version": 1, "defaults": {"move": "x"}, "cases": []})", "'movie'"},
      {suiteWith("[]"), "at least one case"},
      {suiteWith("[7]"), "cases[0]"},
      {suiteWith(R"([{"name": "a", "rom": "x", "frames": 1, "expect": {"ram": {"0": 1}}},
                     {"name": "a", "rom": "x", "frames": 1, "expect": {"ram": {"0": 1}}}])"),
       "twice"},
      {suiteWith(R"([{"rom": "x"}])"), "'name'"},
      {suiteWith(R"([{"name": ""}])"), "name"},
      {suiteWith(R"([{"name": "a\nb"}])"), "control characters"},
      {caseWith(R"("rom": "x", "frames": 1)"), "'expect'"},
      {caseWith(R"("frames": 1, "expect": {"ram": {"0": 1}})"), "'rom'"},
      {caseWith(R"("rom": "x", "expect": {"ram": {"0": 1}})"), "'frames'"},
      {caseWith(R"("rom": {}, "frames": 1, "expect": {"ram": {"0": 1}})"), "'sha1' or 'file'"},
      {caseWith(R"("rom": {"sha1": "12"}, "frames": 1, "expect": {"ram": {"0": 1}})"), "40 hex"},
      {caseWith(R"("rom": {"sha": "12"}, "frames": 1, "expect": {"ram": {"0": 1}})"), "did you mean 'sha1'"},
      {caseWith(R"("trace": "t.csv", "frames": "9-2", "expect": {"golden": "g.csv"})"), "frames"},
      {caseWith(R"("trace": "t.csv", "frames": 1, "expect": {"model": true})"), "'frames'"},
      {caseWith(R"("trace": "t.csv", "expect": {"ram": {"0": 1}})"), "'ram'"},
      {caseWith(R"("rom": "x", "frames": 1, "expect": {"model": true})"), "'profile'"},
      {runWith(R"("writes": "w.csv")"), "'trace'"},
      {runWith(R"("move": "x.fm2")"), "did you mean 'movie'"},
      {runWith(R"("press": "5-2:A")"), "5-2:A"},
      {runWith(R"("press": 5)"), "press"},
      {runWith(R"("reset_at": -1)"), "reset_at"},
      {runWith(R"("region": "secam")"), "one of auto, ntsc"},
      {runWith(R"("ram_init": "mauve")"), "mauve"},
      {runWith(R"("alignment": 4)"), "alignment"},
      {runWith(R"("policy": "whim")"), "policy"},
      {runWith(R"("watches": ["y"])"), "watches[0]"},
      {runWith(R"("watches": [{"name": "y", "adress": 5}])"), "did you mean 'address'"},
      {runWith(R"("profile": "")"), "profile"},
      {expecting("{}"), "at least one of"},
      {expecting("true"), "an object"},
      {expecting(R"({"modell": true})"), "did you mean 'model'"},
      {expecting(R"({"model": false})"), "true or the name"},
      {expecting(R"({"golden": "g.txt"})"), "g.txt"},
      {expecting(R"({"jumps": {}})"), "'count' or 'rows'"},
      {expecting(R"({"jumps": {"rows": [{"jump": 0, "apex_px": 1}]}})"), "jump"},
      {expecting(R"({"jumps": {"rows": [{"jump": 1}]}})"), "at least one column"},
      {expecting(R"({"jumps": {"rows": [{"jump": 1, "apex_pix": 1}]}})"), "did you mean 'apex_px'"},
      {expecting(R"({"jumps": {"rows": [{"jump": 1, "apex_px": 1.5}]}})"), "an integer"},
      {expecting(R"({"ram": {}})"), "at least one address"},
      {expecting(R"({"ram": {"y": 1}})"), "an address"},
      {expecting(R"({"ram": {"$2002": 1}})"), "registers"},
      {expecting(R"({"ram": {"$1FFF": "01 02"}})"), "registers"},
      {expecting(R"({"ram": {"$FFFF": "01 02"}})"), "$FFFF"},
      {expecting(R"({"ram": {"$0000": "0"}})"), "bytes"},
      {expecting(R"({"ram": {"$0000": "0G"}})"), "bytes"},
      {expecting(R"({"ram": {"$0000": 256}})"), "255"},
      {expecting(R"({"picture": {}})"), "'sha1_idx6'"},
      {expecting(R"({"picture": {"sha1_idx6": "xyz"}})"), "40 hex"}};
  for (const auto& [text, words] : broken) {
    const std::string sentence = tests::errorOf([&text = text] { parseSuite(text, "s.json"); });
    EXPECT_TRUE(sentence.starts_with("s.json")) << sentence << " for " << text;
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence << "\nlacks " << words << " for " << text;
    EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
  }
}

TEST(SuiteFile, SuitesAndManifestsAreDistinguished) {
  EXPECT_FALSE(isSuite(R"({"roms": []})", "m.json"));
  const std::vector<std::pair<std::string, std::string>> neither{
      {"", "not valid JSON"},
      {"{\"format\": ", "line 1"},
      {"[]", "neither"},
      {std::string(100'000, '['), "nested deeper than 32 levels"},
      {R"({"cases": []})", "\"format\": \"jumpscope-suite\""},
      {R"({"format": "jumpscope-sweet"})", "jumpscope-suite"},
      {R"({"format": 5})", "a string"}};
  for (const auto& [text, words] : neither) {
    const std::string sentence = tests::errorOf([&text = text] { isSuite(text, "s.json"); });
    EXPECT_NE(sentence.find(words), std::string::npos) << sentence << " for " << text;
  }
}

TEST(SuiteFile, RandomBytesDoNotCrashTheParser) {
  tests::feedBrokenFiles(tests::toBytes(full_suite), [](const std::vector<uint8_t>& bytes) {
    const std::string text(bytes.begin(), bytes.end());
    if (isSuite(text, "s.json")) parseSuite(text, "s.json");
    caseLines(text);
  });
}

TEST(SuiteFile, TheSchemaHasTheKeysOfTheParser) {
  std::ifstream file(tests::sourceDir() / "docs/schema/suite.schema.json");
  const nlohmann::json schema = nlohmann::json::parse(file);
  const auto expectKeys = [](const nlohmann::json& object, SuitePart part) {
    std::set<std::string> in_schema, in_parser;
    for (const auto& [key, value] : object.at("properties").items()) in_schema.insert(key);
    for (const std::string_view key : suiteKeys(part)) in_parser.emplace(key);
    EXPECT_EQ(in_schema, in_parser);
    EXPECT_EQ(object.at("additionalProperties"), false);
  };
  expectKeys(schema, SuitePart::Suite);
  const nlohmann::json& parts = schema.at("definitions");
  expectKeys(parts.at("case"), SuitePart::Case);
  expectKeys(parts.at("rom"), SuitePart::Rom);
  expectKeys(parts.at("expect"), SuitePart::Expect);
  expectKeys(parts.at("jumps"), SuitePart::Jumps);
  expectKeys(parts.at("picture"), SuitePart::Picture);
  expectKeys(parts.at("proved"), SuitePart::Proved);
}

TEST(Suite, DefaultsThatManyCasesWouldCopyAreRefused) {
  std::string text = R"({"format": "jumpscope-suite", "version": 1, "defaults": {"press": [")" +
                     std::string(1 << 20, ' ') + R"("]}, "cases": [{})";
  for (int i = 0; i < 1000; ++i) text += ", {}";
  EXPECT_NE(
      tests::errorOf([&] { parseSuite(text + "]}", "s.json"); }).find("since each of 1001 cases gets a copy"),
      std::string::npos);
}

}  // namespace
}  // namespace jumpscope::suite
