#include "tests/engine/support.h"

namespace jumpscope {
namespace {

using tests::judged;
using tests::recordingOf;
using tests::routine;

TEST(EngineVerdict, TheRoutineAgreesWithEveryBundledMovie) {
  size_t flights = 0, falls = 0;
  for (const tests::BundledMovie& movie : tests::bundledMovies()) {
    const diff::DiffResult result = judged(recordingOf(movie.name), routine());
    EXPECT_TRUE(result.differences.empty())
        << movie.name << ": " << diff::diffText(recordingOf(movie.name).trace, result);
    flights += result.jumps.size();
    for (const jumps::Jump& jump : result.jumps) falls += jump.start == jumps::JumpStart::Fall;
  }
  EXPECT_GT(flights, 50U);
  EXPECT_GT(falls, 3U);
}

TEST(EngineVerdict, AWrongConstantIsNamedByItsByteAndWriter) {
  physics::SmbTables tables;
  tables.fall[0] = 113;
  const tests::Recording& tour = recordingOf("tour");
  const diff::DiffResult result = judged(tour, routine(tables));
  ASSERT_FALSE(result.differences.empty());
  const diff::Difference& first = result.differences.front();
  EXPECT_EQ(first.watch, "gravity_fall");
  EXPECT_EQ(first.expected, 113);
  EXPECT_EQ(first.got, 112);
  ASSERT_TRUE(first.writer.has_value());
  EXPECT_EQ(first.writer->new_value, 112);
}

TEST(EngineVerdict, AgreesWithTheArticlesModelOnWhatBothJudge) {
  const tests::Recording& tour = recordingOf("tour");
  const diff::DiffResult result = judged(tour, routine());
  EXPECT_FALSE(result.notes.empty());
  EXPECT_NE(result.notes.back().find(" frames on the ground"), std::string::npos);
  EXPECT_GT(result.compared_frames, 300U);
}

TEST(EngineVerdict, WithoutALogLandingsAreLeftOut) {
  tests::Recording tour = recordingOf("tier0-full");
  const diff::DiffResult logged = judged(tour, routine());
  const diff::DiffResult bare =
      engine::compareWith(tour.trace, trace::builtinProfile("smb"), std::nullopt, routine());
  EXPECT_TRUE(bare.differences.empty());
  EXPECT_EQ(bare.compared_frames + 1, logged.compared_frames);
}

// Bytes wrap around; what an engine answers does not by itself.
TEST(EngineVerdict, AValueThatTheBytesCannotHaveIsSaidToBeNone) {
  const engine::Engine right = routine();
  engine::Engine wide = right;
  wide.run = [&](const engine::Plan& plan) {
    std::vector<double> answers = right.run(plan);
    answers[2] += 256;  // y_subpixel of the first frame
    return answers;
  };
  const diff::DiffResult result = judged(recordingOf("tier0-full"), wide);
  ASSERT_EQ(result.differences.size(), 1U);
  const diff::Difference& first = result.differences.front();
  EXPECT_EQ(first.expected, first.got + 256);
  EXPECT_FALSE(first.byte.has_value());
  EXPECT_NE(first.note.find("the bytes of y_subpixel wrap around: they hold 0 to 255"), std::string::npos)
      << first.note;
}

// Nearer than half of 2^-32 is the same; an answer in the midst of two values is neither.
TEST(EngineVerdict, AnAnswerBetweenTwoValuesIsNeither) {
  const engine::Engine right = routine();
  for (const double change : {0.5, -0.5, 1e-9, -1e-9}) {
    engine::Engine between = right;
    between.run = [&](const engine::Plan& plan) {
      std::vector<double> answers = right.run(plan);
      answers[0] += change;
      return answers;
    };
    const diff::DiffResult result = judged(recordingOf("tier0-full"), between);
    ASSERT_EQ(result.differences.size(), 1U) << change;
    EXPECT_NE(result.differences.front().note.find("the engine answered"), std::string::npos) << change;
  }
}

}  // namespace
}  // namespace jumpscope
