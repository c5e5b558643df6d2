// Proofs from the frames of one movie each: what the movie does not show must not make a difference to the verdict.
#include <gtest/gtest.h>

#include "src/prove/proof/claim.h"
#include "src/prove/proof/report.h"
#include "src/session/trace_input.h"
#include "tests/support/jumplab.h"
#include "tests/support/shared.h"
#include "tests/support/slow.h"

namespace jumpscope::prove {
namespace {

ClaimOptions claimWith(const std::filesystem::path& movie) {
  ClaimOptions options;
  options.cartridge = tests::jumplabCartridge();
  options.profile = trace::builtinProfile("smb");
  options.runs.push_back({session::playMovie(session::readMovie(movie)), {}});
  options.runs.back().options =
      session::machineOptions({}, *options.cartridge, options.runs.back().input.recorded_on);
  return options;
}

void expectProved(const ClaimOptions& options, const std::string& movie) {
  const Claim claim(options);
  const Proof proof = claim.prove();
  EXPECT_EQ(proof.verdict, Verdict::Proved) << movie << ": " << proofSummary(claim, proof);
}

std::filesystem::path movies() { return tests::sourceDir() / "roms_test/movies"; }

TEST(ProveMovies, AMovieInWhichNoBrickBreaksProvesTheRoutine) {
  ClaimOptions options = claimWith(movies() / "tier0-full.fm2");
  options.coverage = false;
  options.samples = 1000;
  expectProved(options, "tier0-full");
}

TEST(ProveMovies, EveryBundledMovieProvesTheRoutine) {
  REQUIRE_SLOW();
  for (const auto& file : std::filesystem::directory_iterator(movies()))
    if (file.path().extension() == ".fm2")
      expectProved(claimWith(file.path()), file.path().filename().string());
}

}  // namespace
}  // namespace jumpscope::prove
