// A small game that moves a player by the rules of Super Mario Bros. (smb_game in the physics test data) and
// records the write log that the emulator would record. It is written independently of the model, so that the
// two check each other. Every constant can be mutated.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::tests {

// The constants and instructions of the cartridge that a mutation may change.
struct Cartridge {
  std::array<uint8_t, 7> rise{0x20, 0x20, 0x1E, 0x28, 0x28, 0x0D, 0x04};
  std::array<uint8_t, 7> fall{0x70, 0x70, 0x60, 0x90, 0x90, 0x0A, 0x09};
  std::array<uint8_t, 7> speed{0xFC, 0xFC, 0xFC, 0xFB, 0xFB, 0xFE, 0xFF};
  std::array<uint8_t, 7> fraction{0, 0, 0, 0, 0, 0x80, 0};
  uint8_t terminal_speed = 4;
  uint8_t terminal_fraction = 0x80;
  bool carry_into_position = true;
  enum class Release { Level, Late, Never } release = Release::Level;
  bool moves = true;  // the mover is called at all
};

// What happens in one frame of play.
struct Frame {
  bool a = false;
  uint8_t x_speed_abs = 0;  // as x motion leaves it at the end of this frame
  std::optional<uint8_t> floor = 176;
  std::optional<uint8_t> bump;   // speed that a ceiling or block gives to a rising player
  std::optional<uint8_t> stomp;  // speed that an enemy gives
  std::optional<uint8_t> lift;   // a lift or pipe puts the player here
  bool swimming = false, whirlpool = false;
  bool lag = false;     // the game's logic does not run, and the pads are not polled
  bool frozen = false;  // it runs, and does not move the player
};

struct Play {
  trace::Trace trace;
  std::vector<trace::Write> writes;
};

// The profile that the fake game's traces fit: smb's watches and jump conditions.
trace::Profile fakeProfile();

// Runs a script from a player standing at y; row 0 of the trace is the frame before the script.
Play play(const std::vector<Frame>& script, const Cartridge& cartridge = {}, uint8_t y = 176);

// `count` frames alike.
std::vector<Frame> frames(size_t count, const Frame& frame = {});
std::vector<Frame> operator+(std::vector<Frame> a, const std::vector<Frame>& b);

// A script with every kind of event: each tier tapped, held and released late, ledges, ceilings, blocks,
// bricks, stomps, water with and without whirlpool, lag and freezes.
std::vector<Frame> tour();

}  // namespace jumpscope::tests
