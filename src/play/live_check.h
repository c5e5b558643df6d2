// Analyzes jumps while the game runs: the last jump, and the first frame in which cartridge and model differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/diff/diff.h"
#include "src/jumps/jumps.h"
#include "src/models/binding.h"
#include "src/trace/profile.h"
#include "src/trace/trace.h"

namespace jumpscope::play {

class LiveCheck {
 public:
  static constexpr size_t rows_kept = 1200;  // 20 s

  // Throws std::runtime_error when the profile says how jumps are seen, but lacks the watches for it.
  LiveCheck(const trace::Header& header, const trace::Profile& profile);

  // Frames come in order; the writes of a frame before its row. A gap restarts it.
  void add(const trace::Write& write) { writes_.push_back(write); }
  void add(const trace::Row& row);
  // Forgets rows and writes of `frame` and after.
  void cut(uint64_t frame);
  void clear();

  const trace::Trace& trace() const { return trace_; }
  std::span<const trace::Write> writes() const { return writes_; }

  // Throws std::runtime_error when the profile has no model or lacks what it needs.
  void requireModel() const;
  // Precondition: requireModel(). After each row: the first difference of a jump that has not been found
  // different yet. A quarter of a millisecond in flight, a few where something looks wrong.
  std::optional<diff::Difference> firstDifference();
  // The difference as `jumpscope diff` words it.
  std::string words(const diff::Difference& difference) const;

  // The last one that is over, within the rows kept (its rows are those of trace()). Up to half a second late
  // where one follows the other without ground between.
  std::optional<jumps::Jump> lastJump() const;

  // True if the last frame was part of a jump: by the profile's conditions or, without any, while the height
  // changes.
  bool flying() const;
  const models::Binding& binding() const { return binding_; }

 private:
  struct Told {
    uint64_t jump_start, frame;
  };

  struct Found {
    diff::Difference difference;
    uint64_t jump_start;
  };

  std::optional<Found> differenceSince(size_t first_row) const;
  bool seesJumps() const { return !profile_.height_watch.empty(); }
  bool inFlight(const trace::Row& row) const { return in_flight_ && in_flight_->hold(row); }
  void findJumps() const;
  void forgetOld();

  trace::Profile profile_;
  trace::Trace trace_;
  std::vector<trace::Write> writes_;
  models::Binding binding_;
  std::optional<models::Conditions> in_flight_;  // nullopt: jumps are seen by the height alone
  std::optional<Told> told_;                     // the last jump found different

  // As of the row of frame jumps_at_; nullopt: not known.
  mutable std::optional<uint64_t> jumps_at_;
  mutable std::vector<jumps::Jump> jumps_;
};

}  // namespace jumpscope::play
