#include "src/diff/blame.h"

#include <algorithm>
#include <optional>

namespace jumpscope::diff {
namespace {

// The last writes of a byte in the three parts of a frame: before the motion, in it, and after it.
struct Writes {
  std::optional<size_t> decided, moved, after;
};

Writes writesOf(const models::FrameLog& frame, const Suspect& suspect) {
  Writes found;
  const size_t motion = frame.moved ? frame.mover_begin : 0;
  for (size_t i = 0; i < frame.writes.size(); ++i) {
    if (frame.writes[i].variable != suspect.variable) continue;
    if (i < motion)
      found.decided = i;
    else if (i < suspect.moment)
      found.moved = i;
    else
      found.after = i;
  }
  return found;
}

}  // namespace

size_t blame(const Subject& subject, const ComparedBytes& bytes, const Suspect& suspect,
             Difference& difference) {
  const models::FrameLog& frame = subject.log->frame(suspect.row);
  const Writes writes = writesOf(frame, suspect);
  const auto is = [&](size_t i, int64_t expected) {
    difference.writer = subject.log->write(frame.writes[i]);
    difference.writer_expected = expected;
    return i;
  };
  const int64_t decided = bytes.expected(suspect.variable, suspect.judgement.decided);
  if (writes.decided) {
    models::Values value;
    value.set(suspect.variable, subject.log->write(frame.writes[*writes.decided]).new_value);
    const bool wrong = bytes.got(suspect.variable, value) != decided;
    if (wrong || (suspect.motion_wrong && !writes.moved)) return is(*writes.decided, decided);
  }
  if (suspect.motion_wrong && writes.moved) return is(*writes.moved, difference.expected);
  if (!suspect.motion_wrong && writes.after) return is(*writes.after, difference.expected);
  if (writes.moved) return is(*writes.moved, difference.expected);
  if (writes.decided) return is(*writes.decided, difference.expected);
  difference.writer_expected = difference.expected;
  constexpr size_t farthest = 600;  // rows
  for (size_t row = suspect.row; row-- > suspect.row - std::min(suspect.row, farthest);)
    if (const trace::Write* write = subject.log->last(row, suspect.variable)) {
      difference.writer = *write;
      break;
    }
  return 0;
}

}  // namespace jumpscope::diff
