// Archives, patches, boards and batteries on the command line.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/make_zip.h"
#include "tests/support/program.h"

namespace jumpscope::tests {
namespace {

class CartridgeFiles : public testing::Test {
 protected:
  CartridgeFiles() {
    writeText(folder_ / "game.nes", countingCartridge());
    const auto archive = makeZip({{"roms/game.nes", countingCartridge()}});
    writeText(folder_ / "game.zip", {archive.begin(), archive.end()});
    writeText(folder_ / "filler.nes", fillingCartridge());
  }

  Outcome run(const std::vector<std::string>& words) const { return jumpscope(words, folder_.path); }
  // Exit status 2 and a sentence with these words.
  void refused(const std::vector<std::string>& command, const std::string& words) const {
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  }

  Folder folder_;
};

TEST_F(CartridgeFiles, AnArchivedCartridgeGivesTheSameTrace) {
  const auto trace = [&](const std::string& rom) {
    return run({"trace", rom, "--frames", "20", "--press", "3-9:A", "--watch", "n=$10:u8"}).out;
  };
  EXPECT_NE(trace("game.nes"), "");
  EXPECT_EQ(trace("game.zip"), trace("game.nes"));
  EXPECT_EQ(trace("game.zip:roms/game.nes"), trace("game.nes"));
  refused({"trace", "game.zip:x.nes", "--frames", "1"}, "its cartridges are roms/game.nes");
}

TEST_F(CartridgeFiles, DiffTakesArchivesForRoms) {
  const std::vector<std::string> input{"--frames", "20", "--press", "3-9:A"};
  writeText(folder_ / "watch.json",
            R"({"name": "count", "watches": [{"name": "n", "address": "$0010", "type": "u8"}]})");
  std::vector<std::string> words{"diff", "game.zip", "game.nes", "--profile", "watch.json"};
  words.insert(words.end(), input.begin(), input.end());
  const Outcome outcome = run(words);
  EXPECT_EQ(outcome.status, 0) << outcome.err << outcome.out;
}

TEST_F(CartridgeFiles, APatchIsAppliedBeforeTheRun) {
  // The first instruction of the program becomes INC $20.
  writeText(folder_ / "a.ips", "PATCH" + std::string("\0\0\x10\0\2\xE6\x20", 7) + "EOF");
  const Outcome outcome =
      run({"run", "game.nes", "--patch", "a.ips", "--frames", "5", "--dump", "cpu:0020-0020=ram"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(readText(folder_ / "ram").front(), 1);
  refused({"run", "game.nes", "--patch", "game.nes", "--frames", "1"}, "game.nes is no patch");
  refused({"run", "game.nes", "--patch", "missing.ips", "--frames", "1"}, "missing.ips");
  refused({"run", "game.nes", "--patch", "a.ips", "--frames", "1", "--state", "a.ips"}, "a.ips");
}

TEST_F(CartridgeFiles, ABoardIsAskedForByItsNumber) {
  const Outcome info = run({"info", "game.nes", "--mapper", "34.2", "--json"});
  ASSERT_EQ(info.status, 0) << info.err;
  const auto json = nlohmann::json::parse(info.out);
  EXPECT_EQ(json.at("mapper"), 34);
  EXPECT_EQ(json.at("submapper"), 2);
  EXPECT_EQ(json.at("notes").at(0), "mapper 34.2 was asked for; the header says 0");
  refused({"info", "game.nes", "--mapper", "x"}, "--mapper");
}

TEST_F(CartridgeFiles, InfoListsTheBoards) {
  EXPECT_NE(run({"info", "--boards"}).out.find("  0  NROM                              runs\n"),
            std::string::npos);
  const auto boards = nlohmann::json::parse(run({"info", "--boards", "--json"}).out);
  EXPECT_EQ(boards.at(0).at("name"), "NROM");
  EXPECT_EQ(boards.at(0).at("runs"), true);
}

TEST_F(CartridgeFiles, InfoSaysWhatInAHeaderCannotBeTrue) {
  std::string rom = countingCartridge() + std::string(100, 'x');
  rom.replace(7, 9, "DiskDude!");
  writeText(folder_ / "old.nes", rom);
  const std::string said = run({"info", "old.nes"}).out;
  EXPECT_NE(said.find("bytes 7 to 15 of the header are \"DiskDude!\""), std::string::npos) << said;
  EXPECT_NE(said.find("100 bytes after the ROM"), std::string::npos) << said;
  EXPECT_EQ(nlohmann::json::parse(run({"info", "old.nes", "--json"}).out).at("notes").size(), 2u);
}

TEST_F(CartridgeFiles, ABatteryGoesIntoARunAndComesOutOfIt) {
  const auto save = [&](const std::vector<std::string>& words, const std::string& file) {
    std::vector<std::string> all{"run", "filler.nes", "--save-battery", file};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run(all);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return readText(folder_ / file);
  };
  const std::string kept = save({"--frames", "30"}, "a.sav");
  EXPECT_EQ(kept.size(), 0x2000u);
  EXPECT_EQ(save({"--frames", "0", "--battery", "a.sav"}, "b.sav"), kept);
  EXPECT_EQ(save({"--frames", "0"}, "c.sav"), std::string(0x2000, '\0'));
  // Without being asked to, a run neither reads nor writes beside the ROM.
  writeText(folder_ / "filler.sav", kept);
  EXPECT_EQ(save({"--frames", "0"}, "d.sav"), std::string(0x2000, '\0'));
  EXPECT_EQ(readText(folder_ / "filler.sav"), kept);
  refused({"run", "game.nes", "--frames", "1", "--battery", "a.sav"}, "has no battery");
  refused({"run", "game.nes", "--frames", "1", "--save-battery", "x.sav"}, "has no battery");
  refused({"run", "filler.nes", "--frames", "1", "--battery", "game.nes"},
          "bytes, but the battery of filler.nes keeps");
  refused({"run", "filler.nes", "--frames", "1", "--battery", "a.sav", "--record", "m.fm2"},
          "a movie begins with");
  refused({"run", "filler.nes", "--frames", "1", "--battery", "a.sav", "--save-battery", "a.sav"}, "a.sav");
}

TEST_F(CartridgeFiles, ATraceNamesTheBatteryThatItBeganWith) {
  writeText(folder_ / "a.sav", std::string(0x2000, 'x'));
  const auto trace = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"trace", "filler.nes", "--frames", "3", "--watch", "n=$10:u8"});
    return run(words).out;
  };
  EXPECT_NE(trace({"--battery", "a.sav"}).find("\"battery_sha1\":\""), std::string::npos);
  EXPECT_EQ(trace({}).find("battery_sha1"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::tests
