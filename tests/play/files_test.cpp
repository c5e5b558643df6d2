// The files of a session: saved games and cases.
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "src/base/files.h"
#include "src/play/cases.h"
#include "src/play/slots.h"
#include "src/session/record.h"
#include "src/suite/suite.h"
#include "src/suite/suite_roms.h"
#include "src/suite/suite_run.h"
#include "src/trace/trace_file.h"
#include "tests/play/support.h"
#include "tests/support/bytes.h"

namespace jumpscope::play {
namespace {

namespace fs = std::filesystem;
using tests::errorOf;

class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "jumpscope_play_XXXXXX").string();
    path = mkdtemp(name.data());
  }
  ~Folder() { fs::remove_all(path); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path)) names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

  fs::path path;
};

std::string textOf(const fs::path& path) {
  const std::vector<uint8_t> file = base::readFile(path);
  return {file.begin(), file.end()};
}

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

using Names = std::vector<std::string>;

TEST(Slots, ASavedGameIsLoadedWithItsInput) {
  const Folder folder;
  Game game(jumplab(), smbOptions(true));
  game.playMovie(movieNamed("tour"));
  playTo(game, 300);
  game.takeOver();
  writeSlot(folder.path, 3, game.save(), game);
  EXPECT_EQ(folder.names(), (Names{"slot3.fm2", "slot3.png", "slot3.state"}));
  const console::State state = game.console().state();

  Game other(jumplab(), smbOptions(true));
  other.load(readSlot(folder.path, 3, other));
  EXPECT_TRUE(sameState(other.console().state(), state));
  EXPECT_EQ(other.pixels().size(), 256u * 240);
  EXPECT_EQ(other.movie().records, game.movie().records);
  game.runFrame({});
  other.runFrame({});
  EXPECT_TRUE(sameState(other.console().state(), game.console().state()));
  EXPECT_TRUE(other.back());
  EXPECT_TRUE(sameState(other.console().state(), state));
  // The input leads to the frames before, which this game has never seen.
  EXPECT_TRUE(game.back(101));
  EXPECT_TRUE(other.back(100));
  EXPECT_TRUE(sameState(other.console().state(), game.console().state()));
}

TEST(Slots, AGameIsSavedAndLoadedInFrameZero) {
  const Folder folder;
  Game game(jumplab(), smbOptions());
  writeSlot(folder.path / "new", 10, game.save(), game);
  const console::State state = game.console().state();
  game.runFrame({});
  game.load(readSlot(folder.path / "new", 10, game));
  EXPECT_TRUE(sameState(game.console().state(), state));
  EXPECT_EQ(game.frame(), 0u);
}

TEST(Slots, AnEditedGameIsSavedWithoutInput) {
  const Folder folder;
  Game game(jumplab(), smbOptions());
  for (int i = 0; i < 30; ++i) game.runFrame({});
  writeSlot(folder.path, 1, game.save(), game);
  EXPECT_EQ(folder.names(), (Names{"slot1.fm2", "slot1.state"}));
  game.poke(0x00CE, 0x33);
  writeSlot(folder.path, 1, game.save(), game);
  EXPECT_EQ(folder.names(), Names{"slot1.state"});
  const console::State state = game.console().state();
  game.runFrame({});
  game.load(readSlot(folder.path, 1, game));
  EXPECT_TRUE(sameState(game.console().state(), state));
  EXPECT_NE(errorOf([&] { game.movie(); }), "");
  EXPECT_FALSE(game.back());
  game.powerOn();
  EXPECT_EQ(errorOf([&] { game.movie(); }), "");
}

TEST(Slots, DamagedFilesAreRefusedAndChangeNothing) {
  const Folder folder;
  Game game(jumplab(), smbOptions());
  for (int i = 0; i < 30; ++i) game.runFrame({});
  writeSlot(folder.path, 1, game.save(), game);
  writeSlot(folder.path, 2, game.save(), game);
  game.runFrame({});
  writeSlot(folder.path, 3, game.save(), game);
  const console::State state = game.console().state();
  const auto refused = [&](int slot) {
    return errorOf([&] { game.load(readSlot(folder.path, slot, game)); });
  };

  EXPECT_NE(refused(4).find("slot 4 is empty"), std::string::npos) << refused(4);
  std::string bytes = textOf(folder.path / "slot1.state");
  bytes[2000] = char(bytes[2000] ^ 1);
  put(folder.path / "slot1.state", bytes);
  EXPECT_NE(refused(1).find("slot1.state"), std::string::npos) << refused(1);
  fs::copy_file(folder.path / "slot3.fm2", folder.path / "slot2.fm2", fs::copy_options::overwrite_existing);
  EXPECT_NE(refused(2).find("remove slot2.fm2"), std::string::npos) << refused(2);
  put(folder.path / "slot3.fm2", "nonsense");
  EXPECT_NE(refused(3), "");
  EXPECT_TRUE(sameState(game.console().state(), state));
  EXPECT_EQ(game.movie().records.size(), 32u);

  tests::feedBrokenFiles(
      base::readFile(folder.path / "slot2.state"),
      [&](const std::vector<uint8_t>& broken) {
        put(folder.path / "slot5.state", std::string(broken.begin(), broken.end()));
        readSlot(folder.path, 5, game);
      },
      20);
}

// Runs the suite of a folder as `jumpscope check --rom-path` does.
std::vector<suite::CaseResult> check(const fs::path& folder) {
  const suite::Suite suite = suite::parseSuite(textOf(folder / "suite.json"), "suite.json");
  suite::SuiteOptions options;
  options.folder = folder;
  suite::RomIndex index(folder, {testRoms() / "jumplab"});
  std::vector<suite::CaseResult> results;
  for (const suite::SuiteCase& one : suite.cases)
    results.push_back(suite::runCase(one, index.find(one.rom), options));
  return results;
}

std::unique_ptr<Game> playedGame(const std::string& movie, const GameOptions& options = smbOptions()) {
  auto game = std::make_unique<Game>(jumplab(), options);
  game->playMovie(movieNamed(movie));
  playTo(*game);
  return game;
}

TEST(Cases, SavedSessionsAreCasesThatPass) {
  const Folder folder;
  const fs::path cases = folder.path / "cases";
  const auto first = playedGame("tier0-full"), second = playedGame("stomps");
  const SavedCase saved = saveCase(*first, cases);
  EXPECT_EQ(saved.name, "case-1");
  EXPECT_TRUE(saved.model);
  EXPECT_EQ(saveCase(*second, cases).name, "case-2");
  EXPECT_EQ(saveCase(*first, cases, "standing jump").files.size(), 3u);
  const auto results = check(cases);
  ASSERT_EQ(results.size(), 3u);
  for (const suite::CaseResult& result : results) {
    EXPECT_EQ(result.status, suite::CaseStatus::Passed) << result.reason;
    EXPECT_EQ(result.held.size(), 2u);
  }
  const session::Recording recording = session::record(
      jumplab(), {}, session::playMovie(movie::parseFm2(base::readFile(cases / "case-2.fm2"), "case-2.fm2")),
      "smb", trace::builtinProfile("smb").watches);
  EXPECT_EQ(textOf(cases / "case-2.golden.csv"),
            trace::encodeTrace(recording.trace, trace::TraceFormat::Csv));
}

TEST(Cases, TheSuiteSaysWhereTheCartridgeIs) {
  const Folder folder;
  fs::create_directory(folder.path / "roms");
  fs::copy_file(testRoms() / "jumplab/jumplab.nes", folder.path / "roms/game.nes");
  const auto game = playedGame("tier0-full");
  saveCase(*game, folder.path / "cases", "", folder.path / "roms/game.nes");
  const suite::Suite suite = suite::parseSuite(textOf(folder.path / "cases/suite.json"), "suite.json");
  EXPECT_EQ(suite.cases[0].rom.file, "../roms/game.nes");
  suite::RomIndex beside(folder.path / "cases", {});
  EXPECT_TRUE(beside.find(suite.cases[0].rom).cartridge);

  // The suite's name for it in a folder above, and the files last opened, count where a hash is known.
  suite::RomWanted wanted{game->cartridge()->prgChrSha1(), "roms/game.nes"};
  suite::RomIndex above(folder.path / "cases", {});
  EXPECT_FALSE(above.find(wanted).cartridge);
  above.alsoLookAt({folder.path}, {});
  EXPECT_TRUE(above.find(wanted).cartridge);
  wanted.file = "renamed.nes";
  EXPECT_FALSE(above.find(wanted).cartridge);
  suite::RomIndex recent(folder.path / "cases", {});
  recent.alsoLookAt({folder.path}, {folder.path / "gone.nes", folder.path / "roms/game.nes"});
  EXPECT_TRUE(recent.find(wanted).cartridge);
  wanted = {"", "roms/game.nes"};
  EXPECT_FALSE(recent.find(wanted).cartridge);
}

TEST(Cases, ACaseFailsWhenItsGoldenDiffers) {
  const Folder folder;
  saveCase(*playedGame("tier0-full"), folder.path);
  std::string golden = textOf(folder.path / "case-1.golden.csv");
  const size_t last = golden.find_last_not_of('\n');
  golden[last] = golden[last] == '1' ? '2' : '1';
  put(folder.path / "case-1.golden.csv", golden);
  EXPECT_EQ(check(folder.path).at(0).status, suite::CaseStatus::Failed);
}

TEST(Cases, MachineOptionsAndProfileAreSaved) {
  GameOptions options = smbOptions();
  options.machine.ram_init = {console::RamInit::Kind::Random, 7};
  options.machine.alignment = 2;
  options.machine.region = console::Region::Dendy;
  options.profile->watches[0].meaning = "how high";
  const Folder folder;
  const SavedCase saved = saveCase(*playedGame("tier0-tapped", options), folder.path, "mine");
  EXPECT_EQ(folder.names(), (Names{"mine.fm2", "mine.golden.csv", "mine.profile.json", "suite.json"}));
  const auto entry = nlohmann::json::parse(textOf(folder.path / "suite.json")).at("cases").at(0);
  EXPECT_EQ(entry.at("ram_init"), "random:7");
  EXPECT_EQ(entry.at("alignment"), 2);
  EXPECT_EQ(entry.at("region"), "dendy");
  EXPECT_EQ(entry.at("profile"), "mine.profile.json");
  EXPECT_EQ(check(folder.path).at(0).status, suite::CaseStatus::Passed);
}

TEST(Cases, SavingACaseKeepsTheRestOfTheSuite) {
  const Folder folder;
  const std::string before =
      "{\n  \"format\": \"jumpscope-suite\", \"version\": 1,   \"name\": \"by hand ] \\\" }\",\n"
      "  \"cases\": [\n    {\"name\": \"cases\", \"rom\": \"jumplab.nes\", \"frames\": 3,\n"
      "     \"expect\": {\"ram\": {\"$00CE\": \"00\"}}}\n  ],\n  \"defaults\": {\"region\": \"auto\"}\n}\n";
  put(folder.path / "suite.json", before);
  ASSERT_NE(before.find("cases"), std::string::npos);
  const std::string sentence =
      errorOf([&] { suite::parseSuite(textOf(folder.path / "suite.json"), "suite.json"); });
  if (!sentence.empty()) GTEST_FAIL() << sentence;
  saveCase(*playedGame("tier0-full"), folder.path);
  const std::string after = textOf(folder.path / "suite.json");
  const size_t common = std::mismatch(before.begin(), before.end(), after.begin()).first - before.begin();
  EXPECT_EQ(after.substr(after.size() - (before.size() - common)), before.substr(common));
  EXPECT_EQ(suite::parseSuite(after, "suite.json").cases.size(), 2u);
}

TEST(Cases, AnImpossibleCaseIsRefusedAndNothingIsWritten) {
  const Folder folder;
  const auto refused = [&](const Game& game, const std::string& name) {
    return errorOf([&] { saveCase(game, folder.path, name); });
  };
  Game fresh(jumplab(), smbOptions());
  EXPECT_NE(refused(fresh, "").find("nothing has been played"), std::string::npos);
  fresh.runFrame({});
  fresh.poke(0x00CE, 1);
  EXPECT_NE(refused(fresh, "").find("edited"), std::string::npos);
  Game bare(jumplab(), {});
  bare.runFrame({});
  EXPECT_NE(refused(bare, "").find("profile"), std::string::npos);
  const auto game = playedGame("tier0-tapped");
  EXPECT_NE(refused(*game, "../a").find("cannot be called"), std::string::npos);
  EXPECT_EQ(folder.names(), Names{});
  saveCase(*game, folder.path, "a");
  EXPECT_NE(refused(*game, "a").find("already"), std::string::npos);
  put(folder.path / "suite.json", "{\"format\": \"jumpscope-suite\"");
  EXPECT_NE(refused(*game, "b"), "");
  put(folder.path / "suite.json",
      "{\"format\": \"jumpscope-suite\", \"version\": 1, \"name\": \"n\", \"defaults\": {\"frames\": 5}, "
      "\"cases\": [{\"name\": \"x\", \"rom\": \"jumplab.nes\", \"expect\": {\"ram\": {\"$00CE\": "
      "\"00\"}}}]}");
  EXPECT_NE(refused(*game, "b").find("defaults"), std::string::npos) << refused(*game, "b");
  EXPECT_EQ(folder.names(), (Names{"a.fm2", "a.golden.csv", "suite.json"}));
}

}  // namespace
}  // namespace jumpscope::play
