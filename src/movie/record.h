// Records input as a movie that FCEUX and jumpscope can play.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/console/cartridge.h"
#include "src/console/console.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"

namespace jumpscope::movie {

// Records input frame by frame. The movie presses the same buttons in every frame except frame 0, for which
// FM2 has no record. The same input gives the same bytes.
class InputRecorder {
 public:
  explicit InputRecorder(const console::Devices& devices = {}) : devices_(devices) {}

  // The next frame, from frame 0 on. Throws std::runtime_error beyond ten million frames.
  void frame(const FrameInput& input);
  // The input so far, as a movie for this cartridge and machine.
  Movie movie(const console::Cartridge& cartridge, const console::Options& machine) const;

 private:
  console::Devices devices_;
  uint64_t frames_ = 0;
  std::vector<Record> records_;
};

// What `player` presses in its first `frames` frames on this machine.
Movie recordMovie(const Player& player, uint64_t frames, const console::Cartridge& cartridge,
                  const console::Options& machine);

// What is held on port 1 in each frame, from frame 0 on.
Movie recordMovie(std::span<const Buttons> port1, const console::Cartridge& cartridge,
                  const console::Options& machine);

}  // namespace jumpscope::movie
