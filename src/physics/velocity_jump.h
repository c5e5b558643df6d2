// siv3d-jump: the Siv3D article's jump by a floating-point speed, with gravity, a damping after release, and
// blocks. Source of the facts: tests/data/physics/README.md, "siv3d_jump".
//
// Its defect: a player is grounded when his point lies in a block, and nothing moves him out again. He comes
// to rest as deep in the ground as his last step went, keeps the speed of his fall for the next time he walks
// off an edge, and passes through what is thinner than a step. `Contact::Repaired` is ours: the step ends at
// the first top that it crosses downwards, and the speed ends there too.
#pragma once

#include <optional>
#include <span>
#include <type_traits>

namespace jumpscope::physics {

struct Block {
  double x = 0, y = 0, width = 0, height = 0;  // px; left and top belong to it, right and bottom do not

  bool operator==(const Block&) const = default;
};

// Constant: the type of the constants; Number: of the state. The article mixes float and double.
template <class Number>
struct VelocityState {
  Number x = 100, y = 400;  // px, down positive
  Number speed = 0;         // px/frame, down positive
  bool grounded = true;
  bool key_previous = false;

  bool operator==(const VelocityState&) const = default;
};

template <class Constant>
struct VelocityConstants {
  Constant jump_speed = Constant(-12.0L);  // px/frame
  Constant gravity = Constant(0.3L);       // px/frame^2
  Constant damping = Constant(0.9L);       // of the speed, each rising frame without the key
  Constant walk = Constant(5.0L);          // px/frame

  bool operator==(const VelocityConstants&) const = default;
};

enum class Contact : unsigned char { Article, Repaired };

struct VelocityInput {
  bool key = false;
  int move = 0;  // -1, 0, 1
};

template <class Number>
constexpr bool insideBlock(Number x, Number y, const Block& block) {
  return x >= Number(block.x) && x < Number(block.x) + Number(block.width) && y >= Number(block.y) &&
         y < Number(block.y) + Number(block.height);
}

// The highest top between two heights over which x lies; nullopt: none.
template <class Number>
constexpr std::optional<Number> topCrossed(Number x, Number from, Number to, std::span<const Block> blocks) {
  std::optional<Number> top;
  for (const Block& block : blocks) {
    const Number edge = Number(block.y);
    const bool under = x >= Number(block.x) && x < Number(block.x) + Number(block.width);
    if (under && from <= edge && edge <= to && (!top || edge < *top)) top = edge;
  }
  return top;
}

template <class Number, class Constant>
constexpr VelocityState<Number> step(VelocityState<Number> state, const VelocityInput& input,
                                     std::span<const Block> blocks,
                                     const VelocityConstants<Constant>& constants,
                                     Contact contact = Contact::Article) {
  const Number from = state.y;
  if (state.grounded) {
    if (input.key && !state.key_previous) {
      state.speed = constants.jump_speed;
      state.y += state.speed;
    }
  } else {
    state.speed += constants.gravity;
    state.y += state.speed;
    if (state.speed < 0 && !input.key) state.speed *= constants.damping;
  }
  state.x += constants.walk * Constant(input.move);
  state.key_previous = input.key;
  state.grounded = false;
  if (contact == Contact::Article) {
    for (const Block& block : blocks) state.grounded = state.grounded || insideBlock(state.x, state.y, block);
    return state;
  }
  if (state.y < from) return state;
  if (const auto top = topCrossed(state.x, from, state.y, blocks)) {
    state.y = *top;
    state.speed = 0;
    state.grounded = true;
  }
  return state;
}

// The jump of the sample that the article starts from: 10 px up in each of 30 frames, then 10 px down until the
// point lies in a block. It has no speed.
struct SampleState {
  double x = 100, y = 400;  // px, down positive
  int rise_left = 0;        // frames
  bool grounded = true;
  bool key_previous = false;

  bool operator==(const SampleState&) const = default;
};

constexpr SampleState sampleStep(SampleState state, const VelocityInput& input, std::span<const Block> blocks,
                                 double walk = 5) {
  constexpr int rise_frames = 30;
  constexpr double px_per_frame = 10;
  if (state.grounded && input.key && !state.key_previous) state.rise_left = rise_frames;
  state.key_previous = input.key;
  if (state.rise_left > 0) {
    state.y -= px_per_frame;
    --state.rise_left;
  } else if (!state.grounded) {
    state.y += px_per_frame;
  }
  state.x += walk * input.move;
  state.grounded = false;
  for (const Block& block : blocks) state.grounded = state.grounded || insideBlock(state.x, state.y, block);
  return state;
}

}  // namespace jumpscope::physics
