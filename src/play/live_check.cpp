#include "src/play/live_check.h"

#include <algorithm>

#include "src/jumps/height.h"
#include "src/models/write_log.h"

namespace jumpscope::play {

namespace {

using diff::Difference;
using diff::DiffResult;
using jumps::Jump;
using jumps::JumpEnd;
using jumps::JumpStart;

// Rows before a flight from which is learnt which instructions are the mover's.
constexpr size_t rows_before = 60;
// Of a longer flight (a swim) only the end is looked at in every frame.
constexpr size_t longest_look = 150;
constexpr size_t slack = 300;   // rows too many before the old ones are given up
constexpr uint64_t stale = 30;  // frames

bool isOver(const Jump& jump) { return jump.end != JumpEnd::EndOfTrace; }

}  // namespace

LiveCheck::LiveCheck(const trace::Header& header, const trace::Profile& profile)
    : profile_(profile), trace_{header, {}}, binding_(trace_, profile) {
  if (!seesJumps()) return;
  const jumps::Height height(trace_, profile_);  // throws
  if (!profile_.jump_when.empty()) in_flight_.emplace(trace_, profile_.jump_when);
}

void LiveCheck::add(const trace::Row& row) {
  auto& rows = trace_.rows;
  if (!rows.empty() && rows.back().frame + 1 != row.frame) {
    rows.clear();
    jumps_at_.reset();
  }
  const bool was_flying = !rows.empty() && inFlight(rows.back());
  rows.push_back(row);
  if (was_flying && !inFlight(row)) jumps_at_.reset();
  if (rows.size() >= rows_kept + slack) forgetOld();
}

bool LiveCheck::flying() const {
  const auto& rows = trace_.rows;
  if (rows.empty()) return false;
  if (in_flight_) return inFlight(rows.back());
  const auto height = trace_.find(profile_.height_watch);
  return height && rows.size() > 1 && rows.back().values[*height] != rows[rows.size() - 2].values[*height];
}

void LiveCheck::forgetOld() {
  trace_.rows.erase(trace_.rows.begin(), trace_.rows.end() - ptrdiff_t(rows_kept));
  const uint64_t first = trace_.rows.front().frame;
  const auto kept = std::find_if(writes_.begin(), writes_.end(),
                                 [&](const trace::Write& write) { return write.frame >= first; });
  writes_.erase(writes_.begin(), kept);
  jumps_at_.reset();
}

void LiveCheck::cut(uint64_t frame) {
  while (!trace_.rows.empty() && trace_.rows.back().frame >= frame) trace_.rows.pop_back();
  while (!writes_.empty() && writes_.back().frame >= frame) writes_.pop_back();
  if (told_ && told_->frame >= frame) told_.reset();
  jumps_at_.reset();
}

void LiveCheck::clear() {
  trace_.rows.clear();
  writes_.clear();
  told_.reset();
  jumps_at_.reset();
}

void LiveCheck::requireModel() const {
  const trace::Trace empty{trace_.header, {}};
  diff::compareWith(empty, profile_, std::vector<trace::Write>());
}

// The first difference in the rows from `first_row` on, in a jump that has not been told of.
std::optional<LiveCheck::Found> LiveCheck::differenceSince(size_t first_row) const {
  const auto begin = trace_.rows.begin() + ptrdiff_t(first_row);
  const trace::Trace slice{trace_.header, {begin, trace_.rows.end()}};
  const auto write = std::find_if(writes_.rbegin(), writes_.rend(), [&](const trace::Write& one) {
                       return one.frame < begin->frame;
                     }).base();
  const models::WriteLog log(slice, binding_, std::span(writes_).subspan(size_t(write - writes_.begin())));
  const DiffResult result = diff::compareWith(slice, profile_, &log);
  for (const Difference& difference : result.differences) {
    const uint64_t jump_start =
        difference.jump ? result.jumps[*difference.jump].start_frame : difference.frame;
    if (told_ && jump_start <= told_->jump_start) continue;
    return Found{difference, jump_start};
  }
  return std::nullopt;
}

std::optional<Difference> LiveCheck::firstDifference() {
  const auto& rows = trace_.rows;
  if (rows.size() < 2) return std::nullopt;
  size_t first = rows.size() - 1;
  if (!inFlight(rows[first])) --first;  // the frame of a landing; on the ground a jump that should start
  while (first > 0 && rows.size() - first < longest_look && inFlight(rows[first - 1])) --first;
  // A few rows are not enough to identify the mover: a difference is confirmed with all available rows.
  if (!differenceSince(first - std::min(first, rows_before))) return std::nullopt;
  const std::optional<Found> found = differenceSince(0);
  if (!found) return std::nullopt;
  told_ = Told{found->jump_start, found->difference.frame};
  return found->difference;
}

std::string LiveCheck::words(const Difference& difference) const {
  std::string text = diff::differenceText(trace_, difference);
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

void LiveCheck::findJumps() const {
  if (trace_.rows.empty() || !seesJumps()) return jumps_.clear();
  const uint64_t now = trace_.rows.back().frame;
  if (jumps_at_ && now < *jumps_at_ + stale) return;
  const models::WriteLog log(trace_, binding_, writes_);
  jumps_ = jumps::findJumps(trace_, profile_, writes_.empty() ? nullptr : &log);
  jumps_at_ = now;
}

std::optional<Jump> LiveCheck::lastJump() const {
  findJumps();
  for (auto jump = jumps_.rbegin(); jump != jumps_.rend(); ++jump)
    if (isOver(*jump) && jump->start != JumpStart::BeforeTrace) return *jump;
  return std::nullopt;
}

}  // namespace jumpscope::play
