// What smb-article-jump makes of the game's variables in a frame: the class's numbers in the game's bytes.
#pragma once

#include "src/physics/frame_ends.h"
#include "src/physics/smb_article_jump.h"
#include "src/physics/smb_frame.h"

namespace jumpscope::physics {

// What is not there is as the article has it.
inline ArticleRules articleRulesOf(const Settings& values) {
  const auto on = [&](const char* name) {
    const auto value = values.find(name);
    return value == values.end() || value->second != 0;
  };
  return {on("release_is_an_edge"), on("rise_is_signed"), on("correction_survives"), on("landing_clears_all"),
          on("speed_limit_is_signed")};
}

template <template <class> class Number>
class ArticleFrameEnds final : public FrameEnds<Number> {
 public:
  explicit ArticleFrameEnds(const Settings& given)
      : rules_(articleRulesOf(given)), tables_(tablesBeside(given)) {}

  // The driver's ground is where the game has a floor.
  std::vector<FrameEnd<Number>> ends(const BasicValues<Number>& before, const Number<uint8_t>& pad,
                                     bool /*early_done*/) const override {
    const BasicArticleState<Number> state = stateOf(before);
    BasicArticleInput<Number> input{(pad & 0x01) != 0, before.byte(smb_x_speed_abs), 0, false};
    const BasicArticleState<Number> flying = step(state, input, rules_, tables_);
    const BasicSmbJumpState<Number> moved = smbStateOf(valuesOf(flying, before));
    const Number<int> depth = flying.y_position & (smb_tile - 1);
    input.ground = flying.y_position - depth;
    input.lands = true;
    const BasicArticleState<Number> landed = step(state, input, rules_, tables_);
    return {{valuesOf(flying, before), true, {}, {}},
            {valuesOf(landed, before),
             smbTouches(moved) && flying.y_speed >= 0 && depth < smb_floor_depth,
             {.floor = true},
             "landing"}};
  }

  std::vector<Limit<Number>> limits(const BasicValues<Number>& before) const override {
    const BasicSmbJumpState<Number> state = smbStateOf(before);
    const Number<bool> stands = state.player_state == smb_on_ground;
    return {
        {"the article's player does not swim", before.byte(smb_swimming) != 0},
        {"the article's speed goes on at 128 px/frame; the game's is a byte and goes on at -128",
         state.y_speed == 0x7F},
        {"the article's player falls only after a jump", state.player_state >= smb_falling},
        {"the article's player stands still at any height; the game's comes to rest on the floor",
         stands &&
             (state.y_speed != 0 || state.y_speed_fraction != 0 || (state.y_position & (smb_tile - 1)) != 0)},
    };
  }

  Values usual() const override { return smbStanding(); }

 private:
  static BasicArticleState<Number> stateOf(const BasicValues<Number>& now) {
    using Int = Number<int>;
    // Above the screen the page is 0, then 255.
    const auto page = [&](size_t variable) {
      return Int(static_cast<Number<int8_t>>(now.byte(variable, 1)));
    };
    BasicArticleState<Number> state;
    state.y_position = page(smb_y_page) * 256 + now.byte(smb_y_position);
    state.y_subpixel = now.byte(smb_y_subpixel);
    state.y_speed = static_cast<Number<int8_t>>(now.byte(smb_y_speed));
    state.y_speed_fraction = now.byte(smb_y_speed_fraction);
    state.gravity = now.byte(smb_gravity);
    state.gravity_fall = now.byte(smb_gravity_fall);
    state.jump_origin_y = page(smb_jump_origin_page) * 256 + now.byte(smb_jump_origin_y);
    state.jumping = now.byte(smb_player_state) != smb_on_ground;
    state.a_previous = smbPreviousA(now);
    return state;
  }

  static BasicValues<Number> valuesOf(const BasicArticleState<Number>& state, BasicValues<Number> rest) {
    rest.set(smb_y_position, state.y_position & 0xFF);
    rest.set(smb_y_page, state.y_position >> 8);
    rest.set(smb_y_subpixel, state.y_subpixel);
    rest.set(smb_y_speed, state.y_speed);
    rest.set(smb_y_speed_fraction, state.y_speed_fraction);
    rest.set(smb_gravity, state.gravity);
    rest.set(smb_gravity_fall, state.gravity_fall);
    rest.set(smb_jump_origin_y, state.jump_origin_y & 0xFF);
    rest.set(smb_player_state, state.jumping);
    rest.set(smb_buttons_ab_previous, choose(state.a_previous, smb_game_a, uint8_t{0}));
    return rest;
  }

  ArticleRules rules_;
  SmbTables tables_;
};

}  // namespace jumpscope::physics
