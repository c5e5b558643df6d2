// Where the two sides of a branch meet again.
#include "src/why/choices.h"

#include <gtest/gtest.h>

#include <vector>

namespace jumpscope::why {
namespace {

constexpr uint16_t base = 0x8000;

int meeting(const std::vector<uint8_t>& code, uint16_t branch) {
  const int at = meetingPoint(static_cast<uint16_t>(base + branch), [&](uint16_t address) {
    const auto offset = static_cast<size_t>(address - base);
    return offset < code.size() ? code[offset] : uint8_t{0x60};
  });
  return at < 0 ? at : at - base;
}

TEST(MeetingPoint, OfAnIfIsBehindIt) {
  EXPECT_EQ(meeting({0xF0, 0x01, 0xE8, 0x60}, 0), 3);  // BEQ +1; INX; RTS
}

TEST(MeetingPoint, OfAnIfWithElseIsBehindBoth) {
  // 0 BEQ 6; 2 INX; 3 JMP 7; 6 INY; 7 RTS
  EXPECT_EQ(meeting({0xF0, 0x04, 0xE8, 0x4C, 0x07, 0x80, 0xC8, 0x60}, 0), 7);
}

TEST(MeetingPoint, OfALoopIsBehindIt) {
  EXPECT_EQ(meeting({0xCA, 0xD0, 0xFD, 0x60}, 1), 3);  // DEX; BNE -3; RTS
}

TEST(MeetingPoint, IsNoneWhereOneSideReturns) {
  EXPECT_EQ(meeting({0xF0, 0x01, 0x60, 0xE8, 0x60}, 0), -1);  // BEQ +1; RTS; INX; RTS
}

TEST(MeetingPoint, IsNoneWhereTheFlowIsUnknown) {
  EXPECT_EQ(meeting({0xF0, 0x03, 0x6C, 0x00, 0x02, 0xE8, 0x60}, 0), -1);  // BEQ +3; JMP ($0200); INX; RTS
}

TEST(MeetingPoint, InAMainLoopThatNeverReturnsIsWhereBothSidesGoOn) {
  // 0 LDA $A0; 2 BEQ 6; 4 INC $50; 6 LDA $B0; 8 STA $51; 10 JMP 0
  const std::vector<uint8_t> code{0xA5, 0xA0, 0xF0, 0x02, 0xE6, 0x50, 0xA5,
                                  0xB0, 0x85, 0x51, 0x4C, 0x00, 0x80};
  EXPECT_EQ(meeting(code, 2), 6);
}

TEST(MeetingPoint, LooksOverSubroutines) {
  EXPECT_EQ(meeting({0xF0, 0x03, 0x20, 0x00, 0x90, 0xE8, 0x60}, 0), 5);  // BEQ +3; JSR $9000; INX; RTS
}

}  // namespace
}  // namespace jumpscope::why
