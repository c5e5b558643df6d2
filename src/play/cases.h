// A session as a regression test: movie, golden and an entry of a suite that `jumpscope check` runs.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/play/game.h"

namespace jumpscope::play {

struct SavedCase {
  std::string name;
  std::vector<std::filesystem::path> files;  // written, the suite last
  bool model = false;                        // the case also expects agreement with the model
};

// Writes into `folder`, which is made where there is none: NAME.fm2 with all input so far, NAME.golden.csv as
// `jumpscope trace --movie NAME.fm2` with the game's profile writes it, NAME.profile.json where that is not a
// built-in one, and a case in suite.json, new or at the end of the one that is there, whose other text stays
// as it is. All appear together. The cartridge is named by its SHA-1 and by the path of `rom` relative to
// `folder`, or by its file name where `rom` is empty; a
// cartridge with `patches` by its path and theirs. `name` empty: the first
// of case-1, case-2, ... that is free. The game is run again from power-on, 40 us a frame. Throws
// std::runtime_error, one sentence: no profile, no movie (Game::movie), nothing played, a name that cannot be
// a file's or is there already, a suite that is damaged or whose defaults would change the case.
SavedCase saveCase(const Game& game, const std::filesystem::path& folder, std::string name = "",
                   const std::filesystem::path& rom = {}, const std::vector<std::string>& patches = {});

// What of a game a case is made of. Throws like saveCase().
struct CaseSource {
  std::shared_ptr<const console::Cartridge> cartridge;
  console::Options machine;
  trace::Profile profile;
  movie::Movie movie;
};
CaseSource caseOf(const Game& game);
// The same, of a game that goes on meanwhile: may run on a thread of its own.
SavedCase saveCase(const CaseSource& source, const std::filesystem::path& folder, std::string name,
                   const std::filesystem::path& rom, const std::vector<std::string>& patches);

// The text of a suite with an entry more at the end of its cases. Precondition: `text` is a sound suite.
std::string withCase(std::string_view text, std::string_view entry);

}  // namespace jumpscope::play
