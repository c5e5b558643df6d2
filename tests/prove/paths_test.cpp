#include "src/prove/terms/paths.h"

#include <gtest/gtest.h>

#include <set>

namespace jumpscope::prove {
namespace {

TEST(Paths, EveryCombinationOfDecisionsIsRunOnce) {
  Terms terms;
  const Terms::Scope scope(terms);
  const auto x = Symbolic<uint8_t>::of(terms.variable(8, "x"));
  const auto y = Symbolic<uint8_t>::of(terms.variable(8, "y"));
  const auto paths = allPaths(terms, nullptr, terms.yes(), [&] {
    int result = 0;
    if (x < 10) result += 1;
    if (y == 3) result += 2;
    if (!(x < 10)) result += 4;  // decided before
    return result;
  });
  std::set<int> results;
  for (const auto& [condition, result] : paths) results.insert(result);
  EXPECT_EQ(paths.size(), 4u);
  EXPECT_EQ(results, (std::set<int>{1, 3, 4, 6}));
}

TEST(Paths, TheConditionsExcludeEachOtherAndLeaveNothingOut) {
  Terms terms;
  const Terms::Scope scope(terms);
  const auto x = Symbolic<uint8_t>::of(terms.variable(8, "x"));
  const auto paths = allPaths(terms, nullptr, terms.yes(), [&] {
    int bits = 0;
    for (int bit = 0; bit < 4; ++bit)
      if ((x >> bit & 1) != 0) bits |= 1 << bit;
    return bits;
  });
  ASSERT_EQ(paths.size(), 16u);
  for (unsigned value = 0; value < 256; ++value) {
    Assignment assignment;
    assignment.variables[0] = value;
    Evaluation evaluation(terms, assignment);
    int taken = 0;
    for (const auto& [condition, result] : paths) {
      if (!evaluation.value(condition)) continue;
      ++taken;
      EXPECT_EQ(unsigned(result), value & 15);
    }
    EXPECT_EQ(taken, 1);
  }
}

TEST(Paths, WithASolverImpossibleOnesAreNotRun) {
  Terms terms;
  const Terms::Scope scope(terms);
  const auto solver = loadSolver(terms);
  const auto x = Symbolic<uint8_t>::of(terms.variable(8, "x"));
  const Term small = Symbolic<bool>(x < 10).term();
  const auto paths = allPaths(terms, solver.get(), small, [&] {
    if (x > 20) return 1;  // not with the assumption
    if (x > 5) {
      if (x < 4) return 2;
      return 3;
    }
    return 4;
  });
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].second, 3);
  EXPECT_EQ(paths[1].second, 4);
}

}  // namespace
}  // namespace jumpscope::prove
