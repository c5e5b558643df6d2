// Which buttons are down, and whether reset or power is pressed, at the start of each frame.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/console/console.h"
#include "src/movie/fm2.h"
#include "src/movie/press.h"

namespace jumpscope::movie {

// What happens at the start of a frame: first power, then reset, then the pads.
struct FrameInput {
  std::array<Buttons, 4> pads{};  // 2 and 3: those that a Four Score or the Famicom's expansion port adds
  std::array<DeviceInput, console::port_count> inputs{};  // of the other devices
  bool reset = false;
  bool power = false;

  bool operator==(const FrameInput&) const = default;
};

// Applies the input to a console at the start of a frame. A power cycle does not change the frame number, so
// frame numbers are unique; CPU cycles count from 0 again.
void latch(console::Console& console, const FrameInput& input);

// A value; the default one never touches the pads. Movie, presses and resets may be combined: buttons add up.
class Player {
 public:
  // Takes a movie over, from power-on. Frames and records: for the n-th vblank (n >= 1) after power-on, or
  // after a reset in record r, record r+n+1 is latched (r = 0 at power-on), because FCEUX spends two dead
  // frames there; the frame before the first vblank latches nothing. Power in mid-movie is like a reset. A
  // reset in the record of a dead frame happens with the previous record. From a save state, which the caller
  // loads, record r is frame r up to the first reset. BizHawk has no dead frames: record k
  // is frame k from power-on, and a reset or power in it happens as frame k+1 begins.
  void setMovie(const Movie& movie);
  void addPresses(const std::vector<Press>& presses);
  // Soft reset at the start of frame `frame` (--reset-at).
  void addReset(uint64_t frame);

  FrameInput at(uint64_t frame) const;

  // The devices that the movie was recorded with; nullopt: there is no movie.
  const std::optional<console::Devices>& devices() const { return devices_; }
  // The devices that the presses are meant for: throws std::runtime_error where another one is plugged in.
  void requireDevices(const console::Devices& devices) const;

  // Presses and resets that lie wholly outside the frames from `first` to before `end`: sentences without a full stop.
  std::vector<std::string> notesOnUnreached(uint64_t first, uint64_t end) const;

  // The number of frames until the input ends: after the last record or press nothing is down. 0: there is no
  // input.
  uint64_t frames() const;

 private:
  void setFrameByFrame(const Movie& movie);

  std::vector<FrameInput> movie_;  // by frame
  std::optional<console::Devices> devices_;
  std::vector<Press> presses_;  // in the order in which they were added: where two aim, the later one does
  // Bounds by which those of a frame are found: up to each press the last frame of any, from each on the first one.
  std::vector<uint64_t> last_so_far_, first_from_here_;
  std::set<uint64_t> resets_;
};

}  // namespace jumpscope::movie
