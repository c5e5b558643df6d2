// What a trace shows of a jump's law: its flights, read in the law's numbers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "src/physics/law.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::fit {

inline constexpr size_t longest_lag = 8;  // frames that a run of a game's logic may take

// A frame in the air.
struct LawRow {
  uint64_t frame = 0;
  bool down = false;    // the button
  int64_t x_speed = 0;  // at the end of the frame before
  bool starts = false;
  physics::LawState seen;  // at its end, as far as it is watched
  bool stray = false;      // is not judged: what is seen is not what the flight goes on from
};

struct LawFlight {
  physics::LawState before;  // at the end of the frame before the first
  std::vector<LawRow> rows;
  bool falls = false;             // it does not begin with a start
  bool thrown = false;            // it rises, but no press came before
  bool seen_late = false;         // it starts in a frame in which the character is still on the ground
  std::optional<LawRow> landing;  // the frame in which it ended on the ground
};

struct LawEvidence {
  physics::Law law;  // the numbers and the button; no constants
  bool speed_watched = false;
  bool may_be_table =
      false;  // every row is a step: a table of steps may explain them where nothing else does
  std::vector<LawFlight> flights;
  std::vector<std::string> notes;  // sentences on what was left out
  // Frames of flights that are left out, and why.
  struct LeftOut {
    uint64_t first = 0, last = 0;
    std::string why;
  };
  std::vector<LeftOut> left_out;
  std::vector<std::string> unseen;     // sentences on what of the further starts is not known
  std::vector<std::string> not_tried;  // words for what of the buttons and places no jump shows
  // How a reader finds a frame; nullptr: it is one of the trace's.
  std::function<std::string(uint64_t frame)> place_of;

  size_t rows() const;
};

// A trace of the frames in which the game polled its controllers: each has one run of the game's logic, which ends in it
// or in the lag frames after it.
struct Polled {
  trace::Trace trace;  // the buttons of such a frame, and the values at the end of the lag frames after it
  std::vector<uint64_t> frames;  // of each row, in the whole trace
  std::set<size_t> stops;        // rows after which no controller was polled for longer than a run takes
};
Polled polledOnly(const trace::Trace& whole);

// The numbers that a profile's watches are: y (or y_page, y_position, y_subpixel, or the profile's height), y_speed with
// y_speed_fraction, gravity, gravity_fall, state or player_state, jump_origin_y, buttons_ab_previous, x_speed_abs or x_speed.
// Throws std::runtime_error when there is no height.
physics::Law numbersOf(const trace::Profile& profile, const trace::Trace& trace);

// Throws std::runtime_error when the trace shows no jump.
LawEvidence lawEvidence(const trace::Trace& trace, const trace::Profile& profile);

// "frame 12", or what LawEvidence::place_of says.
std::string placeText(const LawEvidence& evidence, uint64_t frame);

}  // namespace jumpscope::fit
