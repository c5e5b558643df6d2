// The input since power-on and states at intervals: together they reproduce every frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "src/console/console.h"
#include "src/movie/player.h"

namespace jumpscope::play {

// What the player can edit. Addresses of all but the first count from 0.
enum class MemorySpace : uint8_t { CpuBus, PictureBus, Oam, Palette, CartridgeRam };

// An edited byte.
struct Poke {
  uint64_t frame = 0;
  std::optional<uint64_t>
      cycle;  // CPU cycles when it happened; nullopt: before the frame's input was latched
  uint32_t address = 0;
  uint8_t value = 0;
  MemorySpace memory = MemorySpace::CpuBus;

  bool operator==(const Poke&) const = default;
};

// All input that determines the console's state. A value.
class Timeline {
 public:
  // From power-on.
  Timeline() = default;
  // From a state at the start of `frame` without its input. `origin`: a unique number,
  // not 0.
  Timeline(uint64_t frame, uint64_t origin) : first_frame_(frame), origin_(origin) {}

  bool fromPowerOn() const { return origin_ == 0; }
  uint64_t origin() const { return origin_; }
  bool sameBeginning(const Timeline& other) const {
    return origin_ == other.origin_ && first_frame_ == other.first_frame_;
  }
  bool edited() const { return !pokes_.empty(); }
  // The frames before this one have input.
  uint64_t end() const { return first_frame_ + inputs_.size(); }
  // Precondition: the frame is in the timeline.
  const movie::FrameInput& input(uint64_t frame) const { return inputs_[frame - first_frame_]; }
  std::vector<Poke> pokesOf(uint64_t frame) const;

  void add(const movie::FrameInput& input) { inputs_.push_back(input); }
  void add(const Poke& poke) { pokes_.push_back(poke); }
  // Forgets what happened from the start of `frame` on.
  void cut(uint64_t frame);
  // Like cut(), but keeps the pokes before the input of `frame`.
  void cutAtInput(uint64_t frame);
  // The frame up to whose start both are equal; 0: they differ from the beginning.
  uint64_t commonWith(const Timeline& other) const;

 private:
  uint64_t first_frame_ = 0;
  uint64_t origin_ = 0;  // 0: power-on
  std::vector<movie::FrameInput> inputs_;
  std::vector<Poke> pokes_;  // in order of time
};

// Writes the byte now; where there is no RAM it changes nothing.
void applyPoke(console::Console& console, const Poke& poke);
// Applies the edits before the frame's input, and latches the input.
void latchFrame(console::Console& console, const Timeline& timeline, uint64_t frame);
// Runs the rest of a frame in progress, with its pokes.
void runToEnd(console::Console& console, const Timeline& timeline, uint64_t frame);
// One instruction, with the pokes that belong before it.
void stepOnce(console::Console& console, const Timeline& timeline, uint64_t frame);

// States at the starts of frames, at intervals such that ten minutes fit. When the memory is used up, the
// oldest state is dropped.
class KeptStates {
 public:
  struct Kept {
    std::unique_ptr<console::State> state;  // at the start of frame state->frame
    // What was on the screen then; nullopt where it can be had by running the frame before.
    std::optional<std::vector<uint16_t>> picture;
  };

  explicit KeptStates(size_t bytes) : limit_(bytes) {}

  // Keeps the state when the newest is old enough.
  void offer(const console::State& state);
  // Keeps it in any case.
  void keep(const console::State& state, std::vector<uint16_t> picture);
  // Forgets the states of frames after `frame`.
  void cutAfter(uint64_t frame);
  void clear();

  bool empty() const { return kept_.empty(); }
  const Kept& newest() const { return kept_.back(); }
  // The newest state of a frame <= `frame`; nullptr: there is none.
  const Kept* upTo(uint64_t frame) const;
  // The first frame whose start can be had with its picture. Precondition: not empty.
  uint64_t oldestFrame() const;
  size_t bytes() const { return used_; }

 private:
  void findSpacing(const console::State& state);
  void add(Kept kept);
  void forgetOldest();

  size_t limit_;
  uint64_t spacing_ = 1;  // in frames
  size_t used_ = 0;
  std::deque<Kept> kept_;
};

}  // namespace jumpscope::play
