// Jumps of a trace, and the comparison of traces with models and with each other. Target jumpscope::compare.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "jumpscope/export.h"
#include "jumpscope/physics.h"
#include "jumpscope/trace.h"

namespace jumpscope {

// A jump of a trace. Frames are counted as players count them: the frame of the press is frame 1.
struct Jump {
  std::optional<size_t> number;  // from 1 on; nullopt: it began before the trace
  size_t first_row = 0, last_row = 0;
  uint64_t start_frame = 0;
  std::string start;  // "jump", "fall", …
  std::optional<int> tier;
  uint64_t hold_frames = 0;
  double apex_px = 0;  // risen, with the sub-pixel; exact
  uint64_t apex_frame = 0;
  uint64_t frames_airborne = 0;
  std::optional<uint64_t> landing_frame;
  std::optional<int64_t> distance_px;
  std::string end;  // "stomp in frame 35, landed"
};

// Throws std::runtime_error when the trace lacks what the profile's jumps need. Without a profile: that which the trace
// was made with.
JUMPSCOPE_API std::vector<Jump> findJumps(const Trace& trace);
JUMPSCOPE_API std::vector<Jump> findJumps(const Trace& trace, const Profile& profile);

// The byte that is wrong where a value is.
struct WrongByte {
  uint16_t address = 0;
  uint8_t mask = 0xFF;  // the bits that the watch shows
  // The bits outside of the mask are in both as the byte has them, where that is known. nullopt: the watch's value does
  // not tell (a flag of several bits that is 1).
  std::optional<uint8_t> expected, got;
};

struct Difference {
  size_t row = 0;
  uint64_t frame = 0;
  std::optional<size_t> jump;  // index in findJumps()
  std::string watch;
  int64_t expected = 0, got = 0;  // raw
  std::string expected_text, got_text;
  std::optional<WrongByte> byte;  // the first wrong one of the watch; nullopt: not known, or buttons differ
  std::optional<LoggedWrite> writer;  // of the wrong byte, where there is a write log
  std::string because;  // the model's documented departure from the game that explains it; else empty
};

struct Comparison {
  size_t rows = 0, values = 0;          // compared
  std::vector<Difference> differences;  // in order of frames
  std::string text;                     // as `jumpscope diff` prints it
  std::string json;                     // likewise with --json

  bool equal() const { return differences.empty() && shape.empty(); }
  std::vector<std::string> shape;  // sentences: rows or columns that only one of two traces has
};

struct CompareOptions {
  std::string model = {};       // empty: the profile's
  ModelSettings settings = {};  // parameters of the model
  bool strict = false;          // what the model cannot judge is a difference
};

// A trace of a game against its model, byte by byte. Without a profile: that which the trace was made with. Throws
// std::runtime_error when nothing can be compared.
JUMPSCOPE_API Comparison compareWithModel(const Trace& trace, const CompareOptions& options = {});
JUMPSCOPE_API Comparison compareWithModel(const Trace& trace, const Profile& profile,
                                          const CompareOptions& options = {});

// A trace against another, row by row, exactly or within the tolerances of `golden`.
JUMPSCOPE_API Comparison compareWithGolden(const Trace& trace, const Trace& golden);

// A model of your own. For every jump of a trace, begin() gets the raw values of `watches` in the frame before the jump;
// then step() gets the frame's buttons and changes the values to those at its end, frame by frame. A model that computes the
// speed is also begun with the first frame of a fall, and with a frame in which other code moved the player.
struct OwnModel {
  std::vector<std::string> watches;
  std::function<void(std::span<const int64_t> before)> begin;
  std::function<void(uint8_t buttons, std::span<int64_t> values)> step;
};

// Compares in every frame of flight: from the frame in which a jump starts to the one before it lands, or to where the motion
// of the landing ended if a write log tells. After a difference it goes on with the next jump.
JUMPSCOPE_API Comparison compareWithModel(const Trace& trace, const Profile& profile, const OwnModel& model);

}  // namespace jumpscope
