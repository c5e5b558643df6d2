#include "tests/jumplab/random_play.h"

namespace jumpscope::tests {

namespace {

constexpr console::Buttons a = 0x01, b = 0x02, select = 0x04, start = 0x08, up = 0x10, down = 0x20,
                           left = 0x40, right = 0x80;
constexpr uint32_t never = 1'000'000;

}  // namespace

const std::array<RandomPad::Habit, 8>& RandomPad::habitsOf(Style style) {
  // Button; frames down, from and to; frames up, from and to.
  static const std::array<Habit, 8> mashing{{{a, 1, 6, 1, 8},
                                             {b, 1, 10, 1, 10},
                                             {select, 1, 4, 1, 60},
                                             {start, 1, 4, 1, 60},
                                             {up, 1, 6, 1, 20},
                                             {down, 1, 6, 1, 20},
                                             {left, 1, 12, 1, 20},
                                             {right, 1, 20, 1, 8}}};
  static const std::array<Habit, 8> long_holds{{{a, 5, 60, 1, 50},
                                                {b, 20, 120, 1, 60},
                                                {select, 1, 1, never, never},
                                                {start, 1, 3, 100, 400},
                                                {up, 1, 30, 60, 300},
                                                {down, 1, 30, 60, 300},
                                                {left, 5, 50, 20, 200},
                                                {right, 20, 120, 1, 40}}};
  static const std::array<Habit, 8> mostly_right{{{a, 1, 12, 3, 40},
                                                  {b, 30, 200, 1, 100},
                                                  {select, 1, 1, never, never},
                                                  {start, 1, 2, 30, 300},
                                                  {up, 1, 1, never, never},
                                                  {down, 1, 1, never, never},
                                                  {left, 1, 15, 60, 400},
                                                  {right, 60, 400, 1, 20}}};
  switch (style) {
    case Style::Mashing:
      return mashing;
    case Style::LongHolds:
      return long_holds;
    case Style::MostlyRight:
      break;
  }
  return mostly_right;
}

movie::FrameInput RandomPad::next() {
  movie::FrameInput input;
  const std::array<Habit, 8>& habits = habitsOf(style_);
  for (size_t i = 0; i < habits.size(); ++i) {
    Key& key = keys_[i];
    const Habit& habit = habits[i];
    if (key.left == 0) {
      key.down = !key.down;
      key.left =
          key.down ? between(habit.down_least, habit.down_most) : between(habit.up_least, habit.up_most);
    }
    --key.left;
    if (key.down) input.pads[0] |= habit.button;
  }
  return input;
}

Inputs randomInputs(Style style, uint32_t seed, size_t frames) {
  RandomPad pad(style, seed);
  Inputs inputs(frames);
  for (movie::FrameInput& input : inputs) input = pad.next();
  return inputs;
}

}  // namespace jumpscope::tests
