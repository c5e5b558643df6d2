// Prepares the frames of a trace for a judge, from the rows and the write log, if there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/diff/lag_evidence.h"
#include "src/diff/model_diff.h"

namespace jumpscope::diff {

// Why the game's logic did nothing in a frame.
enum class Still : uint8_t {
  Paused,
  Lag,      // it had no time, or does this frame's work in the lag frames that follow
  CutOff,   // the trace ends before it could do its work
  NoLag,    // for no reason: it polled the controllers, and its frame counter went on
  Unknown,  // nobody recorded whether this was lag
};

class FrameReader {
 public:
  FrameReader(const Subject& subject, bool strict);

  size_t rowCount() const { return subject_.trace.rows.size(); }
  const trace::Row& rowAt(size_t row) const { return subject_.trace.rows[row]; }
  const models::FrameLog& logAt(size_t row) const { return subject_.log->frame(row); }
  // True if the row before is that of the previous frame.
  bool follows(size_t row) const {
    return row > 0 && row < rowCount() && rowAt(row).frame == rowAt(row - 1).frame + 1;
  }
  bool inControl(size_t row) const { return subject_.binding.playerInControl(rowAt(row)); }
  // The variables that change only when the game's logic runs: the player's, and the buttons that it reads.
  bool standsWithTheGame(size_t variable) const;
  // True if the game's logic did not start in a row's frame.
  bool idle(size_t row) const;
  // True if no watched value of the player changed in a row's frame.
  bool sameAsBefore(size_t row) const;
  // True if the next frame is lag, in which the row's run of the logic may continue.
  bool endsLate(size_t row) const;

  // Preconditions of all three: follows(row); of the first, too, that the game's logic did nothing there.
  Still whyStill(size_t row) const;
  physics::Frame frameAt(size_t row) const;
  // To be called for every row in order, so that the reader knows where the player stood.
  physics::Frame next(size_t row);
  // After a gap.
  void restart();

 private:
  void findSilentStretches();
  void noteFloor(size_t row);
  size_t checkedAt(size_t row) const;
  bool worked(size_t row) const;

  const Subject& subject_;
  LagEvidence evidence_;
  std::vector<bool> pad_counts_;  // by row
  size_t stood_ = 0;              // frames in which the player has stood in one place
  std::optional<uint8_t> floor_;  // px
};

}  // namespace jumpscope::diff
