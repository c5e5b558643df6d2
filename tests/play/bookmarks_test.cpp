// Bookmarks lead back to where they were set, and are kept with the cartridge.
#include "src/play/tools/bookmarks.h"

#include "src/play/tools/memory_view.h"
#include "tests/play/support.h"
#include "tests/support/bytes.h"

namespace jumpscope::play {
namespace {

Bookmark withName(Bookmark bookmark, const char* name) {
  bookmark.name = name;
  return bookmark;
}

TEST(Bookmarks, LeadBackToTheirPlace) {
  const console::Console console(jumplab(), {});
  for (const uint16_t address : {0x0010, 0x8123, 0xFFF0}) {
    const BookmarkTarget target = targetOf(bookmarkOfCode(console, address), console);
    EXPECT_EQ(target.code, address);
  }
  for (size_t kind = 0; kind < memory_count; ++kind) {
    const size_t size = memoryBytes(console, kind).size();
    if (size == 0) continue;
    const auto last = static_cast<uint32_t>(size - 1);
    const BookmarkTarget target = targetOf(bookmarkOfMemory(kind, last), console);
    EXPECT_FALSE(target.code);
    EXPECT_EQ(target.memory, kind);
    EXPECT_EQ(target.address, last);
    EXPECT_NE(tests::errorOf([&] { targetOf(bookmarkOfMemory(kind, last + 1), console); }), "") << kind;
  }
  for (const Bookmark& wrong :
       {Bookmark{"x", "program", ""}, Bookmark{"x", "program", "PRG $FFFFF"}, Bookmark{"x", "program", "$zz"},
        Bookmark{"x", "cpu", "10"}, Bookmark{"x", "cpu", "$"}, Bookmark{"x", "elsewhere", "$10"}})
    EXPECT_NE(tests::errorOf([&] { targetOf(wrong, console); }), "") << wrong.in << " " << wrong.at;
}

TEST(Bookmarks, AreFoundByNumberAndName) {
  std::vector<Bookmark> all;
  addBookmark(all, {" jump ", "program", "$8000"});
  addBookmark(all, {"height", "cpu", "$00CE"});
  EXPECT_EQ(all[0].name, "jump");
  EXPECT_EQ(findBookmark(all, "1"), 0u);
  EXPECT_EQ(findBookmark(all, " 2 "), 1u);
  EXPECT_EQ(findBookmark(all, "height"), 1u);
  for (const char* none : {"", "0", "3", "99999999999999999999", "hei", "Height"})
    EXPECT_EQ(findBookmark(all, none), std::nullopt) << none;
  // A place has one.
  addBookmark(all, {"feet", "cpu", "$00CE"});
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].name, "feet");
  for (const char* wrong : {"", "  ", "7", "jump"})
    EXPECT_NE(tests::errorOf([&] { addBookmark(all, {wrong, "cpu", "$0001"}); }), "") << wrong;
  EXPECT_EQ(all.size(), 2u);
}

TEST(Bookmarks, AreKeptInTheSettings) {
  const console::Console console(jumplab(), {});
  Settings settings;
  OfRom& rom = settings.roms[std::string(40, 'a')];
  for (size_t kind = 0; kind < memory_count; ++kind)
    addBookmark(rom.bookmarks, withName(bookmarkOfMemory(kind, 3), ("m" + std::to_string(kind)).c_str()));
  addBookmark(rom.bookmarks, withName(bookmarkOfCode(console, 0x8123), "code \"here\""));
  EXPECT_EQ(parseSettings(settingsText(settings), "s.json").roms, settings.roms);
  const std::string error = tests::errorOf([&] {
    std::string text = settingsText(settings);
    text.replace(text.find("\"chr\""), 5, "\"chx\"");
    parseSettings(text, "s.json");
  });
  EXPECT_NE(error.find("one of program, cpu"), std::string::npos) << error;
}

}  // namespace
}  // namespace jumpscope::play
