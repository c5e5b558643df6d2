// What keys and menus of the `play` window do.
#include <SDL.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "src/base/files.h"
#include "src/base/output.h"
#include "src/base/png.h"
#include "src/gui/font.h"
#include "src/gui/play_window.h"
#include "src/movie/bk2.h"
#include "src/play/cases.h"
#include "src/play/colors.h"
#include "src/play/slots.h"
#include "src/play/tools/jump_gif.h"
#include "src/session/screenshot.h"
#include "src/session/session.h"

namespace jumpscope::gui {

namespace {

std::string stemOf(const PlayState& player) {
  return std::filesystem::path(player.game->console().cartridge().name).stem().string();
}

}  // namespace

std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension) {
  for (int number = 1;; ++number) {
    const std::filesystem::path path =
        folder / std::string(stem).append("-").append(std::to_string(number)).append(extension);
    if (!std::filesystem::exists(path)) return path;
  }
}

void PlayWindow::power() {
  if (!player_.game) return;
  saveBattery();
  battery_rests_ = false;
  player_.game->setBattery(battery_.content());
  player_.game->powerOn();
  unsaved_.settled();
  forgetFrom(0);
}

std::filesystem::path PlayWindow::requireSlotFolder() const {
  const std::filesystem::path folder = slotFolder();
  if (folder.empty())
    throw std::runtime_error(
        "there is no folder for saved games: set HOME or XDG_DATA_HOME to an absolute path");
  return folder;
}

std::filesystem::path PlayWindow::slotFolder() const {
  return store_.folders().slots(player_.game->console().cartridge().prgChrSha1());
}

void PlayWindow::saveSlot(int slot) {
  if (!player_.game) return;
  tryTo(player_, [&] {
    play::writeSlot(requireSlotFolder(), slot, player_.game->save(), *player_.game);
    slots_.changed();
    unsaved_.settled();
    player_.say("saved in slot " + std::to_string(slot));
  });
}

void PlayWindow::loadSlot(int slot) {
  if (!player_.game) return;
  tryTo(player_, [&] {
    player_.game->load(play::readSlot(requireSlotFolder(), slot, *player_.game));
    player_.trail.clear();
    forgetFrom(0);
    pacer_->restart();
    unsaved_.settled();
    player_.say("loaded slot " + std::to_string(slot));
  });
}

bool PlayWindow::workBeside(const std::string& words, std::function<std::string()> work,
                            std::function<void()> failed) {
  if (work_.valid()) {
    player_.say("still " + work_words_ + "; try again when it is done");
    return false;
  }
  player_.say(words + " ...");
  work_words_ = words;
  work_failed_ = std::move(failed);
  work_ = std::async(std::launch::async, std::move(work));
  return true;
}

void PlayWindow::lookAtWork(bool wait) {
  if (!work_.valid()) return;
  if (!wait && work_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
  const bool done = tryTo(player_, [&] { player_.say(work_.get()); });
  if (!done && work_failed_) work_failed_();
  if (!done && wait) base::say("jumpscope: " + player_.message);
  redraws_ = std::max(redraws_, 1);
}

void PlayWindow::saveCase() {
  if (!player_.game) return;
  tryTo(player_, [&] {
    const std::string folder = player_.options.case_folder.empty() ? "cases" : player_.options.case_folder;
    const auto write = [source = play::caseOf(*player_.game), folder, rom = rom_path_, patches = patches_] {
      const play::SavedCase saved = play::saveCase(source, folder, "", rom, patches);
      const std::filesystem::path suite = std::filesystem::absolute(saved.files.back()).lexically_normal();
      return "wrote case " + saved.name + " into " + suite.string() +
             (saved.model ? ", compared with the model too" : "") + "; `jumpscope check " +
             suite.parent_path().string() + "` runs it";
    };
    const auto failed = [this, before = unsaved_] { unsaved_ = before; };
    if (workBeside("writing the case", write, failed)) unsaved_.settled();
  });
}

void PlayWindow::reset() {
  saveBattery();
  pending_.reset = true;
}

void PlayWindow::startRecording() {
  if (!player_.game) return;
  power();
  battery_rests_ = true;
  player_.game->setBattery(nullptr);
  player_.game->powerOn();
  player_.say("a new movie starts at power-on; Movie / Save writes it");
}

bool PlayWindow::saveMovie(const std::string& path) {
  return tryTo(player_, [&] {
    if (!path.ends_with(".fm2"))
      throw std::runtime_error("movies are written as .fm2 only; '" + path + "' has another extension");
    base::writeOutput(path, movie::writeFm2(player_.game->movie()));
    unsaved_.settled();
    player_.say("wrote " + std::filesystem::absolute(path).string());
  });
}

void PlayWindow::playMovie(const std::string& path) {
  tryTo(player_, [&] {
    const movie::Movie movie =
        movie::parseMovie(base::readFile(path), std::filesystem::path(path).filename().string());
    saveBattery();
    const bool pal = player_.game->options().machine.region == console::Region::Pal;
    const bool other_region = player_.options.machine.region == "auto" && movie.pal != pal;
    if (other_region || player_.machine != player_.options.machine)
      insert(player_.inserted, session::recordedOn(movie), player_.given_labels, battery_, rom_path_);
    player_.game->playMovie(movie);
    player_.paused = false;
    battery_rests_ = true;
    unsaved_.settled();
    player_.trail.clear();
    forgetFrom(0);
    pacer_->restart();
    std::string words = "plays " + movie.name;
    for (const std::string& note : session::notesOn(movie, *player_.game->cartridge()))
      words.append("\n").append(note);
    player_.say(words);
  });
}

void PlayWindow::takeOver() {
  if (!player_.game || player_.game->mode() != play::Game::Mode::Playing) return;
  player_.game->takeOver();
  player_.say("you play from frame " + std::to_string(player_.game->frame()));
}

// In the player's folder for pictures, where the system names one.
std::string PlayWindow::pictureFile(const std::string& extension) const {
  const std::filesystem::path& named = store_.folders().screenshots;
  if (named.is_absolute() || player_.files.empty())
    return std::filesystem::absolute(freePath(named, stemOf(player_), extension)).lexically_normal().string();
  return newFile(player_, "pictures", extension);
}

void PlayWindow::screenshot() {
  if (!player_.game) return;
  tryTo(player_, [&] {
    const auto pixels = player_.game->pixels();
    std::vector<uint32_t> rgba;
    for (const uint16_t pixel : pixels) rgba.push_back(player_.colors[pixel & 0x1FF]);
    const std::string path = pictureFile(".png");
    base::writeOutput(path, base::encodePng(rgba, session::screen_width, session::screen_height));
    player_.say("wrote " + path);
  });
}

void PlayWindow::saveJumpPicture() {
  if (!player_.game) return;
  tryTo(player_, [&] {
    const play::JumpScene scene = play::lastJumpScene(*player_.game, player_.colors, player_.feet.offset());
    workBeside("writing the GIF", [scene, path = pictureFile(".gif")] {
      base::writeOutput(path, play::jumpGif(scene));
      return "wrote " + path;
    });
  });
}

void PlayWindow::setPaused(bool paused) {
  if (!player_.game) return;
  player_.paused = paused;
  redraws_ = settles;
  if (paused) saveBattery();
  pacer_->restart();
}

void PlayWindow::setSpeed(int percent) {
  player_.speed = percent;
  pacer_.emplace(play::frameRate(player_.game->options().machine.region).at(percent));
}

void PlayWindow::showTitle() {
  std::string title = "jumpscope";
  if (player_.game) title.append(": ").append(player_.game->cartridge()->name);
  if (player_.paused) title.append(" (paused)");
  if (title == title_) return;
  title_ = title;
  needScriptsOf(title);
  host_.setTitle(title);
}

void PlayWindow::setTextSize(int percent) {
  player_.settings.text_size = std::clamp(percent, 100, 300);
  host_.setTextSize(player_.settings.text_size);
}

void PlayWindow::setScale(int scale) {
  player_.settings.scale = scale;
  if (host_.fullscreen()) return;
  const WindowSize size = windowSize(player_.settings, scale, menu_height_);
  // Tools beside the game widen the window as far as the display lets them.
  const ImVec2 room = host_.room();
  int width = std::max(size.width, static_cast<int>(menu_width_)), height = size.height;
  if (player_.settings.tiled && !openTools().empty()) {
    width = std::max(width, std::min(size.width + static_cast<int>(em(560)), static_cast<int>(room.x)));
    height = std::max(height, std::min(static_cast<int>(em(560)), static_cast<int>(room.y)));
  }
  host_.resize(width, height);
}

void PlayWindow::setFullscreen(bool on) {
  if (on == host_.fullscreen()) return;
  if (on) SDL_GetWindowSize(host_.window(), &windowed_width_, &windowed_height_);
  player_.settings.fullscreen = on;
  host_.setFullscreen(on);
  if (!on && windowed_width_ > 0) SDL_SetWindowSize(host_.window(), windowed_width_, windowed_height_);
}

void PlayWindow::applySound() {
  sound_.setVolume(player_.settings.volume, player_.settings.mute);
  if (!player_.game) return;
  uint8_t channels = 0;
  for (size_t i = 0; i < play::channel_names.size(); ++i)
    if (player_.settings.channels[std::string(play::channel_names[i])])
      channels |= static_cast<uint8_t>(1 << i);
  player_.game->setChannels(channels);
}

void PlayWindow::applyColors() {
  const play::Settings& settings = player_.settings;
  const play::ColorKnobs knobs{static_cast<double>(settings.hue), settings.saturation / 100.0,
                               settings.brightness / 100.0};
  player_.colors = play::generatedColors(knobs);
  if (!settings.palette.empty() && !tryTo(player_, [&] { player_.colors = play::loadPal(settings.palette); }))
    player_.settings.palette.clear();
}

void PlayWindow::applyKeys() {
  if (!tryTo(player_, [&] { player_.control.setKeys(play::loadKeys(player_.settings.keys)); }))
    player_.settings.keys = "default";
  player_.control.allowOpposite(player_.settings.allow_opposite);
}

std::filesystem::path PlayWindow::ownKeys() const {
  const std::filesystem::path& folder = store_.folders().config;
  return folder.empty() ? folder : folder / "keys.json";
}

void PlayWindow::bind(play::Action action, play::Chord chord) {
  tryTo(player_, [&] {
    play::KeyMap keys = player_.control.keys();
    const auto other = keys.keys.find(chord);
    const std::string taken = other != keys.keys.end() && other->second != action
                                  ? "; " + play::actionWords(other->second) + " has it no more"
                                  : "";
    std::erase_if(keys.keys, [&](const auto& entry) { return entry.second == action; });
    const bool none = chord.key == SDL_SCANCODE_UNKNOWN;
    if (!none) keys.keys[chord] = action;
    const std::filesystem::path own = ownKeys();
    if (own.empty())
      throw std::runtime_error(
          "there is no folder for settings: set HOME or XDG_CONFIG_HOME to an absolute path");
    std::filesystem::create_directories(own.parent_path());
    const std::string file = own.string();
    base::writeOutput(file, play::keysText(keys));
    player_.settings.keys = file;
    applyKeys();
    const std::string words = play::actionWords(action);
    player_.say((none ? words + " has no key now" : play::toString(chord) + " is " + words + " now" + taken) +
                " (" + file + ")");
  });
}

}  // namespace jumpscope::gui
