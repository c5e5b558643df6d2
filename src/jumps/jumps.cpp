#include "src/jumps/jumps.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "src/jumps/flight.h"
#include "src/jumps/height.h"
#include "src/jumps/horizontal.h"
#include "src/jumps/origin.h"
#include "src/physics/models.h"
#include "src/trace/watch.h"

namespace jumpscope::jumps {
namespace {

using trace::Profile;
using trace::Row;
using trace::TraceView;
using trace::Write;

bool knowsMover(const physics::Game& game) { return &game != &physics::anyGame(); }

class Segmenter {
 public:
  Segmenter(const TraceView& trace, const Profile& profile, const models::WriteLog* log)
      : trace_(trace),
        rows_(trace.rows),
        log_(log),
        binding_(trace, profile),
        in_flight_(trace, profile.jump_when),
        height_(trace, profile),
        horizontal_(trace, profile) {
    if (profile.jump_when.empty()) flight_.emplace(rows_, height_);
    if (!log && binding_.missing().empty()) judge_ = binding_.game().judge({});
  }

  std::vector<Jump> run() {
    std::vector<Jump> jumps;
    bool flying = false;  // a jump is open
    for (size_t row = 0; row < rows_.size(); ++row) {
      const bool gap = row > 0 && rows_[row].frame != rows_[row - 1].frame + 1;
      if (gap && flying) flying = close(jumps.back(), row - 1, JumpEnd::EndOfTrace);
      const bool holds = flight_ ? flight_->inFlight(row) : in_flight_.hold(rows_[row]);
      const bool starts = row > 0 && !gap && startsHere(row);
      if (starts && flying)
        flying = close(jumps.back(), row - 1, strokes(row) ? JumpEnd::NextStroke : JumpEnd::NextJump);
      if (!flying && (starts || holds)) {
        jumps.push_back(open(row, starts, gap));
        flying = true;
      }
      if (flying && !holds) flying = close(jumps.back(), row, endAt(row));
    }
    if (flying) close(jumps.back(), rows_.size() - 1, JumpEnd::EndOfTrace);
    size_t number = 0;
    for (Jump& jump : jumps) {
      if (jump.start != JumpStart::BeforeTrace) jump.number = ++number;
      jump.events_known = log_ && knowsMover(binding_.game());
    }
    return jumps;
  }

 private:
  // The variables when the jump check ran in a row's frame; at the frame's end where only rows are known.
  models::Values atStart(size_t row) const {
    if (!log_ || row == 0 || !log_->frame(row).starts_jump) return binding_.values(rows_[row]);
    return log_->valuesBefore(row, log_->frame(row).start_begin,
                              log_->begin(row, binding_.values(rows_[row - 1])));
  }

  bool strokes(size_t row) const { return binding_.game().strokes(atStart(row)); }

  bool inControl(size_t row) const { return binding_.playerInControl(rows_[row]); }

  bool startsHere(size_t row) const {
    if (!inControl(row - 1)) return false;
    if (flight_) return flight_->starts(row);
    if (log_) return log_->frame(row).starts_jump;
    return binding_.game().strokeSeen(binding_.values(rows_[row - 1]), binding_.values(rows_[row])) &&
           in_flight_.hold(rows_[row]);
  }

  // The first movement by a whole pixel decides: many games set a speed in one frame and move in the next,
  // and gravity may pull a fraction into the floor before that.
  bool fallsFirst(size_t row) const {
    const int64_t origin = height_.wholePixels(rows_[row - 1]);
    for (; row < rows_.size() && in_flight_.hold(rows_[row]); ++row)
      if (const int64_t height = height_.wholePixels(rows_[row]); height != origin) return height < origin;
    return false;
  }

  JumpStart startKind(size_t row, bool starts, bool gap) const {
    if (row == 0 || gap) return JumpStart::BeforeTrace;
    if (flight_) return starts ? JumpStart::Jump : JumpStart::Fall;
    const physics::Stance stance = binding_.stance(rows_[row]);
    // Many games have one state for all that is in the air.
    const bool told = binding_.has(models::Role::State) && stance != physics::Stance::Unknown;
    if (!told) return fallsFirst(row) ? JumpStart::Fall : JumpStart::Jump;
    const bool rises = log_ ? starts : stance == physics::Stance::Jumping;
    if (!rises) return JumpStart::Fall;
    return strokes(row) ? JumpStart::Stroke : JumpStart::Jump;
  }

  Jump open(size_t row, bool starts, bool gap) const {
    Jump jump;
    jump.first_row = row;
    jump.start_frame = rows_[row].frame;
    jump.start = startKind(row, starts, gap);
    const auto speed = binding_.variable(models::Role::XSpeed);
    if (jump.start == JumpStart::BeforeTrace || !binding_.has(models::Role::XSpeed)) return jump;
    jump.x_speed_abs = binding_.byte(rows_[row - 1], models::Role::XSpeed);
    models::Values start = atStart(row);
    start.set(*speed, *jump.x_speed_abs);
    if (jump.start != JumpStart::Fall) jump.tier = binding_.game().tier(start);
    return jump;
  }

  JumpEnd endAt(size_t row) const {
    if (!inControl(row)) return JumpEnd::ControlLost;
    const bool climbs = binding_.stance(rows_[row]) == physics::Stance::Climbing;
    return climbs ? JumpEnd::Climbing : JumpEnd::Landed;
  }

  // Measures a jump whose last row is known. Returns false: no jump is open any more.
  bool close(Jump& jump, size_t last_row, JumpEnd end) const {
    jump.last_row = last_row;
    jump.end = end;
    const bool before_trace = jump.start == JumpStart::BeforeTrace;
    const Row& origin = rows_[before_trace ? jump.first_row : jump.first_row - 1];
    const int64_t origin_px = height_.wholePixels(origin),
                  origin_exact = originOf(height_, binding_, jump.start, origin);
    int64_t highest_exact = origin_exact, highest_px = origin_px;
    bool held = true;
    const bool over = end == JumpEnd::Landed || end == JumpEnd::Climbing || end == JumpEnd::ControlLost;
    for (size_t i = jump.first_row; i <= last_row; ++i) {
      const Row& row = rows_[i];
      const uint64_t number = row.frame - jump.start_frame + 1;
      held = held && models::aDown(binding_, row);
      if (held) ++jump.hold_frames;
      if (over && i == last_row) {
        if (end == JumpEnd::Landed) jump.landing_frame = number;
        break;
      }
      ++jump.frames_airborne;
      highest_exact = std::max(highest_exact, height_.exact(row));
      if (height_.wholePixels(row) > highest_px) {
        highest_px = height_.wholePixels(row);
        jump.apex_frame = number;
      }
    }
    jump.apex_px = highest_px - origin_px;
    jump.apex_raw = highest_exact - origin_exact;
    jump.apex_bits = height_.bits();
    jump.release_gravity_raw = releaseGravity(jump);
    if (horizontal_.known())
      jump.distance_px =
          horizontal_.wholePixels(before_trace ? jump.first_row : jump.first_row - 1, last_row);
    for (size_t i = jump.first_row; i <= last_row; ++i)
      if (const auto event = log_ ? outsideEvent(trace_, binding_, *log_, i) : probableEvent(i);
          event && !(event->name == physics::landing_event && i == last_row))
        jump.events.push_back(*event);
    return false;
  }

  // What other code seems to have done in a row's frame, when the row is one of the ends that the model knows.
  std::optional<Event> probableEvent(size_t row) const {
    if (!judge_ || row == 0 || rows_[row].frame != rows_[row - 1].frame + 1) return std::nullopt;
    physics::Frame frame;
    frame.before = frame.at_start = binding_.values(rows_[row - 1]);
    frame.now = binding_.values(rows_[row]);
    if (!judge_->passes(frame).empty()) return std::nullopt;
    const auto variables = binding_.game().variables();
    for (const physics::Outcome& outcome : judge_->judge(frame.before, frame).outcomes) {
      bool equal = true;
      for (size_t v = 0; v < variables.size() && equal; ++v)
        equal =
            !variables[v].compared || !binding_.columnOf(v) || outcome.values.byte(v) == frame.now.byte(v);
      if (!equal) continue;
      if (outcome.probably.empty()) return std::nullopt;
      return Event{rows_[row].frame, outcome.probably, 0};
    }
    return std::nullopt;
  }

  std::optional<int64_t> releaseGravity(const Jump& jump) const {
    const size_t first = jump.first_row + std::min(jump.hold_frames, jump.apex_frame);
    std::vector<int64_t> changes;
    for (size_t i = first + 1; i + 1 < jump.last_row; ++i) {
      // Unsigned, since a damaged trace's heights may be anything.
      const auto at = [&](size_t row) { return static_cast<uint64_t>(height_.exact(rows_[row])); };
      const auto change = static_cast<int64_t>(2 * at(i) - at(i - 1) - at(i + 1));
      if (change > 0) changes.push_back(change);  // at terminal speed there is none
    }
    return sharedByMost(std::move(changes));
  }

  // The value that half of `values` or more share. Real numbers are rounded when they are read, four to a second
  // difference: those within four of the last bit are the same.
  std::optional<int64_t> sharedByMost(std::vector<int64_t> values) const {
    constexpr size_t fewest = 3;
    const uint64_t apart = height_.bits() > trace::most_exact_bits ? 4 : 0;
    std::sort(values.begin(), values.end());
    size_t most = 0, middle = 0;
    for (size_t begin = 0, end = 0; begin < values.size(); ++begin) {
      while (end < values.size() && uint64_t(values[end]) - uint64_t(values[begin]) <= apart) ++end;
      if (end - begin > most) most = end - begin, middle = begin + most / 2;
    }
    if (values.size() < fewest || most * 2 < values.size()) return std::nullopt;
    return values[middle];
  }

  TraceView trace_;
  trace::RowsView rows_;
  const models::WriteLog* log_;
  models::Binding binding_;
  models::Conditions in_flight_;
  Height height_;
  std::optional<Flight> flight_;  // where the profile has no conditions
  Horizontal horizontal_;
  std::unique_ptr<physics::Judge> judge_;  // without a write log
};

}  // namespace

int64_t originOf(const Height& height, const models::Binding& binding, JumpStart start, const Row& before) {
  const bool cleared =
      binding.game().startClearsSubpixel() && (start == JumpStart::Jump || start == JumpStart::Stroke);
  return height.exact(before, cleared);
}

std::optional<Event> outsideEvent(const TraceView& trace, const models::Binding& binding,
                                  const models::WriteLog& log, size_t row) {
  if (!knowsMover(binding.game())) return std::nullopt;
  const models::FrameLog& frame = log.frame(row);
  std::vector<size_t> outside = frame.before;
  outside.insert(outside.end(), frame.after.begin(), frame.after.end());
  physics::OutsideWrites writes;
  for (size_t i : outside) {
    const Write& write = log.write(frame.writes[i]);
    const size_t role = static_cast<size_t>(frame.writes[i].role);
    writes.after[role] = write.new_value;
    if (!writes.before[role]) writes.before[role] = write.old_value;
  }
  bool changed = false;
  for (size_t role = 0; role < physics::role_count; ++role)
    changed = changed || (writes.before[role] && *writes.before[role] != writes.after[role]);
  if (!changed) return std::nullopt;
  writes.now = log.end(row, binding.values(trace.rows[row]));
  return Event{trace.rows[row].frame, binding.game().event(writes), frame.writes[outside.front()].index};
}

std::vector<Jump> findJumps(const TraceView& trace, const Profile& profile, const models::WriteLog* log) {
  if (profile.height_watch.empty())
    throw std::runtime_error("profile " + profile.name +
                             " does not say how a jump is seen; give it a height watch, e.g. \"jump\": "
                             "{\"height\": \"y\"}");
  return Segmenter(trace, profile, log).run();
}

std::vector<Jump> findJumps(const TraceView& trace, const Profile& profile,
                            const std::optional<trace::WritesView>& writes) {
  if (!writes) return findJumps(trace, profile, nullptr);
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return findJumps(trace, profile, &log);
}

std::string whyEventsUnknown(const Profile& profile, bool has_log) {
  if (!knowsMover(physics::gameOf(profile.model)))
    return "profile " + profile.name +
           " names no model of a game, so that it is not known which jumps were disturbed (by ceilings, "
           "blocks, "
           "enemies)";
  if (!has_log)
    return "there is no write log, so that it is not known which jumps were disturbed (by ceilings, blocks, "
           "enemies); add --writes FILE";
  return "";
}

std::string whyStartUnknown(trace::RowsView rows, const Profile& profile, std::span<const Jump> jumps) {
  if (jumps.empty()) return "";
  const size_t row = jumps.front().first_row;
  const std::string first = std::to_string(rows[0].frame);
  const std::string advice = "; a trace that has a frame at rest before it (A pressed from frame " +
                             std::to_string(rows[0].frame + 1) + " on, say) shows where it begins";
  if (row == 0)
    return "a flight is under way in the first frame, " + first +
           ", so that nobody knows where it began, and it has no number" + advice;
  // The height alone shows only changes: nothing tells if the player was at rest in the first row.
  if (row == 1 && profile.jump_when.empty())
    return "the height changes from the first frame, " + first +
           ", on, so that the first jump may have begun earlier and be higher than listed" + advice;
  return "";
}

size_t countJumps(std::span<const Jump> jumps) {
  return static_cast<size_t>(
      std::count_if(jumps.begin(), jumps.end(), [](const Jump& jump) { return jump.number.has_value(); }));
}

std::optional<size_t> jumpAt(std::span<const Jump> jumps, size_t row) {
  const auto after = std::upper_bound(jumps.begin(), jumps.end(), row,
                                      [](size_t a, const Jump& jump) { return a < jump.first_row; });
  if (after == jumps.begin() || std::prev(after)->last_row < row) return std::nullopt;
  return static_cast<size_t>(std::prev(after) - jumps.begin());
}

}  // namespace jumpscope::jumps
