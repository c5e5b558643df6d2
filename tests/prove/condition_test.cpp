#include "src/prove/proof/condition.h"

#include <gtest/gtest.h>

#include <random>

#include "src/trace/profile.h"
#include "src/trace/watch.h"

namespace jumpscope::prove {
namespace {

std::vector<trace::Watch> watches() {
  std::vector<trace::Watch> list = trace::builtinProfile("smb").watches;
  list.push_back(trace::parseWatch("y=$00B5,$00CE,$0416:u16.8"));
  list.push_back(trace::parseWatch("v=$009F,$0433:s8.8"));
  list.push_back(trace::parseWatch("tile=$0300:bits&$30"));
  list.push_back(trace::parseWatch("score=$07DD,$07DE:digits&$0F"));
  list.push_back(trace::parseWatch("board=$6001:s8"));
  return list;
}

TEST(MemoryCondition, SaysTheSameOfKnownAndUnknownBytes) {
  const char* texts[] = {"y_page == 1",
                         "y_speed < 0 && held(A)",
                         "abs(v) <= 4.5",
                         "y % 16 == 0 || v % 3 == 1",
                         "!(player_state == 2) && y_position + 16 >= 200",
                         "tile == 3",
                         "score > 50",
                         "-board < y_speed",
                         "buttons",
                         "v - 0.25 != y_speed",
                         "v < 0.6 && y_speed + 1e-3 > -1.3",
                         "abs(v - 0.1) % 3 <= 2.7"};
  std::mt19937 random(4);
  for (const char* text : texts) {
    const MemoryCondition condition(text, watches(), "--assume");
    Terms terms;
    const Terms::Scope scope(terms);
    const Symbolic<uint8_t> buttons = Symbolic<uint8_t>::of(terms.variable(8, "buttons"));
    const Term term =
        condition
            .holds([&](uint16_t address) { return Symbolic<uint8_t>::of(terms.initial(address)); }, buttons)
            .term();
    int held = 0;
    for (int sample = 0; sample < 2000; ++sample) {
      Memory memory;
      memory.board.resize(0x2000);
      Assignment assignment;
      for (const uint16_t address : condition.addresses())
        *placeOf(memory, address) = assignment.memory[address] =
            static_cast<uint8_t>(random() % 4 == 0 ? random() : random() % 5 - 1);
      const uint8_t pad = static_cast<uint8_t>(random());
      assignment.variables[0] = pad;
      const bool holds = condition.holds(memory, pad);
      EXPECT_EQ(Evaluation(terms, assignment).value(term), holds) << text;
      held += holds;
    }
    EXPECT_GT(held, 0) << text;
  }
}

std::string problemWith(const char* text) {
  try {
    MemoryCondition(text, watches(), "--assume");
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(MemoryCondition, RefusesWhatNeedsOtherFrames) {
  EXPECT_NE(problemWith("previous(y_speed) < 0").find("values of the frame before"), std::string::npos);
  EXPECT_NE(problemWith("frame > 3").find("the frame's number"), std::string::npos);
  EXPECT_NE(problemWith("pressed(A)").find("the buttons of the frame before"), std::string::npos);
  EXPECT_EQ(problemWith("y_speed < 0.5"), "");
}

TEST(MemoryCondition, TakesDecimalsAsLongAsSumsHaveRoom) {
  EXPECT_EQ(problemWith("y_speed < 0.000000476837158203125"), "");
  EXPECT_EQ(problemWith("v < 0.6"), "");
  EXPECT_EQ(problemWith("v < 2147483647.5"), "");
  EXPECT_NE(problemWith("v < 2147483648").find("more than 31 bits before the point"), std::string::npos);
  EXPECT_NE(problemWith("v < 524288.6").find("more than 19 bits before the point"), std::string::npos);
}

}  // namespace
}  // namespace jumpscope::prove
