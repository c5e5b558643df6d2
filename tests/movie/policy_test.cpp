// Both policies give the same states in every frame of jumplab's movies.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "jumpscope_test_paths.h"
#include "src/console/console.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"
#include "tests/support/slow.h"

namespace jumpscope::movie {
namespace {

const std::filesystem::path folder = std::filesystem::path(JUMPSCOPE_SOURCE_DIR) / "roms_test";

std::vector<uint8_t> bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

Movie movieAt(const std::filesystem::path& path) { return parseFm2(bytesOf(path), path.filename().string()); }

void expectPoliciesAgree(const Movie& movie) {
  SCOPED_TRACE(movie.name);
  const auto cartridge = std::make_shared<const console::Cartridge>(
      console::parseCartridge(bytesOf(folder / "jumplab/jumplab.nes"), "jumplab.nes"));
  Player player;
  player.setMovie(movie);
  console::Options options;
  options.devices = *player.devices();
  options.video = options.audio = true;
  console::Console fast(cartridge, options);
  options.policy = console::Policy::Lockstep;
  console::Console oracle(cartridge, options);
  for (uint64_t frame = 0; frame < player.frames(); ++frame) {
    const FrameInput input = player.at(frame);
    for (console::Console* console : {&fast, &oracle}) {
      latch(*console, input);
      console->runFrame();
    }
    ASSERT_EQ(console::firstDifference(fast.state(), oracle.state()), "") << "frame " << frame;
    ASSERT_TRUE(std::ranges::equal(fast.pixels(), oracle.pixels())) << "picture of frame " << frame;
    ASSERT_EQ(fast.takeSamples(), oracle.takeSamples()) << "sound of frame " << frame;
  }
}

TEST(Policies, AgreeThroughAMovieOfJumplab) {
  expectPoliciesAgree(movieAt(folder / "movies/tier3-tapped.fm2"));
}

TEST(Policies, AgreeThroughResetsAndPowerCyclesWithFourPads) {
  Movie movie = movieAt(folder / "movies/tier3-tapped.fm2");
  movie.records.resize(150);
  movie.fourscore = true;
  for (size_t r = 0; r < movie.records.size(); ++r) movie.records[r].pads[2] = Buttons(r);
  movie.records[70].commands = command_reset;
  movie.records[100].commands = command_power;
  movie.records[130].commands = command_reset | command_power;
  expectPoliciesAgree(movie);
}

TEST(Policies, AgreeThroughAllMoviesOfJumplab) {
  REQUIRE_SLOW();
  std::vector<std::filesystem::path> movies;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "movies"))
    if (entry.path().extension() == ".fm2") movies.push_back(entry.path());
  std::sort(movies.begin(), movies.end());
  for (size_t i = 0; i < movies.size(); i += tests::slowStep()) {
    expectPoliciesAgree(movieAt(movies[i]));
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace jumpscope::movie
