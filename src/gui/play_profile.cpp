// Which profile and breakpoints the cartridge in the `play` window has, and how they are remembered.
#include <stdexcept>
#include <utility>

#include "src/gui/play_window.h"
#include "src/models/law_file.h"
#include "src/play/remember.h"
#include "src/session/stranger.h"
#include "src/session/trace_input.h"

namespace jumpscope::gui {

void PlayWindow::setUpProfile(const console::Cartridge& cartridge) {
  const play::OfRom remembered = play::remembered(player_.settings, cartridge.prgChrSha1());
  // The command line's is for the first cartridge.
  const std::string named = std::exchange(player_.options.profile, "");
  const std::string chosen = named.empty() ? remembered.profile : play::lastingProfile(named);
  player_.profile_name = remembered.profile;
  player_.profile_file.clear();
  player_.bookmarks = remembered.bookmarks;
  player_.chosen_model = remembered.model;
  // The command line's is for one run.
  const bool model_remembered = player_.model.empty() && !remembered.model.empty();
  if (model_remembered) player_.model = remembered.model;
  set_up_failed_ = true;
  const auto set = [&] {
    std::optional<trace::Profile> profile;
    if (chosen == play::no_profile) {
      picker_dismissed_ = true;
    } else if (!chosen.empty()) {
      profile = session::loadProfile(chosen);
      if (chosen.ends_with(".json")) player_.profile_file = chosen;
    } else if (const trace::Profile* builtin = session::findBuiltinProfile(cartridge)) {
      profile = *builtin;
    }
    takeModel(model_remembered);
    if (!profile && models::namesLawFile(player_.model)) profile = session::loadProfile(player_.model);
    if (profile) changeProfile(player_, *profile);
    if (profile && !named.empty()) sayIfStranger();
    player_.profile_name = chosen;
    const auto lost = play::setWhatGoes(*player_.game, remembered.breakpoints);
    if (!lost.empty())
      throw std::runtime_error("the breakpoint " + lost.front() +
                               ", saved in an earlier run, does not fit the profile");
    set_up_failed_ = false;
  };
  if (named.empty())
    tryTo(player_, set);
  else
    set();
}

// A model that was chosen in an earlier run and is gone is said; the game goes on with the profile's.
void PlayWindow::takeModel(bool remembered) {
  try {
    player_.game->setModel(play::chosenModel(player_.model));
  } catch (const std::runtime_error& error) {
    if (!remembered) throw;
    player_.sayToo("the model chosen in an earlier run cannot be used: " + std::string(error.what()));
    player_.model.clear();
    player_.game->setModel("");
  }
}

void PlayWindow::sayIfStranger() {
  const std::string note = session::strangerNote(*player_.game->profile(), *player_.game->cartridge());
  if (!note.empty()) player_.sayToo(note);
}

void PlayWindow::removeProfile() {
  const bool check = player_.game->modelCheck();
  tryTo(player_, [&] {
    if (check) player_.game->setModelCheck(false);
    const std::vector<std::string> breakpoints = player_.game->breakpoints();
    player_.game->setProfile(std::nullopt);
    play::setWhatGoes(*player_.game, breakpoints);
    player_.profile_name = play::no_profile;
    player_.profile_file.clear();
    picker_dismissed_ = true;
    forgetFrom(0);
  });
}

void PlayWindow::chooseProfile(const std::string& name_or_file) {
  tryTo(player_, [&] {
    changeProfile(player_, session::loadProfile(name_or_file));
    sayIfStranger();
    player_.profile_name = play::lastingProfile(name_or_file);
    player_.profile_file = name_or_file.ends_with(".json") ? name_or_file : "";
    set_up_failed_ = false;
    forgetFrom(0);
  });
}

void PlayWindow::chooseModel(const std::string& name_or_file) {
  tryTo(player_, [&] {
    player_.game->setModel(play::chosenModel(name_or_file));
    player_.model = name_or_file;
    player_.chosen_model = play::lastingProfile(name_or_file);
    if (!player_.game->profile()) changeProfile(player_, session::loadProfile(name_or_file));
    if (player_.shown("model_check")) player_.game->setModelCheck(true);
    player_.say("predicts and checks with " + (name_or_file.empty() ? "the profile's model" : name_or_file));
  });
}

void PlayWindow::rememberGame() {
  if (!player_.game) return;
  const std::vector<std::string> breakpoints = player_.game->breakpoints();
  const std::string sha1 = player_.game->cartridge()->prgChrSha1();
  play::OfRom now{player_.profile_name, breakpoints,
                  player_.labels_opened ? player_.label_file.string() : std::string(), player_.chosen_model,
                  player_.bookmarks};
  const play::OfRom before = play::remembered(player_.settings, sha1);
  now.region = before.region;
  now.ram_init = before.ram_init;
  now.devices = before.devices;
  // Saved settings that could not be applied are kept.
  if (set_up_failed_ && breakpoints.empty()) {
    now.profile = before.profile;
    now.breakpoints = before.breakpoints;
  }
  play::remember(player_.settings, sha1, std::move(now));
}

}  // namespace jumpscope::gui
