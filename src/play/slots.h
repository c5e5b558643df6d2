// Saved games as files of a folder: slotN.state (state_file.h), slotN.fm2 (the input so far, where it is
// known and memory was not edited) and slotN.png (what was on the screen). The movie names its state by hash
// in a comment, so that the two are never mixed up.
#pragma once

#include <filesystem>

#include "src/play/game.h"

namespace jumpscope::play {

constexpr int slot_count = 10;  // 1 to 10

// "DIR/slot3.state"; `extension` has its dot.
std::filesystem::path slotFile(const std::filesystem::path& folder, int slot, const char* extension);

// Makes the folder where there is none. All files of the slot appear together, and one that does not belong
// to it any more goes. Throws std::runtime_error.
void writeSlot(const std::filesystem::path& folder, int slot, const SavedGame& saved, const Game& game);

// Reads and checks a slot for this game, which does not change: hand what is read to Game::load(). The
// picture is that of the frame after, with nothing pressed: close enough to show. Throws std::runtime_error
// for an empty slot and for damaged files.
SavedGame readSlot(const std::filesystem::path& folder, int slot, Game& game);

}  // namespace jumpscope::play
