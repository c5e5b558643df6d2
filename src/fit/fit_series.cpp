// A flight cut out of any trace.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/fit/fit.h"
#include "src/jumps/height.h"
#include "src/jumps/jumps.h"

namespace jumpscope::fit {
namespace {

using trace::Trace;

constexpr size_t shortest = 4;

struct Flight {
  size_t first_row, last_row;  // both in the air; the row before the first is on the ground
};

// Without a profile there is no rule for jumps. A jump begins where a position at rest goes up, and ends
// where one that has come down again goes up or stands still. Near its top a slow jump shows the same whole
// pixel several times: standing still takes longer.
constexpr size_t still_frames = 4;

std::vector<Flight> flightsOf(const Trace& trace, size_t column) {
  std::vector<Flight> flights;
  const auto y = [&](size_t row) { return trace.rows[row].values[column]; };
  const int bits = trace.header.watches[column].fraction_bits;
  const size_t rows = trace.rows.size();
  for (size_t row = 1; row < rows; ++row) {
    const bool stood = row < 2 || y(row - 1) == y(row - 2);
    if (!stood || y(row) >= y(row - 1)) continue;
    int64_t top = y(row);
    size_t end = row + 1;
    for (; end < rows; ++end) {
      const bool came_down = y(end - 1) > top && (y(end - 1) - top) >> bits >= 1;
      size_t still = end;
      while (still < rows && still - end < still_frames && y(still) == y(end - 1)) ++still;
      const bool stands = still - end == still_frames || (still == rows && still > end);
      if (came_down && (stands || y(end) < y(end - 1))) break;
      if (trace.rows[end].frame != trace.rows[end - 1].frame + 1) break;
      top = std::min(top, y(end));
    }
    // The last frame that still fell is the landing's, which the ground cut short.
    const size_t last = end < rows ? end - 2 : rows - 1;
    if (last > row) flights.push_back({row, last});
    row = std::max(row, last);
  }
  return flights;
}

bool looksLikeHeight(const trace::Watch& watch) {
  return watch.name == "y" || watch.name.starts_with("y_pos") || watch.name.starts_with("pos_y") ||
         watch.name.ends_with("_y");
}

std::string watchFor(const Trace& trace, const FitChoice& choice) {
  if (!choice.watch.empty()) {
    if (trace.find(choice.watch)) return choice.watch;
    std::string known;
    for (const trace::Watch& watch : trace.header.watches) known += (known.empty() ? "" : ", ") + watch.name;
    throw std::runtime_error("the trace has no watch '" + choice.watch + "'; it has " + known);
  }
  if (choice.profile && !choice.profile->height_watch.empty()) return choice.profile->height_watch;
  for (const trace::Watch& watch : trace.header.watches)
    if (looksLikeHeight(watch)) return watch.name;
  throw std::runtime_error("no watch of the trace looks like a vertical position; name it with --y NAME");
}

[[noreturn]] void throwNoFlight(std::optional<size_t> asked, size_t found, const std::string& watch) {
  const std::string wanted = asked ? "jump " + std::to_string(*asked) : "a jump from the ground";
  throw std::runtime_error("the trace has " + std::to_string(found) + (found == 1 ? " jump" : " jumps") +
                           " by " + watch + ", and " + wanted +
                           " is asked for; `jumpscope jumps` lists them");
}

void takeButtons(FitSeries& series) {
  if (series.buttons.empty() || series.buttons[0] != 0) return;
  series.hold_assumed = true;
  const size_t apex = size_t(std::min_element(series.y.begin(), series.y.end()) - series.y.begin());
  for (size_t n = 0; n <= apex; ++n) series.buttons[n] = 1;
}

const jumps::Jump& chosenJump(const std::vector<jumps::Jump>& jumps, std::optional<size_t> asked,
                              const std::string& watch) {
  const auto found = std::find_if(jumps.begin(), jumps.end(), [&](const jumps::Jump& jump) {
    return asked ? jump.number == asked : jump.start == jumps::JumpStart::Jump;
  });
  if (found == jumps.end()) throwNoFlight(asked, jumps::countJumps(jumps), watch);
  if (found->start != jumps::JumpStart::Jump)
    throw std::runtime_error("jump " + std::to_string(*asked) + " begins as a " +
                             std::string(toString(found->start)) +
                             ", and only a jump from the ground can be fitted; `jumpscope jumps` lists them");
  return *found;
}

FitSeries byProfile(const Trace& trace, const FitChoice& choice, const trace::Profile& profile) {
  const std::vector<jumps::Jump> jumps = jumps::findJumps(trace, profile, nullptr);
  const jumps::Jump& jump = chosenJump(jumps, choice.jump, profile.height_watch);
  const jumps::Height height(trace, profile);
  const models::Binding binding(trace, profile);
  FitSeries series;
  series.jump = *jump.number;
  series.bits = height.bits();
  series.first_frame = jump.start_frame;
  const bool cleared = binding.game().startClearsSubpixel();
  const int64_t origin = height.exact(trace.rows[jump.first_row - 1], cleared);
  series.origin = -std::ldexp(double(origin), -series.bits);
  const size_t end = jump.end == jumps::JumpEnd::EndOfTrace ? jump.last_row + 1 : jump.last_row;
  for (size_t row = jump.first_row; row < end; ++row) {
    series.y.push_back(origin - height.exact(trace.rows[row]));
    series.buttons.push_back(models::aDown(binding, trace.rows[row]));
  }
  return series;
}

FitSeries byWatch(const Trace& trace, const FitChoice& choice, const std::string& watch) {
  const size_t column = *trace.find(watch);
  const std::vector<Flight> flights = flightsOf(trace, column);
  const size_t number = choice.jump.value_or(1);
  if (number < 1 || number > flights.size()) throwNoFlight(choice.jump, flights.size(), watch);
  const Flight& flight = flights[number - 1];
  FitSeries series;
  series.jump = number;
  series.bits = trace.header.watches[column].fraction_bits;
  series.first_frame = trace.rows[flight.first_row].frame;
  const int64_t origin = trace.rows[flight.first_row - 1].values[column];
  series.origin = std::ldexp(double(origin), -series.bits);
  for (size_t row = flight.first_row; row <= flight.last_row; ++row) {
    series.y.push_back(trace.rows[row].values[column] - origin);
    series.buttons.push_back(trace.rows[row].buttons & 1);
  }
  return series;
}

}  // namespace

FitSeries fitSeries(const Trace& trace, const FitChoice& choice) {
  const std::string watch = watchFor(trace, choice);
  const bool by_profile = choice.profile && choice.profile->height_watch == watch;
  FitSeries series = by_profile ? byProfile(trace, choice, *choice.profile) : byWatch(trace, choice, watch);
  if (series.y.size() < shortest)
    throw std::runtime_error("jump " + std::to_string(series.jump) + " is in the air for " +
                             std::to_string(series.y.size()) + " frames; at least " +
                             std::to_string(shortest) + " are needed to fit anything");
  // No position is farther away; a damaged trace may say otherwise, and must not overflow.
  for (int64_t& y : series.y) y = std::clamp(y, -(int64_t{1} << 60), int64_t{1} << 60);
  series.watch = watch;
  takeButtons(series);
  return series;
}

}  // namespace jumpscope::fit
