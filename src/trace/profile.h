// A profile says which bytes of a game mean what, and how its jumps start and end.
#pragma once

#include <cstdint>
#include <map>
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

// A test on a watch: "player_state == 1".
struct Condition {
  std::string watch;
  std::string op;  // == != < <= > >=
  int64_t value = 0;

  bool operator==(const Condition&) const = default;
};

struct Profile {
  std::string name;
  std::string title;
  std::vector<KnownRom> roms;
  std::vector<Watch> watches;
  std::string model;                          // "smb-jump"; empty: none
  std::map<std::string, std::string> feeds;   // model variable -> watch name
  // A jump is in progress in the frames in which all of `jump_when` hold; it starts in the first frame in which they
  // hold, or in which `jump_restart` (a watch that a start writes, e.g. the origin) was written.
  std::vector<Condition> jump_when;
  std::string height_watch;                   // vertical position, down positive
  std::string subpixel_watch;                 // optional: fraction of height_watch
};

// The built-in profiles by name ("smb"); throws std::runtime_error for an unknown name, naming the known ones.
const Profile& builtinProfile(std::string_view name);
std::vector<std::string> builtinProfileNames();

// Parses a profile file. Unknown keys are refused, naming the nearest known key. Throws std::runtime_error.
Profile parseProfile(std::string_view json, const std::string& file_name);

}  // namespace jumpscope::trace
