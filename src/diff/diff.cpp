#include "src/diff/diff.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "src/models/smb_state.h"

namespace jumpscope::diff {
namespace {

using physics::SmbInput;
using physics::SmbJumpState;
using physics::SmbTables;
using trace::Profile;
using trace::Row;
using trace::Trace;
using trace::Write;

using Bytes = std::array<uint8_t, models::compared_role_count>;

Bytes comparedBytes(const SmbJumpState& state) {
  return {state.y_position,       state.y_page,  state.y_subpixel,  static_cast<uint8_t>(state.y_speed),
          state.y_speed_fraction, state.gravity, state.gravity_fall};
}

// A byte as its watch shows it.
int64_t shown(uint8_t byte, trace::Type type) {
  const bool is_signed = type == trace::Type::S8 || type == trace::Type::S16;
  return is_signed ? int64_t{static_cast<int8_t>(byte)} : int64_t{byte};
}

class ModelDiff {
 public:
  ModelDiff(const Trace& trace, const Profile& profile, const models::WriteLog* log, const SmbTables& tables)
      : trace_(trace), binding_(trace, profile), log_(log), tables_(tables) {
    requireWatches(profile);
    result_.model = profile.model;
    result_.has_write_log = log != nullptr;
    for (models::Role role : roles_)
      result_.watches.push_back(trace.header.watches[*binding_.column(role)].name);
    result_.jumps = jumps::findJumps(trace, profile, log);
  }

  DiffResult run() {
    for (size_t jump = 0; jump < result_.jumps.size(); ++jump) compareJump(jump);
    return std::move(result_);
  }

 private:
  // gravity_fall shows itself through gravity; a trace without it is compared all the same.
  void requireWatches(const Profile& profile) {
    std::string missing;
    for (models::Role role : {models::Role::YPosition, models::Role::YPage, models::Role::YSubpixel,
                              models::Role::YSpeed, models::Role::YSpeedFraction, models::Role::Gravity,
                              models::Role::JumpOriginY, models::Role::PlayerState, models::Role::XSpeedAbs})
      if (!binding_.has(role)) missing.append(missing.empty() ? "" : ", ").append(models::roleName(role));
    if (!missing.empty())
      throw std::runtime_error("the trace has no " + missing + ", which model " + profile.model +
                               " needs; record it with a profile that feeds these (such as smb)");
    for (size_t r = 0; r < models::compared_role_count; ++r) {
      const models::Role role = static_cast<models::Role>(r);
      if (!binding_.has(role)) continue;
      const trace::Watch& watch = trace_.header.watches[*binding_.column(role)];
      if (watch.addresses.size() > 1 || (watch.type != trace::Type::U8 && watch.type != trace::Type::S8))
        throw std::runtime_error("watch \"" + watch.name + "\" feeds " + std::string(models::roleName(role)) +
                                 " of model " + profile.model +
                                 ", which is one byte; expected the type u8 or s8");
      roles_.push_back(role);
    }
  }

  SmbJumpState stateAt(size_t row) const { return models::smbStateAt(binding_, trace_.rows[row]); }

  // A role's value when the player's code began in a row's frame: before writes[index] of that frame.
  uint8_t valueBefore(size_t row, models::Role role, size_t index) const {
    const uint8_t before = binding_.byte(trace_.rows[row - 1], role);
    return log_ ? log_->valueBefore(row, role, index, before) : before;
  }

  SmbInput inputAt(size_t row) const {
    size_t begin = 0;
    if (log_) {
      const models::FrameLog& frame = log_->frame(row);
      begin = frame.starts_jump ? frame.start_begin : frame.moved ? frame.mover_begin : 0;
    }
    SmbInput input;
    input.a_down = models::aDown(binding_, trace_.rows[row]);
    input.x_speed_abs = valueBefore(row, models::Role::XSpeedAbs, begin);
    input.swimming = valueBefore(row, models::Role::Swimming, begin) != 0;
    input.whirlpool = valueBefore(row, models::Role::Whirlpool, begin) != 0;
    return input;
  }

  // The game did not move the player in this frame, and says so: it did not run at all (lag), or it had
  // stopped the player.
  bool held(size_t row) const {
    if (!log_) return false;
    const models::FrameLog& frame = log_->frame(row);
    if (frame.moved || frame.starts_jump) return false;
    if (!frame.game_ran) return true;
    for (size_t i : {row - 1, row})
      for (models::Role role : {models::Role::Freeze, models::Role::Jumpspring})
        if (binding_.value(trace_.rows[i], role) != 0) return true;
    return false;
  }

  // The bytes as they stood when the mover was through: before the first write of other code.
  Bytes moved(size_t row) const {
    Bytes bytes{};
    for (models::Role role : roles_) bytes[static_cast<size_t>(role)] = binding_.byte(trace_.rows[row], role);
    if (!log_) return bytes;
    const models::FrameLog& frame = log_->frame(row);
    for (auto i = frame.after.rbegin(); i != frame.after.rend(); ++i)
      bytes[static_cast<size_t>(frame.writes[*i].role)] = log_->write(frame.writes[*i]).old_value;
    return bytes;
  }

  void compareJump(size_t index) {
    const jumps::Jump& jump = result_.jumps[index];
    size_t row = jump.first_row;
    if (jump.start == jumps::JumpStart::BeforeTrace) ++row;
    if (row > jump.last_row) return;
    SmbJumpState state = stateAt(row - 1);
    for (; row <= jump.last_row; ++row) {
      const bool last = row == jump.last_row;
      // Without a log the last frame's own motion cannot be told from what ended the flight.
      if (!log_ && last && jump.end != jumps::JumpEnd::EndOfTrace && jump.end != jumps::JumpEnd::NextStroke &&
          jump.end != jumps::JumpEnd::NextJump)
        return;
      // Whatever else moves a player who is not in control, the model goes on from where it leaves him.
      if (!binding_.playerInControl(trace_.rows[row - 1])) {
        state = stateAt(row);
        continue;
      }
      state = predict(index, row, state);
    }
  }

  // Compares one frame. Returns the state from which the next is predicted.
  SmbJumpState predict(size_t jump, size_t row, const SmbJumpState& from) {
    SmbJumpState decided = from, state = from;
    if (held(row)) {
      state.swim_timer = binding_.byte(trace_.rows[row], models::Role::SwimTimer);
    } else {
      const SmbInput input = inputAt(row);
      decided = physics::smbBeforeMotion(from, input, tables_);
      state = physics::step(from, input, tables_);
      // Whether there is ground is the cartridge's to say: a walk off a ledge shows in its state.
      if (from.player_state == physics::smb_on_ground && state.player_state == physics::smb_falling)
        state.player_state = physics::smb_on_ground;
    }
    state.a_previous = models::previousA(binding_, trace_.rows[row]);
    const bool other_code_first = log_ && !log_->frame(row).before.empty();
    if (!other_code_first) compareRow(jump, row, decided, state);
    if (log_ && jumps::outsideEvent(trace_, binding_, *log_, row)) return stateAt(row);
    // The state says which code will run next frame. A start sets it by itself; all else is written by other
    // code.
    const bool state_written = !log_ || log_->last(row, models::Role::PlayerState) != nullptr;
    if (state_written) state.player_state = binding_.byte(trace_.rows[row], models::Role::PlayerState);
    return state;
  }

  // `decided`: what the motion should have worked on; `state`: what it should have made of it.
  void compareRow(size_t jump, size_t row, const SmbJumpState& decided, const SmbJumpState& state) {
    const Bytes before_motion = comparedBytes(decided), expected = comparedBytes(state), got = moved(row);
    ComparedRow compared{row, jump, {}, {}};
    std::vector<std::pair<size_t, Difference>> found;
    for (models::Role role : roles_) {
      const size_t r = static_cast<size_t>(role), column = *binding_.column(role);
      const trace::Watch& watch = trace_.header.watches[column];
      compared.expected.push_back(shown(expected[r], watch.type));
      compared.got.push_back(shown(got[r], watch.type));
      ++result_.compared_values;
      if (expected[r] == got[r]) continue;
      Difference difference;
      difference.row = row;
      difference.frame = trace_.rows[row].frame;
      difference.jump = jump;
      difference.watch = watch.name;
      difference.expected = compared.expected.back();
      difference.got = compared.got.back();
      difference.before = trace_.rows[row - 1].values[column];
      size_t order = 0;
      if (log_) order = blame(difference, row, role, before_motion[r]);
      found.emplace_back(order, std::move(difference));
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [order, difference] : found) result_.differences.push_back(std::move(difference));
    result_.rows.push_back(std::move(compared));
  }

  // Finds the write that brought a byte off the model's course: before the motion, when the byte was wrong
  // there already; else in the motion. Returns when that was, as an index into the frame's writes: what comes
  // first is the cause of what comes after. A write that did not happen and should have counts as the first
  // of all.
  size_t blame(Difference& difference, size_t row, models::Role role, uint8_t before_motion) const {
    const models::FrameLog& frame = log_->frame(row);
    const size_t motion = frame.moved ? frame.mover_begin : frame.writes.size();
    const auto type = trace_.header.watches[*binding_.column(role)].type;
    std::optional<size_t> decided, moved;
    for (size_t i = 0; i < frame.writes.size(); ++i) {
      if (frame.writes[i].role != role) continue;
      if (std::find(frame.after.begin(), frame.after.end(), i) != frame.after.end()) break;
      (i < motion ? decided : moved) = i;
    }
    const uint8_t at_motion =
        decided ? log_->write(frame.writes[*decided]).new_value : binding_.byte(trace_.rows[row - 1], role);
    const bool wrong_before = at_motion != before_motion;
    if (moved && !(wrong_before && decided)) {
      difference.writer = log_->write(frame.writes[*moved]);
      difference.writer_expected = difference.expected;
      return *moved;
    }
    difference.writer_expected = shown(before_motion, type);
    if (decided) {
      difference.writer = log_->write(frame.writes[*decided]);
      return *decided;
    }
    for (size_t i = row; i-- > result_.jumps[difference.jump].first_row && !difference.writer;)
      if (const Write* write = log_->last(i, role)) difference.writer = *write;
    return 0;
  }

  const Trace& trace_;
  models::Binding binding_;
  const models::WriteLog* log_;
  const SmbTables& tables_;
  std::vector<models::Role> roles_;
  DiffResult result_;
};

void requireSmbJump(const Profile& profile) {
  if (profile.model == "smb-jump") return;
  throw std::runtime_error(
      profile.model.empty() ? "profile " + profile.name + " names no model to compare with; expected smb-jump"
                            : "profile " + profile.name + " names the model \"" + profile.model +
                                  "\"; traces can be compared with smb-jump");
}

}  // namespace

DiffResult diffWithModel(const Trace& trace, const Profile& profile,
                         const std::optional<std::vector<Write>>& writes, const SmbTables& tables) {
  requireSmbJump(profile);
  if (!writes) return ModelDiff(trace, profile, nullptr, tables).run();
  const models::WriteLog log(trace, models::Binding(trace, profile), *writes);
  return ModelDiff(trace, profile, &log, tables).run();
}

DiffResult diffWithModel(const Trace& trace, const Profile& profile, const models::WriteLog& log,
                         const SmbTables& tables) {
  requireSmbJump(profile);
  return ModelDiff(trace, profile, &log, tables).run();
}

}  // namespace jumpscope::diff
