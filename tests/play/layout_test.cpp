// Where tool windows stand, and which instructions the processor's window shows.
#include <algorithm>
#include <array>
#include <numeric>

#include "cpu6502/disassemble.h"
#include "src/play/tiles.h"
#include "src/play/tools/listing.h"
#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

constexpr TileSizes sizes{430, 180, 19};

TEST(Tiles, AllToolsInASmallWindowLeaveTheLastUsedOnesReadable) {
  for (const float height : {400.f, 560.f, 900.f}) {
    const std::array<size_t, 2> used{7, 2};
    const auto all = tiles(10, 500, height, sizes, used);
    ASSERT_EQ(all.size(), 10u);
    EXPECT_GE(all[7].height, sizes.least_height) << height;
    float y = 0;
    for (const Tile& tile : all) {
      EXPECT_EQ(tile.y, y);
      EXPECT_GE(tile.height, sizes.title_height);
      y += tile.height;
    }
    EXPECT_LE(y, height);
  }
}

TEST(Tiles, WindowsThatHaveRoomAreAllOpenAndOfOneHeight) {
  for (const Tile& tile : tiles(6, 900, 700, sizes, {})) {
    EXPECT_EQ(tile.height, 233);
    EXPECT_EQ(tile.width, 450);
  }
}

TEST(Tiles, ARoomOfNoSizeIsNoHarm) {
  EXPECT_EQ(tiles(3, 0, 0, sizes, {}).size(), 3u);
  EXPECT_EQ(tiles(3, -5, -5, sizes, {}).size(), 3u);
  EXPECT_TRUE(tiles(0, 500, 500, sizes, {}).empty());
}

// Addresses of so many lines from `top`.
std::vector<uint16_t> lines(const LengthAt& lengthAt, uint16_t top, int count) {
  std::vector<uint16_t> all;
  for (int line = 0; line < count; ++line) {
    all.push_back(top);
    top = static_cast<uint16_t>(top + lengthAt(top));
  }
  return all;
}

TEST(Listing, TheNextInstructionIsAlwaysShownWithLinesAroundIt) {
  Game game(jumplab(), smbOptions());
  for (int frame = 0; frame < 10; ++frame) game.runFrame({});
  const console::Console& console = game.console();
  const LengthAt lengthAt = [&](uint16_t at) { return cpu6502::instructionLength(console.peek(at)); };
  Listing listing;
  constexpr int count = 24;
  size_t moves = 0, above = 0;
  uint16_t top = 0;
  for (int step = 0; step < 2000; ++step) {
    game.stepInstruction({});
    const uint16_t pc = console.cpu().pc, now = listing.top(lengthAt, pc, count);
    const auto shown = lines(lengthAt, now, count);
    const auto at = std::find(shown.begin(), shown.end(), pc);
    ASSERT_NE(at, shown.end());
    ASSERT_NE(at, shown.end() - 1) << "nothing is below it";
    above += at != shown.begin();
    moves += now != top;
    top = now;
  }
  EXPECT_GT(above, 1900u) << "it stands at the top";
  EXPECT_LT(moves, 1000u) << "the lines move with most instructions";
}

}  // namespace
}  // namespace jumpscope::play
