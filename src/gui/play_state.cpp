#include "src/gui/play_state.h"

#include <SDL.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "src/base/output.h"
#include "src/base/printable.h"
#include "src/gui/font.h"
#include "src/gui/play_window.h"
#include "src/play/remember.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

void PlayState::say(const std::string& words) {
  constexpr uint64_t shown_ms = 6000;
  message = base::printableLines(words);
  needScriptsOf(message);
  message_until = SDL_GetTicks64() + shown_ms;
}

void PlayState::sayToo(const std::string& words) {
  const bool shown = !message.empty() && SDL_GetTicks64() < message_until;
  say(shown ? message + "\n" + words : words);
}

std::string newFile(const PlayState& player, const std::string& kind, const std::string& extension) {
  if (player.files.empty())
    throw std::runtime_error("there is no folder for files: set HOME or XDG_DATA_HOME to an absolute path");
  const std::filesystem::path folder = player.files / kind;
  std::filesystem::create_directories(folder);
  const std::string stem = std::filesystem::path(player.game->cartridge()->name).stem().string();
  return freePath(folder, stem, extension).string();
}

void writeFile(PlayState& player, const std::string& path, std::span<const uint8_t> bytes) {
  base::writeOutput(path, bytes);
  player.say("wrote " + std::filesystem::absolute(path).string());
}

void changeProfile(PlayState& player, trace::Profile profile) {
  const bool check = player.shown("model_check");
  const auto lost = play::changeProfile(*player.game, std::move(profile), check);
  if (lost.empty()) return;
  std::string words = "removed together with its watch: breakpoint ";
  for (const std::string& condition : lost)
    words.append(condition == lost.front() ? "" : ", ").append(condition);
  player.say(words);
}

void step(PlayState& player, play::Action action) {
  if (!player.game) return;
  player.paused = true;
  using Game = play::Game;
  using Input = movie::FrameInput;
  const auto words = [](bool done, const char* why_not) { return std::string(done ? "" : why_not); };
  switch (action) {
    case play::Action::StepInstruction:
      ++player.instructions;
      return;
    case play::Action::StepScanline:
      ++player.scanlines;
      return;
    case play::Action::StepOver:
      player.step = [words](Game& game, const Input& held) {
        return words(game.stepOver(held), "the subroutine did not return within 120 frames");
      };
      return;
    case play::Action::StepOut:
      player.step = [words](Game& game, const Input& held) {
        return words(game.stepOut(held), "the routine did not return within 120 frames");
      };
      return;
    case play::Action::StepBack:
      player.step = [words](Game& game, const Input&) {
        return words(game.stepBack(), "there is no earlier instruction");
      };
      return;
    default:
      return;
  }
}

bool addBreakpoint(PlayState& player, const std::string& condition) {
  std::vector<std::string> conditions = player.game->breakpoints();
  if (std::find(conditions.begin(), conditions.end(), condition) != conditions.end()) return true;
  conditions.push_back(condition);
  return tryTo(player, [&] { player.game->setBreakpoints(std::move(conditions)); });
}

void stopAt(PlayState& player, const std::string& condition) {
  addBreakpoint(player, condition);
  player.window("processor") = true;
}

void toggleBreakpoint(PlayState& player, const std::string& condition) {
  std::vector<std::string> fewer = player.game->breakpoints();
  if (std::erase(fewer, condition) == 0)
    addBreakpoint(player, condition);
  else
    tryTo(player, [&] { player.game->setBreakpoints(std::move(fewer)); });
}

void addWatch(PlayState& player, const trace::Watch& watch) {
  trace::Profile profile;
  if (player.game->profile()) {
    profile = *player.game->profile();
  } else {
    const console::Cartridge& cartridge = player.game->console().cartridge();
    profile.name = std::filesystem::path(cartridge.name).stem().string();
    profile.roms.push_back({cartridge.name, "", cartridge.prgChrSha1()});
  }
  profile.watches.push_back(watch);
  trace::requireSound(profile.watches, "the watch list");
  changeProfile(player, profile);
}

}  // namespace jumpscope::gui
