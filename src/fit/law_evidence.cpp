#include "src/fit/law_evidence.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "src/base/text.h"
#include "src/fit/further_starts.h"
#include "src/fit/law_unseen.h"
#include "src/jumps/jumps.h"
#include "src/physics/law_ends.h"
#include "src/physics/law_model.h"
#include "src/trace/columns.h"
#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawNumber;
using physics::LawState;
using physics::LawValues;

constexpr size_t longest_wait = 30;  // frames from a press to its start

class Watches {
 public:
  Watches(const trace::Profile& profile, const trace::Trace& trace) : profile_(profile), trace_(trace) {}

  // The watch that a profile feeds to this variable, or that has its name; nullptr: none.
  const trace::Watch* find(const std::string& name) const {
    const auto feed = profile_.feeds.find(name);
    const auto column = trace_.find(feed != profile_.feeds.end() ? feed->second : name);
    if (!column) return nullptr;
    const trace::Watch& watch = trace_.header.watches[*column];
    const bool number = watch.take == trace::Take::Value && watch.type != trace::Type::Lag;
    return number ? &watch : nullptr;
  }
  const trace::Watch* named(const std::string& name) const {
    const auto column = trace_.find(name);
    return column ? &trace_.header.watches[*column] : nullptr;
  }

  // The first of these of which the first watch is there; the others, where they are, go below it.
  LawNumber number(const std::vector<std::vector<std::string>>& names) const {
    for (const auto& choice : names) {
      LawNumber number;
      number.bits = 0;
      for (const std::string& name : choice)
        if (const trace::Watch* watch = find(name)) add(number, *watch);
      if (!number.parts.empty()) return number;
    }
    return {};
  }

  static void add(LawNumber& number, const trace::Watch& watch) {
    const int bits = trace::traitsOf(watch.type).bits;
    if (number.bits + bits > 32 || std::any_of(number.parts.begin(), number.parts.end(),
                                               [&](const auto& part) { return part.watch == watch.name; }))
      return;
    number.parts.push_back({watch.name, bits});
    number.bits += bits;
    number.fraction = watch.fraction_bits + (number.parts.size() > 1 && isFraction(watch) ? bits : 0);
  }

 private:
  // "1/256 px": the byte counts parts of the one before it.
  static bool isFraction(const trace::Watch& watch) {
    return watch.name.ends_with("subpixel") || watch.name.ends_with("fraction");
  }

  const trace::Profile& profile_;
  const trace::Trace& trace_;
};

// The trace's rows in a law's numbers.
class Reading {
 public:
  Reading(const Polled& polled, const Law& law)
      : trace_(polled.trace), frames_(polled.frames), law_(law), values_(law_) {
    for (const LawNumber* number : physics::numbersOf(law_))
      for (const LawNumber::Part& part : number->parts) columns_.push_back(*trace_.find(part.watch));
  }

  bool down(size_t row) const { return (trace_.rows[row].buttons & law_.button) != 0; }
  bool pressed(size_t row) const { return row > 0 && down(row) && !down(row - 1); }
  bool follows(size_t row) const {
    return row > 0 && trace_.rows[row].frame == trace_.rows[row - 1].frame + 1;
  }
  uint64_t frame(size_t row) const { return trace_.rows[row].frame; }
  LawState seen(size_t row) const {
    LawState state;
    state.phase = physics::law_jump;
    state.held = down(row);
    return values_.stateOf(valuesOf(row), state);
  }
  LawRow at(size_t row, bool starts) const {
    return {frames_[row], down(row), values_.xSpeed(valuesOf(row - 1)), starts, seen(row)};
  }

 private:
  physics::Values valuesOf(size_t row) const {
    physics::Values values;
    for (size_t i = 0; i < columns_.size(); ++i) values.set(i, trace_.rows[row].values[columns_[i]]);
    return values;
  }

  const trace::Trace& trace_;
  const std::vector<uint64_t>& frames_;
  const Law& law_;
  LawValues<Plain> values_;
  std::vector<size_t> columns_;
};

// The frame in which a flight that is seen from `first` on got its speed.
size_t startOf(const Reading& reading, size_t first, bool speed_watched) {
  size_t start = first;
  if (!speed_watched) return start;
  for (size_t row = first; row > 0 && first - row < 8 && reading.follows(row); --row)
    if (reading.seen(row).speed < 0)
      start = row;
    else if (row < first)
      break;
  return start;
}

std::optional<size_t> pressBefore(const Reading& reading, size_t start) {
  for (size_t row = start; row > 0 && start - row <= longest_wait && reading.follows(row); --row)
    if (reading.pressed(row)) return row;
  return std::nullopt;
}

// The button that is pressed before most starts, and of these the latest.
uint8_t buttonOf(const Polled& polled, Law law, const std::vector<size_t>& starts) {
  std::pair<size_t, size_t> best{0, 0};
  uint8_t button = 0x01;
  for (const uint8_t one : {0x01, 0x02, 0x10, 0x20, 0x40, 0x80}) {
    law.button = one;
    const Reading reading(polled, law);
    size_t count = 0, waits = 0;
    for (const size_t start : starts)
      if (const auto press = pressBefore(reading, start)) {
        ++count;
        waits += start - *press;
      }
    if (std::pair{count, SIZE_MAX - waits} <= best) continue;
    best = {count, SIZE_MAX - waits};
    button = one;
  }
  return button;
}

// The bits of the remembered buttons that are set at the end of the flights' frames with the button, and of no others.
int64_t heldMask(const trace::Trace& trace, const Law& law, const std::vector<jumps::Jump>& jumps) {
  if (law.held.parts.size() != 1) return 0;
  const auto column = trace.find(law.held.parts.front().watch);
  int64_t mask = 0xFF;
  for (const jumps::Jump& jump : jumps)
    for (size_t row = jump.first_row; row < jump.last_row; ++row) {
      const bool down = (trace.rows[row].buttons & law.button) != 0;
      const int64_t value = trace.rows[row].values[*column];
      mask &= down ? value : ~value;
    }
  return mask & 0xFF;
}

// How the game counts the frames since the start; a byte that does not in all jumps is left out.
void readCount(const trace::Trace& trace, const std::vector<size_t>& starts, LawEvidence& evidence) {
  Law& law = evidence.law;
  if (law.count.parts.empty()) return;
  const size_t column = *trace.find(law.count.parts.front().watch);
  const auto at = [&](size_t row) { return trace.rows[row].values[column] & 0xFF; };
  std::set<int64_t> first, step, flags;
  for (const size_t start : starts) {
    if (start == 0 || start + 1 >= trace.rows.size() || (trace.rows[start + 1].buttons & law.button) == 0)
      continue;
    first.insert(at(start));
    step.insert(physics::lawWrapped(at(start + 1) - at(start), 8));
    if (!law.counting.parts.empty())
      flags.insert(trace.rows[start].values[*trace.find(law.counting.parts.front().watch)]);
  }
  const bool clear = first.size() == 1 && step.size() == 1 && std::abs(*step.begin()) == 1;
  if (clear && flags.size() <= 1 && !flags.contains(0)) {
    law.counts = {*first.begin(), *step.begin()};
    // Where it rests longest after the start, in the frames that it would take to count so far.
    const LawValues<Plain> values(law);
    for (size_t row = 1; row < trace.rows.size(); ++row)
      if (at(row) == at(row - 1) && values.timerOf(at(row)) >= values.timerOf(law.counts.over))
        law.counts.over = at(row);
    if (!flags.empty()) law.counts.counting_mask = *flags.begin() & 0xFF;
    return;
  }
  evidence.notes.push_back(law.count.parts.front().watch +
                           " does not count the frames since the start in the same way in all jumps, and is "
                           "left out of the law");
  law.count = law.counting = {};
}

// The values of the state on the ground, in a jump and in another fall; a state that has none for each is left out.
void readStates(const trace::Trace& trace, const std::vector<jumps::Jump>& jumps, LawEvidence& evidence) {
  Law& law = evidence.law;
  if (law.state.parts.empty()) return;
  const size_t column = *trace.find(law.state.parts.front().watch);
  std::set<int64_t> ground, jump, fall;
  for (const jumps::Jump& one : jumps) {
    const bool rises = one.start == jumps::JumpStart::Jump;
    if ((!rises && one.start != jumps::JumpStart::Fall) || one.first_row == 0) continue;
    if (rises) ground.insert(trace.rows[one.first_row - 1].values[column]);
    for (size_t row = one.first_row; row < one.last_row; ++row)
      (rises ? jump : fall).insert(trace.rows[row].values[column]);
  }
  const bool clear = ground.size() == 1 && jump.size() == 1 && fall.size() <= 1 &&
                     *ground.begin() != *jump.begin() && !fall.contains(*ground.begin()) &&
                     *ground.begin() >= 0 && *jump.begin() >= 0;
  if (!clear) {
    evidence.notes.push_back(law.state.parts.front().watch +
                             " does not tell the ground from the air by one value each, "
                             "and is left out of the law");
    law.state = {};
    return;
  }
  law.states[physics::law_ground] = *ground.begin();
  law.states[physics::law_jump] = law.states[physics::law_fall] = *jump.begin();
  if (!fall.empty()) law.states[physics::law_fall] = *fall.begin();
}

// The presses after a flight's start, in frames.
FlightPresses pressesIn(const Reading& reading, const jumps::Jump& jump, size_t first) {
  FlightPresses found;
  if (jump.end == jumps::JumpEnd::Landed) found.landing = reading.frame(jump.last_row);
  for (size_t row = first + 1; row <= jump.last_row && reading.follows(row); ++row) {
    if (reading.pressed(row)) found.presses.push_back({reading.frame(row), true});
    if (!found.presses.empty() && !reading.down(row)) found.presses.back().held = false;
  }
  return found;
}

}  // namespace

std::string placeText(const LawEvidence& evidence, uint64_t frame) {
  return evidence.place_of ? evidence.place_of(frame) : "frame " + std::to_string(frame);
}

Polled polledOnly(const trace::Trace& whole) {
  Polled polled{whole, {}, {}};
  const std::optional<size_t> lag = trace::lagColumn(whole.header);
  std::vector<trace::Row>& rows = polled.trace.rows;
  rows.clear();
  uint64_t left_out = 0;
  const auto lags = [&](size_t i) {
    return lag && i > 0 && i < whole.rows.size() && whole.rows[i].values[*lag] != 0 &&
           whole.rows[i].frame == whole.rows[i - 1].frame + 1;
  };
  for (size_t i = 0, next = 0; i < whole.rows.size(); i = next) {
    for (next = i + 1; lags(next);) ++next;
    rows.push_back(whole.rows[i]);
    rows.back().frame -= left_out;
    polled.frames.push_back(whole.rows[i].frame);
    const size_t waits = next - i - 1;
    if (waits > longest_lag) {
      polled.stops.insert(rows.size() - 1);
      continue;
    }
    rows.back().values = whole.rows[next - 1].values;
    if (waits > 0) rows.back().values[*lag] = 0;
    left_out += waits;
  }
  return polled;
}

size_t LawEvidence::rows() const {
  size_t count = 0;
  for (const LawFlight& flight : flights) count += flight.rows.size();
  return count;
}

Law numbersOf(const trace::Profile& profile, const trace::Trace& trace) {
  const Watches watches(profile, trace);
  Law law;
  law.up = profile.height_up;
  law.y = watches.number({{"y_page", "y_position", "y_subpixel"}, {"y"}});
  if (law.y.parts.empty() && !profile.height_watch.empty()) {
    law.y.bits = 0;
    for (const std::string& name : {profile.height_watch, profile.subpixel_watch})
      if (const trace::Watch* watch = watches.named(name)) Watches::add(law.y, *watch);
  }
  if (law.y.parts.empty())
    throw std::runtime_error(
        "no watch is the vertical position; expected y, y_position or the profile's \"jump\"");
  law.speed = watches.number({{"y_speed", "y_speed_fraction"}, {"speed_y"}});
  if (law.speed.parts.empty()) law.speed = {{}, law.y.bits, law.y.fraction};
  law.gravity = watches.number({{"gravity"}});
  law.fall = watches.number({{"gravity_fall"}});
  law.state = watches.number({{"player_state"}, {"state"}});
  law.origin = watches.number({{"jump_origin_y"}});
  law.held = watches.number({{"buttons_ab_previous"}, {"held_before"}});
  law.count = watches.number({{"jump_frames"}});
  if (!law.count.parts.empty()) law.counting = watches.number({{"jump_frames_run"}});
  law.x_speed = watches.number({{"x_speed_abs"}, {"x_speed"}});
  for (const LawNumber::Part& part : law.x_speed.parts)
    law.x_signed = trace::isSigned(trace.header.watches[*trace.find(part.watch)].type);
  return law;
}

LawEvidence lawEvidence(const trace::Trace& whole, const trace::Profile& profile) {
  const Polled polled = polledOnly(whole);
  const trace::Trace& trace = polled.trace;
  LawEvidence evidence;
  evidence.law = numbersOf(profile, trace);
  Law& law = evidence.law;
  evidence.speed_watched = !law.speed.parts.empty();
  physics::requireSound(law, "the watches of " + profile.name);
  const std::vector<jumps::Jump> jumps = jumps::findJumps(trace, profile, nullptr);
  std::vector<size_t> starts;
  for (const jumps::Jump& jump : jumps)
    if (jump.start == jumps::JumpStart::Jump)
      starts.push_back(startOf(Reading(polled, law), jump.first_row, evidence.speed_watched));
  if (starts.empty())
    throw std::runtime_error("the trace shows no jump; record one in which the character jumps");
  law.button = buttonOf(polled, law, starts);
  law.held_mask = heldMask(trace, law, jumps);
  if (law.held_mask == 0) {
    if (!law.held.parts.empty())
      evidence.notes.push_back(law.held.parts.front().watch +
                               " is not the button of the frame before, and left out");
    law.held = {};
    law.held_mask = 0xFF;
  }
  const Reading reading(polled, law);
  std::map<size_t, size_t> waits;
  size_t unpressed = 0;
  for (const size_t start : starts)
    if (const auto press = pressBefore(reading, start))
      ++waits[start - *press];
    else
      ++unpressed;
  if (!waits.empty()) law.latency = int64_t(waits.begin()->first);
  if (unpressed != 0)
    evidence.notes.push_back(base::counted(unpressed, "jump") +
                             " began without a press that the trace shows");
  std::vector<FlightPresses> presses;
  for (size_t j = 0; j < jumps.size(); ++j) {
    const jumps::Jump& jump = jumps[j];
    const bool rises = jump.start == jumps::JumpStart::Jump;
    if (!rises && jump.start != jumps::JumpStart::Fall) continue;
    const size_t first =
        rises ? startOf(reading, jump.first_row, evidence.speed_watched) : jump.first_row + 1;
    const bool landed = jump.end == jumps::JumpEnd::Landed;
    const bool to_the_end = jump.end == jumps::JumpEnd::EndOfTrace || jump.end == jumps::JumpEnd::NextJump;
    LawFlight flight;
    flight.falls = !rises;
    flight.seen_late = rises && first < jump.first_row;
    if (first == 0 || first > jump.last_row || !reading.follows(first)) continue;
    const auto press = pressBefore(reading, first);
    const bool in_air = j > 0 && jumps[j - 1].end == jumps::JumpEnd::NextJump;
    const bool timely = press && first - *press == size_t(law.latency);
    flight.thrown = rises && (in_air ? !timely : !reading.down(first - std::min(first, size_t(law.latency))));
    flight.before = reading.seen(first - 1);
    for (size_t row = first; row < jump.last_row + (to_the_end ? 1 : 0) && reading.follows(row); ++row)
      flight.rows.push_back(reading.at(row, rises && row == first));
    if (landed && reading.follows(jump.last_row)) flight.landing = reading.at(jump.last_row, false);
    if (flight.rows.empty()) continue;
    if (polled.stops.contains(jump.last_row))
      evidence.left_out.push_back(
          {flight.rows.back().frame + 1, flight.rows.back().frame + 1,
           "the game polled no controller for more than " + base::counted(longest_lag, "frame")});
    // A start may show before the motion that begins it.
    if (!evidence.flights.empty())
      std::erase_if(evidence.flights.back().rows,
                    [&](const LawRow& row) { return row.frame >= flight.rows.front().frame; });
    evidence.flights.push_back(std::move(flight));
    presses.push_back(pressesIn(reading, jump, first));
  }
  for (const size_t start : starts) {
    const auto press = pressBefore(reading, start);
    if (!press) continue;
    for (FlightPresses& flight : presses)
      if (flight.landing && reading.frame(*press) <= *flight.landing &&
          *flight.landing <= reading.frame(start) &&
          reading.frame(start) <= *flight.landing + 1 + uint64_t(law.latency))
        flight.next_start = reading.frame(start);
  }
  findFurtherStarts(evidence, presses);
  readStates(trace, jumps, evidence);
  readCount(trace, starts, evidence);
  evidence.not_tried = notTried(trace, jumps, profile);
  return evidence;
}

}  // namespace jumpscope::fit
