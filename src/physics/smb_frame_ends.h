// What smb-jump allows a frame to make of the game's variables: as its judge, but for what other code than the
// player's does (stomps, lifts, whirlpools).
#pragma once

#include "src/physics/frame_ends.h"
#include "src/physics/smb_frame.h"

namespace jumpscope::physics {

template <template <class> class Number>
class SmbFrameEnds final : public FrameEnds<Number> {
 public:
  explicit SmbFrameEnds(const Settings& given) : tables_(tablesBeside(given)) {}

  std::vector<FrameEnd<Number>> ends(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                     bool early_done) const override {
    return endsWith(before, pad, early_done, false);
  }

  // Stomps, the pull of a whirlpool, and control that is taken from the player, which sets his state. Whether who rises may
  // stomp depends on the frames before, which are not known here.
  std::vector<FrameEnd<Number>> endsOfOthers(const BasicValues<Number>& before,
                                             const BasicValues<Number>& after, const Number<uint8_t>& pad,
                                             bool early_done) const override {
    std::vector<FrameEnd<Number>> list = endsWith(before, pad, early_done, true);
    if (after.byte(smb_engine, smb_engine_play) == before.byte(smb_engine, smb_engine_play)) return list;
    for (FrameEnd<Number>& end : list) {
      end.values.set(smb_player_state, after.byte(smb_player_state));
      end.name = "control taken";
    }
    return list;
  }

 private:
  std::vector<FrameEnd<Number>> endsWith(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                         bool early_done, bool others) const {
    BasicSmbJumpState<Number> state = smbStateOf(before);
    BasicSmbInput<Number> input = smbInputOf(before, (pad & 0x01) != 0);
    input.timers_stand = early_done || before.byte(smb_freeze) > 1;
    BasicValues<Number> rest = before;
    noteStart(rest, state, input);
    const Number<uint8_t> kept = smbRemembered(state, input, pad, game_buttons);
    const Number<uint8_t> masked = smbRemembered(state, input, pad, uint8_t{0});
    if (before.has(smb_buttons_ab)) rest.set(smb_buttons_ab, kept);

    const Number<bool> a = smbMaskedA(state, input);
    state = smbBeforeMotion(state, input, tables_);
    state.a_previous = a;
    if (state.player_state == smb_jumping || state.player_state == smb_falling) smbMove(state, tables_);
    std::vector<FrameEnd<Number>> list;
    for (const SmbEnd<Number>& end :
         SmbEnds<Number>::of(state, input, /*stomps_allowed*/ others, /*pulled*/ others))
      list.push_back({smbValuesAtEnd(end.state, rest), end.possible, end.around, end.name});
    if (!before.has(smb_buttons_ab)) return list;
    const size_t count = list.size();
    for (size_t i = 0; i < count; ++i) {
      FrameEnd<Number> end = list[i];
      end.values.set(smb_buttons_ab, masked);
      end.values.set(smb_buttons_ab_previous, masked);
      end.possible = end.possible && kept != masked;
      end.demanded = false;
      list.push_back(end);
    }
    return list;
  }

 public:
  std::vector<Limit<Number>> limits(const BasicValues<Number>& before) const override {
    std::vector<Limit<Number>> list{
        {"the player climbs (player_state > 2)", before.byte(smb_player_state) > 2}};
    const auto add = [&](size_t variable, std::string_view text, uint8_t expected) {
      if (before.has(variable)) list.push_back({text, before.byte(variable) != expected});
    };
    add(smb_halt_threshold, "another rise is needed before a release counts (halt_threshold)",
        tables_.release_rise);
    add(smb_freeze, "the game's time stands still (freeze)", 0);
    add(smb_jumpspring, "a jumpspring moves the player (jumpspring)", 0);
    add(smb_engine, "the player is not in control (engine)", smb_engine_play);
    return list;
  }

  Values usual() const override { return smbStanding(); }

 private:
  static constexpr uint8_t game_buttons = smb_game_a | smb_game_b;

  // What a start notes beside the motion.
  void noteStart(BasicValues<Number>& rest, BasicSmbJumpState<Number> state,
                 const BasicSmbInput<Number>& input) const {
    smbCountDown(state, input);
    const Number<bool> starts = smbStartsJump(state, input, smbMaskedA(state, input));
    if (rest.has(smb_jump_origin_page))
      rest.set(smb_jump_origin_page, choose(starts, state.y_page, rest.byte(smb_jump_origin_page)));
    if (rest.has(smb_halt_threshold))
      rest.set(smb_halt_threshold, choose(starts, tables_.release_rise, rest.byte(smb_halt_threshold)));
  }

  SmbTables tables_;
};

}  // namespace jumpscope::physics
