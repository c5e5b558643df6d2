// What cut-jump allows a frame to make of a game's variables, and its judge.
#pragma once

#include "src/physics/cut_jump.h"
#include "src/physics/frame_ends.h"

namespace jumpscope::physics {

// Places in the variables of the model's game.
enum CutVariable : size_t {
  cut_y_position,
  cut_y_subpixel,
  cut_y_speed,
  cut_y_speed_fraction,
  cut_timer,
  cut_pressed,
  cut_held_before,
  cut_in_control,
};

struct CutSettings {
  CutConstants constants;
  int tile = 16;       // px: floors and ceilings are edges of a grid so wide, a power of 2
  int floor_at = 0;    // px on the grid: the position of a standing player
  int ceiling_at = 0;  // px on the grid: the position of whose head touches
};

// Of parameters that are given; the others have their defaults.
CutSettings cutSettings(const Settings& given);

template <template <class> class Number>
class CutFrameEnds final : public FrameEnds<Number> {
 public:
  explicit CutFrameEnds(const Settings& given) : settings_(cutSettings(given)) {}

  // With or without a floor or a ceiling; after each, a press may start a jump or find no ground.
  std::vector<FrameEnd<Number>> ends(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                     bool /*early_done*/) const override {
    const Number<bool> a_down = (pad & 0x01) != 0;
    const Number<bool> pressed = before.has(cut_pressed)
                                     ? Number<bool>(before.byte(cut_pressed) != 0)
                                     : Number<bool>(a_down && before.byte(cut_held_before) == 0);
    BasicCutState<Number> state = stateOf(before);
    cutMove(state, settings_.constants);
    std::vector<FrameEnd<Number>> list;
    const auto add = [&](const BasicCutState<Number>& met, const Number<bool>& possible,
                         std::string_view name, std::string_view start, const Surroundings& around) {
      list.push_back({decided(met, before, a_down, false), possible, around, name});
      Surroundings ground = around;
      ground.ground = true;
      list.push_back({decided(met, before, a_down, true), possible && pressed, ground, start});
    };
    add(state, true, {}, "jump", {});
    add(onFloor(state), state.speed > 0, "landing", "landing, jump", {.floor = true});
    add(underCeiling(state), state.speed < 0, "ceiling", "ceiling, jump", {.above = "ceiling"});
    return list;
  }

  std::vector<Limit<Number>> limits(const BasicValues<Number>& before) const override {
    if (!before.has(cut_in_control)) return {};
    return {{"the player is not in control (in_control)", before.byte(cut_in_control) == 0}};
  }

  Values usual() const override {
    Values values = valuesOf(CutState(), Values());
    values.set(cut_in_control, 1);
    return values;
  }

 private:
  using Byte = Number<uint8_t>;

  // How far a position is above a place of the grid, downwards from the one above it.
  Byte depth(const BasicCutState<Number>& state, int place) const {
    const Byte whole = static_cast<Byte>(state.y >> 8);
    return static_cast<Byte>((whole - place) & (settings_.tile - 1));
  }
  static BasicCutState<Number> stopped(BasicCutState<Number> state, const Number<uint16_t>& y) {
    state.y = y;
    state.speed = 0;
    return state;
  }
  // Up to the floor, onto a whole pixel.
  BasicCutState<Number> onFloor(const BasicCutState<Number>& state) const {
    const Number<uint16_t> whole = static_cast<Number<uint16_t>>(state.y & 0xFF00);
    return stopped(state, static_cast<Number<uint16_t>>(whole - depth(state, settings_.floor_at) * 256));
  }
  // Down below the tile; the fraction stays.
  BasicCutState<Number> underCeiling(const BasicCutState<Number>& state) const {
    const Byte left = static_cast<Byte>(settings_.tile - depth(state, settings_.ceiling_at));
    return stopped(state, static_cast<Number<uint16_t>>(state.y + left * 256));
  }

  static BasicCutState<Number> stateOf(const BasicValues<Number>& now) {
    using Word = Number<uint16_t>;
    BasicCutState<Number> state;
    state.y = static_cast<Word>(now.byte(cut_y_position) * 256 + now.byte(cut_y_subpixel));
    state.speed = static_cast<Number<int16_t>>(
        static_cast<Word>(now.byte(cut_y_speed) * 256 + now.byte(cut_y_speed_fraction)));
    state.cut_timer = now.byte(cut_timer);
    return state;
  }

  template <template <class> class Other>
  static BasicValues<Other> valuesOf(const BasicCutState<Other>& state, BasicValues<Other> rest) {
    rest.set(cut_y_position, state.y >> 8);
    rest.set(cut_y_subpixel, state.y & 0xFF);
    rest.set(cut_y_speed, static_cast<Other<int8_t>>(state.speed >> 8));
    rest.set(cut_y_speed_fraction, state.speed & 0xFF);
    rest.set(cut_timer, state.cut_timer);
    return rest;
  }

  BasicValues<Number> decided(BasicCutState<Number> state, const BasicValues<Number>& rest,
                              const Number<bool>& a_down, bool starts) const {
    cutDecide(state, a_down, starts, settings_.constants);
    return valuesOf(state, rest);
  }

  CutSettings settings_;
};

}  // namespace jumpscope::physics
