// A profile names the bytes of a game, and defines how its jumps start and end.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/trace/trace.h"

namespace jumpscope::trace {

struct KnownRom {
  std::string name;
  std::string file_sha1;     // may be empty
  std::string prg_chr_sha1;  // may be empty
};

// Where the character is on the screen.
struct OnScreen {
  Watch x, y;                  // px
  int feet_x = 0, feet_y = 0;  // from there to the middle of its feet, px
  bool scrolls = false;        // x is a position in the level: subtract the scroll
};

struct Profile {
  std::string name;
  std::string title;
  std::vector<KnownRom> roms;
  std::vector<Watch> watches;
  std::string model;                         // empty: none
  std::map<std::string, std::string> feeds;  // model variable -> watch name
  // A jump is in progress in the frames at whose end all of `jump_when` are true; empty: jumps are detected
  // from the height alone.
  std::vector<Condition> jump_when;
  std::string height_watch;      // vertical position
  bool height_up = false;        // it grows upward; else downward
  std::string subpixel_watch;    // optional: fraction of height_watch
  std::string horizontal_watch;  // optional: horizontal position, right positive
  std::string jump_button;       // what starts a jump, as movie::parseButtons() reads it; empty: not said
  std::string when;              // the condition (when.h) of the frames that `trace` logs; empty: all
  // The entry of the model's routine, for `prove` and `lift` where a run does not show it.
  std::optional<uint16_t> routine;
  std::vector<std::string> assume;  // conditions (when.h) that hold whenever the model's routine runs
  std::optional<OnScreen> screen;
};

// The built-in profiles by name; throws std::runtime_error for an unknown name, naming the known
// ones.
const Profile& builtinProfile(std::string_view name);
std::vector<std::string> builtinProfileNames();

JumpRule ruleOf(const Profile& profile);
// The rule that a trace made with the profile carries: nullopt where the profile is built in, whose name is
// enough, and where it says nothing of jumps.
std::optional<JumpRule> carriedRule(const Profile& profile);
// The profile that a trace was made with, as far as its header says: its own rule and watches, or the
// built-in profile of that name. nullopt: neither.
std::optional<Profile> profileOf(const Header& header);
// The names of the watches that are the height of a trace's character; empty where its header does not say.
std::vector<std::string> heightWatches(const Header& header);

// Parses a profile file:
//   {"name": "game", "title": "The Game",
//    "roms": [{"name": "…", "file_sha1": "…", "prg_chr_sha1": "…"}],
//    "watches": [{"name": "y_position", "address": "$00CE", "type": "u8", "unit": "px", "meaning": "…"}],
//    "model": "MODEL", "feeds": {"y_position": "y_position"},
//    "jump": {"when": ["player_state == 1"], "height": "y_position", "subpixel": "y_subpixel",
//             "horizontal": "x", "positive": "down"},
//    "when": "player_state != 0", "assume": ["player_state <= 2"], "routine": "$8210",
//    "screen": {"x": "$006D,$0086", "y": "$00B5,$00CE", "feet": [8, -224], "scrolls": true}}
// Only name and watches are required, and height in a jump; a watch is as watch_json.h has it. A condition's
// value is written as a trace shows it. Unknown keys are refused, naming the nearest known one; so is a name
// of no watch. Throws std::runtime_error naming file and key.
Profile parseProfile(std::string_view json, const std::string& file_name);

// The profile as such a file: parseProfile() of its text is the same profile.
nlohmann::ordered_json profileToJson(const Profile& profile);

// Every key that a profile, an entry of its "roms", its "jump" and its "screen" may have:
// a test compares docs/schema/profile.schema.json with them.
std::span<const std::string_view> profileKeys();
std::span<const std::string_view> profileRomKeys();
std::span<const std::string_view> profileJumpKeys();
std::span<const std::string_view> profileScreenKeys();

}  // namespace jumpscope::trace
