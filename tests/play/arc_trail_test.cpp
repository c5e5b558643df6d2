#include "src/play/arc_trail.h"

#include <gtest/gtest.h>

#include "jumpscope_test_paths.h"
#include "src/base/files.h"
#include "src/movie/bk2.h"
#include "src/movie/player.h"
#include "src/play/feet_finder.h"
#include "src/play/ppu_view.h"
#include "src/session/machine.h"

namespace jumpscope::play {
namespace {

LevelPoint at(uint64_t frame, int x, int y) { return {frame, x, y}; }

TEST(ArcTrail, AnArcStartsAtTheTakeOffAndEndsAtTheLanding) {
  ArcTrail trail;
  trail.frame(at(0, 10, 200), false);
  trail.frame(at(1, 11, 200), false);
  trail.frame(at(2, 12, 196), true);
  trail.frame(at(3, 13, 194), true);
  trail.frame(at(4, 14, 200), false);
  trail.frame(at(5, 15, 200), false);
  ASSERT_EQ(trail.arcs().size(), 1u);
  EXPECT_TRUE(trail.arcs()[0].over);
  EXPECT_EQ(trail.arcs()[0].points,
            (std::vector<LevelPoint>{at(1, 11, 200), at(2, 12, 196), at(3, 13, 194), at(4, 14, 200)}));
}

TEST(ArcTrail, TheTipIsWhereThePictureShowsTheCharacter) {
  ArcTrail trail;
  for (uint64_t k = 0; k < 5; ++k) trail.frame(at(k, 10, 200 - static_cast<int>(k)), k > 0);
  EXPECT_EQ(trail.shown(), at(3, 10, 197));
  EXPECT_EQ(trail.shownPart(trail.arcs().back()).back(), at(3, 10, 197));
  EXPECT_EQ(trail.arcs().back().points.back(), at(4, 10, 196));
  trail.cut(4);
  EXPECT_EQ(trail.shownPart(trail.arcs().back()).back(), at(3, 10, 197));
}

TEST(ArcTrail, RewindingRemovesLaterPoints) {
  ArcTrail once, twice;
  const auto run = [](ArcTrail& trail, uint64_t from, uint64_t to) {
    for (uint64_t k = from; k < to; ++k)
      trail.frame(at(k, static_cast<int>(k), k % 10 < 6 ? 200 - static_cast<int>(k % 10) : 200), k % 10 < 6);
  };
  run(once, 0, 35);
  run(twice, 0, 48);
  twice.cut(33);
  run(twice, 33, 35);
  ASSERT_EQ(once.arcs().size(), twice.arcs().size());
  for (size_t i = 0; i < once.arcs().size(); ++i) EXPECT_EQ(once.arcs()[i].points, twice.arcs()[i].points);
  twice.cut(0);
  EXPECT_TRUE(twice.arcs().empty());
}

TEST(ArcTrail, TeleportingIsNotDrawnAsAJump) {
  ArcTrail trail;
  trail.frame(at(0, 10, 200), true);
  trail.frame(at(1, 10, 199), true);
  trail.frame(at(2, 300, 20), true);
  trail.frame(at(3, 300, 21), true);
  ASSERT_EQ(trail.arcs().size(), 2u);
  EXPECT_TRUE(trail.arcs()[0].over);
  EXPECT_EQ(trail.arcs()[1].points.front(), at(2, 300, 20));
}

// The feet are where the character's sprites end, wherever the level is scrolled to. jumplab's is half as
// tall as the one that its profile was made for.
TEST(ArcTrail, FeetAreBelowTheSprites) {
  session::RomChoice choice;
  choice.rom = JUMPSCOPE_SOURCE_DIR "/roms_test/jumplab/jumplab.nes";
  const auto cartridge = session::loadCartridge(choice);
  console::Console console(cartridge, session::machineOptions({}, *cartridge));
  const trace::OnScreen on_screen = *trace::builtinProfile("smb").screen;
  movie::Player player;
  player.setMovie(
      movie::parseMovie(base::readFile(JUMPSCOPE_SOURCE_DIR "/roms_test/movies/tour.fm2"), "tour"));
  FeetFinder finder;
  ArcTrail trail;
  int looked = 0, scrolled = 0, lost = 0;
  for (uint64_t frame = 0; frame < player.frames(); ++frame) {
    movie::latch(console, player.at(frame));
    console.runFrame();
    if (console.peek(0x0E) != 8 || console.peek(0xB5) != 1) continue;
    const ppu::State state = console.state().ppu;
    trail.frame(feetNow(console, on_screen, frame), false);
    const LevelPoint feet = *trail.shown();
    finder.look(state, on_screen, feet);
    if (frame < 200 || feet.y < 40) continue;  // at the top edge the sprites are put away
    const int x = pictureX(state, on_screen, feet.x - on_screen.feet_x) + on_screen.feet_x;
    bool found = false;
    for (const SpriteView& sprite : spritesOf(state)) {
      const int dx = sprite.x - x, dy = sprite.y + 1 + 8 - (feet.y + finder.offset());
      found |= sprite.on_screen && dx >= -12 && dx <= 4 && dy == 0;
    }
    lost += !found;
    ++looked;
    scrolled += scrollOf(state).x > 300;
  }
  EXPECT_EQ(finder.offset(), -16);
  EXPECT_GT(looked, 1000);
  EXPECT_GT(scrolled, 100);
  EXPECT_EQ(lost, 0);
}

}  // namespace
}  // namespace jumpscope::play
