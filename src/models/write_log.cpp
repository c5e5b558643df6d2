#include "src/models/write_log.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>

namespace jumpscope::models {
namespace {

using trace::Row;
using trace::TraceView;
using trace::Write;
using trace::WritesView;

using physics::isMotion;
using physics::isMotionOrGravity;
using physics::Stance;

// The terminal speed is enforced a few instructions after the speed was written, by code that stands right
// behind it. Code that looks at the level or at enemies first takes longer, and stands elsewhere.
constexpr uint64_t clamp_cycles = 48;
constexpr int clamp_bytes = 48;

// A mover runs in at least one in so many frames in flight.
constexpr size_t rare = 16;

std::optional<size_t> wholeVariable(const TraceView& trace, const Binding& binding,
                                    const std::string& watch) {
  const auto variable = binding.variableOf(watch);
  return variable && holdsWritesTo(*variable, trace, binding) ? variable : std::nullopt;
}

// Sorts a log into frames, row by row, and puts every run of the game's logic into the frame in which it began.
class FrameSorter {
 public:
  // `done`: told each row and its frame when nothing more can belong to it, in order.
  using Done = std::function<void(size_t row, FrameLog& frame)>;

  FrameSorter(const TraceView& trace, const Binding& binding, const WritesView& writes, Done done)
      : trace_(trace),
        binding_(binding),
        writes_(writes),
        variables_(binding.game().variables()),
        done_(std::move(done)) {
    bool opens = false, closes = false;
    for (size_t v = 0; v < variables_.size(); ++v) {
      opens = opens || (variables_[v].opens && binding.columnOf(v));
      closes = closes || (variables_[v].closes && binding.columnOf(v));
    }
    joins_ = opens && closes;
  }

  void run() {
    for (size_t row = 0; row < trace_.rows.size(); ++row) {
      open_.push_back(writesOf(row));
      if (joins_) join(row);
      // The next frame's run may have begun in this one.
      closeBefore(running_.value_or(row));
    }
    closeBefore(trace_.rows.size());
    while (next_ < writes_.size()) nextWrite();
  }

 private:
  FrameLog& frame(size_t row) { return open_[row - first_]; }

  void closeBefore(size_t row) {
    for (; first_ < row; ++first_) {
      done_(first_, open_.front());
      open_.pop_front();
    }
  }

  const Write& nextWrite() {
    const Write& write = writes_[next_];
    if (next_ > 0 && write.frame < last_frame_)
      throw std::runtime_error("the write log goes back from frame " + std::to_string(last_frame_) +
                               " to frame " + std::to_string(write.frame) +
                               "; expected writes in the order in which they happened");
    last_frame_ = write.frame;
    ++next_;
    return write;
  }

  FrameLog writesOf(size_t row) {
    const uint64_t number = trace_.rows[row].frame;
    FrameLog frame;
    while (next_ < writes_.size() && writes_[next_].frame <= number) {
      const Write& write = nextWrite();
      if (write.frame != number) continue;
      auto variable = fed_.find(write.watch);
      if (variable == fed_.end())
        variable = fed_.emplace(write.watch, wholeVariable(trace_, binding_, write.watch)).first;
      if (const auto v = variable->second)
        frame.writes.push_back({static_cast<uint8_t>(*v), variables_[*v].role, next_ - 1});
    }
    return frame;
  }

  // The first `count` writes of a frame end the run that began in frame `to`.
  void moveTail(size_t from, size_t count, size_t to) {
    auto& tail = frame(from).writes;
    for (size_t i = 0; i < count; ++i) {
      const Patch patch{tail[i].variable, writes_[tail[i].index].new_value};
      frame(to).writes.push_back(tail[i]);
      frame(to).end.push_back(patch);
      frame(from).begin.push_back(patch);
    }
    tail.erase(tail.begin(), tail.begin() + static_cast<ptrdiff_t>(count));
  }

  // What a frame without a run of its own wrote early belongs to the run of frame `to`.
  void moveEarly(size_t from, size_t to) {
    std::vector<VariableWrite> kept;
    size_t moved = 0;
    for (const VariableWrite& entry : frame(from).writes) {
      const auto& writes = frame(to).writes;
      const bool has_its_own = std::any_of(writes.begin(), writes.end(), [&](const VariableWrite& other) {
        return other.variable == entry.variable && other.index > entry.index;
      });
      if (!variables_[entry.variable].early || has_its_own) {
        kept.push_back(entry);
        continue;
      }
      const Patch patch{entry.variable, writes_[entry.index].old_value};
      frame(from).end.push_back(patch);
      frame(to).begin.push_back(patch);
      frame(to).writes.insert(frame(to).writes.begin() + static_cast<ptrdiff_t>(moved++), entry);
    }
    frame(from).writes = std::move(kept);
  }

  // Without watches of its first and last write a run is as long as a frame.
  void join(size_t row) {
    if (row > 0 && trace_.rows[row].frame != trace_.rows[row - 1].frame + 1) running_.reset();
    const auto find = [&](bool physics::Variable::*kind, size_t from) {
      const auto& writes = frame(row).writes;
      while (from < writes.size() && !(variables_[writes[from].variable].*kind)) ++from;
      return from;
    };
    size_t opened = find(&physics::Variable::opens, 0);
    const size_t closed = find(&physics::Variable::closes, 0);
    const size_t count = frame(row).writes.size();
    if (running_) {
      const bool ends = closed < opened, goes_on = !ends && opened == count;
      if (ends || goes_on) {
        moveTail(row, ends ? closed + 1 : count, *running_);
        opened -= ends ? closed + 1 : count;
      }
      frame(row).continues = goes_on;
      frame(*running_).unfinished = !ends;
      if (!goes_on) running_.reset();
    }
    if (opened == frame(row).writes.size()) return;
    if (row > 0 && !frame(row - 1).opened && !frame(row - 1).continues) {
      moveEarly(row - 1, row);
      opened = find(&physics::Variable::opens, 0);
    }
    frame(row).opened = opened;
    if (find(&physics::Variable::closes, opened) == frame(row).writes.size()) {
      running_ = row;
      frame(row).unfinished = true;
    }
  }

  const TraceView& trace_;
  const Binding& binding_;
  const WritesView& writes_;
  std::span<const physics::Variable> variables_;
  Done done_;
  bool joins_ = false;
  std::map<std::string, std::optional<size_t>, std::less<>> fed_;
  size_t next_ = 0;  // write
  uint64_t last_frame_ = 0;
  std::deque<FrameLog> open_;  // of rows from first_ on
  size_t first_ = 0;
  std::optional<size_t> running_;  // the row whose run has not ended yet
};

}  // namespace

bool holdsWritesTo(size_t variable, const TraceView& trace, const Binding& binding) {
  const auto column = binding.columnOf(variable);
  const bool of_several = column && trace.header.watches[*column].addresses.size() > 1;
  return !of_several || binding.game().variables()[variable].role != Role::Other;
}

void FrameCodec::pack(std::span<const FrameLog> frames, base::NumberWriter& to) {
  const auto list = [&](const std::vector<size_t>& indices) {
    to.number(indices.size());
    for (const size_t index : indices) to.number(index);
  };
  const auto patches = [&](const std::vector<Patch>& values) {
    to.number(values.size());
    for (const Patch& patch : values) to.byte(patch.variable), to.byte(patch.value);
  };
  size_t next = 0;  // in the log
  for (const FrameLog& frame : frames) {
    to.number(frame.writes.size());
    for (const VariableWrite& write : frame.writes) {
      to.byte(write.variable);
      to.byte(static_cast<uint8_t>(write.role));
      to.step(next, write.index);
      next = write.index + 1;
    }
    to.number(frame.opened ? *frame.opened + 1 : 0);
    for (const bool flag : {frame.unfinished, frame.continues, frame.starts_jump, frame.moved,
                            frame.mover_sure, frame.game_ran})
      to.byte(flag);
    for (const size_t index : {frame.start_begin, frame.mover_begin, frame.mover_end}) to.number(index);
    patches(frame.begin);
    patches(frame.end);
    list(frame.before);
    list(frame.after);
  }
}

void FrameCodec::unpack(base::NumberReader from, std::span<FrameLog> frames) const {
  const auto list = [&](std::vector<size_t>& indices) {
    indices.resize(from.number());
    for (size_t& index : indices) index = from.number();
  };
  const auto patches = [&](std::vector<Patch>& values) {
    values.resize(from.number());
    for (Patch& patch : values) patch.variable = from.byte(), patch.value = from.byte();
  };
  size_t next = 0;
  for (FrameLog& frame : frames) {
    frame.writes.resize(from.number());
    for (VariableWrite& write : frame.writes) {
      write.variable = from.byte();
      write.role = static_cast<Role>(from.byte());
      write.index = from.step(next);
      next = write.index + 1;
    }
    const uint64_t opened = from.number();
    frame.opened = opened == 0 ? std::nullopt : std::optional<size_t>(opened - 1);
    for (bool* flag : {&frame.unfinished, &frame.continues, &frame.starts_jump, &frame.moved,
                       &frame.mover_sure, &frame.game_ran})
      *flag = from.byte() != 0;
    for (size_t* index : {&frame.start_begin, &frame.mover_begin, &frame.mover_end}) *index = from.number();
    patches(frame.begin);
    patches(frame.end);
    list(frame.before);
    list(frame.after);
  }
}

WriteLog::WriteLog(const TraceView& trace, const Binding& binding, WritesView writes) : writes_(writes) {
  FrameSorter(trace, binding, writes_, [&](size_t row, FrameLog& frame) {
    if (row > 0) findStart(frame, trace.rows[row - 1], binding);
    if (row > 0 && !frame.starts_jump && isFlight(frame, trace.rows[row - 1], binding)) countAnchor(frame);
    frames_.push_back(frame);
  }).run();
  learnMovers(trace, binding);
  FrameLogs read;
  for (const FrameLog& sorted : frames_) {
    FrameLog frame = sorted;
    readFrame(frame, binding.game());
    read.push_back(frame);
  }
  frames_ = std::move(read);
}

Values WriteLog::valuesBefore(const FrameLog& frame, size_t index, Values values) const {
  const auto& entries = frame.writes;
  for (size_t i = 0; i < std::min(index, entries.size()); ++i)
    values.set(entries[i].variable, writes_[entries[i].index].new_value);
  return values;
}

const Write* WriteLog::last(size_t row, size_t variable) const {
  const auto& entries = frames_[row].writes;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
    if (entry->variable == variable) return &writes_[entry->index];
  return nullptr;
}

// A start notes where it began, and that the player jumps: the first byte is written by nothing else while the player is in control, and the
// player's state stands at "jumping" before the mover runs. (Clearing all RAM writes the byte as well, and
// leaves state 0.) `before`: the row before the frame's.
void WriteLog::findStart(FrameLog& frame, const Row& before, const Binding& binding) const {
  const auto is = [](Role role) { return [role](const VariableWrite& entry) { return entry.role == role; }; };
  const auto origin = std::find_if(frame.writes.begin(), frame.writes.end(), is(Role::JumpOrigin));
  if (origin == frame.writes.end()) return;
  // The jump check's writes end with the first write of a position, which is the mover's.
  const auto moved = std::find_if(origin, frame.writes.end(), is(Role::YPosition));
  const Values checked = valuesBefore(frame, static_cast<size_t>(moved - frame.writes.begin()),
                                      patched(binding.values(before), frame.begin));
  const bool says_so = std::any_of(frame.writes.begin(), moved, is(Role::State));
  if (!says_so || binding.game().stance(checked) != Stance::Jumping) return;
  frame.starts_jump = true;
  const auto first = std::find_if(frame.writes.begin(), frame.writes.end(), [](const VariableWrite& entry) {
    return isMotionOrGravity(entry.role) || entry.role == Role::JumpOrigin || entry.role == Role::State;
  });
  frame.start_begin = static_cast<size_t>(first - frame.writes.begin());
}

// The instruction that opens the mover's run: the first known one to write the sub-pixel (a start clears the
// sub-pixel before the mover runs).
std::optional<size_t> WriteLog::anchorOf(const FrameLog& frame) const {
  for (size_t i = 0; i < frame.writes.size(); ++i)
    if (frame.writes[i].role == Role::YSubpixel && movers_.count(writes_[frame.writes[i].index].pc) != 0)
      return i;
  return std::nullopt;
}

// With a start, or after a frame in the air.
bool WriteLog::isFlight(const FrameLog& frame, const Row& before, const Binding& binding) {
  const Stance stance = binding.stance(before);
  return frame.starts_jump || stance == Stance::Jumping || stance == Stance::Falling;
}

template <class Visit>
void WriteLog::visitFlying(const TraceView& trace, const Binding& binding, Visit visit) const {
  for (size_t row = 1; row < frames_.size(); ++row)
    if (isFlight(frames_[row], trace.rows[row - 1], binding)) visit(frames_[row]);
}

// Anchors are learnt from the frames in flight without a start: there the first to write the sub-pixel is the
// mover. A log that has none (it ends with the frame of a start) shows the mover last.
void WriteLog::countAnchor(const FrameLog& frame) {
  for (const VariableWrite& entry : frame.writes)
    if (entry.role == Role::YSubpixel) {
      ++movers_[writes_[entry.index].pc].frames;
      return;
    }
}

void WriteLog::chooseAnchors(const TraceView& trace, const Binding& binding) {
  size_t most = 0;
  for (const auto& [pc, mover] : movers_) most = std::max(most, mover.frames);
  // Code that puts the player somewhere else (back to the start of the level) writes the sub-pixel now and
  // then.
  std::erase_if(movers_, [&](const auto& entry) { return entry.second.frames * rare < most; });
  if (!movers_.empty()) return;
  visitFlying(trace, binding, [&](const FrameLog& frame) {
    for (auto entry = frame.writes.rbegin(); entry != frame.writes.rend(); ++entry)
      if (entry->role == Role::YSubpixel) {
        movers_[writes_[entry->index].pc];
        break;
      }
  });
}

// An instruction is the mover's when it writes in more than half of the frames in flight which that mover
// opens. What ceilings, floors and enemies write comes once or twice a jump.
void WriteLog::learnMovers(const TraceView& trace, const Binding& binding) {
  chooseAnchors(trace, binding);
  for (auto& [anchor, mover] : movers_) mover.frames = 0;
  visitFlying(trace, binding, [&](const FrameLog& frame) {
    const auto anchor = anchorOf(frame);
    if (!anchor) return;
    Mover& mover = movers_.at(writes_[frame.writes[*anchor].index].pc);
    ++mover.frames;
    std::set<trace::CodeAddress> writers;
    for (size_t i = frame.starts_jump ? *anchor : 0; i < frame.writes.size(); ++i)
      if (isMotion(frame.writes[i].role)) writers.insert(writes_[frame.writes[i].index].pc);
    for (const trace::CodeAddress& pc : writers) ++mover.written_by[pc];
  });
  for (auto& [anchor, mover] : movers_)
    for (const auto& [pc, frames] : mover.written_by)
      if (frames * 2 > mover.frames) mover.regular.insert(pc);
}

// Where the mover's run ends when the terminal speed may be enforced behind its last write, writes[from - 1].
size_t WriteLog::clampEnd(const FrameLog& frame, size_t from) const {
  std::set<Role> clamped;
  size_t end = from;
  for (; end < frame.writes.size(); ++end) {
    const Write &before = writes_[frame.writes[end - 1].index], &write = writes_[frame.writes[end].index];
    const Role role = frame.writes[end].role;
    const int distance = int{write.pc.address} - int{before.pc.address};
    if (role != Role::YSpeed && role != Role::YSpeedFraction) break;
    if (write.cycle - before.cycle > clamp_cycles || distance <= 0 || distance > clamp_bytes) break;
    clamped.insert(role);
  }
  return clamped.size() == 2 ? end : from;
}

void WriteLog::findMover(FrameLog& frame) const {
  const auto anchor = anchorOf(frame);
  if (!anchor) return;
  const trace::CodeAddress anchor_pc = writes_[frame.writes[*anchor].index].pc;
  const auto& regular = movers_.at(anchor_pc).regular;
  const auto isRegular = [&](size_t i) {
    return isMotion(frame.writes[i].role) && regular.count(writes_[frame.writes[i].index].pc) != 0;
  };
  constexpr size_t a_few = 8;
  frame.moved = true;
  frame.mover_sure = movers_.at(anchor_pc).frames > a_few;
  frame.mover_begin = *anchor;
  // A mover may write before it writes the sub-pixel; in the frame of a start that would be the start's.
  for (size_t i = *anchor; i-- > 0 && !frame.starts_jump;)
    if (isRegular(i)) frame.mover_begin = i;
  frame.mover_end = *anchor + 1;
  for (size_t i = *anchor + 1; i < frame.writes.size(); ++i) {
    // A second call of the mover comes from other code (a whirlpool pulls).
    if (writes_[frame.writes[i].index].pc == anchor_pc) break;
    if (isRegular(i)) frame.mover_end = i + 1;
  }
  frame.mover_end = clampEnd(frame, frame.mover_end);
}

void WriteLog::readFrame(FrameLog& frame, const physics::Game& game) const {
  findMover(frame);
  frame.game_ran = frame.moved;
  for (size_t i = 0; i < frame.writes.size(); ++i) {
    const Role role = frame.writes[i].role;
    frame.game_ran = frame.game_ran || game.variables()[frame.writes[i].variable].input;
    if (!isMotionOrGravity(role)) continue;
    const bool position = role == Role::YPosition || role == Role::YPage;
    if (frame.starts_jump && !position && (!frame.moved || i < frame.mover_begin)) continue;
    if (frame.moved && i >= frame.mover_begin && i < frame.mover_end) continue;
    if (!frame.moved || i >= frame.mover_end)
      frame.after.push_back(i);
    else if (isMotion(role))  // the game's own choice of gravity comes before the mover
      frame.before.push_back(i);
  }
}

}  // namespace jumpscope::models
