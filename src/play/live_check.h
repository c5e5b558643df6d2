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

// The name of the model that predicts and is compared: of --model, or of a law's file, which is read. Throws
// std::runtime_error for what cannot be compared with a game.
std::string chosenModel(const std::string& name_or_file);

class LiveCheck {
 public:
  static constexpr size_t rows_kept = 1200;  // 20 s

  // Throws std::runtime_error when the profile says how jumps are seen, but lacks the watches for it. `model`: as
  // chosenModel() has it; jumps are seen and measured as the profile says, whatever it is.
  LiveCheck(const trace::Header& header, const trace::Profile& profile, std::string model = "");

  // Frames come in order; the writes of a frame before its row. A gap restarts it.
  void add(const trace::Write& write) { writes_.push_back(write); }
  void add(const trace::Row& row);
  // Forgets rows and writes of `frame` and after.
  void cut(uint64_t frame);
  void clear();

  const trace::Trace& trace() const { return trace_; }
  const trace::Profile& profile() const { return profile_; }
  std::span<const trace::Write> writes() const { return writes_; }

  // Throws std::runtime_error when there is no model, or the profile lacks what it needs.
  void requireModel() const;
  // Precondition: requireModel(). After each row: the first difference of a jump that has not been found
  // different yet. A quarter of a millisecond in flight, a few where something looks wrong.
  std::optional<diff::Difference> firstDifference();
  // The difference as `jumpscope diff` words it.
  std::string words(const diff::Difference& difference) const;

  // The last one that is over, however long ago. Up to half a second late where one follows the other without
  // ground between. Its row numbers mean nothing: the rows may be gone.
  std::optional<jumps::Jump> lastJump() const;
  // Why there is none, as a sentence.
  std::string whyNoLastJump() const;
  // The height from which the newest jump counts, over or not, as jumps::Height::exact() has it; nullopt: there is none.
  std::optional<int64_t> origin() const;
  // The rows from the one before the flight under way to the last; the last alone, where there is no flight.
  std::span<const trace::Row> flight() const;
  // The last row on the ground before the flight under way: a jump that begins in the air began its flight with an earlier
  // one. nullptr: there is no flight, or its beginning is not kept.
  const trace::Row* ground() const;

  // True if the last frame was part of a jump: by the profile's conditions or, without any, while the height
  // changes.
  bool flying() const;
  const models::Binding& binding() const { return binding_; }
  // The same watches as variables of the model that predicts and is compared.
  const models::Binding& modelBinding() const { return model_binding_; }

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
  void keepLastJump();
  void forgetOldJump();

  trace::Profile profile_;
  trace::Trace trace_;
  std::vector<trace::Write> writes_;
  std::string model_;  // empty: the profile's
  models::Binding binding_, model_binding_;
  std::optional<models::Conditions> in_flight_;  // nullopt: jumps are seen by the height alone
  std::optional<Told> told_;                     // the last jump found different

  // As of the row of frame jumps_at_; nullopt: not known.
  mutable std::optional<uint64_t> jumps_at_;
  mutable std::vector<jumps::Jump> jumps_;
  // The last jump whose rows are no longer kept, and the height from which it counts.
  std::optional<jumps::Jump> old_jump_;
  std::optional<int64_t> old_origin_;
};

}  // namespace jumpscope::play
