// Keys, drops and what closes: the events of the `play` window.
#include <imgui.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "src/gui/play_window.h"
#include "src/play/tools/bookmarks.h"

namespace jumpscope::gui {

bool PlayWindow::handleEvents() {
  if (unseen_) return !quit_;
  // What stands still is drawn when something happens to it.
  constexpr int patience_ms = 100;
  const bool still = (!player_.game || player_.paused) && redraws_ == 0;
  const bool had_message = SDL_GetTicks64() < player_.message_until;
  bool closed = false;
  const Host::Taken taken = host_.events(still ? patience_ms : 0, [&](const SDL_Event& event) {
    if (event.type == SDL_QUIT) {
      if (go_on_) return closed = true, false;  // closed a second time
      askToQuit();
      return true;
    }
    const bool in_dialog = dialogShown();
    handle(event);
    act();
    const bool pressed = event.type == SDL_KEYDOWN || event.type == SDL_TEXTINPUT;
    const bool enters = in_dialog && event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_RETURN;
    if (dialogAsked() || enters) opening_ = settles;
    return opening_ == 0 && !(in_dialog && pressed);
  });
  if (closed) return false;
  unseen_ = taken.stopped && !host_.hidden();
  const bool message_went = had_message && SDL_GetTicks64() >= player_.message_until;
  if (taken.any || message_went || ImGui::GetIO().WantTextInput) redraws_ = settles;
  return !quit_;
}

// Keys that are pressed while a dialog opens are meant for it: they wait until it can take them.
void PlayWindow::sawPicture() {
  constexpr int least = 2;
  const bool ready = question_shown_ || (dialogShown() && ImGui::GetIO().WantTextInput);
  if (opening_ > 0) --opening_;
  if (ready && opening_ <= settles - least) opening_ = 0;
  unseen_ = opening_ > 0;
}

void PlayWindow::handle(const SDL_Event& event) {
  if (event.type == SDL_DROPFILE) {
    openDropped(event.drop.file);
    SDL_free(event.drop.file);
    return;
  }
  if (keys_.waits() && (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP)) {
    keys_.key(event.key);
    if (event.type == SDL_KEYDOWN) return;
  }
  // While a text field or a dialog is active, keys belong to it.
  if (event.type == SDL_KEYDOWN) {
    const SDL_Scancode key = event.key.repeat ? SDL_SCANCODE_UNKNOWN : event.key.keysym.scancode;
    if (key == SDL_SCANCODE_ESCAPE && !ImGui::GetIO().WantTextInput && escape()) return;
    if (dialog_.shown()) dialog_.press(key);
    if (label_dialog_.shown()) label_dialog_.press(key);
    if (bookmark_dialog_.shown()) bookmark_dialog_.press(key);
    if (question_shown_) answer_ = key;
    const play::Chord chord{key, play::modifiersOf(event.key.keysym.mod)};
    const auto action = player_.control.keys().keys.find(chord);
    const bool quits = chord.modifiers != 0 && action != player_.control.keys().keys.end() &&
                       action->second == play::Action::Quit;
    if (quits) return askToQuit();
    if (ImGui::GetIO().WantTextInput || dialogShown() || question_shown_) return;
  }
  const std::string words = controllers_.feed(player_.control, event);
  if (!words.empty()) player_.say(words);
}

bool PlayWindow::escape() {
  const bool asks = dialogShown() || question_shown_;
  if (closePopup(asks ? 1 : 0)) return true;
  if (asks) return false;  // these take the key themselves
  bool picker = true;
  std::vector<std::pair<const char*, bool*>> tools{
      {"Keys", &show_keys_}, {"Why", &why_.open()}, {"Physics", &picker}};
  for (const auto& [setting, title] : toolTitles()) tools.emplace_back(title, &player_.window(setting));
  std::vector<const char*> titles;
  for (const auto& tool : tools) titles.push_back(tool.first);
  if (const std::vector<size_t> shown = windowsByUse(titles); !shown.empty()) {
    *tools[shown.front()].second = false;
    picker_dismissed_ |= !picker;
    return true;
  }
  const bool has_key = player_.control.keys().keys.contains({SDL_SCANCODE_ESCAPE, 0});
  if (!host_.fullscreen() || has_key) return false;
  setFullscreen(false);
  return true;
}

void PlayWindow::act() {
  for (const play::Action action : player_.control.takeActions()) act(action);
}

void PlayWindow::act(play::Action action) {
  using enum play::Action;
  if (const auto slot = play::saveSlot(action)) return saveSlot(*slot);
  if (const auto slot = play::loadSlot(action)) return loadSlot(*slot);
  switch (action) {
    case Pause:
      return setPaused(!player_.paused);
    case FrameAdvance:
      if (player_.game) player_.paused = player_.advance = true;
      return;
    case StepInstruction:
    case StepOver:
    case StepOut:
    case StepBack:
    case StepScanline:
      return step(player_, action);
    case Reset:
      return reset();
    case Power:
      return askBeforeLosing([this] { power(); });
    case Fullscreen:
      return setFullscreen(!host_.fullscreen());
    case Screenshot:
      return screenshot();
    case Mute:
      player_.settings.mute = !player_.settings.mute;
      return applySound();
    case VolumeUp:
    case VolumeDown:
      player_.settings.volume = std::clamp(player_.settings.volume + (action == VolumeUp ? 5 : -5), 0, 100);
      return applySound();
    case Menu:
      show_menu_ = !show_menu_;
      return;
    case Overlay:
      player_.settings.physics = !player_.settings.physics;
      return;
    case Open:
      return askForCartridge();
    case Quit:
      return askToQuit();
    case TakeOver:
      return takeOver();
    case SaveCase:
      return saveCase();
    case Record:
      return askBeforeLosing([this] { startRecording(); });
    case Label:
      if (player_.game) player_.edit_label = labelHere(player_);
      return;
    case Bookmark:
      if (player_.game)
        player_.ask_bookmark =
            play::bookmarkOfCode(player_.game->console(), player_.game->console().cpu().pc);
      return;
    case TextLarger:
    case TextSmaller:
      return setTextSize(player_.settings.text_size + (action == TextLarger ? 25 : -25));
    default:
      return;  // pads, and what counts while it is held
  }
}

}  // namespace jumpscope::gui
