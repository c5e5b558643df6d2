#include "src/models/write_log.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace jumpscope::models {
namespace {

using trace::Row;
using trace::Trace;
using trace::Write;

using physics::isMotion;
using physics::isMotionOrGravity;
using physics::Stance;

// The terminal speed is enforced a few instructions after the speed was written, by code that stands right
// behind it. Code that looks at the level or at enemies first takes longer, and stands elsewhere.
constexpr uint64_t clamp_cycles = 48;
constexpr int clamp_bytes = 48;

// A mover runs in at least one in so many frames in flight.
constexpr size_t rare = 16;

// A byte of several is no value of a variable that only the model knows.
std::optional<size_t> wholeVariable(const Trace& trace, const Binding& binding, const std::string& watch) {
  const auto variable = binding.variableOf(watch);
  const auto column = variable ? binding.columnOf(*variable) : std::nullopt;
  const bool of_several = column && trace.header.watches[*column].addresses.size() > 1;
  if (of_several && binding.game().variables()[*variable].role == Role::Other) return std::nullopt;
  return variable;
}

}  // namespace

WriteLog::WriteLog(const Trace& trace, const Binding& binding, std::span<const Write> writes)
    : writes_(writes), frames_(trace.rows.size()) {
  sortIntoFrames(trace, binding);
  joinRuns(trace, binding);
  findStarts(trace, binding);
  learnMovers(trace, binding);
  for (FrameLog& frame : frames_) readFrame(frame, binding.game());
}

Values WriteLog::valuesBefore(size_t row, size_t index, Values values) const {
  const auto& entries = frames_[row].writes;
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

void WriteLog::sortIntoFrames(const Trace& trace, const Binding& binding) {
  const auto variables = binding.game().variables();
  std::map<std::string, std::optional<size_t>, std::less<>> fed;
  size_t row = 0;
  for (size_t i = 0; i < writes_.size(); ++i) {
    const Write& write = writes_[i];
    if (i > 0 && write.frame < writes_[i - 1].frame)
      throw std::runtime_error("the write log goes back from frame " + std::to_string(writes_[i - 1].frame) +
                               " to frame " + std::to_string(write.frame) +
                               "; expected writes in the order in which they happened");
    while (row < trace.rows.size() && trace.rows[row].frame < write.frame) ++row;
    if (row == trace.rows.size() || trace.rows[row].frame != write.frame) continue;
    auto variable = fed.find(write.watch);
    if (variable == fed.end())
      variable = fed.emplace(write.watch, wholeVariable(trace, binding, write.watch)).first;
    if (const auto v = variable->second)
      frames_[row].writes.push_back({static_cast<uint8_t>(*v), variables[*v].role, i});
  }
}

// The first `count` writes of a frame end the run that began in frame `to`.
void WriteLog::moveTail(size_t from, size_t count, size_t to) {
  auto& tail = frames_[from].writes;
  for (size_t i = 0; i < count; ++i) {
    const Patch patch{tail[i].variable, writes_[tail[i].index].new_value};
    frames_[to].writes.push_back(tail[i]);
    frames_[to].end.push_back(patch);
    frames_[from].begin.push_back(patch);
  }
  tail.erase(tail.begin(), tail.begin() + static_cast<ptrdiff_t>(count));
}

// What a frame without a run of its own wrote early belongs to the run of frame `to`.
void WriteLog::moveEarly(size_t from, size_t to, std::span<const physics::Variable> variables) {
  std::vector<VariableWrite> kept;
  size_t moved = 0;
  for (const VariableWrite& entry : frames_[from].writes) {
    const auto& writes = frames_[to].writes;
    const bool has_its_own = std::any_of(writes.begin(), writes.end(), [&](const VariableWrite& other) {
      return other.variable == entry.variable && other.index > entry.index;
    });
    if (!variables[entry.variable].early || has_its_own) {
      kept.push_back(entry);
      continue;
    }
    const Patch patch{entry.variable, writes_[entry.index].old_value};
    frames_[from].end.push_back(patch);
    frames_[to].begin.push_back(patch);
    frames_[to].writes.insert(frames_[to].writes.begin() + static_cast<ptrdiff_t>(moved++), entry);
  }
  frames_[from].writes = std::move(kept);
}

// Puts every run of the game's logic into the frame in which it began. Without watches of its first and last
// write a run is as long as a frame.
void WriteLog::joinRuns(const trace::Trace& trace, const Binding& binding) {
  const auto variables = binding.game().variables();
  bool opens = false, closes = false;
  for (size_t v = 0; v < variables.size(); ++v) {
    opens = opens || (variables[v].opens && binding.columnOf(v));
    closes = closes || (variables[v].closes && binding.columnOf(v));
  }
  if (!opens || !closes) return;
  std::optional<size_t> running;
  for (size_t row = 0; row < frames_.size(); ++row) {
    if (row > 0 && trace.rows[row].frame != trace.rows[row - 1].frame + 1) running.reset();
    const auto find = [&](bool physics::Variable::*kind, size_t from) {
      const auto& writes = frames_[row].writes;
      while (from < writes.size() && !(variables[writes[from].variable].*kind)) ++from;
      return from;
    };
    size_t opened = find(&physics::Variable::opens, 0);
    const size_t closed = find(&physics::Variable::closes, 0);
    const size_t count = frames_[row].writes.size();
    if (running) {
      const bool ends = closed < opened, goes_on = !ends && opened == count;
      if (ends || goes_on) {
        moveTail(row, ends ? closed + 1 : count, *running);
        opened -= ends ? closed + 1 : count;
      }
      frames_[row].continues = goes_on;
      frames_[*running].unfinished = !ends;
      if (!goes_on) running.reset();
    }
    if (opened == frames_[row].writes.size()) continue;
    if (row > 0 && !frames_[row - 1].opened && !frames_[row - 1].continues) {
      moveEarly(row - 1, row, variables);
      opened = find(&physics::Variable::opens, 0);
    }
    frames_[row].opened = opened;
    if (find(&physics::Variable::closes, opened) == frames_[row].writes.size()) {
      running = row;
      frames_[row].unfinished = true;
    }
  }
}

// A start notes where it began, and that the player jumps: the first byte is written by nothing else while the player is in control, and the
// player's state stands at "jumping" before the mover runs. (Clearing all RAM writes the byte as well, and
// leaves state 0.)
void WriteLog::findStarts(const Trace& trace, const Binding& binding) {
  for (size_t row = 1; row < frames_.size(); ++row) {
    FrameLog& frame = frames_[row];
    const auto is = [](Role role) {
      return [role](const VariableWrite& entry) { return entry.role == role; };
    };
    const auto origin = std::find_if(frame.writes.begin(), frame.writes.end(), is(Role::JumpOrigin));
    if (origin == frame.writes.end()) continue;
    // The jump check's writes end with the first write of a position, which is the mover's.
    const auto moved = std::find_if(origin, frame.writes.end(), is(Role::YPosition));
    const Values checked = valuesBefore(row, static_cast<size_t>(moved - frame.writes.begin()),
                                        begin(row, binding.values(trace.rows[row - 1])));
    const bool says_so = std::any_of(frame.writes.begin(), moved, is(Role::State));
    if (!says_so || binding.game().stance(checked) != Stance::Jumping) continue;
    frame.starts_jump = true;
    const auto first = std::find_if(frame.writes.begin(), frame.writes.end(), [](const VariableWrite& entry) {
      return isMotionOrGravity(entry.role) || entry.role == Role::JumpOrigin || entry.role == Role::State;
    });
    frame.start_begin = static_cast<size_t>(first - frame.writes.begin());
  }
}

// The instruction that opens the mover's run: the first known one to write the sub-pixel (a start clears the
// sub-pixel before the mover runs).
std::optional<size_t> WriteLog::anchorOf(const FrameLog& frame) const {
  for (size_t i = 0; i < frame.writes.size(); ++i)
    if (frame.writes[i].role == Role::YSubpixel && movers_.count(writes_[frame.writes[i].index].pc) != 0)
      return i;
  return std::nullopt;
}

// Anchors are learnt from the frames in flight without a start: there the first to write the sub-pixel is the
// mover. A log that has none (it ends with the frame of a start) shows the mover last.
void WriteLog::learnAnchors(const std::vector<size_t>& flying) {
  for (size_t row : flying) {
    if (frames_[row].starts_jump) continue;
    for (const VariableWrite& entry : frames_[row].writes)
      if (entry.role == Role::YSubpixel) {
        ++movers_[writes_[entry.index].pc].frames;
        break;
      }
  }
  size_t most = 0;
  for (const auto& [pc, mover] : movers_) most = std::max(most, mover.frames);
  // Code that puts the player somewhere else (back to the start of the level) writes the sub-pixel now and
  // then.
  std::erase_if(movers_, [&](const auto& entry) { return entry.second.frames * rare < most; });
  if (!movers_.empty()) return;
  for (size_t row : flying)
    for (auto entry = frames_[row].writes.rbegin(); entry != frames_[row].writes.rend(); ++entry)
      if (entry->role == Role::YSubpixel) {
        movers_[writes_[entry->index].pc];
        break;
      }
}

// An instruction is the mover's when it writes in more than half of the frames in flight which that mover
// opens. What ceilings, floors and enemies write comes once or twice a jump.
void WriteLog::learnMovers(const Trace& trace, const Binding& binding) {
  std::vector<size_t> flying;
  for (size_t row = 1; row < frames_.size(); ++row) {
    const Stance stance = binding.stance(trace.rows[row - 1]);
    if (frames_[row].starts_jump || stance == Stance::Jumping || stance == Stance::Falling)
      flying.push_back(row);
  }
  learnAnchors(flying);
  for (auto& [anchor, mover] : movers_) mover.frames = 0;
  for (size_t row : flying) {
    const FrameLog& frame = frames_[row];
    const auto anchor = anchorOf(frame);
    if (!anchor) continue;
    Mover& mover = movers_.at(writes_[frame.writes[*anchor].index].pc);
    ++mover.frames;
    std::set<trace::CodeAddress> writers;
    for (size_t i = frame.starts_jump ? *anchor : 0; i < frame.writes.size(); ++i)
      if (isMotion(frame.writes[i].role)) writers.insert(writes_[frame.writes[i].index].pc);
    for (const trace::CodeAddress& pc : writers) ++mover.written_by[pc];
  }
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
