// What the comparison of every frame has found: differences with their bytes, writers and notes, rows, counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/diff/frame_reader.h"
#include "src/diff/model_diff.h"

namespace jumpscope::diff {

constexpr size_t no_outcome = SIZE_MAX;

// A judgement beside what the cartridge did.
struct Verdict {
  physics::Judgement judgement;
  bool motion_right = true;
  size_t moment = 0;            // index into the frame's writes: the first after the motion
  models::Values moved;         // what the cartridge had there; without a log, at the frame's end
  size_t outcome = no_outcome;  // the one that the frame ended with
  size_t nearest = 0;           // the one with the fewest wrong bytes
  uint32_t late = 0;            // bit n: variable n was written after the motion

  bool right() const { return motion_right && outcome != no_outcome; }
};

// True in the air.
bool flies(physics::Stance stance);
// True if the log shows that the game's logic did not run, and no compared byte changed.
bool didNothing(const ComparedBytes& bytes, const physics::Frame& frame);

// Keeps references: what it is made of must outlive it.
class FrameFindings {
 public:
  FrameFindings(const Subject& subject, const physics::Model& model, const ComparedBytes& bytes,
                const FrameReader& reader, std::vector<jumps::Jump> jumps, size_t most_listed);

  // The variables of the motion and its gravity.
  std::span<const size_t> motion() const { return motion_; }
  std::optional<size_t> jumpAt(size_t row) const { return jumps::jumpAt(result_.jumps, row); }
  bool startsAJump(size_t row) const;

  // A frame that is compared in full.
  void countCompared() {
    ++result_.compared_frames;
    result_.compared_values += bytes_.variables().size();
  }
  // One that is taken from the game unjudged.
  void adopt(std::string_view reason) { ++result_.adopted[std::string(reason)]; }
  // The start in it, if there is one.
  void countStart(const physics::Judgement& judgement, const physics::Frame& frame);
  // One that ends with the verdict's outcome.
  void accept(size_t row, const physics::Frame& frame, const Verdict& verdict);
  // Presses on the ground, for a sentence about a player who never jumps.
  void notePress(size_t row, const physics::Frame& frame);

  // A frame's bytes beside those of an outcome. `reason`: what would have been adopted but for --strict.
  void differ(size_t row, const physics::Frame& frame, const Verdict& verdict, size_t outcome,
              std::string_view reason);
  // A difference of the whole frame, in which no byte is wrong by itself: it is listed at variable `v`.
  void differInWhole(size_t row, size_t v, const physics::Frame& frame, std::string note);
  void differUnjudged(size_t row, size_t v, const physics::Frame& frame, std::string_view reason);
  // A difference of one variable, in a write or, where there is none, at the frame's end.
  void differInOne(size_t row, size_t v, uint8_t expected, const std::optional<trace::Write>& write,
                   const char* note);

  // All of it, once.
  DiffResult take();

 private:
  bool wrongInMotion(size_t v, const Verdict& verdict) const;
  std::pair<int64_t, int64_t> pairOf(size_t v, const physics::Frame& frame, const Verdict& verdict,
                                     size_t outcome) const;
  void addRow(size_t row, const physics::Frame& frame, const Verdict& verdict, size_t outcome);
  std::string stillNote(size_t row, const physics::Frame& frame) const;
  std::string noteOf(size_t row, const physics::Frame& frame, const Verdict& verdict,
                     std::string_view reason) const;
  Difference differenceIn(size_t row, size_t v) const;

  const Subject& subject_;
  const physics::Game& game_;
  const ComparedBytes& bytes_;
  const FrameReader& reader_;
  size_t most_listed_;
  std::vector<size_t> motion_;
  std::optional<uint64_t> first_press_;  // frame
  DiffResult result_;
};

}  // namespace jumpscope::diff
