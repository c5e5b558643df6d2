// What the models of Super Mario Bros. share: the game's variables, the parameters of its tables, and how
// these are found from a flight.
#pragma once

#include "src/physics/model_parts.h"
#include "src/physics/smb_jump.h"

namespace jumpscope::physics {

inline constexpr uint8_t smb_game_a = 0x80, smb_game_b = 0x40;  // $000A, $000D

inline constexpr uint8_t smb_engine_play = 8;  // $000E: the player is in control

// Places in SmbGame::variables().
enum SmbVariable : size_t {
  smb_y_position,
  smb_y_page,
  smb_y_subpixel,
  smb_y_speed,
  smb_y_speed_fraction,
  smb_gravity,
  smb_gravity_fall,
  smb_jump_origin_y,
  smb_player_state,
  smb_buttons_ab,
  smb_buttons_ab_previous,
  smb_x_speed_abs,
  smb_swimming,
  smb_whirlpool,
  smb_swim_timer,
  smb_jumpspring,
  smb_freeze,
  smb_engine,
  smb_x_position,
  smb_x_page,
  smb_jump_origin_page,
  smb_halt_threshold,
  smb_pause,
  smb_mode,
};

// What the game's bytes say, whichever model it is compared with.
class SmbGame : public Game {
 public:
  std::span<const Variable> variables() const override;
  bool aDown(const Values& now) const override;
  bool inControl(const Values& now) const override;
  Stance stance(const Values& now) const override;
  bool strokes(const Values& at_start) const override;
  bool strokeSeen(const Values& before, const Values& now) const override;
  bool startClearsSubpixel() const override { return true; }
  std::vector<std::string_view> parameters() const override;
};

void addTableParameters(std::vector<Parameter>& list);
// From all of a model's parameters: the cartridge's tables, or with own_tables the other values in every row.
SmbTables tablesOf(const Settings& values);
// Beside a game: the cartridge's tables but for the values that are given, which stand in every row.
SmbTables tablesBeside(const Settings& given);

// `fixed` is the model's own.
FitRules smbFitRules(Settings (*fixed)(const FitSeries&, double fps));

}  // namespace jumpscope::physics
