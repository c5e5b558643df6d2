#include "src/play/tools/profiler.h"

#include <algorithm>

namespace jumpscope::play {

namespace {

constexpr uint8_t brk = 0x00, jsr = 0x20;

std::vector<RoutineTime> sorted(std::map<trace::CodeAddress, RoutineTime> times) {
  std::vector<RoutineTime> all;
  for (const auto& entry : times) all.push_back(entry.second);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.own > b.own; });
  return all;
}

}  // namespace

void Profiler::leave(Times& times) {
  const Open ended = open_.back();
  open_.pop_back();
  RoutineTime& time = times[ended.entry];
  time.entry = ended.entry;
  time.most = std::max(time.most, ended.whole);
  if (!open_.empty()) open_.back().whole += ended.whole;
}

void Profiler::add(const InstructionLog& log, bool lag) {
  Times times;
  cycles_ = dma_ = 0;
  for (const Executed& step : log.executed()) {
    if (entered_) {
      open_.push_back({step.pc, entered_s_});
      ++times[step.pc].calls;
    }
    entered_ = false;
    while (open_.size() > 1 && step.s >= open_.back().s) leave(times);
    if (open_.empty()) open_.push_back({step.pc});
    const uint64_t took = step.end - step.cycle;
    RoutineTime& time = times[open_.back().entry];
    time.entry = open_.back().entry;
    time.own += took;
    open_.back().whole += took;
    // A routine that calls itself is counted once.
    for (auto outer_at = open_.begin(); outer_at != open_.end(); ++outer_at) {
      const Open& outer = *outer_at;
      const auto same = [&](const Open& other) { return other.entry == outer.entry; };
      if (std::any_of(open_.begin(), outer_at, same)) continue;
      times[outer.entry].entry = outer.entry;
      times[outer.entry].whole += took;
    }
    cycles_ += took;
    dma_ += step.halted;
    entered_ = step.kind == Executed::Kind::Nmi || step.kind == Executed::Kind::Irq ||
               (step.kind == Executed::Kind::Instruction && (step.bytes[0] == jsr || step.bytes[0] == brk));
    entered_s_ = step.s;
    if (step.kind == Executed::Kind::Reset) open_.clear();
  }
  lag_frames_ += lag;
  last_ = sorted(std::move(times));
  frames_.push_back(last_);
  if (frames_.size() > frames_kept) frames_.pop_front();
}

std::vector<RoutineTime> Profiler::average() const {
  Times sums;
  for (const auto& frame : frames_)
    for (const RoutineTime& time : frame) {
      RoutineTime& sum = sums[time.entry];
      sum.entry = time.entry;
      sum.calls += time.calls;
      sum.own += time.own;
      sum.whole += time.whole;
      sum.most = std::max(sum.most, time.most);
    }
  const uint64_t count = std::max<size_t>(frames_.size(), 1);
  for (auto& entry : sums) {
    entry.second.own /= count;
    entry.second.whole /= count;
  }
  return sorted(std::move(sums));
}

std::vector<trace::CodeAddress> Profiler::stack() const {
  std::vector<trace::CodeAddress> all;
  for (const Open& open : open_) all.push_back(open.entry);
  return all;
}

}  // namespace jumpscope::play
