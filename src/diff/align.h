// Aligns two traces whose frames do not correspond one to one (two versions of a cartridge, two emulators'
// exports), so that they can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/trace/packed_rows.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// What two traces have in common: the same watches in the same order with the same binary points, the same
// frames. `b` counts frames as `a` does, so that diffWithGolden(a, b) compares them.
struct TracePair {
  trace::PackedTrace a, b;
  AsRecorded recorded;               // by name; their binary points may have been others
  std::vector<std::string> notes;    // sentences: what only a has, and need not be compared
  std::vector<std::string> missing;  // sentences: what cannot be compared although it is expected
  size_t expected_rows = 0, expected_columns = 0;  // of b; without the buttons
};

// True if every watch that both have has one binary point, so that diffWithGolden() compares it without commonPart().
bool samePoints(const trace::Header& a, const trace::Header& b);

// The pairing of the frames of two traces.
struct FramePairing {
  int64_t b_later = 0;    // frame f of b beside frame f + b_later of a
  uint64_t from = 0;      // frames of a before this one, and what stands beside them, are passed over
  bool open_end = false;  // one of the two may end before the other
  std::string a_name = "A", b_name = "B";  // in sentences
  bool a_has_buttons = true;               // false: a gets those of b, which are shown and not compared
};

// Takes the watches and frames that both have. A watch that only a has is no loss, nor is b's watch of lag, which
// other programs do not record. All else that only one of them has is missing.
TracePair commonPart(const trace::TraceView& a, const trace::TraceView& b, const FramePairing& pairing = {});

// A missing frame or watch is a difference; with `allowed` it is a note. Sets the numbers expected.
void addMissing(const TracePair& pair, bool allowed, GoldenResult& result);

// The frames of a trace's first jump (a fall is none, nor what was under way at its first row): where it begins,
// and its last. `name` is the trace's, for messages. Throws std::runtime_error when there is no jump, or the
// trace lacks what the profile's jumps need.
struct JumpFrames {
  uint64_t first = 0, last = 0;
};
JumpFrames firstJumpFrames(const trace::TraceView& trace, const trace::Profile& profile,
                           const std::string& name);

// How many frames later b's events are in a's count, given a frame of each that belong together. Throws
// std::runtime_error when they lie more than 2^62 frames apart.
int64_t framesLater(uint64_t a_frame, uint64_t b_frame);

// b's watches by a's names: `columns` maps a name in a to a name in b. Throws std::runtime_error when b lacks
// one, or has a's name for another watch.
void renameWatches(trace::Header& b, const std::map<std::string, std::string>& columns);

// Stores the tolerances of watches where diffWithGolden looks for them. `tolerances`: watch to a decimal
// in the watch's own unit ("0.05"). Throws std::runtime_error when the golden trace
// has no such watch, or the text is no number from 0 up, with a sentence that begins with `what`.
void setTolerances(trace::Header& golden, const std::map<std::string, std::string>& tolerances,
                   const std::string& what = "--tolerance");

}  // namespace jumpscope::diff
