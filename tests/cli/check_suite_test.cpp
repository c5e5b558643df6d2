// `check` on suites, as CI runs it: exit statuses, reports, goldens that change only with --update-goldens,
// ROMs found by hash.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "src/base/hash.h"
#include "tests/support/github_commands.h"
#include "tests/support/junit_schema.h"
#include "tests/support/make_zip.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

using nlohmann::json;

std::string sha1Of(const std::string& file) {
  return base::sha1Hex({reinterpret_cast<const uint8_t*>(file.data()), file.size()});
}

json suiteOf(const json& cases) { return {{"format", "jumpscope-suite"}, {"version", 1}, {"cases", cases}}; }

// A case on the counting cartridge that holds at least one golden trace.
json goldenCase(const std::string& name) {
  return {{"name", name},
          {"rom", "rom.nes"},
          {"press", "10-14:A 20:RB"},
          {"frames", 40},
          {"watches", {"count=$0010", "pad=$0011:s8"}},
          {"expect", {{"golden", "goldens/" + name + ".csv"}}}};
}

// A folder with the counting cartridge and suite.json.
struct SuiteFolder : Folder {
  explicit SuiteFolder(const json& cases) {
    writeText(path / "rom.nes", countingCartridge());
    writeText(path / "suite.json", suiteOf(cases).dump(1));
  }
  Outcome check(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"check", "suite.json"});
    return jumpscope(more, path);
  }
  std::string golden(const std::string& name) const { return readText(path / "goldens" / (name + ".csv")); }
};

// A case whose expectation holds only with these keys.
json caseWith(const json& keys) {
  json one{{"name", "one"}, {"frames", 5}};
  one.update(keys);
  return json::array({one});
}

// Replaces the only `from`.
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == text.npos || text.find(from, at + 1) != text.npos)
    ADD_FAILURE() << "'" << from << "' is not there exactly once in\n" << text;
  else
    text.replace(at, from.size(), to);
  return text;
}

// One sentence on stderr that holds `words`.
void expectSentence(const Outcome& outcome, const std::string& words) {
  EXPECT_EQ(outcome.status, 2) << outcome.out << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("jumpscope: ")) << outcome.err;
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err << "lacks: " << words;
}

TEST(CheckSuite, APassedCaseOfAFileThatEndsBeforeItsRomSaysSoOnce) {
  const SuiteFolder folder(caseWith({{"rom", "rom.nes"}, {"expect", {{"ram", {{"$0013", 0}}}}}}));
  writeText(folder / "rom.nes", countingCartridge().substr(0, 16 + 0x9000));
  const std::string note =
      "rom.nes: the file ends 4 KiB before the end of the ROM that its header promises (40 KiB); the missing "
      "bytes "
      "are $FF, as in FCEUX";
  const Outcome passed = folder.check();
  EXPECT_EQ(passed.status, 0) << passed.out << passed.err;
  EXPECT_EQ(passed.out, "ok    one  ram: 1 byte compared: 0 differences\n  note: " + note +
                            "\n1 case: 1 passed, 0 failed\n");
  EXPECT_EQ(json::parse(folder.check({"--json"}).out)["results"][0]["notes"], json::array({note}));
  writeText(folder / "suite.json",
            suiteOf(caseWith({{"rom", "rom.nes"}, {"expect", {{"ram", {{"$0013", 1}}}}}})).dump());
  const Outcome failed = folder.check();
  EXPECT_EQ(failed.status, 1);
  EXPECT_EQ(failed.out.find(note), failed.out.rfind(note)) << failed.out;
  EXPECT_NE(failed.out.find(note), std::string::npos) << failed.out;
}

TEST(CheckSuite, AGoldenChangesOnlyWithUpdateGoldens) {
  const SuiteFolder folder(json::array({goldenCase("one"), goldenCase("two")}));
  expectSentence(folder.check(), "--update-goldens");
  EXPECT_FALSE(std::filesystem::exists(folder / "goldens"));

  Outcome outcome = folder.check({"--update-goldens"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "created goldens/one.csv\ncreated goldens/two.csv\n");
  outcome = folder.check();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.ends_with("2 cases: 2 passed, 0 failed\n")) << outcome.out;
  // A second update finds nothing to do, and an older version's golden is as good.
  EXPECT_EQ(folder.check({"--update-goldens"}).err, "");
  const std::string good = folder.golden("one");
  const std::string older = replaced(good, "{\"version\":\"", "{\"version\":\"0.0.");
  writeText(folder / "goldens/one.csv", older);
  EXPECT_EQ(folder.check({"--update-goldens"}).err, "");
  EXPECT_EQ(folder.golden("one"), older);

  const std::string edited = replaced(good, "\n25,........,23,", "\n25,........,24,");
  writeText(folder / "goldens/one.csv", edited);
  outcome = folder.check({"--json"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(folder.golden("one"), edited);
  const json result = json::parse(outcome.out).at("results").at(0);
  EXPECT_EQ(result.at("status"), "failed");
  const json& finding = result.at("findings").at(0);
  EXPECT_EQ(finding.at("check"), "golden");
  EXPECT_EQ(finding.at("file"), "goldens/one.csv");
  EXPECT_EQ(finding.at("line"), 28);
  const json& difference = finding.at("details").at("differences").at(0);
  EXPECT_EQ(difference.at("frame"), 25);
  EXPECT_EQ(difference.at("watch"), "count");
  EXPECT_EQ(difference.at("expected"), 24);
  EXPECT_EQ(difference.at("got"), 23);
  EXPECT_EQ(difference.at("writer").at("pc"), "$9000");
  EXPECT_EQ(finding.at("headline"), "frame 25, count: expected 24, got 23, written by $9000 INC $10");

  outcome = folder.check({"--update-goldens"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err, "updated goldens/one.csv\n");
  EXPECT_EQ(folder.golden("one"), good);
}

TEST(CheckSuite, UpdatingAGoldenKeepsItsTolerances) {
  const SuiteFolder folder(json::array({goldenCase("one")}));
  ASSERT_EQ(folder.check({"--update-goldens"}).status, 0);
  const std::string good = folder.golden("one");
  const std::string edited = replaced(good, "\n25,........,23,", "\n25,........,25,");
  const auto tolerating = [&](const std::string& tolerances) {
    writeText(folder / "goldens/one.csv", replaced(edited, "]}\n", "],\"tolerances\":" + tolerances + "}\n"));
    return folder.check();
  };
  EXPECT_EQ(tolerating(R"({"count": 1})").status, 1);
  const Outcome within = tolerating(R"({"count": "2", "pad": 0})");
  EXPECT_EQ(within.status, 0) << within.out;
  EXPECT_NE(within.out.find("1 value within tolerance"), std::string::npos) << within.out;
  // A difference within the tolerance does not rewrite the golden; a rewritten golden keeps its tolerances.
  EXPECT_EQ(folder.check({"--update-goldens"}).err, "");
  EXPECT_EQ(tolerating(R"({"count": 1})").status, 1);
  EXPECT_EQ(folder.check({"--update-goldens"}).err, "updated goldens/one.csv\n");
  EXPECT_EQ(folder.golden("one"), replaced(good, "]}\n", "],\"tolerances\":{\"count\":\"1\"}}\n"));

  expectSentence(tolerating(R"({"cuont": 1})"), "cuont");
  expectSentence(tolerating(R"({"count": -1})"), "count");
  EXPECT_EQ(tolerating(R"({"count": 0.5})").status, 1);  // less than any difference of a byte
  expectSentence(tolerating(R"({"count": true})"), "count");
  expectSentence(tolerating("[1]"), "an object");
}

TEST(CheckSuite, ADamagedGoldenIsReportedAndTheOtherCasesRun) {
  const SuiteFolder folder(json::array({goldenCase("one"), goldenCase("two")}));
  ASSERT_EQ(folder.check({"--update-goldens"}).status, 0);
  const std::string good = folder.golden("one");
  const std::vector<std::pair<std::string, std::string>> damages{
      {"", "empty"},
      {"hello\n", "line 1"},
      {good.substr(0, good.size() - 3), "line 42"},
      {replaced(good, "\n25,", "\n24,"), "line 28"},
      {replaced(good, "\n25,........,23,", "\n25,........,256,"), "count"},
      {replaced(good, "\n25,........,", "\n25,.......,"), "line 28"},
      {replaced(good, "\n25,........,23,", "\n25,........,23,1,"), "columns"},
      {replaced(good, "frame,buttons,count", "frame,buttons,cuont"), "column names"},
      {replaced(good, "\"region\":\"ntsc\"", "\"region\":\"mars\""), "ntsc"},
      {replaced(good, "\"watches\"", "\"watchs\""), "did you mean 'watches'"},
      {replaced(good, "trace 1", "trace 2"), "version"},
      {"<<<<<<< HEAD\n" + good, "line 1"}};
  for (const auto& [content, words] : damages) {
    writeText(folder / "goldens/one.csv", content);
    const Outcome outcome = folder.check();
    expectSentence(outcome, words);
    EXPECT_NE(outcome.err.find("case 'one' could not be run"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.out.find("ok    two"), std::string::npos) << outcome.out;
    // And what nobody can read is not replaced either.
    expectSentence(folder.check({"--update-goldens"}), words);
    EXPECT_EQ(folder.golden("one"), content);
  }
}

TEST(CheckSuite, RomsAreFoundByHashInAnyFolder) {
  const std::string rom = countingCartridge(), sha1 = sha1Of(rom), prg_chr_sha1 = sha1Of(rom.substr(16));
  const auto caseFor = [](const std::string& name, const json& which) {
    json one = goldenCase(name);
    one["rom"] = which;
    one["expect"] = {{"ram", {{"$0010", 37}}}};
    return one;
  };
  const Folder folder;
  writeText(
      folder / "suite.json",
      suiteOf({caseFor("file", {{"sha1", sha1}}), caseFor("parts", {{"sha1", prg_chr_sha1}}),
               caseFor("hint", {{"sha1", sha1}, {"file", "sub/game.nes"}}), caseFor("name", "game.nes")})
          .dump());
  unsetenv("JUMPSCOPE_ROMS");
  const auto check = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"check", "suite.json"});
    return jumpscope(more, folder.path);
  };
  expectSentence(check({}), "nothing was compared");
  Outcome outcome = check({"--require-roms"});
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  EXPECT_NE(outcome.out.find(sha1), std::string::npos) << outcome.out;

  // In a folder below a folder, under another name, among files that are no ROMs.
  std::filesystem::create_directories(folder / "roms/deep");
  writeText(folder / "roms/deep/other name.bin", rom);
  writeText(folder / "roms/deep/a.nes", rom.substr(0, rom.size() - 1) + "x");
  writeText(folder / "roms/deep/b.nes", "NES\x1A" + std::string(20000, '\xFF'));
  writeText(folder / "roms/deep/notes.txt", "hello");
  outcome = check({"--rom-path", "roms"});
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_TRUE(outcome.out.ends_with("4 cases: 3 passed, 0 failed, 1 skipped\n")) << outcome.out;
  EXPECT_EQ(check({"--rom-path", "roms", "--require-roms"}).status, 1);

  writeText(folder / "roms/deep/game.nes", rom);
  setenv("JUMPSCOPE_ROMS", "/no/such/folder::roms/deep:", 1);
  outcome = check({});
  unsetenv("JUMPSCOPE_ROMS");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.ends_with("4 cases: 4 passed, 0 failed\n")) << outcome.out;
  expectSentence(check({"--rom-path", "nowhere"}), "nowhere");
}

TEST(CheckSuite, RamPicturesAndJumpsAreCompared) {
  json ram = goldenCase("ram");
  ram["expect"] = {{"ram", {{"$0010", "25 00"}, {"$8000", "78 D8"}, {"$1FFF", 255}}},
                   {"picture", {{"sha1_idx6", std::string(40, '0')}}}};
  const SuiteFolder folder(json::array({ram}));
  Outcome outcome = folder.check({"--json"});
  ASSERT_EQ(outcome.status, 1) << outcome.err;
  json findings = json::parse(outcome.out).at("results").at(0).at("findings");
  ASSERT_EQ(findings.size(), 1u) << outcome.out;
  // The picture's hash as we find it holds.
  const std::string headline = findings.at(0).at("headline");
  ram["expect"]["picture"]["sha1_idx6"] = headline.substr(headline.size() - 40);
  ram["expect"]["ram"]["$0010"] = 36;
  writeText(folder / "suite.json", suiteOf(json::array({ram})).dump());
  outcome = folder.check();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("$0010: expected 24, got 25"), std::string::npos) << outcome.out;
  EXPECT_EQ(outcome.out.find("picture:"), std::string::npos) << outcome.out;
}

TEST(CheckSuite, ReportsAreTheSameWithAnyNumberOfThreads) {
  json cases = json::array();
  for (int i = 0; i < 12; ++i) {
    cases.push_back(goldenCase("case " + std::to_string(i)));
    cases.back()["frames"] = 10 + (i * 37) % 50;
    if (i % 5 == 0) cases.back()["expect"] = {{"ram", {{"$0012", i}}}};
    if (i % 5 == 1) cases.back()["rom"] = "nowhere.nes";
  }
  const SuiteFolder folder(cases);
  folder.check({"--update-goldens", "-j", "3"});
  const Outcome one = folder.check({"-j", "1", "--junit", "one.xml", "--github"});
  const Outcome many = folder.check({"-j", "7", "--junit", "many.xml", "--github"});
  EXPECT_EQ(one.status, 1) << one.err;
  EXPECT_EQ(one.out, many.out);
  EXPECT_EQ(readText(folder / "one.xml"), readText(folder / "many.xml"));
  EXPECT_EQ(folder.check({"-j", "1", "--json"}).out, folder.check({"-j", "5", "--json"}).out);
}

TEST(CheckSuite, GithubGetsAnnotationsAndASummary) {
  json missing = goldenCase("missing"), wrong = goldenCase("wrong: 100%, really");
  missing["rom"] = "nowhere.nes";
  wrong["expect"] = {{"ram", {{"$0012", 9}}}};
  const SuiteFolder folder({goldenCase("one"), missing, wrong});
  folder.check({"--update-goldens"});
  writeText(folder / "goldens/one.csv",
            replaced(folder.golden("one"), "\n25,........,23,", "\n25,........,24,"));
  writeText(folder / "summary.md", "before\n");
  setenv("GITHUB_STEP_SUMMARY", (folder / "summary.md").c_str(), 1);
  setenv("GITHUB_WORKSPACE", folder.path.c_str(), 1);
  const Outcome outcome = jumpscope({"check", (folder / "suite.json").string(), "--github"}, "/");
  unsetenv("GITHUB_STEP_SUMMARY");
  unsetenv("GITHUB_WORKSPACE");
  EXPECT_EQ(outcome.status, 1) << outcome.err;
  const auto commands = githubCommands(outcome.out);
  ASSERT_EQ(commands.size(), 3u) << outcome.out;
  EXPECT_EQ(commands[0].properties.at("file"), "goldens/one.csv");
  EXPECT_EQ(commands[0].properties.at("line"), "28");
  EXPECT_NE(commands[0].message.find("frame 25, count: expected 24, got 23"), std::string::npos);
  EXPECT_EQ(commands[1].level, "warning");
  EXPECT_EQ(commands[2].properties.at("file"), "suite.json");
  EXPECT_EQ(commands[2].properties.at("title"), "jumpscope: wrong: 100%, really");
  const std::string summary = readText(folder / "summary.md");
  EXPECT_TRUE(summary.starts_with("before\n### jumpscope\n")) << summary;
  EXPECT_NE(summary.find("3 cases: 0 passed, 2 failed, 1 skipped"), std::string::npos) << summary;
  // Data for another program stays clean.
  const Outcome with_json = folder.check({"--github", "--json"});
  EXPECT_TRUE(json::accept(with_json.out)) << with_json.out;
  EXPECT_EQ(githubCommands(with_json.err).size(), 3u) << with_json.err;
}

TEST(CheckSuite, ATraceMadeElsewhereIsComparedWithAGolden) {
  const SuiteFolder folder(
      {goldenCase("one"),
       {{"name", "mine"}, {"trace", "mine.csv"}, {"expect", {{"golden", "goldens/one.csv"}}}}});
  folder.check({"--update-goldens", "--filter", "one"});
  expectSentence(folder.check(), "mine.csv");
  writeText(folder / "mine.csv", folder.golden("one"));
  EXPECT_EQ(folder.check().status, 0);
  writeText(folder / "mine.csv", replaced(folder.golden("one"), "\n25,........,23,", "\n25,........,22,"));
  const Outcome outcome = folder.check();
  EXPECT_EQ(outcome.status, 1);
  EXPECT_NE(outcome.out.find("frame 25, count: expected 23, got 22"), std::string::npos) << outcome.out;
  // No golden is made from it.
  const std::string golden = folder.golden("one");
  EXPECT_EQ(folder.check({"--update-goldens"}).status, 1);
  EXPECT_EQ(folder.golden("one"), golden);
}

TEST(CheckSuite, TwoCasesMayShareAGoldenIfTheyAgree) {
  json slower = goldenCase("one");
  slower["name"] = "two";
  slower["policy"] = "every-cycle";
  const SuiteFolder folder(json::array({goldenCase("one"), slower}));
  EXPECT_EQ(folder.check({"--update-goldens"}).err, "created goldens/one.csv\n");
  EXPECT_EQ(folder.check().status, 0);
  slower["press"] = "10-14:B";
  writeText(folder / "suite.json", suiteOf(json::array({goldenCase("one"), slower})).dump());
  writeText(folder / "goldens/one.csv",
            replaced(folder.golden("one"), "\n26,........,24,", "\n26,........,99,"));
  const std::string golden = folder.golden("one");
  expectSentence(folder.check({"--update-goldens"}), "need different values");
  EXPECT_EQ(folder.golden("one"), golden);
}

TEST(CheckSuite, ErrorsHaveAMessage) {
  const SuiteFolder folder(json::array({goldenCase("one")}));
  const auto with = [&](const std::string& key, const json& value) {
    json one = goldenCase("one");
    one["expect"] = {{"ram", {{"$0010", 37}}}};
    one[key] = value;
    writeText(folder / "suite.json", suiteOf(json::array({one})).dump());
    return folder.check();
  };
  expectSentence(with("movie", "nowhere.fm2"), "nowhere.fm2");
  writeText(folder / "bad.fm2", "version 3\n|0|what?|||\n");
  expectSentence(with("movie", "bad.fm2"), "bad.fm2");
  expectSentence(with("profile", "nobody"), "nobody");
  writeText(folder / "bad.json", R"({"name": "x", "watchs": []})");
  expectSentence(with("profile", "./bad.json"), "watches");
  expectSentence(with("watches", {"y=$10", "y=$11"}), "y");
  writeText(folder / "suite.json", "{\"format\": \"jumpscope-suite\", \"version\": 1,\n \"cases\": [");
  expectSentence(folder.check(), "line 2");
  writeText(folder / "suite.json", suiteOf(json::array({goldenCase("one")})).dump());
  expectSentence(folder.check({"--filter", "other"}), "'other'");
  expectSentence(folder.check({"--page", "x.md"}), "--page");
  expectSentence(folder.check({"--junit", "-", "--json"}), "--junit");
  expectSentence(jumpscope({"check", "nowhere.json"}, folder.path), "nowhere.json");
  std::filesystem::create_directory(folder / "cases");
  expectSentence(jumpscope({"check", "cases"}, folder.path), "cases is a folder without a suite");
  writeText(folder / "cases/b.json", R"({"format": "jumpscope-suite", "version": 1, "cases": []})");
  writeText(folder / "cases/a.json", R"({"format": "jumpscope-suite", "version": 1, "cases": []})");
  writeText(folder / "cases/none.json", "[");
  expectSentence(jumpscope({"check", "cases"}, folder.path), "a.json");
  writeText(folder / "manifest.json", R"({"roms": []})");
  expectSentence(jumpscope({"check", "manifest.json"}, folder.path), "nothing to check");
  expectSentence(jumpscope({"check", "manifest.json", "--update-goldens"}, folder.path), "to suites only");
}

TEST(CheckSuite, OfAMissingMovieAndAMissingProfileTheMovieIsNamedFirst) {
  json one = goldenCase("one");
  one["movie"] = "nowhere.fm2";
  one["profile"] = "nobody";
  one.erase("press");
  const SuiteFolder folder(json::array({one}));
  expectSentence(folder.check(), "nowhere.fm2");
  one.erase("movie");
  writeText(folder / "suite.json", suiteOf(json::array({one})).dump());
  expectSentence(folder.check(), "nobody");
}

TEST(CheckSuite, ADamagedCartridgeFailsOnlyItsOwnCases) {
  json cut = goldenCase("cut");
  cut["rom"] = "cut.nes";
  const SuiteFolder folder({cut, goldenCase("one")});
  writeText(folder / "cut.nes", countingCartridge().substr(0, 12));
  EXPECT_EQ(folder.check({"--update-goldens"}).status, 2);
  const Outcome outcome = folder.check();
  expectSentence(outcome, "cut.nes");
  EXPECT_NE(outcome.out.find("ERROR cut"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("ok    one"), std::string::npos) << outcome.out;
}

TEST(CheckSuite, CtrlCLeavesNoOutput) {
  json one = goldenCase("one");
  one["frames"] = 900'000'000;
  one["expect"] = {{"ram", {{"$0010", 1}}}};
  one.erase("watches");
  const SuiteFolder folder({one, goldenCase("two")});
  const Outcome outcome =
      jumpscopeInterrupted({"check", "suite.json", "--junit", "out.xml", "--update-goldens"}, folder.path,
                           [n = 0]() mutable { return ++n > 20; });
  EXPECT_EQ(outcome.status, 130) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"rom.nes", "suite.json"}));
}

TEST(CheckSuite, AManifestHasTheSameReports) {
  REQUIRE_XMLLINT();
  const Folder folder;
  writeText(folder / "rom.nes", countingCartridge());
  const auto entry = [](const std::string& path, int value) {
    return json{{"path", path},
                {"verdict", "zero-page"},
                {"max_frames", 20},
                {"pass", {{"address", "0x12"}, {"value", value}}}};
  };
  writeText(folder / "manifest.json", json{{"roms", {entry("rom.nes", 1), entry("nowhere.nes", 1)}}}.dump());
  const Outcome outcome =
      jumpscope({"check", "manifest.json", "--junit", "out.xml", "--github"}, folder.path);
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(junitProblems(folder / "out.xml"), "");
  EXPECT_EQ(githubCommands(outcome.out).size(), 1u) << outcome.out;
}

TEST(CheckSuite, ACaseMayPatchItsCartridge) {
  const json keys{{"rom", "rom.nes"}, {"patch", "a.ips"}, {"expect", {{"ram", {{"$0020", 1}}}}}};
  const SuiteFolder folder(caseWith(keys));
  // The first instruction of the program becomes INC $20.
  writeText(folder / "a.ips", "PATCH" + std::string("\0\0\x10\0\2\xE6\x20", 7) + "EOF");
  const Outcome outcome = folder.check();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  writeText(folder / "a.ips", "no patch");
  EXPECT_EQ(folder.check().status, 2);
}

TEST(CheckSuite, ACartridgeMayLieInAnArchive) {
  const SuiteFolder folder(caseWith({{"rom", "a.zip:x/rom.nes"}, {"expect", {{"ram", {{"$0012", 1}}}}}}));
  const auto archive = makeZip({{"x/rom.nes", countingCartridge()}, {"y.nes", "no cartridge"}});
  writeText(folder / "a.zip", {archive.begin(), archive.end()});
  const Outcome outcome = folder.check();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
}

TEST(CheckSuite, ACaseMayBeginWithABattery) {
  const SuiteFolder folder(caseWith({{"rom", "filler.nes"},
                                     {"frames", 1},
                                     {"battery", "filler.sav"},
                                     {"expect", {{"ram", {{"$7FFF", "78"}}}}}}));
  writeText(folder / "filler.nes", fillingCartridge());
  writeText(folder / "filler.sav", std::string(0x2000, 'x'));
  const Outcome outcome = folder.check();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_EQ(readText(folder / "filler.sav"), std::string(0x2000, 'x'));
}

}  // namespace
}  // namespace jumpscope::tests
