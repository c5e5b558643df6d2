// The variants of jumplab whose frames end late (roms_test/jumplab/README.md, "Variants with lag"): they jump as
// the original does, so the diff reports nothing.
#include <gtest/gtest.h>

#include "tests/support/jumplab.h"

namespace jumpscope::tests {
namespace {

class LagVariant : public testing::TestWithParam<const char*> {};

TEST_P(LagVariant, HasNoDifferenceInAnyBundledMovie) {
  const auto cartridge = jumplabCartridge(std::string("lag/lag-") + GetParam() + ".nes");
  size_t frames = 0, lag = 0, compared = 0;
  for (const BundledMovie& movie : bundledMovies()) {
    JumplabPlay play(cartridge);
    for (const movie::FrameInput& input : movie.inputs) {
      play.runFrame(input);
      ++frames;
      lag += !play.console.polledInput();
    }
    const diff::DiffResult result = diffOfJumplab(play.recording);
    EXPECT_TRUE(result.differences.empty())
        << movie.name << ": " << result.differences.size() << " differences\n"
        << diff::diffText(play.recording.trace, result);
    compared += result.compared_values;
  }
  EXPECT_GT(lag, frames / 40);
  EXPECT_GT(compared, frames);
}

INSTANTIATE_TEST_SUITE_P(Places, LagVariant,
                         testing::Values("start", "jump-check", "mover", "enemies", "end", "random"),
                         [](const auto& variant) {
                           std::string name = variant.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace jumpscope::tests
