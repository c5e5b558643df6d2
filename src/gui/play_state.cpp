#include "src/gui/play_state.h"

#include <SDL.h>

#include <filesystem>

#include "src/base/printable.h"
#include "src/play/remember.h"
#include "src/trace/watch.h"

namespace jumpscope::gui {

void PlayState::say(const std::string& words) {
  constexpr uint64_t shown_ms = 6000;
  message = base::printable(words);
  message_until = SDL_GetTicks64() + shown_ms;
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
