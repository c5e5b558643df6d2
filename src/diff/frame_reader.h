// The frames of a trace as a judge wants them: from the rows, and from the write log where there is one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/diff/model_diff.h"

namespace jumpscope::diff {

class FrameReader {
 public:
  explicit FrameReader(const Subject& subject);

  size_t rowCount() const { return subject_.trace.rows.size(); }
  const trace::Row& rowAt(size_t row) const { return subject_.trace.rows[row]; }
  const models::FrameLog& logAt(size_t row) const { return subject_.log->frame(row); }
  // Whether the frame of a row comes right after that of the row before.
  bool follows(size_t row) const {
    return row > 0 && row < rowCount() && rowAt(row).frame == rowAt(row - 1).frame + 1;
  }
  bool inControl(size_t row) const { return subject_.binding.playerInControl(rowAt(row)); }
  // The variables that stand still with the game's logic: the player's, and the buttons that it reads.
  bool standsWithTheGame(size_t variable) const;
  // Whether the game's logic did not begin a run in a row's frame.
  bool idle(size_t row) const;
  // Whether nothing of the player changed in a row's frame.
  bool sameAsBefore(size_t row) const;

  // Precondition of both: follows(row).
  physics::Frame frameAt(size_t row) const;
  // The same for every row in its turn, so that the reader knows where the player stood.
  physics::Frame next(size_t row);
  // After a gap.
  void restart();

 private:
  void findSilentStretches();
  void noteFloor(size_t row);
  size_t checkedAt(size_t row) const;

  const Subject& subject_;
  std::vector<bool> pad_counts_;  // by row
  size_t stood_ = 0;              // frames in which the player has stood in one place
  std::optional<uint8_t> floor_;  // px
};

}  // namespace jumpscope::diff
