#include "src/sweep/script.h"

#include <algorithm>
#include <limits>
#include <set>
#include <tuple>

namespace jumpscope::sweep {
namespace {

constexpr uint64_t never = std::numeric_limits<uint64_t>::max();

auto keyOf(const movie::FrameInput& input) {
  const auto device = [](const console::DeviceInput& d) { return std::tuple(d.x, d.y, d.knob, d.buttons); };
  return std::tuple(input.pads, device(input.inputs[0]), device(input.inputs[1]), device(input.inputs[2]),
                    input.reset, input.power);
}

// Walks two scripts side by side to where they differ. `a` and `b`: the inputs there, nullptr for an empty script.
struct Difference {
  uint64_t frame = never;
  const movie::FrameInput *a = nullptr, *b = nullptr;
};

Difference difference(const Script& first, const Script& second) {
  const auto &a = first.changes(), &b = second.changes();
  for (size_t i = 0;; ++i) {
    const bool a_ends = i >= a.size(), b_ends = i >= b.size();
    if (a_ends && b_ends) return {};
    if (!a_ends && !b_ends && a[i] == b[i]) continue;
    const uint64_t a_frame = a_ends ? never : a[i].frame, b_frame = b_ends ? never : b[i].frame;
    const auto held = [i](const auto& changes) { return i == 0 ? nullptr : &changes[i - 1].input; };
    return {std::min(a_frame, b_frame), a_frame <= b_frame ? &a[i].input : held(a),
            b_frame <= a_frame ? &b[i].input : held(b)};
  }
}

void addPad(std::string& text, const Script& script, uint64_t frames, size_t pad) {
  const auto& changes = script.changes();
  for (size_t i = 0; i < changes.size() && changes[i].frame < frames;) {
    const movie::Buttons buttons = changes[i].input.pads[pad];
    size_t next = i + 1;
    while (next < changes.size() && changes[next].input.pads[pad] == buttons) ++next;
    const uint64_t first = changes[i].frame;
    const uint64_t end = std::min(frames, next < changes.size() ? changes[next].frame : never);
    i = next;
    if (buttons == 0) continue;
    text += text.empty() ? "" : " ";
    if (pad > 0) text += std::to_string(pad + 1) + "/";
    text += std::to_string(first);
    if (end - 1 > first) text += "-" + std::to_string(end - 1);
    text += ":";
    for (size_t bit = 0; bit < 8; ++bit)
      if (buttons & (0x80 >> bit)) text += movie::button_letters[bit];
  }
}

}  // namespace

void Script::set(uint64_t frame, const movie::FrameInput& input) {
  const bool once = input.reset || input.power;  // pressed again, not held
  if (!once && !changes_.empty() && changes_.back().input == input) return;
  changes_.push_back({frame, input});
}

void Script::setButtons(uint64_t frame, movie::Buttons buttons) {
  movie::FrameInput input;
  input.pads[0] = buttons;
  set(frame, input);
}

movie::FrameInput Script::at(uint64_t frame) const {
  movie::FrameInput input;
  for (const Change& change : changes_) {
    if (change.frame > frame) break;
    input = change.input;
  }
  return input;
}

Script scriptOf(const movie::Player& player, uint64_t first, uint64_t frames) {
  Script script;
  for (uint64_t frame = 0; frame < frames; ++frame) script.set(frame, player.at(first + frame));
  return script;
}

Script scriptOf(const std::vector<movie::Press>& presses) {
  std::set<uint64_t> frames = {0};
  for (const movie::Press& press : presses) {
    frames.insert(press.first);
    if (press.last != never) frames.insert(press.last + 1);
  }
  Script script;
  for (const uint64_t frame : frames) {
    movie::FrameInput input;
    for (const movie::Press& press : presses)
      if (press.first <= frame && frame <= press.last) press.apply(input.pads, input.inputs);
    script.set(frame, input);
  }
  return script;
}

uint64_t firstDifference(const Script& a, const Script& b) { return difference(a, b).frame; }

bool isBefore(const Script& a, const Script& b) {
  const Difference where = difference(a, b);
  if (where.frame == never) return false;
  if (!where.a || !where.b) return where.a == nullptr;
  return keyOf(*where.a) < keyOf(*where.b);
}

std::string pressText(const Script& script, uint64_t frames) {
  std::string text;
  for (size_t pad = 0; pad < 4; ++pad) addPad(text, script, frames, pad);
  return text;
}

}  // namespace jumpscope::sweep
