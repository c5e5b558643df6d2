// Labels and comments are edited, kept in Mesen's files, and found again.
#include "src/play/tools/labels.h"

#include <cstdlib>
#include <random>

#include "src/base/output.h"
#include "src/base/text.h"
#include "src/session/machine.h"
#include "tests/play/support.h"
#include "tests/support/bytes.h"
#include "tests/support/program.h"

namespace jumpscope::play {
namespace {

using Kept = LabelPlace::Memory;

constexpr size_t prg_size = 0x8000;

LabelFile labelsIn(const std::string& text, size_t size = prg_size) { return {text, "game.mlb", size}; }

TEST(LabelFile, ReadsEveryMemoryOfTheCpu) {
  const LabelFile file = labelsIn(
      "G:2006:ppu_addr\nR:00CE:player_y:feet: down\nS:0010-001F:table\nW:1000::only a comment\n"
      "NesPrgRom:0123:main:first\\nsecond\nP:7FFF:last\n; words\n\nNesChrRom:0010:tile\n");
  ASSERT_EQ(file.labels().size(), 6u);
  EXPECT_EQ(*file.find({Kept::Bus, 0x2006}), (Label{{Kept::Bus, 0x2006}, 1, "ppu_addr", ""}));
  EXPECT_EQ(*file.find({Kept::Ram, 0xCE}), (Label{{Kept::Ram, 0xCE}, 1, "player_y", "feet: down"}));
  EXPECT_EQ(*file.find({Kept::CartridgeRam, 0x10}), (Label{{Kept::CartridgeRam, 0x10}, 16, "table", ""}));
  EXPECT_EQ(file.find({Kept::CartridgeRam, 0x1000})->comment, "only a comment");
  EXPECT_EQ(file.find({Kept::Program, 0x123})->comment, "first\\nsecond");
  EXPECT_EQ(file.named("last")->place.offset, 0x7FFFu);
  EXPECT_EQ(file.strangeLines(), 0u);
  EXPECT_EQ(labelsIn("R:0801:y\n").find({Kept::Ram, 1})->name, "y") << "a mirror of RAM is RAM";
}

TEST(LabelFile, KeepsWhatItDoesNotKnowAndItsLineEnds) {
  const std::string text =
      "\xEF\xBB\xBF; mine\r\nNesPrgRom:0010:reset\r\nNesChrRom:0040:tile:x\r\nsomething else\r\n\r\nR:zz:y\n"
      "SnesPrgRom:12:z\r\n";
  LabelFile file = labelsIn(text);
  EXPECT_EQ(file.text(), text);
  EXPECT_EQ(file.strangeLines(), 3u);
  file.set({{Kept::Program, 0x20}, 1, "next", "why"});
  file.set({{Kept::Program, 0x10}, 1, "start", ""});
  file.set({{Kept::Ram, 0xCE}, 2, "y", ""});
  EXPECT_EQ(
      file.text(),
      "\xEF\xBB\xBF; mine\r\nNesPrgRom:0010:start\r\nNesChrRom:0040:tile:x\r\nsomething else\r\n\r\nR:zz:y\n"
      "SnesPrgRom:12:z\r\nNesPrgRom:0020:next:why\r\nNesInternalRam:00CE-00CF:y\r\n");
  // Back again.
  file.set({{Kept::Program, 0x20}, 1, "", ""});
  file.set({{Kept::Program, 0x10}, 1, "reset", ""});
  file.set({{Kept::Ram, 0xCE}, 1, "", ""});
  EXPECT_EQ(file.text(), text);
}

TEST(LabelFile, WritesTheKindOfNamesThatItReadAndInOrder) {
  LabelFile file = labelsIn("P:0010:a_label\nP:0030:c_label\n");
  file.set({{Kept::Program, 0x20}, 1, "b_label", ""});
  file.set({{Kept::Ram, 5}, 1, "r", ""});
  EXPECT_EQ(file.text(), "P:0010:a_label\nP:0020:b_label\nP:0030:c_label\nR:0005:r\n");
  LabelFile none;
  none.set({{Kept::CartridgeRam, 5}, 1, "", "saved\ngame"});
  none.set({{Kept::Bus, 0x2000}, 1, "ctrl", ""});
  EXPECT_EQ(none.text(), "NesSaveRam:0005::saved game\nNesMemory:2000:ctrl\n");
}

TEST(LabelFile, OfSeveralAtOnePlaceTheLastCountsAndIsChanged) {
  LabelFile file = labelsIn("P:0010:old\nP:0010:new\n");
  EXPECT_EQ(file.find({Kept::Program, 0x10})->name, "new");
  EXPECT_EQ(file.named("old"), nullptr);
  file.set({{Kept::Program, 0x10}, 1, "newer", ""});
  EXPECT_EQ(file.text(), "P:0010:old\nP:0010:newer\n");
  file.set({{Kept::Program, 0x10}, 1, "", ""});
  EXPECT_EQ(file.text(), "");
}

TEST(LabelFile, RefusesNamesThatNobodyCouldUse) {
  LabelFile file = labelsIn("P:0010:main\nP:0020:@cheap\n");
  for (const char* name : {"1st", "a b", "a:b", "é", "a-b", "@new", "main"}) {
    const std::string before = file.text();
    EXPECT_NE(tests::errorOf([&] { file.set({{Kept::Ram, 1}, 1, name, ""}); }), "") << name;
    EXPECT_EQ(file.text(), before);
  }
  // What the file has stays usable.
  file.set({{Kept::Program, 0x20}, 1, "@cheap", "a comment"});
  EXPECT_EQ(file.text(), "P:0010:main\nP:0020:@cheap:a comment\n");
}

TEST(LabelFile, RefusesWhatIsNoLabelFileInOneSentence) {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {std::string("P:0010:x\n\0", 10), "is not text"},
      {"hello\nworld\n", "has no labels of Mesen"},
      {"NES\x1A\x02\x01", "has no labels of Mesen"},
      {"P:0010:x\nP:8000:y\n", "line 2: the offset is beyond this cartridge's PRG-ROM"}};
  for (const auto& [text, words] : wrong) {
    const std::string error = tests::errorOf([&, &text = text] { labelsIn(text); });
    EXPECT_TRUE(error.starts_with("game.mlb")) << error;
    EXPECT_NE(error.find(words), std::string::npos) << error;
    EXPECT_EQ(std::count(error.begin(), error.end(), '\n'), 0);
  }
  EXPECT_EQ(labelsIn("").labels().size(), 0u);
  EXPECT_EQ(labelsIn("NesChrRom:0010:tile\n").labels().size(), 0u) << "of the picture chip only";
}

// Whatever a file has, what is not touched comes back byte for byte, and nothing else happens than an error.
TEST(LabelFile, AnyBytesAreKeptOrRefused) {
  std::mt19937 random(7);
  const std::string whole = "; mine\nNesPrgRom:0010-0013:reset:why\nR:00CE:y\r\nG:2000:ctrl\nS:10:z:\n";
  const std::string bytes = "\n\r:-;\0 aZ09\xFF";
  size_t read = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (unsigned i = random() % 6; i > 0; --i) {
      const size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = bytes[random() % bytes.size()];
          break;
        case 1:
          text.erase(at, random() % 9);
          break;
        default:
          text.insert(at, 1, static_cast<char>(random()));
      }
      if (text.empty()) text = ":";
    }
    std::optional<LabelFile> file;
    if (!tests::errorOf([&] { file = labelsIn(text); }).empty()) continue;
    ++read;
    const std::string ended = text.empty() || text.ends_with('\n') ? text : text + "\n";
    ASSERT_EQ(file->text(), ended);
    const LabelPlace place{Kept::Program, 0x1234};
    if (file->find(place)) continue;
    file->set({place, 1, "added_here", ""});
    ASSERT_EQ(labelsIn(file->text()).labels(), file->labels());
    file->set({place, 1, "", ""});
    ASSERT_EQ(file->text(), ended);
  }
  EXPECT_GT(read, 1000u);
}

TEST(LabelPlace, IsTheSameWhereverTheByteIsSeen) {
  const console::Console console(jumplab(), {});
  EXPECT_EQ(labelPlace(console, 0x08CE), (LabelPlace{Kept::Ram, 0xCE}));
  EXPECT_EQ(labelPlace(console, 0x2006), (LabelPlace{Kept::Bus, 0x2006}));
  EXPECT_EQ(labelPlace(console, 0x6010), (LabelPlace{Kept::CartridgeRam, 0x10}));
  EXPECT_EQ(labelPlace(console, 0x8123).memory, Kept::Program);
  for (const uint16_t address : {0x0000, 0x07FF, 0x4015, 0x6010, 0xFFFC})
    EXPECT_EQ(addressNow(console, labelPlace(console, address)), address);
  LabelFile own = labelsIn("P:0123:here\nR:10:byte\n");
  EXPECT_EQ(findPlace("here", console, own, nullptr), (LabelPlace{Kept::Program, 0x123}));
  EXPECT_EQ(findPlace(" PRG $123 ", console, own, nullptr), (LabelPlace{Kept::Program, 0x123}));
  EXPECT_EQ(findPlace(placeText({Kept::CartridgeRam, 7}), console, own, nullptr),
            (LabelPlace{Kept::CartridgeRam, 7}));
  EXPECT_EQ(findAddress("here", console, own, nullptr), addressNow(console, {Kept::Program, 0x123}));
  EXPECT_EQ(findAddress("$8124", console, own, nullptr), 0x8124);
  EXPECT_EQ(findAddress("c000", console, own, nullptr), 0xC000);
  for (const char* text : {"", "nowhere", "$12345", "PRG 9999999", "PRG"})
    EXPECT_NE(tests::errorOf([&, text = text] { findAddress(text, console, own, nullptr); }), "") << text;
  trace::Symbols twice;
  twice.add({"main", 0x8000});
  twice.add({"main", 0x9000});
  EXPECT_NE(tests::errorOf([&] { findAddress("main", console, own, &twice); }), "");
}

// A cartridge of eight banks of 16 KiB (UxROM), the last at $C000.
std::shared_ptr<const console::Cartridge> bankedCartridge() {
  std::vector<uint8_t> rom(16 + 8 * 0x4000, 0xEA);
  const std::string head("NES\x1A\x08\x00\x20\x00", 8);
  std::copy(head.begin(), head.end(), rom.begin());
  std::fill(rom.begin() + 8, rom.begin() + 16, uint8_t{0});
  // JMP $C000; the vectors lead there.
  const size_t last = 16 + 7 * 0x4000;
  rom[last] = 0x4C, rom[last + 1] = 0x00, rom[last + 2] = 0xC0;
  for (size_t at = 0x3FFA; at < 0x4000; at += 2) rom[last + at] = 0x00, rom[last + at + 1] = 0xC0;
  return std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "banked.nes"));
}

TEST(Labels, OfABankAreKeptByOffsetAndFoundWhereItIs) {
  const console::Console console(bankedCartridge(), {});
  const size_t size = console.cartridge().prg.size();
  const LabelFile own("P:1C010:fixed\nP:0010:first\nP:4010:second\n", "a.mlb", size);
  EXPECT_EQ(labelPlace(console, 0xC010), (LabelPlace{Kept::Program, 0x1C010}));
  EXPECT_EQ(own.at(console, 0xC010)->name, "fixed");
  EXPECT_EQ(own.at(console, 0x8010)->name, "first");
  EXPECT_EQ(findAddress("fixed", console, own, nullptr), 0xC010);
  const std::string error = tests::errorOf([&] { findAddress("second", console, own, nullptr); });
  EXPECT_NE(error.find("PRG $04010, which is not switched in"), std::string::npos) << error;
  EXPECT_EQ(findPlace("second", console, own, nullptr).offset, 0x4010u);
  // Conditions have the address where it runs.
  const auto all = allLabels(own, nullptr, console);
  EXPECT_EQ(all->find("fixed"), 0xC010);
}

// Eight banks of `window` bytes of `mapper`; bank i has a label at its byte $10: bank_i. What was written to the board's
// registers is said to `console`.
struct Banked {
  Banked(int mapper, size_t window, std::initializer_list<std::pair<uint16_t, uint8_t>> writes)
      : console(cartridgeOf(mapper, window, writes), {}), own(textOf(window), "a.mlb", 8 * window) {
    for (int frame = 0; frame < 3; ++frame) console.runFrame();
    labels = allLabels(own, nullptr, console);
  }
  static std::string textOf(size_t window) {
    std::string text;
    for (size_t bank = 0; bank < 8; ++bank)
      text += "P:" + base::hex(bank * window + 0x10, 5) + ":bank_" + std::to_string(bank) + "\n";
    return text;
  }
  // Every bank's end writes the registers and waits, whichever is there at reset.
  static std::shared_ptr<const console::Cartridge> cartridgeOf(
      int mapper, size_t window, std::initializer_list<std::pair<uint16_t, uint8_t>> writes) {
    std::vector<uint8_t> rom(16 + 8 * window, 0xEA);
    const std::string head("NES\x1A", 4);
    std::copy(head.begin(), head.end(), rom.begin());
    std::fill(rom.begin() + 4, rom.begin() + 16, uint8_t{0});
    rom[4] = static_cast<uint8_t>(8 * window / 0x4000);
    rom[6] = static_cast<uint8_t>(mapper << 4 & 0xF0);
    rom[7] = static_cast<uint8_t>(mapper & 0xF0);
    const uint16_t entry = 0xFF00;
    for (size_t end = 16 + window; end <= rom.size(); end += window) {
      uint8_t* at = &rom[end - 0x100];
      for (const auto& [address, value] : writes)
        for (const int byte : {0xA9, int{value}, 0x8D, address & 0xFF, address >> 8})
          *at++ = static_cast<uint8_t>(byte);
      *at++ = 0xD0, *at++ = 0xFE, *at++ = 0xF0, *at++ = 0xFE;  // BNE and BEQ to themselves
      for (int vector = 0; vector < 3; ++vector) {
        rom[end - 6 + static_cast<size_t>(vector) * 2] = entry & 0xFF;
        rom[end - 5 + static_cast<size_t>(vector) * 2] = entry >> 8;
      }
    }
    return std::make_shared<const console::Cartridge>(console::parseCartridge(rom, "banked.nes"));
  }

  console::Console console;
  LabelFile own;
  std::shared_ptr<const trace::Symbols> labels;
};

// The listing of any bank names what is switched in now, in the other windows too.
TEST(Labels, OfEveryWindowAreThoseOfTheBankThatIsSwitchedIn) {
  struct Case {
    const char* board;
    int mapper;
    size_t window;
    std::initializer_list<std::pair<uint16_t, uint8_t>> writes;
    std::vector<std::pair<uint16_t, const char*>> seen;
  };
  const Case cases[] = {
      {"MMC3",
       4,
       0x2000,
       {{0x8000, 6}, {0x8001, 5}, {0x8000, 7}, {0x8001, 2}},
       {{0x8010, "bank_5"}, {0xA010, "bank_2"}, {0xC010, "bank_6"}, {0xE010, "bank_7"}}},
      {"MMC3 with its windows swapped",
       4,
       0x2000,
       {{0x8000, 0x46}, {0x8001, 5}, {0x8000, 0x47}, {0x8001, 2}},
       {{0x8010, "bank_6"}, {0xA010, "bank_2"}, {0xC010, "bank_5"}, {0xE010, "bank_7"}}},
      {"FME-7",
       69,
       0x2000,
       {{0x8000, 8},
        {0xA000, 3},
        {0x8000, 9},
        {0xA000, 1},
        {0x8000, 10},
        {0xA000, 0},
        {0x8000, 11},
        {0xA000, 4}},
       {{0x6010, "bank_3"}, {0x8010, "bank_1"}, {0xA010, "bank_0"}, {0xC010, "bank_4"}, {0xE010, "bank_7"}}},
      {"UxROM", 2, 0x4000, {{0x8000, 3}}, {{0x8010, "bank_3"}, {0xC010, "bank_7"}}},
      {"AxROM", 7, 0x8000, {{0x8000, 3}}, {{0x8010, "bank_3"}}},
  };
  for (const Case& board : cases) {
    const Banked game(board.mapper, board.window, board.writes);
    const auto names = [&](const std::string& text, uint16_t pc) {
      return withNamesNow(text, pc, game.console, game.own, game.labels.get());
    };
    for (const auto& [address, name] : board.seen) {
      EXPECT_EQ(nameAt(game.console, address, game.own, game.labels.get()), name) << board.board;
      EXPECT_EQ(nameAt(game.console, address, {}, game.labels.get()), name)
          << board.board << ", of --symbols";
      EXPECT_EQ(addressNow(game.console, game.own.named(name)->place), address) << board.board;
      const std::string here = "$" + base::hex(address, 4);
      for (const uint16_t pc : {0x8100, 0xA100, 0xC100, 0xFF00})
        EXPECT_EQ(names("JSR " + here, pc), std::string("JSR ") + name) << board.board << " from " << pc;
      EXPECT_EQ(names("LDA " + here + ",X", 0xFF00), std::string("LDA ") + name + ",X");
    }
    // What is switched out names nothing.
    size_t shown = 0;
    for (int bank = 0; bank < 8; ++bank)
      shown += addressNow(game.console, game.own.named("bank_" + std::to_string(bank))->place).has_value();
    EXPECT_EQ(shown, board.seen.size()) << board.board;
    for (const char* text : {"LDA #$10", "LDA $10", "STA $2006", "JMP ($8010)", "NOP", "", "$", "LDA $801"})
      EXPECT_EQ(names(text, 0x8000), std::string(text) == "JMP ($8010)"
                                         ? "JMP (" + nameAt(game.console, 0x8010, game.own, nullptr) + ")"
                                         : text);
  }
}

TEST(Labels, ABreakpointMayNameOneAndGoesWithIt) {
  Game game(jumplab(), {});
  for (int frame = 0; frame < 10; ++frame) game.runFrame({});
  const uint16_t address = game.console().cpu().pc;
  LabelFile own;
  own.set({labelPlace(game.console(), address), 1, "my_loop", ""});
  EXPECT_NE(tests::errorOf([&] { game.setBreakpoints({"pc == my_loop"}); }), "");
  EXPECT_TRUE(game.setSymbols(allLabels(own, nullptr, game.console())).empty());
  game.setBreakpoints({"frame == 4000", "pc == my_loop"});
  for (int frame = 0; frame < 10 && !game.inFrame(); ++frame) game.runFrame({});
  EXPECT_EQ(game.console().cpu().pc, address);
  EXPECT_EQ(game.setSymbols(nullptr), std::vector<std::string>{"pc == my_loop"});
  EXPECT_EQ(game.breakpoints(), std::vector<std::string>{"frame == 4000"});
}

TEST(Labels, OwnOnesComeBeforeThoseOfTheCommandLine) {
  const console::Console console(jumplab(), {});
  trace::Symbols others(prg_size);
  others.add({"main", 0x9000});
  others.add({"byte", 0x10});
  const LabelFile own = labelsIn("P:0100:main\nR:10:mine\n");
  const auto all = allLabels(own, &others, console);
  EXPECT_EQ(all->find("main"), 0x8100);
  EXPECT_EQ(all->nameOf(0x10), "mine");
  EXPECT_EQ(all->find("byte"), 0x10);
  EXPECT_EQ(allLabels({}, nullptr, console), nullptr);
}

TEST(LabelFiles, AreChangedAtomicallyAndKeepWhatOthersWrote) {
  const tests::Folder folder;
  const std::filesystem::path file = folder / "deep/er/game.mlb";
  EXPECT_TRUE(readLabels(file, prg_size).labels().empty());
  changeLabel(file, prg_size, {{Kept::Ram, 0xCE}, 1, "y", "feet"});
  EXPECT_EQ(tests::readText(file), "NesInternalRam:00CE:y:feet\n");
  // Another program adds one meanwhile.
  tests::writeText(file, tests::readText(file) + "NesPrgRom:0001:theirs\n");
  const LabelFile now = changeLabel(file, prg_size, {{Kept::Ram, 0xCF}, 1, "x", ""});
  EXPECT_EQ(now.labels().size(), 3u);
  EXPECT_EQ(readLabels(file, prg_size).labels(), now.labels());
  // What is damaged is not overwritten.
  for (const std::string& damaged :
       {std::string("\0\0\0", 3), std::string("P:9000:y\n"), std::string("words\n")}) {
    tests::writeText(file, damaged);
    EXPECT_NE(tests::errorOf([&] { changeLabel(file, prg_size, {{Kept::Ram, 1}, 1, "a1", ""}); }), "");
    EXPECT_EQ(tests::readText(file), damaged);
  }
  EXPECT_NE(tests::errorOf([&] { changeLabel("", prg_size, {{Kept::Ram, 1}, 1, "a1", ""}); }), "");
  // A folder in its place.
  EXPECT_NE(tests::errorOf([&] { changeLabel(folder.path, prg_size, {{Kept::Ram, 1}, 1, "a1", ""}); }), "");
}

TEST(LabelFiles, LieWhereTheyWereOpenedOrBesideTheRomOrInTheUsersFolder) {
  const tests::Folder folder;
  const auto of = [&](const std::string& remembered) {
    return labelFileOf(remembered, folder / "game.nes", "/own", "abc");
  };
  EXPECT_EQ(of(""), "/own/abc.mlb");
  EXPECT_EQ(of(folder / "opened.mlb"), "/own/abc.mlb") << "it is gone";
  tests::writeText(folder / "game.mlb", "");
  EXPECT_EQ(of(""), folder / "game.mlb");
  tests::writeText(folder / "opened.mlb", "");
  EXPECT_EQ(of(folder / "opened.mlb"), folder / "opened.mlb");
  EXPECT_EQ(labelFileOf("", "", "", "abc"), "");
}

}  // namespace
}  // namespace jumpscope::play
