#include "src/play/tools/live_log.h"

namespace jumpscope::play {

void LiveLog::setFilter(const std::string& condition, const Game& game) {
  if (condition.empty()) return filter_.reset();
  std::vector<trace::Watch> watches;
  if (game.profile()) watches = game.profile()->watches;
  filter_ =
      trace::InstructionFilter({condition}, std::move(watches), game.options().symbols.get(), "the filter");
}

void LiveLog::beginFrame(uint8_t buttons_before) {
  if (filter_) filter_->beginFrame(buttons_before);
}

void LiveLog::before(const console::Console& console, uint8_t buttons) {
  if (!trace::standsBeforeInstruction(console) || (filter_ && !filter_->holds(console, buttons))) return;
  if (console.cpuCycles() < next_cycle_) return;
  next_cycle_ = console.cpuCycles() + 1;
  lines_.push_back({console.frame(), trace::LogEntry(console, true)});
  if (lines_.size() <= lines_kept) return;
  lines_.pop_front();
  ++dropped_;
}

void LiveLog::forget(uint64_t frame) {
  while (!lines_.empty() && lines_.back().frame >= frame) lines_.pop_back();
  next_cycle_ = lines_.empty() ? 0 : lines_.back().entry.cycle + 1;
}

std::string LiveLog::textOf(const Line& line) const {
  std::string text;
  trace::appendLogLine(text, line.entry, format_);
  text.pop_back();
  return text;
}

std::string LiveLog::text() const {
  std::string all;
  for (const Line& line : lines_) trace::appendLogLine(all, line.entry, format_);
  return all;
}

}  // namespace jumpscope::play
