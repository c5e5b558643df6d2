#include "src/console/sweep.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>

#include "tests/console/random_program.h"

namespace jumpscope::console::tests {
namespace {

uint64_t sumOf(const console::State& state) {
  return std::accumulate(state.ram.begin(), state.ram.end(), state.cycle);
}

TEST(Sweep, GivesForEveryNumberOfThreadsWhatCopiesGiveOneByOne) {
  const RandomProgram program(7);
  console::Console start(program.cartridge, program.options);
  for (int frame = 0; frame < 3; ++frame) start.runFrame();
  const auto run = [](console::Console& console, size_t index) {
    console.setButtons(0, static_cast<console::Buttons>(index * 37));
    for (int frame = 0; frame < 3; ++frame) console.runFrame();
    return sumOf(console.state());
  };
  std::vector<uint64_t> expected;
  for (size_t index = 0; index < 9; ++index) {
    console::Console copy(start);
    expected.push_back(run(copy, index));
  }
  const uint64_t before = sumOf(start.state());
  for (const unsigned threads : {0u, 1u, 2u, 5u, 40u})
    EXPECT_EQ(console::sweep(start, expected.size(), run, threads), expected) << threads << " threads";
  EXPECT_EQ(sumOf(start.state()), before) << "the start itself must not run";
  EXPECT_TRUE(console::sweep(start, 0, run).empty());
}

TEST(Sweep, TheFirstFailureEndsItAndIsThrown) {
  std::atomic<int> calls = 0;
  const auto work = [&](unsigned, size_t index) {
    ++calls;
    if (index == 3) throw std::runtime_error("the fourth");
  };
  EXPECT_THROW(console::inParallel(1000, 1, work), std::runtime_error);
  EXPECT_EQ(calls, 4);
  EXPECT_THROW(console::inParallel(1000, 4, work), std::runtime_error);
}

TEST(Sweep, TheFailureOfTheLowestIndexIsThrownWhateverIsFirst) {
  std::atomic<bool> second_failed = false;
  try {
    console::inParallel(2, 2, [&](unsigned, size_t index) {
      if (index == 0)
        while (!second_failed) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      second_failed = true;
      throw std::runtime_error("index " + std::to_string(index));
    });
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "index 0");
  }
}

TEST(Copies, AreTheSameConsoleAndGoTheirOwnWay) {
  const RandomProgram program(11);
  console::Console original(program.cartridge, program.options);
  original.runFrame();
  console::Console constructed(original);
  console::Console assigned(program.cartridge, program.options);
  assigned = original;
  for (console::Console* copy : {&constructed, &assigned}) {
    EXPECT_EQ(console::firstDifference(copy->state(), original.state()), "");
    copy->poke(0x0000, static_cast<uint8_t>(~original.peek(0)));
    EXPECT_NE(copy->peek(0), original.peek(0));
    copy->restore(original.state());
  }
  for (int frame = 0; frame < 3; ++frame) {
    original.runFrame();
    constructed.runFrame();
    assigned.runFrame();
    EXPECT_EQ(console::firstDifference(constructed.state(), original.state()), "");
    EXPECT_EQ(console::firstDifference(assigned.state(), original.state()), "");
  }
}

}  // namespace
}  // namespace jumpscope::console::tests
