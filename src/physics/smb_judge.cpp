#include "src/physics/smb_judge.h"

#include <algorithm>
#include <initializer_list>

namespace jumpscope::physics {
namespace {

constexpr uint8_t engine_hurt = 10;  // the same routine runs while the player blinks
constexpr uint8_t mode_victory = 2;
// $0747 of a player who was hurt: nothing moves from 255 down to 240; at 200 the routine ends.
constexpr uint8_t hurt_stands_until = 0xF0, hurt_ends = 0xC8;
class SmbJudge final : public Judge {
 public:
  SmbJudge(const SmbGame& game, const SmbTables& tables) : game_(game), tables_(tables) {}

  std::string_view passes(const Frame& frame) const override {
    const uint8_t engine = frame.before.byte(smb_engine, smb_engine_play);
    if (engine != smb_engine_play && engine != engine_hurt) return "the player is not in control";
    if (engine == engine_hurt) {
      const uint8_t freeze = frame.before.byte(smb_freeze);
      const int left = freeze == 0 ? 0 : freeze - 1;
      if (!frame.before.has(smb_freeze) || left >= hurt_stands_until || left == hurt_ends)
        return "the player is hurt";
    }
    if (game_.stance(frame.before) == Stance::Climbing) return "the player climbs";
    if (frame.before.byte(smb_jumpspring) != 0) return "a jumpspring moves the player";
    if (frozen(frame)) return "the game's time stands still";
    if (!frame.before.has(smb_gravity_fall) && game_.stance(frame.before) != Stance::Ground)
      return "nobody recorded gravity_fall before the first jump";
    return {};
  }

  Judgement judge(const Values& from, const Frame& frame) const override {
    Judgement judgement;
    const bool a = game_.aDown(frame.now);
    SmbInput input = smbInputOf(frame.at_start, a);
    input.timers_stand = frame.before.byte(smb_freeze) > 1;
    SmbJumpState state = smbStateOf(from);
    Values rest = frame.now;
    rest.set(smb_jump_origin_page, from.byte(smb_jump_origin_page));
    rest.set(smb_halt_threshold, from.byte(smb_halt_threshold));
    judgeButtons(state, input, frame, rest, judgement);

    SmbJumpState timed = state;
    smbCountDown(timed, input);
    if (smbStartsJump(timed, input, smbMaskedA(timed, input))) {
      judgement.start = input.swimming ? Start::Stroke : Start::Jump;
      rest.set(smb_jump_origin_page, from.byte(smb_y_page));
      rest.set(smb_halt_threshold, tables_.release_rise);
    }
    state = smbBeforeMotion(state, input, tables_);
    state.a_previous = frame.now.has(smb_buttons_ab) ? a : smbMaskedA(state, input);
    judgement.decided = smbValuesAtEnd(state, rest);
    if (state.player_state == smb_jumping || state.player_state == smb_falling) smbMove(state, tables_);
    judgement.moved = smbValuesAtEnd(state, rest);
    const bool must_land = reachesFloor(state, frame);
    for (const SmbEnd<Plain>& end :
         SmbEnds<Plain>::of(state, input, mayStomp(state, frame), frame.now.byte(smb_whirlpool) != 0))
      if (!must_land || end.state.player_state == smb_on_ground)
        judgement.outcomes.push_back({smbValuesAtEnd(end.state, rest), end.name, end.detail, end.probably});
    addLossOfControl(frame, judgement);
    return judgement;
  }

  std::string_view adopts(const Frame& frame, const Judgement& judgement,
                          uint32_t written_late) const override {
    if (lostControl(frame) && (!frame.logged || onlySpeedAndStateAreOther(frame, judgement)))
      return "control was taken from the player";
    // Who takes hold does so after the motion.
    const bool grasped =
        !frame.logged || frame.last_write[smb_player_state] > frame.last_write[smb_y_subpixel];
    if (game_.stance(frame.now) == Stance::Climbing && grasped && onlyTheStateIsOther(frame, judgement))
      return "the player climbs";
    if (frame.now.byte(smb_jumpspring) != 0) return "a jumpspring moves the player";
    if (!onlyThePlaceIsOther(frame, judgement) || missesTheGrid(frame, judgement)) return {};
    // A lift puts its passenger on a position and a page; floors write the position alone.
    constexpr uint32_t place = 1u << smb_y_page | 1u << smb_y_position;
    if ((written_late & place) == place) return "other code placed the player (a lift)";
    if (!frame.logged && carried(frame)) return "the player stands on no smb_tile (a lift)";
    return {};
  }

  bool mayStandStill(const Values& now) const override {
    return !now.has(smb_pause) || (now.byte(smb_pause) & 1) != 0;
  }

  bool mayStayOpen(const Values& now) const override {
    return !now.has(smb_mode) || now.byte(smb_mode) == mode_victory;
  }

 private:
  static bool lostControl(const Frame& frame) {
    return frame.now.byte(smb_engine, smb_engine_play) != frame.before.byte(smb_engine, smb_engine_play);
  }

  // Whoever stands still, or comes down where he stood, has the floor below him: floors do not go away.
  static bool reachesFloor(const SmbJumpState& moved, const Frame& frame) {
    return frame.floor && *frame.floor % smb_tile == 0 && smbTouches(moved) && moved.y_speed >= 0 &&
           moved.y_position >= *frame.floor && moved.y_position < *frame.floor + smb_floor_depth &&
           frame.before.byte(smb_swimming) == 0 && frame.now.byte(smb_freeze) == 0;
  }

  // Who rises stomps only right after another stomp. Whoever has just left the ground does so only after that
  // showed in his state.
  static bool mayStomp(const SmbJumpState& moved, const Frame& frame) {
    if (moved.y_speed < 0 && frame.recent != smb_stomps[0].name) return false;
    return moved.player_state != smb_on_ground || !frame.logged ||
           frame.last_write[smb_y_speed] > frame.last_write[smb_player_state];
  }

  static bool frozen(const Frame& frame) {
    if (frame.before.byte(smb_freeze) == 0 && frame.now.byte(smb_freeze) == 0) return false;
    if (frame.logged) return !frame.moved && !frame.starts;
    for (size_t v : {smb_y_position, smb_y_page, smb_y_subpixel, smb_y_speed, smb_y_speed_fraction})
      if (frame.before.byte(v) != frame.now.byte(v)) return false;
    return true;
  }

  static bool equalBut(const Frame& frame, const Judgement& judgement,
                       std::initializer_list<size_t> compared) {
    return std::any_of(judgement.outcomes.begin(), judgement.outcomes.end(), [&](const Outcome& outcome) {
      return std::all_of(compared.begin(), compared.end(), [&](size_t v) {
        return !frame.now.has(v) || frame.now.byte(v) == outcome.values.byte(v);
      });
    });
  }

  static bool onlyTheStateIsOther(const Frame& frame, const Judgement& judgement) {
    return equalBut(frame, judgement,
                    {smb_y_position, smb_y_page, smb_y_subpixel, smb_y_speed, smb_y_speed_fraction,
                     smb_gravity, smb_gravity_fall, smb_jump_origin_y, smb_swim_timer, smb_jump_origin_page});
  }

  static bool onlySpeedAndStateAreOther(const Frame& frame, const Judgement& judgement) {
    return equalBut(frame, judgement,
                    {smb_y_position, smb_y_page, smb_y_subpixel, smb_gravity, smb_gravity_fall,
                     smb_jump_origin_y, smb_swim_timer, smb_jump_origin_page});
  }

  // The end is one of the outcomes, or one of them at rest, but for the height.
  static bool onlyThePlaceIsOther(const Frame& frame, const Judgement& judgement) {
    if (frame.now.byte(smb_y_speed) != 0 || frame.now.byte(smb_y_speed_fraction) != 0) return false;
    return equalBut(frame, judgement,
                    {smb_y_subpixel, smb_gravity, smb_gravity_fall, smb_jump_origin_y, smb_swim_timer,
                     smb_jump_origin_page, smb_buttons_ab, smb_buttons_ab_previous});
  }

  // At rest where the motion left him, a few pixels deep in a smb_tile: no lift, but a landing that forgot to snap.
  static bool missesTheGrid(const Frame& frame, const Judgement& judgement) {
    const uint8_t depth = frame.now.byte(smb_y_position) % smb_tile;
    return depth != 0 && depth < smb_floor_depth &&
           frame.now.byte(smb_y_position) == judgement.moved.byte(smb_y_position) &&
           judgement.moved.byte(smb_player_state) != smb_on_ground;
  }

  // What a lift does to its passenger, as far as two frames show it.
  bool carried(const Frame& frame) const {
    constexpr int most_px = 8;
    const int moved = int{frame.now.byte(smb_y_position)} - int{frame.before.byte(smb_y_position)};
    return game_.stance(frame.now) == Stance::Ground && moved >= -most_px && moved <= most_px;
  }

  void judgeButtons(const SmbJumpState& state, const SmbInput& input, const Frame& frame, Values& rest,
                    Judgement& judgement) const {
    if (!frame.now.has(smb_buttons_ab)) return;
    const uint8_t seen = frame.now.byte(smb_buttons_ab);
    const uint8_t expected = smbRemembered(state, input, frame.now.buttons, seen);
    const auto& earlier = frame.earlier_buttons;
    const bool from_the_pad =
        seen == expected || std::any_of(earlier.begin(), earlier.end(), [&](uint8_t pad) {
          return seen == smbRemembered(state, input, pad, seen);
        });
    if (from_the_pad) return;
    if (frame.pad_counts && frame.now.byte(smb_mode) != mode_victory)
      rest.set(smb_buttons_ab, expected);
    else
      judgement.unjudged = "the buttons do not come from pad 1 (a demo, or another player)";
  }

  // Whoever takes control sets the state for what comes: growing 0, hurt 1, the flagpole 3.
  static void addLossOfControl(const Frame& frame, Judgement& judgement) {
    if (!lostControl(frame)) return;
    const size_t count = judgement.outcomes.size();
    for (size_t i = 0; i < count; ++i) {
      Outcome outcome = judgement.outcomes[i];
      if (outcome.values.byte(smb_player_state) == frame.now.byte(smb_player_state)) continue;
      outcome.values.set(smb_player_state, frame.now.byte(smb_player_state));
      outcome.name = "control taken";
      outcome.detail = "state set";
      judgement.outcomes.push_back(outcome);
    }
  }

  const SmbGame& game_;
  SmbTables tables_;
};

}  // namespace

std::unique_ptr<Judge> smbJudge(const SmbGame& game, const SmbTables& tables) {
  return std::make_unique<SmbJudge>(game, tables);
}

}  // namespace jumpscope::physics
