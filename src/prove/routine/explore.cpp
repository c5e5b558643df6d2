#include "src/prove/routine/explore.h"

#include <array>

namespace jumpscope::prove {
namespace {

constexpr uint64_t frames = 3600;
constexpr uint64_t patience = 1500;  // frames in which Start is pressed
constexpr uint64_t start_every = 45, start_length = 3;
constexpr console::Buttons right = 0x80, left = 0x40, start = 0x08, b = 0x02, a = 0x01;

std::vector<uint8_t> heightAfter(const console::Console& from, console::Buttons buttons,
                                 const std::vector<uint16_t>& height) {
  console::Console console = from;
  std::vector<uint8_t> values;
  for (int frame = 0; frame < 12; ++frame) {
    // A press is a change, so that it follows a frame without.
    console.setButtons(0, frame == 0 ? 0 : buttons);
    console.runFrame();
    for (const uint16_t address : height) values.push_back(console.peek(address));
  }
  return values;
}

bool followsButtons(const console::Console& console, const std::vector<uint16_t>& height) {
  const std::vector<uint8_t> still = heightAfter(console, 0, height);
  return heightAfter(console, a, height) != still || heightAfter(console, b, height) != still;
}

void press(session::Input& input, uint64_t first, uint64_t length, console::Buttons buttons) {
  movie::Press press;
  press.first = first;
  press.last = first + length - 1;
  press.buttons = buttons;
  input.player.addPresses({press});
}

// From `first` on: a direction for a while, and meanwhile jumps of many lengths.
void playAround(session::Input& input, uint64_t first) {
  constexpr std::array<console::Buttons, 8> directions{right, right | b, 0,     right | b,
                                                       left,  left | b,  right, left};
  constexpr std::array<uint64_t, 7> holds{24, 2, 11, 40, 5, 1, 17};
  size_t turn = 0;
  for (uint64_t frame = first; frame < frames; ++turn) {
    const uint64_t length = 50 + turn * 13 % 40;
    if (directions[turn % directions.size()])
      press(input, frame, length, directions[turn % directions.size()]);
    const uint64_t hold = holds[turn % holds.size()];
    press(input, frame + 12, hold, a);
    if (turn % 3 == 2) press(input, frame + 14 + hold, 4, a);
    frame += length;
  }
}

}  // namespace

Exploration explore(const std::shared_ptr<const console::Cartridge>& cartridge,
                    const console::Options& options, const std::vector<uint16_t>& height) {
  Exploration exploration;
  console::Console console(cartridge, options);
  uint64_t frame = 0;
  bool follows = false;
  for (; frame < patience && !follows; ++frame) {
    const bool pressed = frame % start_every >= start_every - start_length;
    if (pressed) press(exploration.input, frame, 1, start);
    console.setButtons(0, pressed ? start : 0);
    console.runFrame();
    if (frame % start_every == start_every / 2) follows = followsButtons(console, height);
  }
  playAround(exploration.input, frame);
  exploration.input.frames = frames;
  const std::string until =
      follows ? "until the height followed the buttons in frame " + std::to_string(frame)
              : "for " + std::to_string(frame) + " frames, in which the height did not follow the buttons";
  exploration.done = "no movie was given: Start was pressed now and then " + until +
                     ", then directions, A and B up to frame " + std::to_string(frames);
  return exploration;
}

}  // namespace jumpscope::prove
