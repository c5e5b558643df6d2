#include <random>

#include "src/engine/protocol.h"
#include "tests/engine/support.h"
#include "tests/support/sanitized.h"

namespace jumpscope {
namespace {

std::string randomLine(std::mt19937& random, const std::string& right) {
  static constexpr std::string_view letters = "yspeed=0123456789.-+eEnaif{}\":, \t\r\\u\x80\xFF\0";
  std::string line = random() % 4 == 0 ? "" : right;
  for (size_t edits = random() % 4; edits > 0; --edits) {
    const size_t at = random() % (line.size() + 1);
    const char letter = letters[random() % letters.size()];
    if (random() % 2 == 0 || at == line.size())
      line.insert(at, 1, letter);
    else if (random() % 2 == 0)
      line[at] = letter;
    else
      line.erase(at, random() % 5);
  }
  return line;
}

// Whatever an engine writes is read as finite numbers of its own variables, or refused with a sentence.
TEST(EngineFuzz, EveryLineIsAnAnswerOrAFault) {
  std::mt19937 random(51);
  const std::vector<std::string> computes{"y", "speed"};
  size_t answers = 0, faults = 0;
  for (size_t n = 0; n < 100'000; ++n) {
    const std::string line = randomLine(random, n % 2 ? "y=176.5 speed=-4" : R"({"y":176.5,"speed":-4})");
    std::vector<double> values{1e9, 1e9};
    try {
      engine::parseAnswer(line, computes, values);
      ++answers;
      for (const double value : values) ASSERT_LT(std::abs(value), engine::largest_answer) << line;
    } catch (const std::runtime_error& error) {
      ++faults;
      ASSERT_FALSE(std::string(error.what()).empty());
    }
  }
  EXPECT_GT(answers, 10'000U);
  EXPECT_GT(faults, 10'000U);
}

// A wrong value is found whatever it is and wherever it stands: one answer among many is made another one.
TEST(EngineFuzz, OneChangedAnswerIsOneDifferenceThere) {
  std::mt19937 random(7);
  const tests::Recording& movie = tests::recordingOf("tier0-full");
  const engine::Engine right = tests::routine();
  for (int n = 0; n < 200; ++n) {
    const size_t which = random() % (7 * 50);
    const double change =
        std::ldexp(double(1 + random() % 1000), -int(random() % 32)) * (random() % 2 ? 1 : -1);
    engine::Engine mutant = right;
    mutant.run = [&](const engine::Plan& plan) {
      std::vector<double> answers = right.run(plan);
      answers[which] += change;
      return answers;
    };
    const diff::DiffResult result = tests::judged(movie, mutant);
    ASSERT_EQ(result.differences.size(), 1U) << which << " " << change;
    const char* const names[] = {"y_position",       "y_page",  "y_subpixel",  "y_speed",
                                 "y_speed_fraction", "gravity", "gravity_fall"};
    EXPECT_EQ(result.differences.front().watch, names[which % 7]);
    EXPECT_EQ(result.differences.front().frame, 33 + which / 7);
    engine::Options tolerant;
    tolerant.tolerances[names[which % 7]] = std::abs(change);
    EXPECT_TRUE(tests::judged(movie, mutant, tolerant).differences.empty());
  }
}

}  // namespace
}  // namespace jumpscope
