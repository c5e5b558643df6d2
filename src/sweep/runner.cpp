#include "src/sweep/runner.h"

#include <algorithm>
#include <numeric>

namespace jumpscope::sweep {
namespace {

// Up to which frame two runs are the same.
uint64_t commonFrames(const Candidate& a, const Candidate& b) {
  const uint64_t shorter = std::min(a.frames, b.frames);
  const uint64_t different = std::min(firstDifference(a.script, b.script), shorter);
  return different;
}

std::vector<size_t> neighborsFirst(std::span<const Candidate> candidates) {
  std::vector<size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return isBefore(candidates[a].script, candidates[b].script); });
  return order;
}

// Where run i must leave a copy for those after it: common[i], and each smaller value after it that is above `begin`,
// where the run begins; descending.
std::vector<uint64_t> placesToSave(const std::vector<uint64_t>& common,
                                   const std::vector<size_t>& next_smaller, size_t i, uint64_t begin) {
  std::vector<uint64_t> places;
  for (; i < common.size() && common[i] > begin; i = next_smaller[i]) places.push_back(common[i]);
  return places;
}

std::vector<size_t> nextSmaller(const std::vector<uint64_t>& values) {
  std::vector<size_t> next(values.size(), values.size());
  for (size_t i = values.size(); i-- > 0;) {
    size_t j = i + 1;
    while (j < values.size() && values[j] >= values[i]) j = next[j];
    next[i] = j;
  }
  return next;
}

}  // namespace

Runner::Runner(const Plan& plan, std::function<bool()> stop)
    : plan_(plan),
      stop_(std::move(stop)),
      console_(*plan.start),
      reader_(console_, plan.expressions->columns) {
  console_.hooks().on_frame_end = [this](uint64_t) { measure(); };
  now_.buttons = plan.start->state().controllers.pads[0].buttons;
  now_.before = reader_.remembered();
  now_.measures.resize(plan.expressions->measures.size());
  now_.ending = plan.expressions->endings.size();
  save();
}

std::vector<Outcome> Runner::run(std::span<const Candidate> candidates) {
  const std::vector<size_t> order = neighborsFirst(candidates);
  std::vector<uint64_t> common;
  for (size_t i = 0; i + 1 < order.size(); ++i)
    common.push_back(commonFrames(candidates[order[i]], candidates[order[i + 1]]));
  const std::vector<size_t> next_smaller = nextSmaller(common);
  std::vector<Outcome> outcomes(candidates.size());
  for (size_t i = 0; i < order.size(); ++i) {
    const Candidate& candidate = candidates[order[i]];
    const uint64_t shared = i == 0 ? 0 : common[i - 1];
    // The run before ended where this one is still the same.
    const bool same = i > 0 && shared >= now_.frame && ranToEnd(candidate);
    if (!same) {
      goBackTo(shared);
      runOne(candidate, placesToSave(common, next_smaller, i, shared));
    }
    outcomes[order[i]] = {now_.frame, now_.ending, now_.measures};
  }
  return outcomes;
}

bool Runner::ranToEnd(const Candidate& candidate) const {
  return now_.frame == candidate.frames || now_.ending < plan_.expressions->endings.size();
}

void Runner::runOne(const Candidate& candidate, std::vector<uint64_t> save_at) {
  const std::vector<Change>& changes = candidate.script.changes();
  auto change = std::lower_bound(changes.begin(), changes.end(), now_.frame,
                                 [](const Change& c, uint64_t frame) { return c.frame < frame; });
  while (!ranToEnd(candidate)) {
    if (!save_at.empty() && save_at.back() == now_.frame) save(), save_at.pop_back();
    if (change != changes.end() && change->frame == now_.frame) {
      movie::latch(console_, change->input);
      row_.buttons = change->input.pads[0];
      ++change;
    }
    if (stop_()) throw Stopped{};
    runFrame();
  }
}

void Runner::runFrame() {
  console_.runFrame();
  ++emulated_;
  ++now_.frame;
  now_.buttons = row_.buttons;
}

// At the exact end of the frame, as a trace reads its rows.
void Runner::measure() {
  const Expressions& expressions = *plan_.expressions;
  reader_.read(now_.frame, row_.buttons, row_);
  for (size_t i = 0; i < expressions.measures.size(); ++i) {
    const Exact value = expressions.measures[i].value(row_, now_.buttons, &console_);
    Exact& kept = now_.measures[i];
    if (now_.frame == 0 || expressions.at[i] == At::End)
      kept = value;
    else
      kept = expressions.at[i] == At::Min ? std::min(kept, value) : std::max(kept, value);
  }
  for (size_t i = 0; i < expressions.endings.size(); ++i) {
    if (expressions.endings[i].value(row_, now_.buttons, &console_) == Exact{}) continue;
    now_.ending = i;
    return;
  }
}

void Runner::save() {
  if (depth_ == saved_.size()) saved_.push_back({now_, std::make_unique<console::Console>(console_)});
  Saved& saved = saved_[depth_++];
  saved.progress = now_;
  saved.progress.before = reader_.remembered();
  *saved.console = console_;
}

void Runner::goBackTo(uint64_t frame) {
  while (depth_ > 1 && saved_[depth_ - 1].progress.frame > frame) --depth_;
  const Saved& saved = saved_[depth_ - 1];
  console_ = *saved.console;
  now_ = saved.progress;
  reader_.remember(now_.before);
  row_.buttons = now_.buttons;
}

}  // namespace jumpscope::sweep
