#include "src/jumps/jumps.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "src/jumps/flight.h"
#include "src/jumps/height.h"
#include "src/jumps/horizontal.h"
#include "src/physics/smb_jump.h"
#include "src/trace/watch.h"

namespace jumpscope::jumps {
namespace {

using trace::Profile;
using trace::Row;
using trace::Trace;
using trace::Write;

class Segmenter {
 public:
  Segmenter(const Trace& trace, const Profile& profile, const models::WriteLog* log)
      : trace_(trace),
        profile_(profile),
        log_(log),
        binding_(trace, profile),
        in_flight_(trace, profile.jump_when),
        height_(trace, profile),
        horizontal_(trace, profile) {
    if (profile.jump_when.empty()) flight_.emplace(trace, height_);
  }

  std::vector<Jump> run() {
    std::vector<Jump> jumps;
    bool flying = false;  // a jump is open
    for (size_t row = 0; row < trace_.rows.size(); ++row) {
      const bool gap = row > 0 && trace_.rows[row].frame != trace_.rows[row - 1].frame + 1;
      if (gap && flying) flying = close(jumps.back(), row - 1, JumpEnd::EndOfTrace);
      const bool holds = flight_ ? flight_->inFlight(row) : in_flight_.hold(trace_.rows[row]);
      const bool starts = row > 0 && !gap && startsHere(row);
      if (starts && flying)
        flying = close(jumps.back(), row - 1, swimming(row) ? JumpEnd::NextStroke : JumpEnd::NextJump);
      if (!flying && (starts || holds)) {
        jumps.push_back(open(row, starts, gap));
        flying = true;
      }
      if (flying && !holds) flying = close(jumps.back(), row, endAt(row));
    }
    if (flying) close(jumps.back(), trace_.rows.size() - 1, JumpEnd::EndOfTrace);
    return jumps;
  }

 private:
  // A role's value when the jump check ran in a row's frame; at the frame's end where only rows are known.
  int64_t atStart(size_t row, models::Role role) const {
    if (!log_ || row == 0 || !log_->frame(row).starts_jump) return binding_.value(trace_.rows[row], role);
    return log_->valueBefore(row, role, log_->frame(row).start_begin,
                             binding_.byte(trace_.rows[row - 1], role));
  }

  bool swimming(size_t row) const { return atStart(row, models::Role::Swimming) != 0; }

  bool inControl(size_t row) const { return binding_.playerInControl(trace_.rows[row]); }

  bool startsHere(size_t row) const {
    if (!inControl(row - 1)) return false;
    if (flight_) return flight_->starts(row);
    if (log_) return log_->frame(row).starts_jump;
    if (!binding_.has(models::Role::SwimTimer)) return false;
    return swimming(row) && in_flight_.hold(trace_.rows[row]) &&
           binding_.value(trace_.rows[row], models::Role::SwimTimer) >
               binding_.value(trace_.rows[row - 1], models::Role::SwimTimer);
  }

  // The first movement by a whole pixel decides: many games set a speed in one frame and move in the next,
  // and gravity may pull a fraction into the floor before that.
  bool fallsFirst(size_t row) const {
    const int64_t origin = height_.wholePixels(trace_.rows[row - 1]);
    for (; row < trace_.rows.size() && in_flight_.hold(trace_.rows[row]); ++row)
      if (const int64_t height = height_.wholePixels(trace_.rows[row]); height != origin)
        return height < origin;
    return false;
  }

  JumpStart startKind(size_t row, bool starts, bool gap) const {
    if (row == 0 || gap) return JumpStart::BeforeTrace;
    if (flight_) return starts ? JumpStart::Jump : JumpStart::Fall;
    if (profile_.model != "smb-jump") return fallsFirst(row) ? JumpStart::Fall : JumpStart::Jump;
    const bool rises =
        log_ ? starts : binding_.value(trace_.rows[row], models::Role::PlayerState) == physics::smb_jumping;
    if (!rises) return JumpStart::Fall;
    return swimming(row) ? JumpStart::Stroke : JumpStart::Jump;
  }

  Jump open(size_t row, bool starts, bool gap) const {
    Jump jump;
    jump.first_row = row;
    jump.start_frame = trace_.rows[row].frame;
    jump.start = startKind(row, starts, gap);
    if (jump.start == JumpStart::BeforeTrace || !binding_.has(models::Role::XSpeedAbs)) return jump;
    physics::SmbInput input;
    input.x_speed_abs = binding_.byte(trace_.rows[row - 1], models::Role::XSpeedAbs);
    input.swimming = swimming(row);
    input.whirlpool = atStart(row, models::Role::Whirlpool) != 0;
    jump.x_speed_abs = input.x_speed_abs;
    if (profile_.model == "smb-jump" && jump.start != JumpStart::Fall)
      jump.tier = static_cast<int>(physics::smbTier(input));
    return jump;
  }

  JumpEnd endAt(size_t row) const {
    if (!inControl(row)) return JumpEnd::ControlLost;
    if (binding_.value(trace_.rows[row], models::Role::PlayerState) == physics::smb_climbing)
      return JumpEnd::Climbing;
    return JumpEnd::Landed;
  }

  // Measures a jump whose last row is known. Returns false: no jump is open any more.
  bool close(Jump& jump, size_t last_row, JumpEnd end) const {
    jump.last_row = last_row;
    jump.end = end;
    const bool before_trace = jump.start == JumpStart::BeforeTrace;
    const Row& origin = trace_.rows[before_trace ? jump.first_row : jump.first_row - 1];
    const bool cleared = profile_.model.starts_with("smb-") &&
                         (jump.start == JumpStart::Jump || jump.start == JumpStart::Stroke);
    const int64_t origin_px = height_.wholePixels(origin), origin_exact = height_.exact(origin, cleared);
    int64_t highest_exact = origin_exact, highest_px = origin_px;
    bool held = true;
    const bool over = end == JumpEnd::Landed || end == JumpEnd::Climbing || end == JumpEnd::ControlLost;
    for (size_t i = jump.first_row; i <= last_row; ++i) {
      const Row& row = trace_.rows[i];
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
    if (log_)
      for (size_t i = jump.first_row; i <= last_row; ++i)
        if (const auto event = outsideEvent(trace_, binding_, *log_, i);
            event && !(event->kind == EventKind::Landing && i == last_row))
          jump.events.push_back(*event);
    return false;
  }

  std::optional<int64_t> releaseGravity(const Jump& jump) const {
    const size_t first = jump.first_row + std::min(jump.hold_frames, jump.apex_frame);
    std::map<int64_t, size_t> counts;
    size_t all = 0;
    for (size_t i = first + 1; i + 1 < jump.last_row; ++i) {
      // Unsigned, since a damaged trace's heights may be anything.
      const auto at = [&](size_t row) { return static_cast<uint64_t>(height_.exact(trace_.rows[row])); };
      const auto change = static_cast<int64_t>(2 * at(i) - at(i - 1) - at(i + 1));
      if (change <= 0) continue;  // at terminal speed there is none
      ++counts[change], ++all;
    }
    constexpr size_t fewest = 3;
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (all < fewest || most->second * 2 < all) return std::nullopt;
    return most->first;
  }

  const Trace& trace_;
  const Profile& profile_;
  const models::WriteLog* log_;
  models::Binding binding_;
  models::Conditions in_flight_;
  Height height_;
  std::optional<Flight> flight_;  // where the profile has no conditions
  Horizontal horizontal_;
};

// What a write of the speed by other code is called, from the sign of the speed before it and the published
// values (physics/README.md, steps 5 and 6).
EventKind speedEvent(int8_t before, int8_t after) {
  if (before >= 0) return after < 0 ? EventKind::Stomp : EventKind::Speed;
  if (after == 0) return EventKind::Block;
  if (after > 0) return EventKind::Ceiling;
  return after == -2 ? EventKind::Brick : EventKind::Speed;
}

}  // namespace

std::optional<Event> outsideEvent(const Trace& trace, const models::Binding& binding,
                                  const models::WriteLog& log, size_t row) {
  const models::FrameLog& frame = log.frame(row);
  std::vector<size_t> outside = frame.before;
  outside.insert(outside.end(), frame.after.begin(), frame.after.end());
  std::array<const Write*, models::role_count> first{}, last{};
  for (size_t i : outside) {
    const models::RoleWrite& entry = frame.writes[i];
    const size_t role = static_cast<size_t>(entry.role);
    last[role] = &log.write(entry);
    if (!first[role]) first[role] = last[role];
  }
  bool changed = false;
  for (size_t role = 0; role < models::role_count; ++role)
    changed = changed || (first[role] && first[role]->old_value != last[role]->new_value);
  if (!changed) return std::nullopt;

  const auto wrote = [&](models::Role role) { return first[static_cast<size_t>(role)] != nullptr; };
  Event event{trace.rows[row].frame, EventKind::Speed, frame.writes[outside.front()].index};
  const bool down = binding.has(models::Role::PlayerState) &&
                    binding.value(trace.rows[row], models::Role::PlayerState) == physics::smb_on_ground;
  if (down)
    event.kind = EventKind::Landing;
  else if (wrote(models::Role::YSubpixel))
    event.kind = wrote(models::Role::YSpeedFraction) && wrote(models::Role::YPosition) ? EventKind::Pull
                                                                                       : EventKind::Move;
  else if (wrote(models::Role::YSpeed))
    event.kind = speedEvent(static_cast<int8_t>(first[static_cast<size_t>(models::Role::YSpeed)]->old_value),
                            static_cast<int8_t>(last[static_cast<size_t>(models::Role::YSpeed)]->new_value));
  else if (wrote(models::Role::YPosition) || wrote(models::Role::YPage))
    event.kind = EventKind::Move;
  else if (wrote(models::Role::Gravity) || wrote(models::Role::GravityFall))
    event.kind = EventKind::Gravity;
  return event;
}

std::vector<Jump> findJumps(const Trace& trace, const Profile& profile, const models::WriteLog* log) {
  if (profile.height_watch.empty())
    throw std::runtime_error("profile " + profile.name +
                             " does not say how a jump is seen; give it a height watch, e.g. \"jump\": "
                             "{\"height\": \"y\"}");
  return Segmenter(trace, profile, log).run();
}

std::vector<Jump> findJumps(const Trace& trace, const Profile& profile,
                            const std::optional<std::vector<Write>>& writes) {
  if (!writes) return findJumps(trace, profile, nullptr);
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return findJumps(trace, profile, &log);
}

}  // namespace jumpscope::jumps
