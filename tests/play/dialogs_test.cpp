// What the window's dialogs stand on: listing folders, knowing what is unsaved, finding a font.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "src/play/file_list.h"
#include "src/play/fonts.h"
#include "src/play/unsaved.h"

namespace jumpscope::play {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;

class Dialogs : public testing::Test {
 protected:
  Dialogs() {
    std::string name = (fs::temp_directory_path() / "jumpscope_dialogs_XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~Dialogs() override { fs::remove_all(folder); }
  void put(const fs::path& file) {
    fs::create_directories((folder / file).parent_path());
    std::ofstream(folder / file) << "x";
  }

  fs::path folder;
};

TEST_F(Dialogs, AFolderIsListedSortedAndFilteredByExtension) {
  for (const char* file : {"b.nes", "A.NES", "c.fm2", ".hidden.nes", "roms/x.nes", "Games.nes/y", ".git/z"})
    put(file);
  const FileList list = listFolder(folder, {".nes"});
  EXPECT_EQ(list.files, (Names{"A.NES", "b.nes"}));
  EXPECT_EQ(list.folders, (Names{"Games.nes", "roms"}));
  EXPECT_EQ(listFolder(folder, {}).files.size(), 3u);
}

TEST_F(Dialogs, AFolderThatCannotBeReadSaysWhy) {
  const FileList list = listFolder(folder / "none", {".nes"});
  EXPECT_TRUE(list.files.empty());
  EXPECT_FALSE(list.problem.empty());
}

TEST_F(Dialogs, WhatIsTypedFiltersNamesInAnyCase) {
  EXPECT_TRUE(matchesTyped("Super Game.NES", "game"));
  EXPECT_TRUE(matchesTyped("a.nes", ""));
  EXPECT_FALSE(matchesTyped("a.nes", "b"));
}

TEST_F(Dialogs, AFontIsFoundInTheUsersFolderFirst) {
  std::map<std::string, std::string> set{{"HOME", (folder / "home").string()},
                                         {"XDG_DATA_DIRS", (folder / "usr").string()}};
  const auto environment = [&](const std::string& name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  };
  EXPECT_FALSE(findFont(environment));
  put("usr/fonts/truetype/dejavu/DejaVuSansMono.ttf");
  EXPECT_EQ(findFont(environment), folder / "usr/fonts/truetype/dejavu/DejaVuSansMono.ttf");
  put("home/.local/share/fonts/truetype/dejavu/DejaVuSansMono.ttf");
  EXPECT_EQ(findFont(environment), folder / "home/.local/share/fonts/truetype/dejavu/DejaVuSansMono.ttf");
}

TEST(Unsaved, OnlyThePlayersOwnInputCanBeLost) {
  Unsaved unsaved;
  movie::FrameInput pressed;
  pressed.pads[1] = 0x80;
  unsaved.ran({}, true);
  unsaved.ran(pressed, false);
  EXPECT_FALSE(unsaved.any());
  unsaved.ran(pressed, true);
  unsaved.ran({}, true);
  EXPECT_TRUE(unsaved.any());
  unsaved.settled();
  EXPECT_FALSE(unsaved.any());
  movie::FrameInput reset;
  reset.reset = true;
  unsaved.ran(reset, true);
  EXPECT_TRUE(unsaved.any());
}

}  // namespace
}  // namespace jumpscope::play
