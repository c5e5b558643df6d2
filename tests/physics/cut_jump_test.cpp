// cut-jump beside a transcription of the game's function in C, and what the model is known for.
#include "src/physics/cut_jump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/physics/cut_jump_ends.h"
#include "src/physics/models.h"

namespace jumpscope::physics {
namespace {

// A key that is held and released for some frames each.
std::vector<uint8_t> randomPresses(uint32_t seed, size_t frames) {
  std::mt19937 random(seed);
  std::vector<uint8_t> buttons;
  for (uint8_t down = 1; buttons.size() < frames; down ^= 1)
    buttons.insert(buttons.end(), 1 + random() % 25, down);
  buttons.resize(frames);
  return buttons;
}

// The order of the game's movement(): two bytes each, with carries, over a floor.
struct Platformer {
  uint8_t y_high = 0, y_low = 0, timer = 0;
  int velocity = 0;
  bool previous = false;

  void frame(bool a, int floor) {
    const bool fresh = a && !previous;
    previous = a;
    velocity = velocity < 0x300 ? velocity + 0x4C : 0x300;
    const int sum = y_high * 256 + y_low + velocity;
    y_high = uint8_t(sum >> 8);
    y_low = uint8_t(sum);
    if (velocity > 0 && y_high > floor) {
      y_high = uint8_t(floor);
      y_low = 0;
      velocity = 0;
    }
    if (fresh && y_high >= floor) {
      velocity = -0x600;
      timer = 1;
    }
    if (timer && ++timer > 30) timer = 0;
    if (timer && !a && velocity < -0x200) {
      velocity = -0x200;
      timer = 0;
    }
  }
};

TEST(CutJump, TheGamesFunctionIsTheModel) {
  size_t jumps = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const std::vector<uint8_t> buttons = randomPresses(seed, 400);
    const int ground = 120 + int(seed);
    Platformer game;
    game.y_high = uint8_t(ground);
    const ModelRun run = runModel(findModel("cut-jump"), {{"ground", double(ground)}}, buttons);
    for (size_t n = 0; n < buttons.size(); ++n) {
      game.frame(buttons[n] != 0, ground);
      const std::vector<int64_t> expected{game.y_high * 256 + game.y_low, game.velocity, game.timer};
      ASSERT_EQ((std::vector<int64_t>{run.rows[n].begin(), run.rows[n].begin() + 3}), expected)
          << "seed " << seed << ", frame " << n;
      jumps += game.velocity == -0x600;
    }
  }
  EXPECT_GT(jumps, 300u);
}

int64_t apexOf(size_t held) {
  std::vector<uint8_t> buttons(80, 0);
  std::fill_n(buttons.begin() + 3, held, uint8_t{1});
  int64_t apex = 0;
  for (const auto& row : runModel(findModel("cut-jump"), {}, buttons).rows)
    apex = std::max(apex, 176 * 256 - row[0]);
  return apex;
}

TEST(CutJump, ALongerPressJumpsHigherUpToTheSpeedThatAReleaseLeaves) {
  for (size_t held = 2; held < 14; ++held) EXPECT_GT(apexOf(held), apexOf(held - 1)) << held;
  EXPECT_EQ(apexOf(15), apexOf(40));  // by then the rise is slower than what a release leaves
}

// A run of the model, read as a game's bytes, is one of the ends that its frame allows.
TEST(CutJump, EveryFrameOfARunIsAmongTheEnds) {
  const std::vector<uint8_t> buttons = randomPresses(7, 3000);
  const CutFrameEnds<Plain> rules(Settings{});
  constexpr size_t compared[]{cut_y_position, cut_y_subpixel, cut_y_speed, cut_y_speed_fraction, cut_timer};
  Values before;
  const auto put = [](Values& values, const std::vector<int64_t>& row) {
    values.set(cut_y_position, row[0] >> 8);
    values.set(cut_y_subpixel, row[0] & 0xFF);
    values.set(cut_y_speed, row[1] >> 8);
    values.set(cut_y_speed_fraction, row[1] & 0xFF);
    values.set(cut_timer, row[2]);
  };
  put(before, {176 * 256, 0, 0});
  size_t jumps = 0;
  const ModelRun run = runModel(findModel("cut-jump"), {}, buttons);
  for (size_t n = 0; n < run.rows.size(); ++n) {
    Values after;
    put(after, run.rows[n]);
    const auto ends = rules.ends(before, buttons[n], false);
    const FrameEnd<Plain>* end = endWith(ends, after, compared);
    ASSERT_TRUE(end) << "frame " << n;
    jumps += end->name.ends_with("jump");
    before = after;
    before.set(cut_held_before, buttons[n]);
  }
  EXPECT_GT(jumps, 20u);
}

}  // namespace
}  // namespace jumpscope::physics
