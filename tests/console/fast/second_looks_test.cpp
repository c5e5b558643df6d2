// When loops that did not wait are looked at again.
#include "src/console/fast/second_looks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "tests/console/cartridge_builder.h"

namespace jumpscope::console::fast {
namespace {

class SecondLooksTest : public testing::Test {
 protected:
  SecondLooksTest() { first_second_look = 1000; }
  ~SecondLooksTest() override { first_second_look = before_; }

 private:
  const uint64_t before_ = first_second_look;
};
using Judging = SecondLooksTest;

TEST_F(Judging, EndsAndLastsLongerEachTime) {
  Judgement judgement;
  EXPECT_FALSE(judgement.wasPassed());
  uint64_t now = 50'000;
  for (const uint64_t length : {1000, 4000, 16'000, 64'000}) {
    judgement.pass(now);
    EXPECT_TRUE(judgement.wasPassed());
    EXPECT_FALSE(judgement.isOver(now));
    EXPECT_FALSE(judgement.isOver(now + length - 1));
    EXPECT_TRUE(judgement.isOver(now + length));
    now += length;
  }
}

TEST_F(Judging, EndsWhenAnEarlierStateComesBack) {
  Judgement judgement;
  judgement.pass(50'000);
  EXPECT_TRUE(judgement.isOver(49'999));
}

TEST_F(SecondLooksTest, AreNeverDueWhereNoLoopWasJudged) {
  SecondLooks looks;
  EXPECT_EQ(looks.due(), UINT64_MAX);
  looks.restart(10);
  EXPECT_EQ(looks.due(), UINT64_MAX);
  EXPECT_FALSE(looks.areUnderWay());
}

TEST_F(SecondLooksTest, TakeAMomentAndBecomeRare) {
  SecondLooks looks;
  looks.comeSoon(50'000);
  uint64_t wait = 1000, now = 50'000;
  for (int moment = 0; moment < 20; ++moment) {
    EXPECT_EQ(looks.due(), now + wait);
    now = looks.due() + 3;
    looks.beginOrEnd(now);
    EXPECT_TRUE(looks.areUnderWay());
    EXPECT_EQ(looks.due(), now + SecondLooks::length);
    now = looks.due() + 5;
    looks.beginOrEnd(now);
    EXPECT_FALSE(looks.areUnderWay());
    wait = std::min(2 * wait, SecondLooks::longest_wait);
  }
  EXPECT_EQ(looks.due(), now + SecondLooks::longest_wait);
}

TEST_F(SecondLooksTest, AreSoonAgainAfterALoopWasJudged) {
  SecondLooks looks;
  looks.comeSoon(0);
  for (int change = 0; change < 20; ++change) looks.beginOrEnd(looks.due());
  const uint64_t now = looks.due() - SecondLooks::longest_wait / 2;
  looks.comeSoon(now);
  EXPECT_EQ(looks.due(), now + 1000);
  looks.comeSoon(now + 900);  // another one does not put them off
  EXPECT_EQ(looks.due(), now + 1000);
}

TEST_F(SecondLooksTest, ComeAlsoWhenAnEarlierStateCameBack) {
  SecondLooks looks;
  looks.comeSoon(1'000'000'000);
  looks.restart(20);
  EXPECT_EQ(looks.due(), 1020u);
  looks.restart(500);
  EXPECT_EQ(looks.due(), 1020u);
}

// A loop that counts up to $80, for so many turns and often, and then waits for vblank.
tests::Program waitsLate(int turns) {
  tests::Program program;
  const uint16_t loop = 0x9000;
  program.store(0x4017, 0x40).put({0xA0, 0x00, 0xA9, 0x13, 0x85, 0x30, 0xA9, 0x00, 0x85, 0x31, 0x85, 0x20});
  const uint16_t often = program.here();
  program.put({0xA9, 0x80 - turns, 0x85, 0x13}).put16(0x20, loop);
  program.put({0xC6, 0x20, 0xD0, often - (program.here() + 4)});
  program.put({0xA9, 0x02, 0x85, 0x30, 0xA9, 0x20, 0x85, 0x31});
  const uint16_t waits = program.here();
  program.put16(0x20, loop).jmp(waits);
  return program.org(loop).put({0xE6, 0x13, 0xB1, 0x30, 0x10, 0xFA, 0x60});
}

// Of 20 frames, the quickest of many times; the first frames do not count.
double processorTime(const tests::Program& program) {
  Console console(program.build(), Options{});
  for (int frame = 0; frame < 300; ++frame) console.runFrame();
  double least = 1e9;
  for (int time = 0; time < 20; ++time) {
    const std::clock_t start = std::clock();
    for (int frame = 0; frame < 20; ++frame) console.runFrame();
    least = std::min(least, static_cast<double>(std::clock() - start));
  }
  return least;
}

// Else one takes fifteen times as long as the other.
TEST_F(SecondLooksTest, FindThatALoopWaitsThatWasJudgedByShortTurns) {
  EXPECT_LT(processorTime(waitsLate(64)), 5 * processorTime(waitsLate(3)));
}

}  // namespace
}  // namespace jumpscope::console::fast
