#include "src/fit/law_unseen.h"

#include <algorithm>
#include <set>

#include "src/base/text.h"
#include "src/fit/numbers.h"

namespace jumpscope::fit {
namespace {

using physics::Law;
using physics::LawState;
using physics::LawStep;

// What the flights show, in each of which a row has a row before it.
struct Seen {
  bool fall = false;             // without a start
  bool released = false;         // the button is up while the character rises
  bool pressed_rising = false;   // and down again
  bool pressed_falling = false;  // it is pressed while the character falls
  bool held_over_the_top = false;
  size_t earliest = SIZE_MAX;  // frames after a start, in which the button is up
  int64_t fastest = 0;         // fall
  std::set<int64_t> x_speeds;  // at starts
};

// `gravity`: the law's strongest. Who is about to turn shows little of what a release does.
void addRow(const LawFlight& flight, size_t r, bool speed_watched, int64_t gravity, bool& up, Seen& seen) {
  const LawRow& row = flight.rows[r];
  const LawState& before = r == 0 ? flight.before : flight.rows[r - 1].seen;
  const int64_t way = row.seen.y - before.y;
  const bool rises = speed_watched ? row.seen.speed < 0 : way < 0;
  const bool rose = rises || (speed_watched && before.speed < -gravity);
  const bool fell = speed_watched ? before.speed >= 0 : way > 0;
  const bool was_down = r == 0 ? before.held : flight.rows[r - 1].down;
  if (row.starts) seen.x_speeds.insert(row.x_speed);
  up = up || !row.down;
  seen.fastest = std::max(seen.fastest, row.seen.speed);
  seen.pressed_falling = seen.pressed_falling || (fell && row.down && !was_down && !row.starts);
  seen.held_over_the_top = seen.held_over_the_top || (!rises && row.down && was_down && !up);
  if (flight.falls || row.starts) return;
  seen.released = seen.released || (!row.down && (rose || !speed_watched));
  seen.pressed_rising = seen.pressed_rising || (rose && up && row.down);
  if (!row.down) seen.earliest = std::min(seen.earliest, r);
}

Seen seenIn(const LawEvidence& evidence, const Law& law) {
  Seen seen;
  int64_t gravity = 0;
  for (const Law::Tier& tier : law.tiers) gravity = std::max({gravity, tier.gravity, tier.fall});
  for (const LawFlight& flight : evidence.flights) {
    bool up = false;
    seen.fall = seen.fall || flight.falls;
    for (size_t r = 0; r < flight.rows.size(); ++r)
      addRow(flight, r, evidence.speed_watched, gravity, up, seen);
  }
  return seen;
}

std::string xSpeedsText(const std::set<int64_t>& speeds) {
  constexpr size_t most_named = 8;
  std::string text;
  if (speeds.size() > most_named) {
    text = base::counted(speeds.size(), "speed") + " to the side from " + std::to_string(*speeds.begin()) +
           " to " + std::to_string(*speeds.rbegin());
  } else {
    for (const int64_t speed : speeds) text += (text.empty() ? "" : ", ") + std::to_string(speed);
    text = "the speed" + std::string(speeds.size() == 1 ? " " : "s ") + text + " to the side";
  }
  return "starts are seen at " + text + " only: at others they may be other";
}

// A cut of which one release is all that is known.
std::optional<uint64_t> onlyCut(const Checker& checker, const Law& law) {
  std::set<size_t> flights;
  uint64_t frame = 0;
  for (size_t f = 0; f < checker.evidence().flights.size(); ++f) {
    const LawFlight& flight = checker.evidence().flights[f];
    LawState state = checker.begin(law, flight);
    for (const LawRow& row : flight.rows) {
      const bool was = state.cut;
      state = checker.adopted(law, Checker::next(law, flight, state, row), row.seen);
      if (!state.cut || was) continue;
      flights.insert(f);
      frame = row.frame;
    }
  }
  if (flights.size() != 1) return std::nullopt;
  return frame;
}

// The speed before a frame that cuts, at its end, and what that were without a cut.
struct CutSeen {
  int64_t before = 0, after = 0, uncut = 0;
  auto operator<=>(const CutSeen&) const = default;
};

std::set<CutSeen> cutsSeen(const Checker& checker, const Law& law) {
  constexpr size_t enough = 3;
  Law uncut = law;
  uncut.cut.reset();
  std::erase(uncut.order, LawStep::Cut);
  std::set<CutSeen> seen;
  for (const LawFlight& flight : checker.evidence().flights) {
    LawState state = checker.begin(law, flight);
    for (const LawRow& row : flight.rows) {
      const LawState before = state;
      state = Checker::next(law, flight, before, row);
      const int64_t without = Checker::next(uncut, flight, before, row).speed;
      if (state.speed != without && !row.starts && seen.size() < enough)
        seen.insert({before.speed, state.speed, without});
      state = checker.adopted(law, state, row.seen);
    }
  }
  return seen;
}

std::string cutWords(const Law::Cut& cut) {
  std::string text;
  if (cut.kind == Law::Cut::Kind::Set) text = "a release sets the speed to " + std::to_string(cut.value);
  if (cut.kind == Law::Cut::Kind::Shift)
    text = "a release shifts the speed right by " + base::counted(size_t(cut.value), "bit");
  if (cut.kind == Law::Cut::Kind::Add) text = "a release adds " + std::to_string(cut.value) + " to the speed";
  return text + (cut.once ? ", once" : ", in every frame");
}

}  // namespace

std::vector<std::string> unseenOf(const Checker& checker, const Law& law) {
  const LawEvidence& evidence = checker.evidence();
  const Seen seen = seenIn(evidence, law);
  std::vector<std::string> list;
  if (!seen.released)
    list.push_back("the button is never up while the character rises: what a release does is not known");
  else if (seen.earliest > 1)
    list.push_back("the button is never up in the first " + base::counted(seen.earliest - 1, "frame") +
                   " after a start: what an earlier release does is not known");
  if (seen.released && !seen.pressed_rising)
    list.push_back("the button is never pressed again while the character rises");
  if (!seen.pressed_falling)
    list.push_back("the button is never pressed while the character falls: what that does is not known");
  if (!seen.held_over_the_top) list.push_back("the button is never held to the top of a jump");
  if (!seen.fall) list.push_back("no fall begins without a jump");
  if (!law.terminal)
    list.push_back("no fall is limited" +
                   (evidence.speed_watched ? "; the fastest is " + std::to_string(seen.fastest) : ""));
  list.push_back(law.x_speed.parts.empty() ? "no watch is the speed to the side, on which a start may depend"
                                           : xSpeedsText(seen.x_speeds));
  if (law.cut)
    if (const auto frame = onlyCut(checker, law))
      list.push_back("a release cuts the speed in one jump only, in " + placeText(evidence, *frame) +
                     ": it may be something else");
  return list;
}

std::vector<std::string> notTried(const trace::Trace& trace, const std::vector<jumps::Jump>& jumps,
                                  const trace::Profile& profile) {
  uint8_t pressed = 0;
  std::optional<uint64_t> soonest;  // frames from a landing to the next start
  std::set<int64_t> places;
  const auto x = profile.horizontal_watch.empty() ? std::nullopt : trace.find(profile.horizontal_watch);
  for (size_t j = 0; j < jumps.size(); ++j) {
    const jumps::Jump& jump = jumps[j];
    for (size_t row = jump.first_row; row <= jump.last_row; ++row) pressed |= trace.rows[row].buttons;
    if (jump.start != jumps::JumpStart::Jump) continue;
    if (x) places.insert(trace.rows[jump.first_row].values[*x]);
    if (j == 0 || jumps[j - 1].end != jumps::JumpEnd::Landed) continue;
    const uint64_t wait = trace.rows[jump.first_row].frame - trace.rows[jumps[j - 1].last_row].frame;
    if (wait == jump.first_row - jumps[j - 1].last_row) soonest = std::min(soonest.value_or(wait), wait);
  }
  std::vector<std::string> list;
  std::string buttons;
  constexpr std::pair<int, const char*> names[]{{0x80, "Right"}, {0x40, "Left"}, {0x20, "Down"},
                                                {0x10, "Up"},    {2, "B"},       {1, "A"}};
  for (const auto& [bit, name] : names)
    if ((pressed & bit) == 0) buttons += (buttons.empty() ? "" : ", ") + std::string(name);
  if (!buttons.empty()) list.push_back("another button in a jump (" + buttons + ")");
  if (!soonest)
    list.emplace_back("a jump soon after a landing");
  else if (*soonest > 1)
    list.push_back("a jump sooner than " + base::counted(*soonest, "frame") + " after a landing");
  if (x && !places.empty()) {
    const double unit = double(int64_t{1} << trace.header.watches[*x].fraction_bits);
    list.push_back("a start at another " + profile.horizontal_watch + " than " +
                   shortText(double(*places.begin()) / unit) +
                   (places.size() > 1 ? " to " + shortText(double(*places.rbegin()) / unit) : ""));
  }
  return list;
}

std::vector<OtherLaw> otherCuts(const Checker& checker, const Law& law, const Right& right) {
  std::vector<OtherLaw> list;
  if (!law.cut) return list;
  using Kind = Law::Cut::Kind;
  // With the first limit that is right, of each place in a frame.
  const auto add = [&](const Law& base, Kind kind, int64_t value, int64_t found) {
    for (const bool once : {true, false})
      for (const int64_t limit : {law.cut->limit, int64_t{0}, found + 1, value}) {
        OtherLaw other{"", base};
        Law::Cut& cut = *other.law.cut;
        cut.kind = kind;
        cut.value = value;
        cut.once = once;
        cut.limit = limit;
        if (!right(other.law)) continue;
        other.words = cutWords(cut);
        list.push_back(std::move(other));
        break;
      }
  };
  for (const CutSeen& seen : cutsSeen(checker, law))
    for (size_t place = 1; place < law.order.size(); ++place) {
      Law base = law;
      std::erase(base.order, LawStep::Cut);
      base.order.insert(base.order.begin() + std::ptrdiff_t(place), LawStep::Cut);
      const bool last = comesBefore(base, LawStep::Gravity, LawStep::Cut);
      const int64_t found = last ? seen.uncut : seen.before;
      const int64_t left = last ? seen.after : seen.after - (seen.uncut - seen.before);
      add(base, Kind::Set, left, found);
      for (int bits = 1; bits < law.speed.bits; ++bits)
        if (found >> bits == left) add(base, Kind::Shift, bits, found);
      add(base, Kind::Add, left - found, found);
    }
  return list;
}

std::vector<OtherLaw> otherSums(const Law& law) {
  std::vector<OtherLaw> list;
  if (!comesBefore(law, LawStep::Start, LawStep::Gravity)) return list;
  for (size_t i = 0; i < law.tiers.size(); ++i)
    for (const int64_t by : {1, -1}) {
      OtherLaw other{"", law};
      Law::Tier& tier = other.law.tiers[i];
      tier.start -= by;
      tier.gravity += by;
      if (!law.has(LawStep::Choose)) tier.fall += by;
      other.words = "tiers[" + std::to_string(i) + "] has another start and gravity with the same sum";
      list.push_back(std::move(other));
    }
  return list;
}

}  // namespace jumpscope::fit
