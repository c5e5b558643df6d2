// Steps by instructions: each state back is the one on the way.
#include <gtest/gtest.h>

#include <algorithm>

#include "src/play/game.h"
#include "tests/play/support.h"
#include "tests/support/slow.h"

namespace jumpscope::play {
namespace {

GameOptions steppedOptions() {
  GameOptions made;
  made.machine.video = true;
  return made;
}

movie::FrameInput pressedNow(uint8_t buttons) {
  movie::FrameInput input;
  input.pads[0] = buttons;
  return input;
}

void expectTheSameWayBack(size_t instructions) {
  Game game(jumplab(), steppedOptions());
  for (int frame = 0; frame < 30; ++frame) game.runFrame(pressedNow(frame % 2 ? 0x80 : 0x01));
  std::vector<console::State> way;
  for (size_t i = 0; i < instructions; ++i) {
    way.push_back(game.console().state());
    game.stepInstruction(pressedNow(0x81));
  }
  for (size_t i = instructions; i-- > 0;) {
    ASSERT_TRUE(game.stepBack());
    ASSERT_EQ(game.console().state(), way[i]) << i;
  }
  game.stepInstruction(pressedNow(0x81));
  EXPECT_EQ(game.console().state(), way[1]) << "and forward again";
}

TEST(GameSteps, BackAreExactlyTheStatesOnTheWay) { expectTheSameWayBack(800); }

TEST(GameSteps, TenThousandBackAreExactlyTheStatesOnTheWay) {
  REQUIRE_SLOW();
  expectTheSameWayBack(jumpscope::tests::slowCases<size_t>(10'000) + 500);
}

TEST(GameSteps, OverASubroutineStandsBehindItsCall) {
  Game game(jumplab(), steppedOptions());
  for (int frame = 0; frame < 30; ++frame) game.runFrame({});
  size_t calls = 0;
  for (int i = 0; i < 3000 && calls < 3; ++i) {
    const cpu6502::State before = game.console().cpu();
    if (game.console().peek(before.pc) != 0x20) {
      game.stepInstruction({});
      continue;
    }
    ++calls;
    ASSERT_TRUE(game.stepOver({}));
    EXPECT_EQ(game.console().cpu().pc, before.pc + 3);
    EXPECT_EQ(game.console().cpu().s, before.s);
  }
  EXPECT_EQ(calls, 3u);
}

TEST(GameSteps, OutOfASubroutineStandsBehindItsCall) {
  Game game(jumplab(), steppedOptions());
  for (int frame = 0; frame < 30; ++frame) game.runFrame({});
  for (int i = 0; i < 3000; ++i) {
    const cpu6502::State before = game.console().cpu();
    const bool calls = game.console().peek(before.pc) == 0x20;
    game.stepInstruction({});
    if (!calls) continue;
    game.stepInstruction({});
    ASSERT_TRUE(game.stepOut({}));
    EXPECT_EQ(game.console().cpu().pc, before.pc + 3);
    return;
  }
  FAIL() << "no subroutine was called";
}

TEST(GameSteps, AValueIsExplainedAsByTheCommand) {
  Game game(jumplab(), smbOptions());
  game.playMovie(movieNamed("tour"));
  while (game.frame() < 191) game.runFrame({});
  const auto& watches = game.profile()->watches;
  const auto y = std::find_if(watches.begin(), watches.end(),
                              [](const trace::Watch& watch) { return watch.name == "y_position"; });
  const session::Input input = session::playMovie(movieNamed("tour"));
  for (const uint64_t depth : {1u, 12u}) {
    const why::Answer mine = game.explain(*y, depth);
    EXPECT_EQ(why::asText(mine, {}), why::asText(why::explain(jumplab(), {}, input, {*y, 190, depth}), {}));
  }
}

TEST(GameSteps, ToAnAddressThatIsNeverReachedGivesUp) {
  Game game(jumplab(), steppedOptions());
  EXPECT_FALSE(game.runTo({}, 0x0002));
  EXPECT_GT(game.frame(), 100u);
}

}  // namespace
}  // namespace jumpscope::play
