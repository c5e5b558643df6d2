// A law of a file checks the game as it runs, as a built-in model does.
#include <unistd.h>

#include "src/diff/diff.h"
#include "src/session/record.h"
#include "tests/play/support.h"

namespace jumpscope::play {
namespace {

// jumplab's vertical movement while the player stands, with this speed at the start of a jump.
class LawCheck : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(file()); }

  std::string file() const {
    return (std::filesystem::temp_directory_path() / ("law-check-" + std::to_string(getpid()) + ".json"))
        .string();
  }
  std::string law(int start) {
    std::ofstream(file())
        << R"({"y": {"watches": ["y_position", "y_subpixel"], "bits": [8, 8], "fraction": 8},
        "speed": {"watches": ["y_speed", "y_speed_fraction"], "bits": [8, 8], "fraction": 8},
        "order": ["start", "choose", "move", "gravity"], "choice": {"apex": 0, "release": true},
        "clears_fraction": true, "tiers": [{"start": )"
        << start << R"(, "gravity": 32, "fall": 112}], "terminal": {"from": 1152, "to": 1024}})";
    return chosenModel(file());
  }
  // Two jumps from rest; the frames in which the game stopped.
  static std::vector<uint64_t> stops(Game& game) {
    std::vector<uint64_t> frames;
    while (game.frame() < 300) {
      movie::FrameInput input;
      const uint64_t frame = game.frame();
      input.pads[0] = frame >= 60 && frame < 63                               ? 0x08
                      : frame >= 120 && frame % 100 >= 20 && frame % 100 < 40 ? 1
                                                                              : 0;
      game.runFrame(input);
      if (const auto stop = game.takeStop()) frames.push_back(stop->frame);
    }
    return frames;
  }
};

TEST_F(LawCheck, TheRightLawStopsNothing) {
  Game game(jumplab(), smbOptions());
  game.setModel(law(-1024));
  game.setModelCheck(true);
  EXPECT_EQ(stops(game), std::vector<uint64_t>());
  // Jumps are measured as the profile says.
  Game plain(jumplab(), smbOptions());
  stops(plain);
  ASSERT_TRUE(game.lastJump() && plain.lastJump());
  EXPECT_EQ(game.lastJump()->apex_raw, plain.lastJump()->apex_raw);
  EXPECT_EQ(game.live()->origin(), plain.live()->origin());
}

TEST_F(LawCheck, AWrongLawStopsWhereDiffSaysThatItDiffersFirst) {
  const std::string model = law(-1000);
  Game game(jumplab(), smbOptions());
  game.setModel(model);
  game.setModelCheck(true);
  const std::vector<uint64_t> stopped = stops(game);
  ASSERT_EQ(stopped.size(), 2u) << "once a jump";
  const session::Recording recording = session::record(jumplab(), {}, session::playMovie(game.movie()), "smb",
                                                       game.live()->trace().header.watches);
  const diff::DiffResult diff =
      diff::compareWith(recording.trace, trace::builtinProfile("smb"), recording.writes, {model, {}, false});
  ASSERT_FALSE(diff.differences.empty());
  EXPECT_EQ(stopped.front(), diff.differences.front().frame);
}

TEST_F(LawCheck, AModelIsChangedWhileTheGameRuns) {
  Game game(jumplab(), smbOptions());
  game.setModelCheck(true);
  while (game.frame() < 130) stops(game);
  const size_t rows = game.live()->trace().rows.size();
  game.setModel(law(-1024));
  EXPECT_EQ(game.live()->trace().rows.size(), rows);
  EXPECT_TRUE(game.modelCheck());
  game.setModel("");
  EXPECT_TRUE(game.modelCheck());
}

TEST_F(LawCheck, ALawWhoseWatchesAreNotThereIsRefusedAndChangesNothing) {
  std::ofstream(file())
      << R"({"y": {"watches": ["height"], "bits": [8]}, "speed": {"watches": ["vy"], "bits": [8]},
      "tiers": [{"start": -4, "gravity": 1, "fall": 1}]})";
  const std::string model = chosenModel(file());
  Game game(jumplab(), smbOptions());
  game.setModelCheck(true);
  EXPECT_THROW(game.setModel(model), std::runtime_error);
  EXPECT_TRUE(game.options().model.empty());
  EXPECT_THROW(chosenModel("strafe"), std::runtime_error) << "about no game";
  EXPECT_THROW(chosenModel("missing.json"), std::runtime_error);
}

}  // namespace
}  // namespace jumpscope::play
