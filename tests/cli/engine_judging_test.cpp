// How engines are judged where it is easy to judge them wrongly: decimals, tolerances, logs of other runs, libraries.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "jumpscope_test_paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

namespace jumpscope::tests {
namespace {

// A character that jumps from 150.3 px with gravity 1000 px/s2 at 60 frames a second.
const char* const floating = R"(import sys
floor = 150.3
y, vy, before = floor, 0.0, 0
for line in sys.stdin:
    word, *pairs = line.split()
    values = dict(pair.split("=") for pair in pairs if "=" in pair)
    if word == "begin":
        print("ready computes=y,vy", flush=True)
    if word == "seed":
        y, vy = float(values["y"]), float(values["vy"])
    if word in ("seed", "frame"):
        held = int(values["buttons"]) & 1
        if word == "frame":
            if held and not before and abs(y - floor) < 1e-6:
                vy = -360.0
            elif abs(y - floor) > 1e-6:
                vy += 1000 / 60
            y += vy / 60
            if y >= floor:
                y, vy = floor, 0.0
            print(f"y={y!r} vy={vy!r}")
        before = held
)";
const char* const float_profile = R"({"name": "f", "jump": {"height": "y"}, "watches": [
  {"name": "y", "address": ["$04F3", "$04F2"], "type": "u16", "point": 8},
  {"name": "vy", "address": ["$04F7", "$04F6"], "type": "s16", "point": 8}]})";

class FloatEngine : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v python3 > /dev/null 2>&1") != 0) GTEST_SKIP() << "this machine lacks python3";
    writeText(folder / "jump.py", floating);
    writeText(folder / "f.json", float_profile);
    const Outcome made = jumpscope({"model", "--engine", "python3 jump.py", "--profile", "f.json", "--input",
                                    "10-25:A 70-80:A 130-131:A", "--frames", "200", "-o", "own.csv"},
                                   folder.path);
    ASSERT_EQ(made.status, 0) << made.err;
  }
  Outcome diff(const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"diff", "own.csv", "--profile", "f.json", "--engine", "python3 jump.py"};
    words.insert(words.end(), more.begin(), more.end());
    return jumpscope(words, folder.path);
  }
  // In jump.py.
  void change(const std::string& from, const std::string& to) const {
    std::string text = readText(folder / "jump.py");
    const size_t at = text.find(from);
    ASSERT_NE(at, text.npos);
    writeText(folder / "jump.py", text.replace(at, from.size(), to));
  }

  Folder folder;
};

TEST_F(FloatEngine, IsEqualToItsOwnRecording) {
  const Outcome outcome = diff();
  EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
  EXPECT_NE(outcome.out.find(": 0 differences"), std::string::npos) << outcome.out;
}

TEST_F(FloatEngine, DiffersIfItsGravityIsOffByAMillionth) {
  change("1000 / 60", "1000.001 / 60");
  EXPECT_EQ(diff().status, 1);
}

TEST_F(FloatEngine, WhatNeedsTheToleranceIsCounted) {
  change("1000 / 60", "1000.5 / 60");
  const Outcome outcome = diff({"--tolerance", "y=1", "--tolerance", "vy=1"});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_NE(outcome.out.find(" values within tolerance"), std::string::npos) << outcome.out;
  const Outcome json = diff({"--tolerance", "y=1", "--tolerance", "vy=1", "--json"});
  EXPECT_GT(nlohmann::json::parse(json.out)["tolerated"], 0) << json.out;
}

TEST_F(FloatEngine, ARecordingWithoutButtonsIsRefused) {
  std::string text = readText(folder / "own.csv"), plain;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const std::string line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with('#')) continue;
    const size_t first = line.find(','), second = line.find(',', first + 1);
    plain += line.substr(0, first) + line.substr(second) + "\n";
  }
  writeText(folder / "plain.csv", plain);
  const Outcome outcome =
      jumpscope({"diff", "plain.csv", "--profile", "f.json", "--engine", "python3 jump.py"}, folder.path);
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE(outcome.err.find("has no buttons"), std::string::npos) << outcome.err;
}

TEST_F(FloatEngine, NoLawIsSoughtForDecimals) {
  const Outcome outcome = jumpscope({"fit", "own.csv", "--profile", "f.json"}, folder.path);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("--model NAME"), std::string::npos) << outcome.err;
}

TEST(EngineJudging, AJumpRuleOfValuesThatTheEngineLacksIsLeftOut) {
  const Folder folder;
  writeText(folder / "p.json", R"({"name": "f", "jump": {"height": "y", "when": ["mode == 1"]}, "watches": [
    {"name": "y", "address": ["$10"], "type": "u8"}, {"name": "mode", "address": ["$11"], "type": "u8"}]})");
  writeText(folder / "fall.sh", R"(read a; read b; read c; read d; echo ready computes=y
while read word rest; do echo y=7; done)");
  const Outcome made = jumpscope(
      {"model", "--engine", "sh fall.sh", "--profile", "p.json", "--input", "0-3:A", "-o", "own.csv"},
      folder.path);
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_NE(made.err.find("rule of profile f is left out"), std::string::npos) << made.err;
  EXPECT_EQ(jumpscope({"info", "own.csv"}, folder.path).status, 0);
}

TEST(EngineJudging, ALogOfAPartIsRefused) {
  if (std::system("command -v python3 > /dev/null 2>&1") != 0) GTEST_SKIP() << "this machine lacks python3";
  const Folder folder;
  const std::string movies = (sourceDir() / "roms_test/movies").string();
  ASSERT_EQ(jumpscope({"trace", jumplab().string(), "--movie", movies + "/tier0-full.fm2", "--profile", "smb",
                       "-o", "tier0-full.csv", "--writes", "tier0-full.log.csv"},
                      folder.path)
                .status,
            0);
  const std::string command = "python3 " + (sourceDir() / "tests/engine/examples/article.py").string();
  const auto judged = [&](const std::string& log) {
    return jumpscope({"diff", "tier0-full.csv", "--writes", log, "--engine", command}, folder.path);
  };
  EXPECT_EQ(judged("tier0-full.log.csv").status, 0);
  std::string text = readText(folder / "tier0-full.log.csv");
  size_t end = 0;
  for (int line = 0; line < 60; ++line) end = text.find('\n', end) + 1;
  writeText(folder / "cut.csv", text.substr(0, end));
  EXPECT_EQ(judged("cut.csv").status, 2);
}

TEST(EngineJudging, ALibraryThatExitsIsNoSuccess) {
  if (std::system("command -v cc > /dev/null 2>&1") != 0) GTEST_SKIP() << "this machine lacks a C compiler";
  const Folder folder;
  writeText(folder / "lib.c", R"(#include <jumpscope.h>
#include <stdlib.h>
static void seed(void *user, uint8_t buttons, const double *v) {}
static void step(void *user, uint8_t buttons, double *v) { exit(0); }
static const jumpscope_engine engine = {sizeof engine, "y_speed", 0, 0, 0, seed, step};
const jumpscope_engine *jumpscope_get_engine(void) { return &engine; }
)");
  const std::string build = "cd '" + folder.path.string() + "' && cc -shared -fPIC -I'" +
                            (sourceDir() / "include").string() + "' -o lib.so.1 lib.c";
  ASSERT_EQ(std::system(build.c_str()), 0);
  const Outcome outcome =
      jumpscope({"diff", jumplab().string(), "--profile", "smb", "--movie",
                 (sourceDir() / "roms_test/movies/tier0-full.fm2").string(), "--engine", "./lib.so.1"},
                folder.path);
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE(outcome.err.find("called exit()"), std::string::npos) << outcome.err;
}

TEST(EngineJudging, TemplatesCompileWhateverWatchesAreCalledAndRunWithoutASeed) {
  const Folder folder;
  writeText(folder / "p.json", R"({"name": "a */ \"game\"", "jump": {"height": "y"}, "watches": [
    {"name": "y", "address": ["$10"], "type": "u8"}, {"name": "Y", "address": ["$11"], "type": "u8"},
    {"name": "count", "address": ["$12"], "type": "u8"}, {"name": "eof", "address": ["$13"], "type": "u8"}]})");
  const std::vector<std::array<std::string, 4>> languages{{"c", "cc", "cc -Werror -o jump jump.c", "./jump"},
                                                          {"python", "python3", "true", "python3 jump.py"},
                                                          {"lua", "lua", "true", "lua jump.lua"},
                                                          {"js", "node", "true", "node jump.js"}};
  for (const auto& [language, tool, build, command] : languages) {
    ASSERT_EQ(jumpscope({"engine", "new", "--language", language, "--profile", "p.json", "-o", language,
                         "--rom", "my game.nes"},
                        folder.path)
                  .status,
              0);
    EXPECT_NE(readText(folder / (language + "/README.md")).find("'my game.nes'"), std::string::npos);
    if (std::system(("command -v " + tool + " > /dev/null 2>&1").c_str()) != 0) continue;
    ASSERT_EQ(std::system(("cd '" + (folder / language).string() + "' && " + build).c_str()), 0) << language;
    const Outcome outcome = jumpscope(
        {"model", "--engine", command, "--profile", "profile.json", "--input", "0-3:A"}, folder / language);
    EXPECT_EQ(outcome.status, 0) << language << ": " << outcome.err;
  }
}

TEST(EngineJudging, ASuiteTakesAToleranceAsText) {
  const Folder folder;
  writeText(folder / "suite.json", R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "a",
    "rom": "x.nes", "frames": 60, "profile": "smb", "expect": {"engine": {"command": "./jump", "tolerance": {"y": "0.05"}}}}]})");
  const Outcome known = jumpscope({"info", "suite.json"}, folder.path);
  EXPECT_EQ(known.status, 0) << known.err;
  EXPECT_NE(known.out.find("engine ./jump"), std::string::npos) << known.out;
  writeText(folder / "bad.json", R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "a",
    "rom": "x.nes", "frames": 60, "profile": "smb", "expect": {"engine": {"command": "./jump", "tolerance": {"y": "-0.05"}}}}]})");
  EXPECT_EQ(jumpscope({"info", "bad.json"}, folder.path).status, 2);
}

}  // namespace
}  // namespace jumpscope::tests
