#include "src/play/breakpoints.h"

#include <algorithm>

#include "src/trace/watch.h"

namespace jumpscope::play {

std::string writesOf(const trace::Watch& watch) {
  std::string condition;
  for (const uint16_t address : watch.addresses)
    condition.append(condition.empty() ? "" : " || ")
        .append("writes(")
        .append(trace::addressText(address))
        .append(")");
  return condition;
}

Breakpoints::Breakpoints(const console::Console& console, const std::vector<trace::Watch>& watches,
                         std::vector<std::string> conditions, const trace::Symbols* labels)
    : console_(console), conditions_(std::move(conditions)), watches_(watches), named_(watches.size()) {
  std::vector<trace::When> whens;
  for (const std::string& condition : conditions_) {
    whens.emplace_back(condition, watches, "the breakpoint", trace::When::MachineTerms{true, labels});
    extra_.push_back(watches_.size());
    const auto& extra = whens.back().extraWatches();
    const std::vector<size_t> columns = whens.back().columns();
    const bool now = std::all_of(columns.begin(), columns.end(), [&](size_t column) {
      return column < watches.size() && watches[column].take == trace::Take::Value;
    });
    if (now && whens.back().asksForMoment()) moments_.push_back(whens.size() - 1);
    watches_.insert(watches_.end(), extra.begin(), extra.end());
  }
  now_.emplace(Memory{trace::RowReader(console_, watches_), whens,
                      std::vector<bool>(conditions_.size(), false),
                      std::vector<bool>(conditions_.size(), false)});
  prime();
}

void Breakpoints::restart() {
  now_->reader.restart();
  prime();
}

void Breakpoints::prime() {
  Memory memory = *now_;
  trace::Row row;
  memory.reader.read(console_.frame() - std::min<uint64_t>(console_.frame(), 1), 0, row);
  for (size_t i = 0; i < conditions_.size(); ++i) now_->held[i] = holds(memory, i, row);
  at_start_.emplace(*now_);
}

void Breakpoints::beginFrame() { at_start_.emplace(*now_); }

void Breakpoints::toFrameStart() { now_.emplace(*at_start_); }

bool Breakpoints::holds(Memory& memory, size_t condition, const trace::Row& row) const {
  trace::Row seen{row.frame, row.buttons, {row.values.begin(), row.values.begin() + ptrdiff_t(named_)}};
  const size_t extra = memory.whens[condition].extraWatches().size();
  const auto first = row.values.begin() + ptrdiff_t(extra_[condition]);
  seen.values.insert(seen.values.end(), first, first + ptrdiff_t(extra));
  return memory.whens[condition].holds(seen, &console_);
}

std::optional<size_t> Breakpoints::endFrame(uint64_t frame, uint8_t buttons) {
  trace::Row row;
  now_->reader.read(frame, buttons, row);
  std::optional<size_t> first;
  now_->buttons = buttons;
  for (size_t i = 0; i < conditions_.size(); ++i) {
    if (std::find(moments_.begin(), moments_.end(), i) != moments_.end()) continue;
    const bool holding = holds(*now_, i, row);
    if (holding && !now_->held[i] && !first) first = i;
    now_->held[i] = holding;
  }
  return first;
}

std::optional<size_t> Breakpoints::beforeInstruction(uint64_t frame, uint8_t buttons) {
  std::optional<size_t> first;
  trace::Row row{frame, buttons, std::vector<int64_t>(named_)};
  for (const size_t i : moments_) {
    const trace::When& when = now_->whens[i];
    for (const size_t column : when.columns())
      row.values[column] =
          trace::readWatch(watches_[column], [&](uint16_t address) { return console_.peek(address); });
    const bool holding = when.value(row, now_->buttons, &console_) != trace::When::Exact{};
    if (holding && (!now_->held_at[i] || when.asksForAccess()) && !first) first = i;
    now_->held_at[i] = holding;
  }
  return first;
}

bool Breakpoints::holdsNow(size_t condition, uint64_t frame, uint8_t buttons) const {
  Memory memory = *at_start_;
  trace::Row row;
  memory.reader.read(frame, buttons, row);
  return holds(memory, condition, row);
}

}  // namespace jumpscope::play
