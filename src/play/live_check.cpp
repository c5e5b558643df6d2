#include "src/play/live_check.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "src/jumps/height.h"
#include "src/jumps/origin.h"
#include "src/models/law_file.h"
#include "src/models/write_log.h"
#include "src/physics/models.h"

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

// The frame after its last one.
uint64_t endOf(const Jump& jump) { return jump.start_frame + (jump.last_row - jump.first_row) + 1; }

}  // namespace

std::string chosenModel(const std::string& name_or_file) {
  if (name_or_file.empty() || !models::namesLawFile(name_or_file))
    return name_or_file.empty() ? "" : diff::comparedModel({}, name_or_file).name;
  // By a name that is no file's: a file is read again whenever its model is asked for.
  return models::loadLaw(name_or_file, "the law of " + std::filesystem::path(name_or_file).stem().string())
      .name;
}

LiveCheck::LiveCheck(const trace::Header& header, const trace::Profile& profile, std::string model)
    : profile_(profile),
      trace_{header, {}},
      model_(std::move(model)),
      binding_(trace_, profile),
      model_binding_(model_.empty() ? binding_ : models::Binding(trace_, profile, physics::gameOf(model_))) {
  if (!seesJumps()) return;
  const jumps::Height height(trace_, profile_);  // throws
  if (!profile_.jump_when.empty()) in_flight_.emplace(trace_, profile_.jump_when);
}

void LiveCheck::add(const trace::Row& row) {
  auto& rows = trace_.rows;
  if (!rows.empty() && rows.back().frame + 1 != row.frame) {
    rows.clear();
    forgetOldJump();
    jumps_at_.reset();
  }
  const bool was_flying = flying();
  rows.push_back(row);
  if (was_flying != flying()) jumps_at_.reset();
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
  keepLastJump();
  trace_.rows.erase(trace_.rows.begin(), trace_.rows.end() - ptrdiff_t(rows_kept));
  const uint64_t first = trace_.rows.front().frame;
  const auto kept = std::find_if(writes_.begin(), writes_.end(),
                                 [&](const trace::Write& write) { return write.frame >= first; });
  writes_.erase(writes_.begin(), kept);
  jumps_at_.reset();
}

void LiveCheck::forgetOldJump() {
  old_jump_.reset();
  old_origin_.reset();
}

// Its rows are about to be forgotten; the numbers stay.
void LiveCheck::keepLastJump() {
  old_origin_ = origin();
  if (auto jump = lastJump()) old_jump_ = std::move(jump);
}

void LiveCheck::cut(uint64_t frame) {
  if (old_jump_ && endOf(*old_jump_) > frame) forgetOldJump();
  while (!trace_.rows.empty() && trace_.rows.back().frame >= frame) trace_.rows.pop_back();
  while (!writes_.empty() && writes_.back().frame >= frame) writes_.pop_back();
  if (told_ && told_->frame >= frame) told_.reset();
  jumps_at_.reset();
}

void LiveCheck::clear() {
  trace_.rows.clear();
  writes_.clear();
  forgetOldJump();
  told_.reset();
  jumps_at_.reset();
}

void LiveCheck::requireModel() const {
  const trace::Trace empty{trace_.header, {}};
  diff::compareWith(empty, profile_, std::vector<trace::Write>(), {model_, {}, false});
}

// The first difference in the rows from `first_row` on, in a jump that has not been told of.
std::optional<LiveCheck::Found> LiveCheck::differenceSince(size_t first_row) const {
  const auto begin = trace_.rows.begin() + ptrdiff_t(first_row);
  const trace::Trace slice{trace_.header, {begin, trace_.rows.end()}};
  const auto write = std::find_if(writes_.rbegin(), writes_.rend(), [&](const trace::Write& one) {
                       return one.frame < begin->frame;
                     }).base();
  const models::WriteLog log(slice, binding_, std::span(writes_).subspan(size_t(write - writes_.begin())));
  const DiffResult result = diff::compareWith(slice, profile_, &log, {model_, {}, false});
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
  return old_jump_;
}

std::string LiveCheck::whyNoLastJump() const {
  if (!seesJumps()) return "profile " + profile_.name + " names no height";
  if (trace_.rows.empty()) return "none is known yet";
  return "none has ended since frame " + std::to_string(trace_.rows.front().frame);
}

std::optional<int64_t> LiveCheck::origin() const {
  findJumps();
  if (jumps_.empty()) return old_origin_;
  const Jump& newest = jumps_.back();
  const bool began_before = newest.start == JumpStart::BeforeTrace;
  const jumps::Height height({trace_.header, {}}, profile_);
  return jumps::originOf(height, binding_, newest.start,
                         trace_.rows[newest.first_row - (began_before ? 0 : 1)]);
}

std::span<const trace::Row> LiveCheck::flight() const {
  const std::span<const trace::Row> rows(trace_.rows);
  if (!flying()) return rows.last(std::min<size_t>(rows.size(), 1));
  findJumps();
  if (jumps_.empty() || isOver(jumps_.back())) return rows.last(1);
  return rows.subspan(jumps_.back().first_row - std::min<size_t>(jumps_.back().first_row, 1));
}

const trace::Row* LiveCheck::ground() const {
  if (!flying()) return nullptr;
  findJumps();
  if (jumps_.empty() || isOver(jumps_.back())) return nullptr;
  auto jump = jumps_.rbegin();
  const auto followsInTheAir = [&](const Jump& before) {
    return before.end == JumpEnd::NextJump || before.end == JumpEnd::NextStroke;
  };
  while (std::next(jump) != jumps_.rend() && followsInTheAir(*std::next(jump))) ++jump;
  return jump->first_row > 0 ? &trace_.rows[jump->first_row - 1] : nullptr;
}

}  // namespace jumpscope::play
