// What a prover is told that a frame may end with, beside what the judge says of single frames.
#include "src/physics/smb_frame_ends.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "src/physics/models.h"

namespace jumpscope::physics {
namespace {

// Small numbers more often than others, so that a player stands, swims and touches things.
Values randomBytes(std::mt19937& random) {
  Values values;
  for (size_t v = 0; v <= smb_mode; ++v) {
    const uint32_t drawn = random();
    values.set(v, drawn & 0x100 ? drawn & 3 : drawn & 0xFF);
  }
  values.set(smb_player_state, random() % 3);
  values.set(smb_freeze, 0);
  values.set(smb_whirlpool, 0);  // the judge adds its pull, which is other code
  return values;
}

TEST(SmbFrameEnds, TheyAreTheOutcomesOfTheJudgeButForStomps) {
  const Game& game = gameOf("smb-jump");
  const auto judge = game.judge({});
  const SmbFrameEnds<Plain> rules(Settings{});
  std::vector<size_t> compared;
  for (size_t v = 0; v <= smb_mode; ++v)
    if (game.variables()[v].compared) compared.push_back(v);
  std::mt19937 random(3);
  size_t count = 0;
  for (int n = 0; n < 20000; ++n) {
    Frame frame;
    frame.before = frame.at_start = frame.now = randomBytes(random);
    frame.now.buttons = uint8_t(random());
    const auto ends = rules.ends(frame.before, frame.now.buttons, false);
    frame.now.set(smb_buttons_ab, ends.front().values.byte(smb_buttons_ab));
    std::vector<Outcome> outcomes = judge->judge(frame.before, frame).outcomes;
    std::erase_if(outcomes, [](const Outcome& outcome) { return outcome.name == "stomp"; });
    std::vector<FrameEnd<Plain>> demanded;
    std::copy_if(ends.begin(), ends.end(), std::back_inserter(demanded),
                 [](const FrameEnd<Plain>& end) { return end.possible && end.demanded; });
    ASSERT_EQ(demanded.size(), outcomes.size()) << n;
    for (size_t i = 0; i < outcomes.size(); ++i) {
      EXPECT_EQ(demanded[i].name, outcomes[i].name) << n;
      ASSERT_TRUE(endWith({&demanded[i], 1}, outcomes[i].values, compared)) << n << " " << outcomes[i].name;
      ++count;
    }
  }
  EXPECT_GT(count, 20000u);
}

}  // namespace
}  // namespace jumpscope::physics
