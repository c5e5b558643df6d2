// Saves settings of a run for the next one, and keeps a game's breakpoints when its profile
// changes.
#pragma once

#include <string>
#include <vector>

#include "src/play/game.h"
#include "src/play/settings.h"
#include "src/session/play_options.h"

namespace jumpscope::play {

// The settings without what the command line asked for in this run only: where `now` still says that, it is
// as `stored` had it.
Settings withoutOptions(Settings now, const Settings& stored, const session::PlayOptions& options);

// A profile as settings can name it from anywhere: a built-in one by its name, a file by its absolute path.
std::string lastingProfile(const std::string& name_or_file);

// OfRom::profile of a game for which none is wanted.
inline constexpr const char* no_profile = "none";

// What was remembered of this ROM, without making an entry for it.
OfRom remembered(const Settings& settings, const std::string& sha1);
// Replaces it; an empty one leaves no entry.
void remember(Settings& settings, const std::string& sha1, OfRom rom);

// The command line's machine; where it says nothing, what was chosen for the ROM.
session::MachineChoice machineOf(session::MachineChoice given, const OfRom& rom);
// Into the ROM's entry what differs from the machine before: what was chosen in the window.
void rememberMachine(Settings& settings, const std::string& sha1, const session::MachineChoice& before,
                     const session::MachineChoice& now);

// Gives the game another profile. Breakpoints and the model check are kept as far as they are valid with
// it (the check when `check` wants it). Returns the breakpoints that do not. Throws std::runtime_error like
// Game::setProfile(); then nothing changes.
std::vector<std::string> changeProfile(Game& game, trace::Profile profile, bool check);

// Sets those breakpoints that go with the game's profile, in order; returns the others.
std::vector<std::string> setWhatGoes(Game& game, const std::vector<std::string>& breakpoints);

}  // namespace jumpscope::play
