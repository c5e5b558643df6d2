// A console with input: where the input comes from, how long it lasts, and running frame by frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/movie/lag.h"
#include "src/movie/player.h"
#include "src/movie/press.h"
#include "src/session/machine.h"
#include "src/session/start.h"

namespace jumpscope::session {

// As the command line has it.
struct InputChoice {
  std::string movie;
  std::vector<std::string> press;
  std::vector<std::string> reset_at;
  std::string record;      // empty: the input is not recorded
  std::string load_state;  // a state file; empty: from where the movie starts
  std::optional<uint64_t> frames;
};

// The same, parsed: what presses buttons, and for how long.
struct InputParts {
  std::string movie;  // a path; empty: no movie
  std::vector<movie::Press> presses;
  std::vector<uint64_t> resets;    // at the start of these frames
  std::optional<uint64_t> frames;  // nullopt: as long as the input
  std::string load_state;          // a path; empty: none

  bool operator==(const InputParts&) const = default;
};

// Four months of frames; a larger number is a typing error.
constexpr uint64_t most_frames = 1'000'000'000;

// A movie file in a supported format. Throws std::runtime_error.
movie::Movie readMovie(const std::string& path);

// Notes for the user about the movie: each a sentence without a full stop.
std::vector<std::string> notesOn(const movie::Movie& movie, const console::Cartridge& cartridge);

// The input, and the number of frames to run.
struct Input {
  movie::Player player;
  uint64_t frames = 0;
  std::string movie_name, movie_sha1;  // empty: no movie
  RecordedOn recorded_on;
  std::vector<std::string> notes;  // see notesOn
  std::optional<Start> start;      // nullopt: from power-on
};

// Reads the movie. A movie of another cartridge is played, with a note. The length is the caller's to check.
// Throws std::runtime_error.
Input combineInput(const InputParts& parts, const console::Cartridge& cartridge);

// Of what there is to say of a cartridge, that its run may mean nothing; nullopt: its file is whole.
std::optional<std::string> shortageOf(const console::Cartridge& cartridge);

// Parses, reads the movie and checks everything; notes a shortage. Without --frames a run is as long as its input. Throws
// std::runtime_error.
Input loadInput(const InputChoice& choice, const console::Cartridge& cartridge);

// The input as the FM2 file that --record wants.
std::string recordedMovie(const Input& input, const console::Cartridge& cartridge,
                          const console::Options& machine);

// A movie from its first to its last frame and nothing else. Throws std::runtime_error when the machine
// cannot play it.
Input playMovie(const movie::Movie& movie);

class Session {
 public:
  // Powers on, and begins where the input says. Throws std::runtime_error when presses are meant for devices that the options do not name.
  Session(std::shared_ptr<const console::Cartridge> cartridge, const console::Options& options,
          const Input& input);

  // Latches the input of the frame in progress (a reset included) and runs to its end.
  void runFrame();
  // Port 1 as latched for the last frame begun.
  console::Buttons buttons() const { return buttons_; }
  // At the end of a run: sentences without a full stop, when the movie looks out of step with the game or was recorded on
  // another region, and on presses and resets outside the frames that were run.
  std::vector<std::string> notes() const;

  console::Console console;

 private:
  movie::Player player_;
  std::string suspicion() const;

  std::string movie_name_, region_note_;
  movie::LagLog lag_;
  console::Buttons buttons_ = 0;
  uint64_t first_frame_ = 0;
};

}  // namespace jumpscope::session
