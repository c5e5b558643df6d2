#include "src/diff/frame_reader.h"

#include <algorithm>

namespace jumpscope::diff {
namespace {

using physics::Frame;

// A game reads the pad at most so many frames before its logic uses it.
constexpr size_t longest_read = 4;

}  // namespace

FrameReader::FrameReader(const Subject& subject, bool strict)
    : subject_(subject), evidence_(subject.trace, subject.binding, strict) {
  findSilentStretches();
}

void FrameReader::restart() {
  floor_.reset();
  stood_ = 0;
}

Frame FrameReader::next(size_t row) {
  noteFloor(row);
  return frameAt(row);
}

// A demo plays, or another player, while pad 1 is left alone for as long as control lasts.
void FrameReader::findSilentStretches() {
  constexpr uint8_t start_and_select = 0x0C;
  pad_counts_.assign(rowCount(), false);
  for (size_t begin = 0; begin < rowCount();) {
    size_t end = begin;
    bool pressed = false;
    for (; end < rowCount() && inControl(end) == inControl(begin) && (end == begin || follows(end)); ++end)
      pressed = pressed || (rowAt(end).buttons & ~start_and_select) != 0;
    // The frame in which control is lost still has its buttons from the pad.
    for (size_t row = begin; pressed && row < std::min(end + 1, rowCount()); ++row)
      pad_counts_[row] = subject_.trace.header.has_buttons;
    begin = end;
  }
}

Frame FrameReader::frameAt(size_t row) const {
  Frame frame;
  frame.before = subject_.binding.values(rowAt(row - 1));
  frame.now = subject_.binding.values(rowAt(row));
  frame.pad_counts = pad_counts_[row];
  if (subject_.log) {
    const models::FrameLog& log = logAt(row);
    frame.before = subject_.log->begin(row, frame.before);
    frame.now = subject_.log->end(row, frame.now);
    frame.logged = true;
    frame.starts = log.starts_jump;
    frame.moved = log.moved;
    frame.game_ran = log.game_ran;
    for (size_t i = 0; i < log.writes.size(); ++i)
      frame.last_write[log.writes[i].variable] = static_cast<uint32_t>(i + 1);
  }
  for (size_t lag = row - 1; lag + longest_read > row && follows(lag) && idle(lag); --lag)
    frame.earlier_buttons.push_back(rowAt(lag).buttons);
  frame.floor = floor_;
  frame.at_start = frame.before;
  if (subject_.log) frame.at_start = subject_.log->valuesBefore(row, checkedAt(row), frame.before);
  return frame;
}

bool FrameReader::standsWithTheGame(size_t variable) const {
  const physics::Variable& is = subject_.binding.game().variables()[variable];
  const bool aside = is.role == physics::Role::XPosition || is.role == physics::Role::XPage;
  return subject_.binding.columnOf(variable) && (is.compared || aside) && !is.closes;
}

bool FrameReader::idle(size_t row) const {
  if (subject_.log) return !logAt(row).opened;
  // A player at rest shows no difference.
  const auto x_speed = physics::variableOf(subject_.binding.game(), physics::Role::XSpeed);
  if (subject_.binding.stance(rowAt(row)) == physics::Stance::Ground && x_speed &&
      subject_.binding.values(rowAt(row)).at(*x_speed) == 0)
    return false;
  return sameAsBefore(row);
}

bool FrameReader::sameAsBefore(size_t row) const {
  const models::Values before = subject_.binding.values(rowAt(row - 1)),
                       now = subject_.binding.values(rowAt(row));
  for (size_t v = 0; v < subject_.binding.game().variables().size(); ++v)
    if (standsWithTheGame(v) && before.at(v) != now.at(v)) return false;
  return true;
}

// True if the game's logic ran in a row's frame.
bool FrameReader::worked(size_t row) const {
  return subject_.log ? logAt(row).game_ran || logAt(row).opened.has_value() : !sameAsBefore(row);
}

// A run that begins late in a frame does its work in the frames of lag after it. Each frame that polls the
// controllers has one run.
Still FrameReader::whyStill(size_t row) const {
  using Says = LagEvidence::Says;
  if (evidence_.paused(row)) return Still::Paused;
  const Says says = evidence_.of(row);
  if (says != Says::NoLag) return says == Says::Lag ? Still::Lag : Still::Unknown;
  for (size_t next = row + 1;; ++next) {
    if (!follows(next)) return Still::CutOff;
    if (evidence_.of(next) != Says::Lag) return Still::NoLag;
    if (!inControl(next) || worked(next)) return Still::Lag;
  }
}

bool FrameReader::endsLate(size_t row) const {
  return follows(row + 1) && evidence_.of(row + 1) == LagEvidence::Says::Lag;
}

// When the player's code looked at the buttons, as an index into the frame's writes.
size_t FrameReader::checkedAt(size_t row) const {
  const models::FrameLog& log = logAt(row);
  if (log.opened) return *log.opened;
  return log.starts_jump ? log.start_begin : log.moved ? log.mover_begin : 0;
}

// Remembers where a player stood still for a while, until he moves to the side.
void FrameReader::noteFloor(size_t row) {
  using physics::Role;
  constexpr size_t long_enough = 8;  // frames: a player on a lift does not keep still for so long
  const models::Binding& binding = subject_.binding;
  if (!binding.has(Role::XPosition) || !binding.has(Role::XPage)) return;
  const auto same = [&](size_t earlier, size_t later, Role role) {
    return binding.byte(rowAt(earlier), role) == binding.byte(rowAt(later), role);
  };
  const bool aside = !same(row - 1, row, Role::XPosition) || !same(row - 1, row, Role::XPage);
  const bool stands = binding.stance(rowAt(row - 1)) == physics::Stance::Ground &&
                      binding.value(rowAt(row - 1), Role::YSpeed) == 0 &&
                      binding.value(rowAt(row - 1), Role::YSpeedFraction) == 0;
  const bool lifted =
      row > 1 && (!same(row - 2, row - 1, Role::YPosition) || !same(row - 2, row - 1, Role::YPage));
  stood_ = stands && !lifted ? stood_ + 1 : 0;
  if (stood_ >= long_enough)
    floor_ = binding.byte(rowAt(row - 1), Role::YPosition);
  else if (stands || !inControl(row))
    floor_.reset();
  if (aside) {
    floor_.reset();
    stood_ = 0;
  }
}

}  // namespace jumpscope::diff
