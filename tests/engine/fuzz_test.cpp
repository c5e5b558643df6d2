#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <random>

#include "src/engine/protocol.h"
#include "tests/engine/support.h"
#include "tests/support/sanitized.h"
#include "tests/support/slow.h"

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
void readRandomLines(size_t lines, unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<std::string> computes{"y", "speed"};
  size_t answers = 0, faults = 0;
  for (size_t n = 0; n < lines; ++n) {
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
  EXPECT_GT(answers, lines / 10);
  EXPECT_GT(faults, lines / 10);
}

TEST(EngineFuzz, EveryLineIsAnAnswerOrAFault) { readRandomLines(20'000, 51); }

TEST(EngineFuzz, EachOfAMillionLinesIsAnAnswerOrAFault) {
  REQUIRE_SLOW();
  readRandomLines(tests::slowCases(1'000'000), 52);
}

// The same lines from a program: it is read to its end, or one sentence says what was wrong, and where nothing was, the
// values are those that stand there.
TEST(EngineFuzz, AProgramOfRandomAnswersIsReadOrRefused) {
  signal(SIGPIPE, SIG_IGN);
  std::mt19937 random(9);
  const std::string path = testing::TempDir() + "/engine_fuzz_" + std::to_string(getpid());
  size_t read = 0;
  for (int run = 0; run < 8; ++run) {
    std::ofstream file(path, std::ios::binary);
    file << "ready computes=y,speed\n";
    const size_t lines = 201 + (random() % 4 == 0);
    const size_t wrong = random() % 2 == 0 ? lines : random() % lines;
    std::vector<double> expected;
    for (size_t n = 0; n < lines; ++n) {
      expected.push_back(double(int(random() % 2000)) / 8), expected.push_back(-double(random() % 50));
      const std::string right =
          "y=" + std::to_string(expected[2 * n]) + " speed=" + std::to_string(expected[2 * n + 1]);
      file << (n == wrong ? randomLine(random, right) : right) << (random() % 2 ? "\r\n" : "\n");
    }
    file.close();
    const std::string error = tests::errorOf([&] {
      const engine::Engine engine = tests::shell("for i in 1 2 3 4; do read line; done; head -n 1 '" + path +
                                                 "'; cat > /dev/null; tail -n +2 '" + path + "'");
      engine::Plan plan;
      plan.computes = engine.begin({}).computes;
      for (size_t n = 0; n < 201; ++n) plan.addFrame(n, 0, {});
      const std::vector<double> values = engine.run(plan);
      EXPECT_EQ(lines, 201U);
      for (size_t i = 0; i < values.size(); ++i) {
        if (i / 2 != wrong) {
          ASSERT_EQ(values[i], expected[i]);
        }
      }
      ++read;
    });
    EXPECT_EQ(error.find('\n'), error.npos) << error;
  }
  EXPECT_GT(read, 0U);
  std::remove(path.c_str());
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
