// What the parts of the `play` window share.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/gui/file_dialog.h"
#include "src/play/arc_trail.h"
#include "src/play/control.h"
#include "src/play/feet_finder.h"
#include "src/play/game.h"
#include "src/play/settings.h"
#include "src/play/tools/code_data.h"
#include "src/play/tools/labels.h"
#include "src/session/play_options.h"

namespace jumpscope::gui {

// The running cartridge and the state of the user interface.
struct PlayState {
  session::PlayOptions options;
  play::Settings settings;
  session::MachineChoice machine;    // that the game was powered on with, beside movie and header
  std::unique_ptr<play::Game> game;  // nullptr: no cartridge yet
  // As its file has it; cheats change the game's own copy.
  std::shared_ptr<const console::Cartridge> inserted;
  std::string profile_file;  // where the watch list saves; empty: nowhere yet
  // As --profile has it, to be found again in the next run; empty: the one that fits.
  std::string profile_name;
  std::string model;         // a name or a law's file, in place of the profile's; empty: that
  std::string chosen_model;  // the same as the window chose it, for the next run
  std::array<uint32_t, 512> colors{};
  play::ArcTrail trail;
  play::FeetFinder feet;
  float ground = 0;   // the lowest line of the picture on which the character stood lately; 0: not known
  float x_speed = 0;  // px/frame, over the last frames: for the prediction, whose model knows no x
  play::Control control{play::keyPreset("default")};
  movie::FrameInput held;  // for the next frame
  bool paused = false, fast = false;
  int speed = 100;                      // percent of the console's
  bool advance = false;                 // one frame, though paused
  int instructions = 0, scanlines = 0;  // steps to be done, though paused
  // Another step of the game; returns why it did not lead anywhere, or "".
  std::function<std::string(play::Game&, const movie::FrameInput&)> step;
  // Where the disassembly is to go to.
  std::optional<uint16_t> show_code;
  // The same of a memory: one of play::memory_kinds, and the address there.
  std::optional<std::pair<size_t, uint32_t>> show_memory;
  // The cartridge's labels and comments; the file that keeps them (empty: there is no place for one); whether the user
  // opened it; and the labels of --symbols beside them.
  play::LabelFile labels;
  std::filesystem::path label_file;
  bool labels_opened = false;
  std::shared_ptr<const trace::Symbols> given_labels;
  std::vector<play::Bookmark> bookmarks;
  // A place for which the bookmarks are to be shown; its name is empty.
  std::optional<play::Bookmark> ask_bookmark;
  // Whose label is to be edited.
  std::optional<play::LabelPlace> edit_label;
  // What is known of the program's bytes; nullptr: nothing.
  const play::CodeDataLog* coverage = nullptr;
  // Where files go that the player did not name a place for; empty: there is no such place.
  std::filesystem::path files;
  std::function<void(FileDialog::Request)> ask_for_file;
  // The last message, and until when it is shown (SDL_GetTicks64).
  std::string message;
  uint64_t message_until = 0;
  // Why the game stopped, until it resumes.
  std::optional<play::Game::Stop> stop;
  // Position of the character's feet at that time; it stays when the game resumes.
  std::optional<play::LevelPoint> mark;

  void say(const std::string& words);
  // Below the message that is shown.
  void sayToo(const std::string& words);
  // The tool windows of the task in hand.
  bool& window(const std::string& name) { return settings.windowsOf(settings.task).at(name); }
  // True if a part of the overlay, one of play::overlay_names, is switched on.
  bool shown(const std::string& part) const { return settings.overlay.at(part); }
};

// Runs the function; an exception becomes a message.
template <class Work>
bool tryTo(PlayState& player, const Work& work) {
  try {
    work();
    return true;
  } catch (const std::exception& error) {
    player.say(error.what());
    return false;
  }
}

// The path of a file that no file has yet, in the player's folder for such files: "jumplab-1.cdl". Throws
// std::runtime_error where there is no such folder.
std::string newFile(const PlayState& player, const std::string& kind, const std::string& extension);
// Writes it, and says where it is.
void writeFile(PlayState& player, const std::string& path, std::span<const uint8_t> bytes);

// Gives the game this profile, and says which breakpoints it ends. Throws std::runtime_error for a profile
// that is not sound; then nothing changes.
void changeProfile(PlayState& player, trace::Profile profile);
// Gives the game these labels, and says which breakpoints they end.
void takeLabels(PlayState& player, play::LabelFile labels);
// Writes a label into the cartridge's file, or removes it. False: it could not be done, and the message says why.
bool changeLabel(PlayState& player, const play::Label& label);
// From now on this file has the cartridge's labels.
bool openLabels(PlayState& player, const std::string& path);
// Pauses the game, and lets it take a step: StepInstruction, StepOver, StepOut, StepBack or StepScanline.
void step(PlayState& player, play::Action action);
// Shows it in the listing or in the memory viewer.
void goTo(PlayState& player, const play::LabelPlace& place);
// Of the next instruction.
play::LabelPlace labelHere(const PlayState& player);
// Sets a breakpoint, once. False: the condition is wrong, and the message says why.
bool addBreakpoint(PlayState& player, const std::string& condition);
// The same, and opens the processor's window, which shows and removes it.
void stopAt(PlayState& player, const std::string& condition);
// Sets the breakpoint, or removes it.
void toggleBreakpoint(PlayState& player, const std::string& condition);
// Adds it to the cartridge's profile, or begins a profile with it. Throws std::runtime_error for a watch that
// does not go with the others.
void addWatch(PlayState& player, const trace::Watch& watch);

}  // namespace jumpscope::gui
