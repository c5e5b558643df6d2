// A frame of Super Mario Bros. in any family of numbers: the motion's state in the game's variables, and how the
// frame may end.
#pragma once

#include <array>
#include <string_view>
#include <type_traits>
#include <vector>

#include "src/physics/frame_ends.h"
#include "src/physics/smb_jump.h"
#include "src/physics/smb_parts.h"

namespace jumpscope::physics {

inline constexpr uint8_t smb_visible_page = 1;
inline constexpr uint8_t smb_tile = 16;        // px
inline constexpr uint8_t smb_floor_depth = 5;  // px: feet less deep in the ground stand on it

// A in the frame before the next, as the game remembers it.
template <template <class> class Number>
Number<bool> smbPreviousA(const BasicValues<Number>& now) {
  for (size_t v : {smb_buttons_ab_previous, smb_buttons_ab})
    if (now.has(v)) return (now.byte(v) & smb_game_a) != 0;
  return (now.buttons & 0x01) != 0;
}

// The state of the motion from the bytes at the end of a frame; values without a watch are 0.
template <template <class> class Number>
BasicSmbJumpState<Number> smbStateOf(const BasicValues<Number>& now) {
  BasicSmbJumpState<Number> state;
  state.y_page = now.byte(smb_y_page);
  state.y_position = now.byte(smb_y_position);
  state.y_subpixel = now.byte(smb_y_subpixel);
  state.y_speed = static_cast<Number<int8_t>>(now.byte(smb_y_speed));
  state.y_speed_fraction = now.byte(smb_y_speed_fraction);
  state.gravity = now.byte(smb_gravity);
  state.gravity_fall = now.has(smb_gravity_fall) ? now.byte(smb_gravity_fall) : state.gravity;
  state.player_state = now.byte(smb_player_state);
  state.jump_origin_y = now.byte(smb_jump_origin_y);
  state.swim_timer = now.byte(smb_swim_timer);
  state.a_previous = smbPreviousA(now);
  return state;
}

// The bytes of a state; those that the motion does not keep stay as they are in `rest`.
template <template <class> class Number>
BasicValues<Number> smbValuesOf(const BasicSmbJumpState<Number>& state, BasicValues<Number> rest) {
  rest.set(smb_y_page, state.y_page);
  rest.set(smb_y_position, state.y_position);
  rest.set(smb_y_subpixel, state.y_subpixel);
  rest.set(smb_y_speed, state.y_speed);
  rest.set(smb_y_speed_fraction, state.y_speed_fraction);
  rest.set(smb_gravity, state.gravity);
  rest.set(smb_gravity_fall, state.gravity_fall);
  rest.set(smb_player_state, state.player_state);
  rest.set(smb_jump_origin_y, state.jump_origin_y);
  rest.set(smb_swim_timer, state.swim_timer);
  rest.set(smb_buttons_ab_previous, choose(state.a_previous, smb_game_a, uint8_t{0}));
  return rest;
}

// Of a player who stands on the ground, where his last jump began.
inline Values smbStanding() {
  SmbJumpState state;
  state.jump_origin_y = state.y_position;
  Values values = smbValuesOf(state, Values());
  values.set(smb_jump_origin_page, state.y_page);
  values.set(smb_halt_threshold, SmbTables{}.release_rise);
  values.set(smb_engine, smb_engine_play);
  return values;
}

// The same at the end of a frame: the buttons are remembered too.
template <template <class> class Number>
BasicValues<Number> smbValuesAtEnd(const BasicSmbJumpState<Number>& state, const BasicValues<Number>& rest) {
  BasicValues<Number> values = smbValuesOf(state, rest);
  if (rest.has(smb_buttons_ab)) values.set(smb_buttons_ab_previous, rest.byte(smb_buttons_ab));
  return values;
}

template <template <class> class Number>
BasicSmbInput<Number> smbInputOf(const BasicValues<Number>& at_start,
                                 const std::type_identity_t<Number<bool>>& a_down) {
  BasicSmbInput<Number> input;
  input.a_down = a_down;
  input.x_speed_abs = at_start.byte(smb_x_speed_abs);
  input.swimming = at_start.byte(smb_swimming) != 0;
  input.whirlpool = at_start.byte(smb_whirlpool) != 0;
  return input;
}

// $000A of a pad: A and B as the game sees them. Where A is masked, some games mask B as well; `seen` says which.
template <template <class> class Number>
Number<uint8_t> smbRemembered(const BasicSmbJumpState<Number>& state, BasicSmbInput<Number> input,
                              const std::type_identity_t<Number<uint8_t>>& pad,
                              const std::type_identity_t<Number<uint8_t>>& seen) {
  input.a_down = (pad & 0x01) != 0;
  const Number<uint8_t> a = choose(smbMaskedA(state, input), smb_game_a, uint8_t{0});
  const Number<uint8_t> b = choose((pad & 0x02) != 0, smb_game_b, uint8_t{0});
  return static_cast<Number<uint8_t>>(a | choose(smbMasksButtons(state, input), seen & b, b + 0));
}

// A state that a frame may end with.
template <template <class> class Number>
struct SmbEnd {
  BasicSmbJumpState<Number> state;
  std::string_view name = {}, detail = {}, probably = {};
  Number<bool> possible = true;
  Surroundings around = {};
};

struct SmbSpeedSet {
  int8_t speed;
  std::string_view name, detail, probably;
};
inline constexpr SmbSpeedSet smb_bumps[]{{1, "ceiling", "speed 1", "probable ceiling"},
                                         {0, "block", "speed 0", "probable block"},
                                         {-2, "brick", "speed -2", "probable brick"}};
inline constexpr SmbSpeedSet smb_stomps[]{{-4, "stomp", "speed -4", "probable stomp"},
                                          {-3, "stomp", "speed -3", "probable stomp"}};

// True if the player is where blocks below and above count.
template <template <class> class Number>
Number<bool> smbTouches(const BasicSmbJumpState<Number>& state) {
  return state.y_page == smb_visible_page && state.y_position < smb_lowest_contact;
}

// Everything that floors, ceilings, enemies and whirlpools may make of the player after the motion.
template <template <class> class Number>
class SmbEnds {
 public:
  // Plain ends that are not possible are left out.
  static std::vector<SmbEnd<Number>> of(const BasicSmbJumpState<Number>& moved,
                                        const BasicSmbInput<Number>& input, bool stomps_allowed,
                                        bool pulled) {
    return SmbEnds(moved, input).all(stomps_allowed, pulled);
  }

 private:
  using End = SmbEnd<Number>;
  static constexpr bool is_plain = std::is_same_v<Number<bool>, bool>;
  static constexpr std::array<std::string_view, smb_floor_depth> snaps{
      "snapped up 0 px", "snapped up 1 px", "snapped up 2 px", "snapped up 3 px", "snapped up 4 px"};
  // What a whirlpool does to its victim: the mover once more, with its own constants.
  static constexpr uint8_t pull_gravity = 0x10;
  static constexpr int8_t pull_terminal_speed = 1;

  SmbEnds(const BasicSmbJumpState<Number>& moved, const BasicSmbInput<Number>& input)
      : moved_(moved), stood_(moved.player_state == smb_on_ground), swims_(input.swimming) {}

  static void add(std::vector<End>& ends, const End& end) {
    if constexpr (is_plain)
      if (!end.possible) return;
    ends.push_back(end);
  }

  // Standing on, when the player stood before; else a landing.
  void addLanding(std::vector<End>& ends, const End& from) const {
    End end = from;
    end.around.floor = true;
    BasicSmbJumpState<Number>& state = end.state;
    const auto depth = static_cast<Number<uint8_t>>(state.y_position & (smb_tile - 1));
    end.possible = from.possible && smbTouches(state) && state.y_speed >= 0 && depth < smb_floor_depth;
    state.y_position = static_cast<Number<uint8_t>>(state.y_position - depth);
    state.y_speed = 0;
    state.y_speed_fraction = 0;
    state.player_state = smb_on_ground;
    nameLanding(end, depth);
    add(ends, end);
  }

  void nameLanding(End& end, const Number<uint8_t>& depth) const {
    if (end.name.empty() || end.name == "fall") end.name = "landing";
    if constexpr (is_plain) {
      end.detail = snaps[depth % snaps.size()];
      if (!stood_ || depth != 0) return;
      end.name = end.detail = end.probably = {};
    }
  }

  // A stomp in the air, or of an enemy beside whom the player has just landed.
  void addStomps(std::vector<End>& ends, const End& plain) const {
    std::vector<End> from{plain};
    if (!stood_) addLanding(from, plain);
    for (const End& start : from)
      for (const SmbSpeedSet& stomp : smb_stomps) {
        End end{start.state, stomp.name, stomp.detail, stomp.probably, start.possible};
        end.state.y_speed = stomp.speed;
        ends.push_back(end);
      }
  }

  void addPulls(std::vector<End>& ends) const {
    SmbTables pull;
    pull.terminal_speed = pull_terminal_speed;
    const size_t count = ends.size();
    for (size_t i = 0; i < count; ++i) {
      End end{ends[i].state, "pull", "whirlpool", {}, ends[i].possible};
      const Number<uint8_t> gravity = end.state.gravity;
      end.state.gravity = pull_gravity;
      smbMove(end.state, pull);
      end.state.gravity = gravity;
      ends.push_back(end);
    }
  }

  std::vector<End> all(bool stomps_allowed, bool pulled) const {
    End plain{moved_};
    if (swims_)
      plain.state.player_state = smb_jumping;
    else if (stood_)
      plain.state.player_state = smb_falling;
    if (stood_ && !swims_) plain.name = "fall";
    std::vector<End> ends;
    addLanding(ends, plain);
    ends.insert(stood_ ? ends.end() : ends.begin(), plain);
    for (const SmbSpeedSet& bump : smb_bumps) {
      End end{plain.state,
              bump.name,
              bump.detail,
              bump.probably,
              smbTouches(moved_) && moved_.y_speed < 0,
              {.above = bump.name}};
      end.state.y_speed = bump.speed;
      add(ends, end);
      addLanding(ends, end);
    }
    if (stomps_allowed) addStomps(ends, plain);
    if (pulled) addPulls(ends);
    return ends;
  }

  BasicSmbJumpState<Number> moved_;
  bool stood_, swims_;
};

}  // namespace jumpscope::physics
