#include "src/prove/terms/decisions.h"

#include <gtest/gtest.h>

#include <random>

namespace jumpscope::prove {
namespace {

class DecisionsTest : public testing::Test {
 protected:
  // Any formula over the variables.
  Term random(int depth) {
    if (depth == 0) return variables_[random_() % variables_.size()];
    const Term a = random(depth - 1), b = random(depth - 1);
    switch (random_() % 4) {
      case 0:
        return terms_.conjunction(a, b);
      case 1:
        return terms_.disjunction(a, b);
      case 2:
        return terms_.binary(Op::Xor, a, b);
      default:
        return terms_.ite(a, b, random(depth - 1));
    }
  }
  // Its value for each of the 32 assignments.
  uint32_t truth(Term term) {
    uint32_t truth = 0;
    for (uint32_t row = 0; row < 32; ++row) {
      Assignment assignment;
      for (size_t i = 0; i < variables_.size(); ++i)
        assignment.variables[terms_.node(variables_[i]).value] = row >> i & 1;
      truth |= static_cast<uint32_t>(Evaluation(terms_, assignment).value(term)) << row;
    }
    return truth;
  }
  uint32_t truth(Decisions::Condition condition) { return truth(decisions_.term(condition)); }

  Terms terms_;
  Decisions decisions_{terms_};
  std::mt19937 random_{5};
  std::vector<Term> variables_{terms_.variable(1, "a"), terms_.variable(1, "b"), terms_.variable(1, "c"),
                               terms_.variable(1, "d"), terms_.variable(1, "e")};
};

TEST_F(DecisionsTest, EqualConditionsAreOne) {
  for (int round = 0; round < 500; ++round) {
    const Term a = random(3), b = random(3);
    const Decisions::Condition x = decisions_.of(a), y = decisions_.of(b);
    EXPECT_EQ(truth(x), truth(a));
    EXPECT_EQ(x == y, truth(a) == truth(b));
    EXPECT_EQ(truth(decisions_.both(x, y)), truth(a) & truth(b));
    EXPECT_EQ(truth(decisions_.either(x, y)), truth(a) | truth(b));
    EXPECT_EQ(truth(decisions_.negation(x)), ~truth(a));
  }
}

TEST_F(DecisionsTest, ARestrictedConditionIsTheSameWhereItMatters) {
  for (int round = 0; round < 500; ++round) {
    const Term a = random(3), b = random(3);
    const Decisions::Condition restricted = decisions_.restricted(decisions_.of(a), decisions_.of(b));
    EXPECT_EQ(truth(restricted) & truth(b), truth(a) & truth(b));
  }
}

TEST_F(DecisionsTest, BothSidesOfADecisionTogetherAreWhatWasBefore) {
  const Decisions::Condition before = decisions_.of(variables_[0]), side = decisions_.of(variables_[1]);
  const Decisions::Condition yes = decisions_.both(before, side);
  const Decisions::Condition no = decisions_.both(before, decisions_.negation(side));
  EXPECT_EQ(decisions_.either(yes, no), before);
  EXPECT_EQ(decisions_.restricted(yes, before), side);
}

}  // namespace
}  // namespace jumpscope::prove
