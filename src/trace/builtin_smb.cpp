#include "src/trace/builtin_profiles.h"

namespace jumpscope::trace {

// Where Super Mario Bros. keeps its player; our own cartridge roms_test/jumplab keeps to the same addresses.
// clang-format off
extern const std::string_view smb_profile;
const std::string_view smb_profile = R"json({
  "name": "smb",
  "title": "Super Mario Bros.",
  "roms": [
    {
      "name": "Super Mario Bros. (World)",
      "file_sha1": "ea343f4e445a9050d4b4fbac2c77d0693b1d0922",
      "prg_chr_sha1": "facee9c577a5262dbe33ac4930bb0b58c8c037f7"
    },
    {
      "name": "jumplab, the cartridge of jumpscope",
      "prg_chr_sha1": "9c7c0b6574fa9d4aa85b613c2c51645749bd30bc"
    }
  ],
  "watches": [
    {"name": "y_position", "address": "$00CE", "type": "u8", "unit": "px", "meaning": "vertical position on the screen page, down positive"},
    {"name": "y_page", "address": "$00B5", "type": "u8", "unit": "screens", "meaning": "vertical screen page; 1 is the visible one"},
    {"name": "y_subpixel", "address": "$0416", "type": "u8", "unit": "1/256 px", "meaning": "fraction of the vertical position"},
    {"name": "y_speed", "address": "$009F", "type": "s8", "unit": "px/frame", "meaning": "vertical speed, down positive"},
    {"name": "y_speed_fraction", "address": "$0433", "type": "u8", "unit": "1/256 px/frame", "meaning": "fraction of the vertical speed"},
    {"name": "gravity", "address": "$0709", "type": "u8", "unit": "1/256 px/frame^2", "meaning": "gravity in effect"},
    {"name": "gravity_fall", "address": "$070A", "type": "u8", "unit": "1/256 px/frame^2", "meaning": "gravity after release or apex"},
    {"name": "jump_origin_y", "address": "$0708", "type": "u8", "unit": "px", "meaning": "where the jump began"},
    {"name": "jump_origin_page", "address": "$0707", "type": "u8", "unit": "screens", "meaning": "screen page on which the jump began"},
    {"name": "halt_threshold", "address": "$0706", "type": "u8", "unit": "px", "meaning": "rise needed before a release counts; 0 until the first jump, then always 1"},
    {"name": "x_speed_abs", "address": "$0700", "type": "u8", "unit": "1/16 px/frame", "meaning": "absolute horizontal speed: tiers from 9, 16, 25, 28"},
    {"name": "x_speed", "address": "$0057", "type": "s8", "unit": "1/16 px/frame", "meaning": "horizontal speed, right positive"},
    {"name": "player_state", "address": "$001D", "type": "u8", "meaning": "0 ground, 1 jump or swim, 2 fall, 3 climb"},
    {"name": "buttons_ab", "address": "$000A", "type": "u8", "meaning": "bit 7 A, bit 6 B"},
    {"name": "buttons_ab_previous", "address": "$000D", "type": "u8", "meaning": "buttons_ab of the frame before"},
    {"name": "swimming", "address": "$0704", "type": "u8", "meaning": "not 0 in water"},
    {"name": "swim_timer", "address": "$0782", "type": "u8", "unit": "frames", "meaning": "counts down after a stroke"},
    {"name": "jumpspring", "address": "$070E", "type": "u8", "meaning": "not 0 on a jumpspring"},
    {"name": "freeze", "address": "$0747", "type": "u8", "unit": "frames", "meaning": "not 0 while the game's time stands still"},
    {"name": "engine", "address": "$000E", "type": "u8", "meaning": "game engine's routine; 8: the player is in control"},
    {"name": "whirlpool", "address": "$047D", "type": "u8", "meaning": "not 0 in a whirlpool's pull"},
    {"name": "x_position", "address": "$0086", "type": "u8", "unit": "px", "meaning": "horizontal position on the level's page"},
    {"name": "x_page", "address": "$006D", "type": "u8", "unit": "screens", "meaning": "the level's page"},
    {"name": "pause", "address": "$0776", "type": "u8", "meaning": "bit 0: the game is paused"},
    {"name": "mode", "address": "$0770", "type": "u8", "meaning": "0 title and its demo, 1 play, 2 victory, 3 game over"},
    {"name": "frame_counter", "address": "$0009", "type": "u8", "meaning": "counts the frames in which the game runs and is not paused"},
    {"name": "lag", "type": "lag", "meaning": "1: the game did not poll a controller in this frame"}
  ],
  "model": "smb-jump",
  "feeds": {
    "y_position": "y_position",
    "y_page": "y_page",
    "y_subpixel": "y_subpixel",
    "y_speed": "y_speed",
    "y_speed_fraction": "y_speed_fraction",
    "gravity": "gravity",
    "gravity_fall": "gravity_fall",
    "jump_origin_y": "jump_origin_y",
    "player_state": "player_state",
    "buttons_ab": "buttons_ab",
    "buttons_ab_previous": "buttons_ab_previous",
    "x_speed_abs": "x_speed_abs",
    "swimming": "swimming",
    "whirlpool": "whirlpool",
    "swim_timer": "swim_timer",
    "jumpspring": "jumpspring",
    "freeze": "freeze",
    "engine": "engine",
    "jump_origin_page": "jump_origin_page",
    "halt_threshold": "halt_threshold",
    "x_position": "x_position",
    "x_page": "x_page",
    "pause": "pause",
    "mode": "mode",
    "frame_counter": "frame_counter"
  },
  "jump": {
    "when": ["player_state != 0", "player_state != 3", "engine == 8"],
    "height": "y_position",
    "subpixel": "y_subpixel"
  },
  "routine": "$8210",
  "assume": ["player_state <= 2", "halt_threshold == 1", "freeze == 0", "jumpspring == 0", "engine == 8"],
  "screen": {"x": "$006D,$0086", "y": "$00B5,$00CE", "feet": [8, -224], "scrolls": true}
})json";
// clang-format on

}  // namespace jumpscope::trace
