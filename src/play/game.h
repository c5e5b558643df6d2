// The game behind the window of `jumpscope play`: a console with its history, watches and breakpoints. It
// has no window and no clock: each call makes one step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/console/console.h"
#include "src/diff/diff.h"
#include "src/jumps/jumps.h"
#include "src/movie/fm2.h"
#include "src/movie/player.h"
#include "src/play/breakpoints.h"
#include "src/play/engine_check.h"
#include "src/play/history.h"
#include "src/play/live_check.h"
#include "src/session/start.h"
#include "src/trace/profile.h"
#include "src/trace/recorder.h"
#include "src/trace/symbols.h"
#include "src/trace/trace.h"
#include "src/why/why.h"

namespace jumpscope::play {

struct GameOptions {
  console::Options machine;
  std::optional<trace::Profile> profile;
  size_t rewind_bytes = 64 << 20;                 // for the states kept for rewinding
  std::shared_ptr<const trace::Symbols> symbols;  // of the program; nullptr: none are known
  std::string model;                 // as chosenModel() has it, in place of the profile's; empty: that
  EngineJudge engine;                // takes the model's place in the check; null: none
  std::vector<std::string> devices;  // that the player plugged in, whatever a movie says
};

// A game at the start of a frame, with everything needed to continue and to rewind from there. A
// value.
struct SavedGame {
  console::State state;             // before the pokes of the frame, if any
  std::vector<uint16_t> picture;    // as Game::pixels() gave it; empty without video
  Timeline timeline;                // ends with that frame, pokes before its input included
  std::vector<int64_t> remembered;  // what trace::RowReader remembers; empty: not known
};

// Some frames of a game, to be run again without it: a value, for a thread of its own.
class Replay {
 public:
  // After each frame from the first on.
  using Look = std::function<void(const console::Console& console, uint64_t frame)>;
  // With pixels, on a console of its own.
  void run(const Look& look) const;

 private:
  friend class Game;
  std::shared_ptr<const console::Cartridge> cartridge_;
  console::Options machine_;
  std::shared_ptr<const console::State> from_;  // at or before the first frame
  Timeline timeline_;
  uint64_t first_ = 0, last_ = 0;
};

// The input up to the start of `frame` as a movie. Throws std::runtime_error, one sentence, where that would
// not lead there: memory was edited, or the game was begun from a state without its input.
movie::Movie movieOf(const Timeline& timeline, uint64_t frame, const console::Cartridge& cartridge,
                     const console::Options& machine);

class Game {
 public:
  // Powers on. Throws std::runtime_error when there is no board for the cartridge or the profile's watches
  // are not sound.
  Game(std::shared_ptr<const console::Cartridge> cartridge, GameOptions options);
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;

  // The console lives until the next playMovie() or powerOn().
  const console::Console& console() const { return *console_; }
  const GameOptions& options() const { return options_; }
  const std::shared_ptr<const console::Cartridge>& cartridge() const { return cartridge_; }
  // Number of the frame in progress, or about to begin.
  uint64_t frame() const { return in_frame_ ? start_->state.frame : console_->frame(); }
  // True if a frame is in progress: after a step or at a breakpoint.
  bool inFrame() const { return in_frame_; }
  // What the player saw last, 256 x 240 as console::Console::pixels(): use this, not the console's, since
  // after load() or at a breakpoint the console has no picture of its own. Empty without video.
  std::span<const uint16_t> pixels() const { return shown_ ? *shown_ : console_->pixels(); }
  // The sound since the last call, without the frames that rewinding runs again.
  std::vector<int16_t> takeSamples();
  // Which channels are heard, as Console::setChannels() has it; also after powerOn() and playMovie().
  void setChannels(uint8_t channels);

  // Time. `pressed` is what is held, and whether reset or power is pressed; while a movie plays it is
  // ignored, and so are pads in frame 0 (no movie can have them). A frame that has begun ends with the input
  // it began with.
  void runFrame(const movie::FrameInput& pressed);
  void stepInstruction(const movie::FrameInput& pressed);
  // To the next scanline's first instruction.
  void stepScanline(const movie::FrameInput& pressed);
  // These step by instructions and give up after some frames: then they return false. Over: a subroutine that is called
  // here, too. Out: to behind the call of this one, or of the interrupt's handler.
  bool stepOver(const movie::FrameInput& pressed);
  bool stepOut(const movie::FrameInput& pressed);
  bool runTo(const movie::FrameInput& pressed, uint16_t address);
  // One instruction back, to the state as it was. False: there is no older one. What came after this frame's start, or
  // the one before's, is discarded, as by back().
  bool stepBack();
  // To the start of the instruction or interrupt in progress at this CPU cycle, which is in the frame in progress or in
  // the one before. What came after is discarded. False: the cycle is not there; nothing changed.
  bool backTo(uint64_t cycle);
  // Rewinds to the start of the frame that is `frames` before the one in progress, or to the oldest one kept,
  // and discards what came after. 0: to the start of the frame in progress. False: there is no older frame;
  // nothing changed.
  bool back(uint64_t frames = 1);
  // back() leads no farther than to the start of this frame.
  uint64_t oldestFrame() const;
  // Memory of the states for rewinding; at most GameOptions::rewind_bytes (one state at least). The input
  // of all frames (26 bytes each) and the rows are additional.
  size_t rewindBytes() const { return kept_.bytes(); }
  // Switches the console off and on, and discards the history. What came from a battery leads to no movie: a movie
  // begins with an empty one.
  void powerOn();
  // What the battery will have kept at the next powerOn(); nullptr: nothing.
  void setBattery(std::shared_ptr<const std::vector<uint8_t>> kept) {
    options_.machine.battery = std::move(kept);
  }
  // What the battery keeps at the start of the frame in progress.
  std::vector<uint8_t> batteryRam() const;

  // The input since power-on; rewinding or loading truncates it.
  enum class Mode : uint8_t { Recording, Playing };
  Mode mode() const { return player_ ? Mode::Playing : Mode::Recording; }
  // Powers on and continues from a state that comes without its input. Throws std::runtime_error.
  void startFrom(const session::Start& start);
  // Powers on with an empty battery, continues from `start` or the movie's own state, if any, and plays the movie, which nothing but takeOver() interrupts; at its end the mode is Recording.
  // The region stays as it was chosen at construction. Throws std::runtime_error when the movie needs an
  // unsupported machine.
  void playMovie(const movie::Movie& movie, std::optional<session::Start> start = std::nullopt);
  // Number of frames of the movie that plays; 0: none does.
  uint64_t movieFrames() const { return player_ ? player_->frames() : 0; }
  void takeOver() { player_.reset(); }
  // All input up to the start of the frame in progress. Throws like movieOf().
  movie::Movie movie() const;
  uint64_t rerecords() const { return rerecords_; }
  // True if memory was edited since power-on.
  bool edited() const { return timeline_.edited(); }
  void poke(uint32_t address, uint8_t value, MemorySpace memory = MemorySpace::CpuBus);
  // These bytes are written at the start of every frame that is recorded, where they differ. Their frames are not
  // counted.
  void freeze(std::vector<Poke> bytes) { frozen_ = std::move(bytes); }
  const std::vector<Poke>& frozen() const { return frozen_; }

  // In a frame that has begun: its start.
  SavedGame save() const;
  // Precondition: of a game with the same cartridge and machine, but for the devices, which it brings along.
  void load(const SavedGame& saved);
  // A timeline for a state that comes without its input.
  Timeline unknownTimeline(uint64_t frame) { return Timeline(frame, ++last_origin_); }

  // Why a watch had its value at the end of the last frame that ended, from `depth` frames on. Throws std::runtime_error when
  // no frame that ended is kept.
  why::Answer explain(const trace::Watch& watch, uint64_t depth);

  // Runs what has been run since the start of frame `first` again, on a console that nobody else looks at: `next` runs a
  // frame, or what has run of the one in progress, and returns false when there is no more. The game does not notice.
  // False: that frame's start is not kept.
  using Next = std::function<bool()>;
  bool lookBack(uint64_t first, const std::function<void(console::Console&, const Next& next)>& look);
  // The frames from `first` to `last`, which have ended. nullopt: they are not kept.
  std::optional<Replay> replay(uint64_t first, uint64_t last) const;

  // Goes on from here with another program in the cartridge, of the same sizes. What was before is forgotten.
  void changeProgram(std::shared_ptr<const console::Cartridge> cartridge);

  // Watched values.
  const trace::Profile* profile() const { return options_.profile ? &*options_.profile : nullptr; }
  // Removes all rows and breakpoints. Throws std::runtime_error like the constructor; then
  // nothing changes.
  void setProfile(std::optional<trace::Profile> profile);
  // Of the last 36,000 frames that ended, in order, without gaps; empty without a profile.
  std::span<const trace::Row> rows() const;
  // Of the last LiveCheck::rows_kept rows at least.
  std::span<const trace::Write> writes() const;

  // Physics; see live_check.h. All empty without a profile that says how a jump is seen.
  std::optional<jumps::Jump> lastJump() const { return live_ ? live_->lastJump() : std::nullopt; }
  // What follows the jumps; nullptr without a profile.
  const LiveCheck* live() const { return live_ ? &*live_ : nullptr; }
  bool flying() const { return live_ && live_->flying(); }
  // Another model in place of the profile's, as chosenModel() has it; empty: the profile's again. Rows and breakpoints stay.
  // Throws std::runtime_error when it is to be checked and the profile lacks what it needs; then nothing changes.
  void setModel(const std::string& model);

  // Conditions over the profile's watches (trace/when.h), each. Throws std::runtime_error naming the
  // condition; then nothing changes.
  void setBreakpoints(std::vector<std::string> conditions);
  std::vector<std::string> breakpoints() const;
  // Other labels; nullptr: none. Breakpoints are read anew with them. Returns those that name a label that is gone.
  std::vector<std::string> setSymbols(std::shared_ptr<const trace::Symbols> symbols);
  // Switches on that a difference between cartridge and model stops the game; with an engine some frames after the
  // landing. Throws std::runtime_error when the profile has no
  // model or lacks what it needs.
  void setModelCheck(bool on);
  bool modelCheck() const { return check_; }

  struct Stop {
    enum class Kind : uint8_t { Breakpoint, Model } kind = Kind::Breakpoint;
    std::string words;  // a line or two, for people
    uint64_t frame = 0;
    std::optional<diff::Difference> difference;  // Model
  };
  // Why the window should pause; each reason is returned once. At a breakpoint the game is within the frame,
  // after the first instruction after which the condition is true; at a difference it is at the frame's end.
  std::optional<Stop> takeStop();

 private:
  static constexpr size_t rows_kept = 36'000;

  // The start of the frame in progress, or about to begin.
  struct FrameStart {
    console::State state;
    std::vector<int64_t> remembered;
    std::vector<uint16_t> picture;
  };

  void makeConsoles();
  void takeDevices(const console::Devices& devices);
  void watchConsole();
  void forgetRows();
  void cutRows(uint64_t frame);
  void keepSamples();
  void dropSamples();

  const FrameStart& start() const;
  void begin(const movie::FrameInput& pressed, bool may_return);
  void beginAgain();
  void finish(bool may_stop_inside);
  bool stepQuietly();
  bool stepUntil(const movie::FrameInput& pressed, const std::function<bool()>& there, int frames = 120);
  void stepAgain(uint64_t steps);
  void returnInto(uint64_t frame);
  void writeFrozen();
  bool stopInside(size_t breakpoint);
  // Runs the frame from its start. The first breakpoint before an instruction that begins later than in this cycle, and the
  // cycle in which that begins.
  struct Reached {
    size_t breakpoint;
    uint64_t cycle;
  };
  std::optional<Reached> runLookingFrom(uint64_t cycle);
  void stopBefore(const Reached& reached);
  void afterFrame();
  void askEngine();

  SavedGame begunFrom(const session::Start& start, const movie::Player& player,
                      const console::Options& machine);
  void goTo(uint64_t target);
  void runAgain(console::Console& console, uint64_t frame);
  void countRerecord();
  void arrived();
  bool playsAlong(const Timeline& timeline) const;

  GameOptions options_;
  uint8_t channels_ = 0xFF;
  std::shared_ptr<const console::Cartridge> cartridge_;
  std::unique_ptr<console::Console> console_;
  std::unique_ptr<console::Console> silent_;  // runs again the frames before the last ones, for rewinding
  std::optional<trace::Recorder> recorder_;
  std::optional<movie::Player> player_;  // while a movie plays

  Timeline timeline_;
  KeptStates kept_;
  mutable std::optional<FrameStart> start_;  // nullopt: not looked at yet; known while in_frame_
  bool in_frame_ = false;
  bool stepped_ = false;  // the console has been stepped in this frame
  uint64_t steps_ = 0;    // instructions of this frame that it has been stepped
  uint64_t rerecords_ = 0;
  bool went_back_ = false;  // and has not gone on since
  uint64_t last_origin_ = 0;
  std::vector<Poke> frozen_;
  std::optional<std::vector<uint16_t>> shown_;  // nullopt: the console's picture
  std::vector<int16_t> samples_;                // taken from the console, and not yet from us

  bool again_ = false;  // frames are run that have been run before
  std::vector<trace::Row> rows_;
  std::optional<LiveCheck> live_;
  std::optional<Breakpoints> breakpoints_;
  std::optional<size_t> hit_;  // the breakpoint that became true in the frame that ended
  bool check_ = false;
  std::optional<EngineCheck> engine_check_;  // while check_, of an engine
  std::optional<Stop> stop_;
};

}  // namespace jumpscope::play
