// smb-jump: the vertical motion of the player in Super Mario Bros. (Famicom, NTSC), byte by byte, as a pure
// function of (state, input). One step is one frame of game logic. Source of the facts:
// tests/data/physics/README.md, "smb_game_*". Not modelled: x motion, the jumpspring ($070E), time freeze
// ($0747), climbing (state 3), lifts, engines ($000E) other than 8.
//
// `Number` is the family of numbers that it computes with: Plain, or one that writes down what is computed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "src/bits/plain.h"

namespace jumpscope::physics {

// The cartridge's constants. Defaults are the published ones; a test may change one to see what it does.
struct SmbTables {
  std::array<uint8_t, 4> tier_from{0x09, 0x10, 0x19, 0x1C};  // |x speed|, 1/16 px/frame
  std::array<uint8_t, 7> rise{0x20, 0x20, 0x1E, 0x28,
                              0x28, 0x0D, 0x04};  // 1/256 px/frame^2; 5 swim, 6 whirlpool
  std::array<uint8_t, 7> fall{0x70, 0x70, 0x60, 0x90, 0x90, 0x0A, 0x09};            // 1/256 px/frame^2
  std::array<int8_t, 7> speed{-4, -4, -4, -5, -5, -2, -1};                          // px/frame
  std::array<uint8_t, 7> speed_fraction{0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x00};  // 1/256 px/frame
  uint8_t release_rise = 1;          // px risen before a release counts ($0706)
  int8_t terminal_speed = 4;         // px/frame
  uint8_t terminal_fraction = 0x80;  // the fraction at which the terminal speed is enforced
  uint8_t swim_frames = 0x20;        // what a stroke puts into the swim timer
  uint8_t surface_y = 0x14;          // above this a swimmer is held down
  uint8_t surface_gravity = 0x18;    // 1/256 px/frame^2, while held down

  bool operator==(const SmbTables&) const = default;
};

inline constexpr uint8_t smb_on_ground = 0, smb_jumping = 1, smb_falling = 2, smb_climbing = 3;
inline constexpr uint8_t smb_lowest_contact =
    0xCF;  // px: from here on nothing below or above the player counts

// The bytes of RAM that the motion lives in, at the end of a frame.
template <template <class> class Number>
struct BasicSmbJumpState {
  Number<uint8_t> y_page = 1;                    // $00B5, screen page; 1 is the visible one
  Number<uint8_t> y_position = 0xB0;             // $00CE, px, down positive
  Number<uint8_t> y_subpixel = 0;                // $0416, 1/256 px
  Number<int8_t> y_speed = 0;                    // $009F, px/frame
  Number<uint8_t> y_speed_fraction = 0;          // $0433, 1/256 px/frame
  Number<uint8_t> gravity = 0x28;                // $0709, 1/256 px/frame^2, in effect
  Number<uint8_t> gravity_fall = 0x28;           // $070A, 1/256 px/frame^2, after release or apex
  Number<uint8_t> player_state = smb_on_ground;  // $001D
  Number<uint8_t> jump_origin_y = 0;             // $0708, px
  Number<uint8_t> swim_timer = 0;                // $0782, frames
  Number<bool> a_previous = false;               // $000D bit 7: A in the frame before, after masking

  bool operator==(const BasicSmbJumpState&) const = default;
};
using SmbJumpState = BasicSmbJumpState<Plain>;

enum class SmbBump : uint8_t { None, Solid, Block, Brick };
enum class SmbStomp : uint8_t { None, Minus4, Minus3 };

// What the rest of the game tells the routine in one frame.
template <template <class> class Number>
struct BasicSmbInput {
  Number<bool> a_down = false;  // before masking
  Number<uint8_t> x_speed_abs =
      0;                           // $0700 when the jump check runs: its value at the end of the frame before
  Number<bool> swimming = false;   // $0704
  Number<bool> whirlpool = false;  // $047D
  Number<bool> timers_stand = false;  // $0747: time is frozen
  // y at which the player would stand here (a multiple of 16); nullopt: nothing below.
  std::optional<Number<uint8_t>> floor = std::nullopt;
  SmbBump bump = SmbBump::None;
  SmbStomp stomp = SmbStomp::None;
};
using SmbInput = BasicSmbInput<Plain>;

// The row of the tables that a jump started with `input` uses.
template <template <class> class Number>
constexpr Number<unsigned> smbTier(const BasicSmbInput<Number>& input, const SmbTables& tables = {}) {
  if (input.swimming) {
    if (input.whirlpool) return 6u;
    return 5u;
  }
  Number<unsigned> tier = 0u;
  for (uint8_t from : tables.tier_from) tier += from <= input.x_speed_abs;
  return tier;
}

// Where a swimmer has no A button: off the visible page or near its bottom.
template <template <class> class Number>
constexpr Number<bool> smbMasksButtons(const BasicSmbJumpState<Number>& state,
                                       const BasicSmbInput<Number>& input) {
  return input.swimming && (state.y_page != 1 || state.y_position >= 0xD0);
}

// A as the game sees it.
template <template <class> class Number>
constexpr Number<bool> smbMaskedA(const BasicSmbJumpState<Number>& state,
                                  const BasicSmbInput<Number>& input) {
  return input.a_down && !smbMasksButtons(state, input);
}

// True if the jump check starts a jump or a stroke. `state.swim_timer` has already counted down.
template <template <class> class Number>
constexpr Number<bool> smbStartsJump(const BasicSmbJumpState<Number>& state,
                                     const BasicSmbInput<Number>& input,
                                     std::type_identity_t<Number<bool>> a) {
  return a && !state.a_previous &&
         (state.player_state == smb_on_ground ||
          (input.swimming && (state.swim_timer != 0 || state.y_speed >= 0)));
}

template <template <class> class Number>
constexpr void smbStartJump(BasicSmbJumpState<Number>& state, const BasicSmbInput<Number>& input,
                            const SmbTables& tables) {
  const Number<unsigned> tier = smbTier(input, tables);
  state.swim_timer = tables.swim_frames;
  state.y_subpixel = 0;
  state.jump_origin_y = state.y_position;
  state.player_state = smb_jumping;
  state.gravity = at(tables.rise, tier);
  state.gravity_fall = at(tables.fall, tier);
  state.y_speed = at(tables.speed, tier);
  state.y_speed_fraction = at(tables.speed_fraction, tier);
  if (input.swimming && state.y_position < tables.surface_y) state.y_speed = 0;
}

template <template <class> class Number>
constexpr void smbChooseGravity(BasicSmbJumpState<Number>& state, const BasicSmbInput<Number>& input,
                                std::type_identity_t<Number<bool>> a, const SmbTables& tables) {
  if (state.player_state == smb_falling) state.gravity = state.gravity_fall;
  if (state.player_state != smb_jumping) return;
  const Number<bool> held = a && state.a_previous;
  // The low byte alone is subtracted, unsigned: a player below the origin counts as far above it.
  const auto risen = static_cast<Number<uint8_t>>(state.jump_origin_y - state.y_position);
  if (state.y_speed >= 0 || (!held && risen >= tables.release_rise)) state.gravity = state.gravity_fall;
  if (input.swimming && state.y_position < tables.surface_y) state.gravity = tables.surface_gravity;
}

// A byte and a byte below it, as a signed number.
template <template <class> class Number>
constexpr Number<uint32_t> smbSpeed(const BasicSmbJumpState<Number>& state) {
  return static_cast<Number<uint32_t>>(static_cast<Number<int32_t>>(state.y_speed) * 256 +
                                       state.y_speed_fraction);
}

// Position by the old speed, then speed by gravity, then the terminal speed.
template <template <class> class Number>
constexpr void smbMove(BasicSmbJumpState<Number>& state, const SmbTables& tables) {
  using Wide = Number<uint32_t>;
  using Byte = Number<uint8_t>;
  const Wide position = (static_cast<Wide>(state.y_page) << 16 | static_cast<Wide>(state.y_position) << 8 |
                         static_cast<Wide>(state.y_subpixel)) +
                        smbSpeed(state);
  const Wide speed = smbSpeed(state) + state.gravity;
  state.y_page = static_cast<Byte>(position >> 16);
  state.y_position = static_cast<Byte>(position >> 8);
  state.y_subpixel = static_cast<Byte>(position);

  state.y_speed = static_cast<Number<int8_t>>(static_cast<Byte>(speed >> 8));
  state.y_speed_fraction = static_cast<Byte>(speed);
  const Number<bool> at_terminal = static_cast<Byte>(state.y_speed - tables.terminal_speed) < 0x80;
  if (at_terminal && state.y_speed_fraction >= tables.terminal_fraction) {
    state.y_speed = tables.terminal_speed;
    state.y_speed_fraction = 0;
  }
}

template <template <class> class Number>
constexpr void smbTouchGround(BasicSmbJumpState<Number>& state, const BasicSmbInput<Number>& input) {
  if (input.swimming)
    state.player_state = smb_jumping;
  else if (state.player_state == smb_on_ground)
    state.player_state = smb_falling;
  if (state.y_page != 1 || state.y_position >= smb_lowest_contact) return;
  if (input.bump != SmbBump::None && state.y_speed < 0)
    state.y_speed = int8_t(input.bump == SmbBump::Solid ? 1 : input.bump == SmbBump::Block ? 0 : -2);
  if (input.floor && state.y_speed >= 0 && *input.floor <= state.y_position &&
      state.y_position <= *input.floor + 4) {
    state.y_position = *input.floor;
    state.y_speed = 0;
    state.y_speed_fraction = 0;
    state.player_state = smb_on_ground;
  }
}

template <template <class> class Number>
constexpr void smbCountDown(BasicSmbJumpState<Number>& state, const BasicSmbInput<Number>& input) {
  const Number<bool> counts = state.swim_timer != 0 && !input.timers_stand;
  state.swim_timer = static_cast<Number<uint8_t>>(state.swim_timer - counts);
}

// Steps 1 to 3 of a frame: the timer, the jump check and the choice of gravity. What the motion then works
// on.
template <template <class> class Number>
constexpr BasicSmbJumpState<Number> smbBeforeMotion(BasicSmbJumpState<Number> state,
                                                    const BasicSmbInput<Number>& input,
                                                    const SmbTables& tables = {}) {
  smbCountDown(state, input);
  const Number<bool> a = smbMaskedA(state, input);
  if (smbStartsJump(state, input, a)) smbStartJump(state, input, tables);
  smbChooseGravity(state, input, a, tables);
  return state;
}

// The state at the end of a frame from the state at the end of the frame before.
template <template <class> class Number>
constexpr BasicSmbJumpState<Number> step(const BasicSmbJumpState<Number>& before,
                                         const BasicSmbInput<Number>& input, const SmbTables& tables = {}) {
  BasicSmbJumpState<Number> state = smbBeforeMotion(before, input, tables);
  if (state.player_state == smb_jumping || state.player_state == smb_falling) smbMove(state, tables);
  smbTouchGround(state, input);
  if (input.stomp != SmbStomp::None) state.y_speed = int8_t(input.stomp == SmbStomp::Minus4 ? -4 : -3);
  state.a_previous = smbMaskedA(before, input);
  return state;
}

}  // namespace jumpscope::physics
