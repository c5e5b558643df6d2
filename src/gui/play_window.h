// The window of `jumpscope play`: handles events, runs frames and draws.
#pragma once

#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "src/gui/bookmark_dialog.h"
#include "src/gui/cpu_window.h"
#include "src/gui/file_dialog.h"
#include "src/gui/help_window.h"
#include "src/gui/host.h"
#include "src/gui/label_dialog.h"
#include "src/gui/picture.h"
#include "src/gui/play_state.h"
#include "src/gui/ppu_window.h"
#include "src/gui/slot_window.h"
#include "src/gui/tool_window.h"
#include "src/gui/watch_window.h"
#include "src/play/controllers.h"
#include "src/play/mouse.h"
#include "src/play/pacer.h"
#include "src/play/sound_out.h"
#include "src/play/unsaved.h"
#include "src/session/battery.h"

namespace jumpscope::gui {

// What the command line names, read before a window opens.
struct PlayFiles {
  std::shared_ptr<const console::Cartridge> cartridge;  // nullptr: none is named
  std::shared_ptr<const trace::Symbols> symbols;        // of the cartridge; nullptr: none
  std::optional<movie::Movie> movie;
  std::optional<session::Start> start;  // of --load-state
};
// Throws std::runtime_error for every file that is bad, the profile, the palette and the keys too.
PlayFiles loadFiles(const session::PlayOptions& options);

// A path in the folder that no file has yet: "jumplab-1.png", "jumplab-2.png" ...
std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& stem,
                               const std::string& extension);

class PlayWindow {
 public:
  // Throws std::runtime_error when there is no display, or the cartridge cannot be run.
  PlayWindow(const session::PlayOptions& options, const PlayFiles& files);
  // Runs until the window is closed (0) or Ctrl+C (130); then writes settings and output files.
  int run();

 private:
  // How late frames saw what was pressed, in ms; from the event's time stamp to the end of the first frame
  // that had it.
  struct Latency {
    uint64_t presses = 0, sum_ms = 0, worst_ms = 0;
    void add(uint64_t ms);
  };

  int runUntilClosed();
  void open(const std::string& path);
  void remember(const std::filesystem::path& rom, std::vector<std::string>& words);
  // The same, once nothing is unsaved or the user gave it up.
  void askToOpen(const std::string& path);
  // Whatever was dropped: a cartridge, a movie, a profile, keys, a palette, a saved state.
  void openDropped(const std::string& path);
  void startFromState(const std::string& path);
  void openBundled();
  void askToQuit();
  void askBeforeLosing(std::function<void()> go_on);
  void insert(std::shared_ptr<const console::Cartridge> cartridge, const session::RecordedOn& movie,
              std::shared_ptr<const trace::Symbols> symbols, session::BatteryFile battery,
              const std::filesystem::path& rom);
  void chooseProfile(const std::string& name_or_file);
  void removeProfile();
  // That the profile does not list the cartridge.
  void sayIfStranger();
  // In place of the profile's model; empty: that again.
  void chooseModel(const std::string& name_or_file);
  void setUpProfile(const console::Cartridge& cartridge);
  void takeModel(bool remembered);
  // The cartridge's label file.
  void setUpLabels();
  // The file of what the cartridge's battery keeps. What is wrong with a file that nobody named is said, and nothing is
  // kept then.
  session::BatteryFile openBattery(const std::shared_ptr<const console::Cartridge>& cartridge,
                                   const std::filesystem::path& rom_path);
  // Writes the file, if the battery's RAM changed. What is wrong is said.
  void saveBattery();
  void saveBatteryWhenDue();
  // Before the cartridge goes: its profile and breakpoints into the settings.
  void rememberGame();

  // Events.
  bool handleEvents();  // false: the window is to close
  void handle(const SDL_Event& event);
  // True while a dialog takes all keys.
  bool dialogShown() const { return dialog_.shown() || label_dialog_.shown() || bookmark_dialog_.shown(); }
  // True when one was asked for that is not shown yet.
  bool dialogAsked() const {
    return dialog_.asked() || label_dialog_.asked() || bookmark_dialog_.asked() || player_.edit_label ||
           player_.ask_bookmark || (go_on_ && !question_shown_);
  }
  // After each picture.
  void sawPicture();
  // Closes the topmost thing, else leaves full screen. False: nothing of both.
  bool escape();
  void act(play::Action action);
  void act();

  // Time.
  void runDueFrames();
  // The same while a picture is drawn, which may take longer than a frame.
  void runBesideDrawing();
  void runLateFrames();
  void runFrame();
  void runSteps();
  void afterFrame();
  void goBack(uint64_t frames);
  // After the frame's number went back: what came after is forgotten.
  void forgetFrom(uint64_t frame);
  void playSound(int64_t late_ns);
  void waitForNext();
  void countFast(bool fast);
  bool fast() const;
  bool atTheEnd() const;  // of --frames

  // What keys and menus do.
  void reset();
  void power();
  // Powers on such a machine, once nothing is unsaved or the user gave it up.
  void changeMachine(session::MachineChoice machine);
  void saveSlot(int slot);
  void loadSlot(int slot);
  // Runs it on a thread of its own, one at a time; what it returns, or why it failed, is said when it is done. `failed` is
  // called then, on this thread. False: another one runs.
  bool workBeside(const std::string& words, std::function<std::string()> work,
                  std::function<void()> failed = {});
  // Says what is done; `wait`: is done with all.
  void lookAtWork(bool wait = false);
  void saveCase();
  void startRecording();
  bool saveMovie(const std::string& path);
  void playMovie(const std::string& path);
  void takeOver();
  void screenshot();
  std::string pictureFile(const std::string& extension) const;
  void saveJumpPicture();
  void setPaused(bool paused);
  void setSpeed(int percent);
  void showTitle();
  void setScale(int scale);
  void setFullscreen(bool on);
  void setTextSize(int percent);
  void applySound();
  void applyColors();
  void applyKeys();
  // Gives a key to an action, or takes its keys for a chord without one, and keeps the keys in a file of the user's settings.
  void bind(play::Action action, play::Chord chord);
  std::filesystem::path ownKeys() const;     // that file; empty: there is no place for it
  std::filesystem::path slotFolder() const;  // empty: there is no place for slots
  // The same; throws std::runtime_error when there is none.
  std::filesystem::path requireSlotFolder() const;

  // The mouse over the picture, unless a menu or a window has it.
  play::Mouse mouse() const;

  // Drawing.
  void draw();
  void drawMenu();
  void drawFileMenu();
  void drawGameMenu();
  void drawMachineMenu();
  void drawViewMenu();
  void drawSoundMenu();
  void drawControlMenu();
  void drawMovieMenu();
  void drawPhysicsMenu();
  void drawToolsMenu();
  void drawTools();
  // Of all tool windows: the name in the settings, and the title.
  std::vector<std::pair<const char*, const char*>> toolTitles() const;
  // Precondition: not within a frame of ImGui's.
  void useLayout();
  // The open ones, by their titles.
  std::vector<const char*> openTools();
  // Where the game's picture goes: the window below the menu, less what tools have beside it.
  void layOut(ImVec2& from, ImVec2& to);
  // Messages end at `bottom`.
  void drawStatus(const PictureArea& area, float bottom);
  void drawWelcome();
  std::string stateWords() const;
  bool item(const char* words, play::Action action, bool enabled = true);
  std::string keysOf(play::Action action) const;
  void drawHelpMenu();
  void drawProfileMenu();
  void drawModelMenu();
  void drawProfilePicker();
  void drawQuestion();
  void askForCartridge();
  void askForMovie();
  void askForMovieToSave();
  void askForPalette();
  // Throws std::runtime_error for what is no palette.
  void choosePalette(const std::string& path);
  void askForProfile();
  void askForLaw();

  // When the window closes.
  void finish();
  nlohmann::ordered_json stats() const;

  Host host_;
  play::SettingsStore store_;
  play::Settings stored_;  // as they were read
  play::Memory memory_;
  PlayState player_;
  play::Controllers controllers_;
  play::SoundOut sound_;
  std::string sound_words_;  // why there is none
  std::optional<play::Pacer> pacer_;
  play::Pictures pictures_;
  Picture picture_;
  PictureArea shown_at_;  // where it was drawn last
  Tools tools_;
  WatchWindow watches_;
  WhyWindow why_;
  PpuWindow ppu_;
  CpuWindow cpu_;
  SlotWindow slots_;
  movie::FrameInput pending_;  // reset or power for the next frame
  std::deque<play::LevelPoint> last_feet_;
  Latency latency_;
  bool set_up_failed_ = false;        // what was remembered of the cartridge did not go with it
  std::filesystem::path rom_path_;    // of the cartridge, absolute; empty: a bare dump
  std::vector<std::string> patches_;  // of the cartridge
  std::string title_;                 // as shown
  // Frames have run since the turn before: what was pressed has not waited for a pause.
  bool in_step_ = false;
  uint64_t frames_run_ = 0, started_ms_ = 0, fast_frames_ = 0, fast_since_ = 0;
  double fast_rate_ = 0;  // frames a second, over the last half second
  bool show_menu_ = true, quit_ = false, show_keys_ = false;
  FileDialog dialog_;
  LabelDialog label_dialog_;
  BookmarkDialog bookmark_dialog_;
  play::Unsaved unsaved_;
  session::BatteryFile battery_;
  bool battery_rests_ = false;  // a movie plays or is recorded, which begins with an empty battery
  uint64_t battery_saved_ms_ = 0;
  std::string battery_trouble_;                 // why it could not be written last
  std::function<void()> go_on_;                 // what waits for an answer about unsaved play; empty: nothing
  SDL_Scancode answer_ = SDL_SCANCODE_UNKNOWN;  // the key that was pressed then
  bool question_shown_ = false;                 // keys are the question's
  bool picker_dismissed_ = false;               // of the cartridge that runs
  float menu_height_ = 0, menu_width_ = 0;      // as drawn last
  bool had_tools_ = false;
  std::string laid_out_;                          // the task whose layout is in use
  int windowed_width_ = 0, windowed_height_ = 0;  // before full screen
  KeysWindow keys_;
  std::future<std::string> work_;  // beside the window; not valid: there is none
  std::string work_words_;         // "writing the GIF"
  std::function<void()> work_failed_;
  // Pictures that are to come though the game stands still: something changed, and ImGui takes some frames until all is in
  // its place.
  static constexpr int settles = 8;
  int redraws_ = settles;
  bool unseen_ = false;         // a picture is to be drawn before the next event
  int opening_ = 0;             // pictures that a dialog has left to be ready for keys
  uint64_t moves_ = 0;          // frames run, forward and back
  play::WorkTimes frame_work_;  // of the game's frames, with what tools do in each
};

}  // namespace jumpscope::gui
