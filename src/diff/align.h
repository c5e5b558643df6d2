// Two traces that were not made to be equal frame by frame (two versions of a cartridge, two emulators'
// exports) brought to where they can be compared.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::diff {

// What two traces have in common: the same watches in the same order with the same binary points, the same
// frames. `b` counts frames as `a` does, so that diffWithGolden(a, b) compares them.
struct TracePair {
  trace::Trace a, b;
  std::vector<std::string> notes;  // sentences: what only one of the two has
};

// Takes the watches and frames that both have. `b_later`: frame f of b stands beside frame f + b_later of a.
// Frames of a before `from`, and what stands beside them, are passed over without a note.
TracePair commonPart(const trace::Trace& a, const trace::Trace& b, int64_t b_later = 0, uint64_t from = 0);

// The frame in which a trace's first jump begins (a fall is none, nor what was under way at its first row).
// `name` is the trace's, for messages. Throws std::runtime_error when there is no jump, or the trace lacks
// what the profile's jumps need.
uint64_t firstJumpFrame(const trace::Trace& trace, const trace::Profile& profile, const std::string& name);

// How many frames later b's events are in a's count, given a frame of each that belong together. Throws
// std::runtime_error when they lie more than 2^62 frames apart.
int64_t framesLater(uint64_t a_frame, uint64_t b_frame);

// b's watches by a's names: `columns` maps a name in a to a name in b. Throws std::runtime_error when b lacks
// one, or has a's name for another watch.
void renameWatches(trace::Trace& b, const std::map<std::string, std::string>& columns);

// By how much watches may be off, stored where diffWithGolden looks for it. `tolerances`: watch to a decimal
// in the watch's own unit, as a trace shows values ("0.5"). Throws std::runtime_error when the golden trace
// has no such watch, or the text is no number from 0 up.
void setTolerances(trace::Trace& golden, const std::map<std::string, std::string>& tolerances);

}  // namespace jumpscope::diff
