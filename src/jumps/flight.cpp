#include "src/jumps/flight.h"

#include <algorithm>

namespace jumpscope::jumps {
namespace {

constexpr size_t still_falling = 4, still_rising = 8;

}  // namespace

Flight::Flight(trace::RowsView rows, const Height& height)
    : follows_(rows.size()), states_(rows.size(), State::Rest) {
  heights_.reserve(rows.size());
  uint64_t before = 0;
  for (size_t i = 0; i < rows.size(); ++i) {
    const trace::Row& row = rows[i];
    heights_.push_back(height.exact(row));
    follows_[i] = i > 0 && row.frame == before + 1;
    before = row.frame;
  }
  findLargestStep();
  findTremor();
  findFlights();
}

void Flight::findLargestStep() {
  constexpr size_t around = 4;
  constexpr uint64_t times = 8;
  const auto step = [&](size_t row) { return follows_[row] ? stepSize(row) : 0; };
  uint64_t largest = 0;  // of those that have others like them beside them
  for (size_t row = 1; row < heights_.size(); ++row) {
    uint64_t beside = 0;
    const size_t last = std::min(row + around, heights_.size() - 1);
    for (size_t at = row > around ? row - around : 1; at <= last; ++at)
      if (at != row) beside = std::max(beside, step(at));
    if (step(row) / times < beside) largest = std::max(largest, step(row));
  }
  if (largest > 0 && largest < UINT64_MAX / 2) largest_step_ = 2 * largest;
}

uint64_t Flight::stepSize(size_t row) const {
  const int64_t before = heights_[row - 1], after = heights_[row];
  return after > before ? uint64_t(after) - uint64_t(before) : uint64_t(before) - uint64_t(after);
}

void Flight::findTremor() {
  // A movement in one direction; it may pause for less than still_falling frames.
  struct Movement {
    uint64_t size = 0;
    size_t frames = 0;
  };
  constexpr size_t shortest_jump = 3;
  constexpr uint64_t least_part = 16;
  std::vector<uint64_t> short_ones;
  uint64_t highest = 0;
  Movement now;
  bool rises = false;
  const auto finish = [&] {
    if (now.frames >= shortest_jump && rises) highest = std::max(highest, now.size);
    if (now.frames > 0 && now.frames < shortest_jump) short_ones.push_back(now.size);
    now = {};
  };
  size_t still = 0;
  for (size_t row = 1; row < heights_.size(); ++row) {
    if (!moves(row)) {
      finish();
      continue;
    }
    const int64_t before = heights_[row - 1], after = heights_[row];
    still = after == before ? still + 1 : 0;
    if (still == still_falling || (still == 0 && rises != (after > before))) finish();
    if (still != 0) continue;
    rises = after > before;
    now.size += stepSize(row);
    ++now.frames;
  }
  finish();
  for (const uint64_t size : short_ones)
    if (size <= highest / least_part) tremor_ = std::max(tremor_, static_cast<int64_t>(size));
}

void Flight::findFlights() {
  const size_t patience = tremor_ > 0 ? 2 : 1;
  Motion motion = Motion::None;
  size_t still = 0;
  size_t oldest = 0;                                    // row since which no frame is missing
  int64_t before = heights_.empty() ? 0 : heights_[0];  // follows the height at a distance of tremor_ at most
  for (size_t row = 1; row < states_.size(); ++row) {
    if (!moves(row)) {
      motion = Motion::None;
      before = heights_[row];
      oldest = row;
      continue;
    }
    const int64_t now = std::clamp(before, heights_[row] - tremor_, heights_[row] + tremor_);
    still = now == before ? still + 1 : 0;
    const Motion change = now > before ? Motion::Up : now < before ? Motion::Down : Motion::None;
    before = now;
    if (change != Motion::None) {
      states_[row] = State::Air;
      if (change != motion) begin(row, change, motion == Motion::None ? restBefore(row, oldest) : oldest);
      motion = change;
    } else if (motion != Motion::None) {
      states_[row] = State::Air;
      if (still < patience * (motion == Motion::Down ? still_falling : still_rising)) continue;
      rest(row - still, row);
      motion = Motion::None;
    }
  }
}

// From the first of these rows on the height is the same, but for tremors; it may have been so for some rows before.
void Flight::rest(size_t first, size_t last) {
  const auto begin = heights_.begin();
  auto [low, high] =
      std::minmax_element(begin + static_cast<ptrdiff_t>(first), begin + static_cast<ptrdiff_t>(last) + 1);
  int64_t lowest = *low, highest = *high;
  while (first > 0) {
    lowest = std::min(lowest, heights_[first - 1]);
    highest = std::max(highest, heights_[first - 1]);
    if (highest - lowest > tremor_) break;
    --first;
  }
  std::fill_n(states_.begin() + static_cast<ptrdiff_t>(first), last - first + 1, State::Rest);
}

// The last row before `row` whose height the rows before it had, too: a movement out of rest begins after it.
size_t Flight::restBefore(size_t row, size_t oldest) const {
  constexpr size_t remembered = 8;
  for (size_t at = row - 1; at > oldest; --at) {
    const size_t first = std::max(oldest + remembered, at) - remembered;
    const auto [low, high] = std::minmax_element(heights_.begin() + static_cast<ptrdiff_t>(first),
                                                 heights_.begin() + static_cast<ptrdiff_t>(at));
    if (heights_[at] >= *low && heights_[at] <= *high) return at;
  }
  return oldest;
}

// A movement has left the tremors behind in a row: it began where the height began to change in its direction, after
// `rest`.
void Flight::begin(size_t row, Motion motion, size_t rest) {
  size_t first = row;
  const auto moves = [&](size_t at) {
    return motion == Motion::Up ? heights_[at] > heights_[at - 1] : heights_[at] < heights_[at - 1];
  };
  while (tremor_ > 0 && first > rest + 1 && moves(first - 1) && states_[first - 1] != State::Start) --first;
  std::fill_n(states_.begin() + static_cast<ptrdiff_t>(first), row - first + 1, State::Air);
  if (motion == Motion::Up) states_[first] = State::Start;
}

}  // namespace jumpscope::jumps
