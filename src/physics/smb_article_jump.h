// smb-article-jump: the C# class by which the article retells the jump of Super Mario Bros., with the driver
// of its repository. Numbers are whole, no byte wraps. Source of the facts: tests/data/physics/README.md,
// "smb_article_*".
//
// The five places where it is not the game are switches of ArticleRules, so that a difference to the game can
// be attributed to one of them. With all of them off this is smb-jump between two contacts.
#pragma once

#include <cstdint>

#include "src/physics/smb_jump.h"

namespace jumpscope::physics {

// Where the article departs from the game; true: as the article has it.
struct ArticleRules {
  bool release_is_an_edge = true;     // the game looks at A in two frames, every frame
  bool rise_is_signed = true;         // the game subtracts bytes: below the origin is far above it
  bool correction_survives = true;    // the game clears the sub-pixel when a jump starts
  bool landing_clears_all = true;     // the game leaves sub-pixel and gravities as they are
  bool speed_limit_is_signed = true;  // the game subtracts bytes: 4 - 128 and less count as fast

  bool operator==(const ArticleRules&) const = default;
};

// The class's fields, under the game's names; its own in quotes.
template <template <class> class Number>
struct BasicArticleState {
  Number<int> y_position = 176;      // px, down positive; "VerticalPosition"
  Number<int> y_subpixel = 0;        // 1/256 px; "CorrectionValue"
  Number<int> y_speed = 0;           // px/frame; "VerticalSpeed"
  Number<int> y_speed_fraction = 0;  // 1/256 px/frame; "VerticalForceDecimalPart"
  Number<int> gravity = 0;           // 1/256 px/frame^2; "VerticalForce"
  Number<int> gravity_fall = 0;      // 1/256 px/frame^2; "VerticalForceFall"
  Number<int> jump_origin_y = 0;     // px; "VerticalPositionOrigin"
  Number<bool> jumping = false;      // "CurrentState"
  Number<bool> a_previous = false;   // "JumpBtnPrevPress"

  bool operator==(const BasicArticleState&) const = default;
};
using ArticleState = BasicArticleState<Plain>;

template <template <class> class Number>
struct BasicArticleInput {
  Number<bool> a_down = false;
  Number<int> x_speed_abs = 0;  // 1/16 px/frame; "HorizontalSpeed", which the article never sets
  Number<int> ground = 176;     // px
  Number<bool> lands = true;    // the driver resets at the ground
};
using ArticleInput = BasicArticleInput<Plain>;

template <template <class> class Number>
constexpr void articleStart(BasicArticleState<Number>& state, const BasicArticleInput<Number>& input,
                            const ArticleRules& rules, const SmbTables& tables) {
  Number<unsigned> tier = 0u;
  for (uint8_t from : tables.tier_from) tier += from <= input.x_speed_abs;
  state.jump_origin_y = state.y_position;
  state.jumping = true;
  if (!rules.correction_survives) state.y_subpixel = 0;
  state.gravity = at(tables.rise, tier);
  state.gravity_fall = at(tables.fall, tier);
  state.y_speed = at(tables.speed, tier);
  state.y_speed_fraction = at(tables.speed_fraction, tier);
}

template <template <class> class Number>
constexpr void articleChooseGravity(BasicArticleState<Number>& state, const BasicArticleInput<Number>& input,
                                    const ArticleRules& rules, const SmbTables& tables) {
  const Number<bool> released =
      rules.release_is_an_edge ? !input.a_down && state.a_previous : !(input.a_down && state.a_previous);
  const Number<int> risen = state.jump_origin_y - state.y_position;
  const Number<bool> high_enough = (rules.rise_is_signed ? risen : risen & 0xFF) >= tables.release_rise;
  if (state.y_speed >= 0 || (released && high_enough)) state.gravity = state.gravity_fall;
}

template <template <class> class Number>
constexpr void articleMove(BasicArticleState<Number>& state, const ArticleRules& rules,
                           const SmbTables& tables) {
  const Number<int> position = state.y_subpixel + state.y_speed_fraction;
  state.y_subpixel = position & 0xFF;
  state.y_position += state.y_speed + (position >> 8);
  const Number<int> fraction = state.y_speed_fraction + state.gravity;
  state.y_speed_fraction = fraction & 0xFF;
  state.y_speed += fraction >> 8;
  const Number<int> over = state.y_speed - tables.terminal_speed;
  const Number<bool> fast = rules.speed_limit_is_signed ? over >= 0 : (over & 0xFF) < 0x80;
  if (fast && state.y_speed_fraction >= tables.terminal_fraction) {
    state.y_speed = tables.terminal_speed;
    state.y_speed_fraction = 0;
  }
}

// The state at the end of a frame from that at the end of the frame before.
template <template <class> class Number>
constexpr BasicArticleState<Number> step(BasicArticleState<Number> state,
                                         const BasicArticleInput<Number>& input,
                                         const ArticleRules& rules = {}, const SmbTables& tables = {}) {
  if (!state.jumping && input.a_down && !state.a_previous) articleStart(state, input, rules, tables);
  if (state.jumping) {
    articleChooseGravity(state, input, rules, tables);
    articleMove(state, rules, tables);
  }
  state.a_previous = input.a_down;
  if (!input.lands || !state.jumping || state.y_position < input.ground) return state;
  state.y_position = input.ground;
  state.y_speed = state.y_speed_fraction = 0;
  state.jumping = false;
  if (rules.landing_clears_all) state.y_subpixel = state.gravity = state.gravity_fall = 0;
  return state;
}

}  // namespace jumpscope::physics
