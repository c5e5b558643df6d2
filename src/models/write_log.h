// What the write log says about each frame: did a jump start, when did the game's own mover run, and which
// other code wrote the player's speed or position. Everything here looks at the writers and the order of their writes,
// never at the values written: a cartridge whose values are wrong must look the same here as one whose values
// are right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "src/base/packed_list.h"
#include "src/models/binding.h"
#include "src/trace/packed_rows.h"
#include "src/trace/packed_writes.h"
#include "src/trace/trace.h"

namespace jumpscope::models {

// A write to a watch that feeds a variable. `index` is its place in the log.
struct VariableWrite {
  uint8_t variable;
  Role role;
  size_t index;
};

// The value of a byte at a time between two rows.
struct Patch {
  uint8_t variable, value;
};

// One frame of the log, read. The run of the game's logic that began in a frame may end in the next (lag): all
// its writes belong to the frame in which it began.
struct FrameLog {
  std::vector<VariableWrite> writes;      // in the order in which they happened
  std::optional<size_t> opened;           // index into `writes`: the first of Variable::opens
  bool unfinished = false;                // the run was not seen to end
  bool continues = false;                 // the run that began in an earlier frame is still going on
  std::vector<Patch> begin, end;          // over the row before and the row: when the run began and ended
  bool starts_jump = false;               // the jump check began a jump or a stroke
  size_t start_begin = 0;                 // index into `writes` of the start's first write, when starts_jump
  bool moved = false;                     // the mover ran
  bool mover_sure = false;                // it was learnt from more than a few frames
  size_t mover_begin = 0, mover_end = 0;  // its writes are writes[mover_begin, mover_end)
  bool game_ran = false;                  // the game's logic ran: false in a lag frame
  std::vector<size_t> before;             // indices into `writes`: other code's, before the mover
  std::vector<size_t> after;              // likewise, after the mover, or anywhere in a frame without one
};

// FrameLog::writes follow one another in the log, but for those to other watches.
struct FrameCodec {
  using Value = FrameLog;
  static constexpr size_t page_size = 256;

  void pack(std::span<const FrameLog> frames, base::NumberWriter& to);
  void unpack(base::NumberReader from, std::span<FrameLog> frames) const;
};

using FrameLogs = base::PackedList<FrameCodec>;

// False for a variable that only the model knows and whose watch has several bytes: one of them is no value of it, so that
// FrameLog::writes leaves them out.
bool holdsWritesTo(size_t variable, const trace::TraceView& trace, const Binding& binding);

// Reads a whole log. Rows and log must be of one run: throws std::runtime_error when the log is not in order
// of frames.
class WriteLog {
 public:
  WriteLog(const trace::TraceView& trace, const Binding& binding, trace::WritesView writes);

  // Of the frame of trace.rows[row]. Frames and writes stay valid as values of a PackedList.
  const FrameLog& frame(size_t row) const { return frames_[row]; }
  trace::WritesView writes() const { return writes_; }
  const trace::Write& write(const VariableWrite& entry) const { return writes_[entry.index]; }
  // The variables when the run of a row's frame began, from those of the row before; and when it was over,
  // from those of the row.
  Values begin(size_t row, Values row_before) const { return patched(row_before, frames_[row].begin); }
  Values end(size_t row, Values now) const { return patched(now, frames_[row].end); }
  // `values` after the frame's writes before writes[index].
  Values valuesBefore(size_t row, size_t index, Values values) const {
    return valuesBefore(frames_[row], index, values);
  }
  // The last write to a variable in a row's frame; nullptr when there is none.
  const trace::Write* last(size_t row, size_t variable) const;

 private:
  // How often each instruction wrote a motion byte in the frames that one anchor (the instruction that writes
  // the sub-pixel) opened.
  struct Mover {
    size_t frames = 0;
    std::map<trace::CodeAddress, size_t> written_by;
    std::set<trace::CodeAddress> regular;
  };

  Values valuesBefore(const FrameLog& frame, size_t index, Values values) const;
  static Values patched(Values values, std::span<const Patch> patches) {
    for (const Patch& patch : patches) values.set(patch.variable, patch.value);
    return values;
  }

  void findStart(FrameLog& frame, const trace::Row& before, const Binding& binding) const;
  static bool isFlight(const FrameLog& frame, const trace::Row& before, const Binding& binding);
  template <class Visit>
  void visitFlying(const trace::TraceView& trace, const Binding& binding, Visit visit) const;
  void countAnchor(const FrameLog& frame);
  void chooseAnchors(const trace::TraceView& trace, const Binding& binding);
  void learnMovers(const trace::TraceView& trace, const Binding& binding);
  std::optional<size_t> anchorOf(const FrameLog& frame) const;
  void findMover(FrameLog& frame) const;
  void readFrame(FrameLog& frame, const physics::Game& game) const;
  size_t clampEnd(const FrameLog& frame, size_t from) const;

  trace::WritesView writes_;
  FrameLogs frames_;
  std::map<trace::CodeAddress, Mover> movers_;  // by the anchor's pc
};

}  // namespace jumpscope::models
