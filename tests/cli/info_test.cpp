// jumpscope info on what is no cartridge, and jumpscope profile new.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

struct Files : Folder {
  Files() { writeText(*this / "rom.nes", countingCartridge()); }
  Outcome run(const std::vector<std::string>& arguments) const { return jumpscope(arguments, path); }
  void expectLines(const std::vector<std::string>& arguments, const std::vector<std::string>& lines) const {
    std::vector<std::string> whole{"info"};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    const Outcome outcome = run(whole);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    for (const std::string& line : lines)
      EXPECT_NE(outcome.out.find(line), std::string::npos) << line << " in\n" << outcome.out;
  }
};

TEST(Info, AMovieTellsItsLengthDevicesAndCartridge) {
  const Files folder;
  ASSERT_EQ(folder.run({"run", "rom.nes", "--frames", "60", "--press", "10:A", "--record", "m.fm2"}).status,
            0);
  folder.expectLines({"m.fm2"}, {"kind           movie\n", "format         FM2 movie\n",
                                 "length         61 frames (1.0 s)\n", "devices        pad, pad, none\n",
                                 "starts from    power-on\n", "rerecords      0\n", "matches        yes: "});
  writeText(folder / "renamed.nes", readText(folder / "rom.nes"));
  std::filesystem::remove(folder / "rom.nes");
  folder.expectLines({"m.fm2"}, {"matches        not known: no cartridge was found"});
  folder.expectLines({"m.fm2", "renamed.nes"}, {"matches        yes: renamed.nes\n"});
  folder.expectLines({"m.fm2", jumplab().string()}, {"matches        no: "});
  EXPECT_EQ(folder.run({"info", "m.fm2", "m.fm2"}).status, 2);
}

TEST(Info, AChecksumThatSaysNothingMatchesNothing) {
  const Files folder;
  ASSERT_EQ(folder.run({"run", "rom.nes", "--frames", "9", "--press", "5:A", "--record", "m.fm2"}).status, 0);
  const std::string movie = readText(folder / "m.fm2");
  const size_t at = movie.find("romChecksum ");
  const size_t end = movie.find('\n', at);
  for (const char* checksum : {"base64:AAAA", "xx!!", "base64:AAAAAAAAAAAAAAAAAAAAAA==", ""}) {
    writeText(folder / "m.fm2", movie.substr(0, at) + "romChecksum " + checksum + movie.substr(end));
    folder.expectLines({"m.fm2", "rom.nes"}, {"matches        not known: "});
  }
}

TEST(Info, AStateThatWasCutShortIsNone) {
  const Files folder;
  ASSERT_EQ(folder.run({"run", "rom.nes", "--frames", "5", "--state", "s"}).status, 0);
  const std::string state = readText(folder / "s");
  writeText(folder / "cut", state.substr(0, state.size() / 2));
  const Outcome outcome = folder.run({"info", "cut", "rom.nes"});
  EXPECT_EQ(outcome.status, 2) << outcome.out;
  EXPECT_NE(outcome.err.find("truncated or altered"), std::string::npos) << outcome.err;
}

TEST(Info, WhatIsWrongWithJsonIsSaid) {
  const Files folder;
  writeText(folder / "p.json", R"({"name": "g", "watches": [)");
  EXPECT_NE(folder.run({"info", "p.json"}).err.find("line 1"), std::string::npos);
  writeText(folder / "p.json", R"({"name": "g", "watchs": []})");
  EXPECT_NE(folder.run({"info", "p.json"}).err.find("\"watches\" of a profile"), std::string::npos);
}

TEST(Info, EveryKindOfFileIsKnownByItsContent) {
  const Files folder;
  ASSERT_EQ(folder.run({"trace", "rom.nes", "--watch", "n=$0010", "--frames", "9", "-o", "t.csv"}).status, 0);
  ASSERT_EQ(folder.run({"run", "rom.nes", "--frames", "5", "--state", "s"}).status, 0);
  writeText(folder / "a", readText(folder / "t.csv"));
  folder.expectLines({"a"}, {"kind           trace\n", "frames         9, from 0 to 8\n", "n ($0010 u8)",
                             "matches        yes: rom.nes\n"});
  folder.expectLines({"s", "rom.nes"},
                     {"kind           state\n", "format         state of jumpscope", "matches        yes"});
  writeText(folder / "b",
            R"({"name": "g", "watches": [{"name": "y", "address": "$10"}], "jump": {"height": "y"}})");
  folder.expectLines({"b"},
                     {"kind           profile\n", "jumps          height y, seen by the height alone\n"});
  writeText(folder / "c",
            R"({"format": "jumpscope-suite", "version": 1, "cases": [{"name": "one", "trace": "t.csv",
    "expect": {"golden": "g.csv"}}]})");
  folder.expectLines({"c"}, {"kind           suite\n", "case           one: trace t.csv; golden g.csv\n"});
  writeText(folder / "d", std::string("PATCH\0\0\x10\0\x01\x07"
                                      "EOF",
                                      14));
  folder.expectLines({"d"}, {"kind           patch\n", "changes        1 place, 1 byte\n"});
  writeText(folder / "e", "$00CE#player_y#\n$0300/10#buffer#\n");
  folder.expectLines({"e"}, {"kind           labels\n", "labels         2 of addresses, 0 of constants"});
  writeText(folder / "f", "frame,y,v\n1,2.5,a\n3,4,b\n");
  folder.expectLines(
      {"f"}, {"kind           recording\n", "frames         2, from 1 to 3 (1 between them are missing)\n",
              "left out       v: "});
  const auto json = nlohmann::json::parse(folder.run({"info", "a", "--json"}).out);
  EXPECT_EQ(json.at("kind"), "trace");
  writeText(folder / "g", "nothing of all that\n");
  const Outcome none = folder.run({"info", "g"});
  EXPECT_EQ(none.status, 2);
  EXPECT_NE(none.err.find("g is none of the files that info knows"), std::string::npos) << none.err;
  writeText(folder / "h", "");
  EXPECT_EQ(folder.run({"info", "h"}).status, 2);
}

TEST(ProfileNew, ItsRuleIsTriedAndItReadsBack) {
  const Files folder;
  const Outcome outcome =
      folder.run({"profile", "new", "rom.nes", "--watch", "n=$0010", "--height", "n", "--when", "n > 3.5",
                  "--press", "10:A", "--frames", "30", "-o", "p.json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("the rule finds "), std::string::npos) << outcome.err;
  const auto json = nlohmann::json::parse(readText(folder / "p.json"));
  EXPECT_EQ(json.at("name"), "rom");
  EXPECT_EQ(json.at("jump").at("when"), nlohmann::json::array({"n > 3.5"}));
  EXPECT_EQ(folder.run({"trace", "rom.nes", "--profile", "./p.json", "--frames", "9", "-o", "t.csv"}).err,
            "");
}

TEST(ProfileNew, LabelsAndSearchResultsAreWatches) {
  const Files folder;
  writeText(folder / "rom.nl", "$0010#count#\n$8000#reset#\n$0011#pad#\n");
  const Outcome labels = folder.run({"profile", "new", "rom.nes", "--symbols", "rom.nl", "-o", "p.json"});
  ASSERT_EQ(labels.status, 0) << labels.err;
  EXPECT_EQ(nlohmann::json::parse(readText(folder / "p.json")).at("watches").size(), 2u);
  const Outcome search = folder.run(
      {"search", "rom.nes", "--frames", "40", "--at", "10-30 increased by 1", "--json", "-o", "found.json"});
  ASSERT_EQ(search.status, 0) << search.err;
  const Outcome found = folder.run({"profile", "new", "rom.nes", "--search", "y=found.json", "-o", "q.json"});
  ASSERT_EQ(found.status, 0) << found.err;
  const auto json = nlohmann::json::parse(readText(folder / "q.json"));
  EXPECT_EQ(json.at("watches")[0].at("address"), "$0010");
  EXPECT_EQ(json.at("jump").at("height"), "y");
  const Outcome nothing = folder.run({"profile", "new", "rom.nes"});
  EXPECT_EQ(nothing.status, 2);
  EXPECT_NE(nothing.err.find("there is nothing to watch"), std::string::npos) << nothing.err;
}

}  // namespace
}  // namespace jumpscope::tests
