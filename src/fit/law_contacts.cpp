#include "src/fit/law_contacts.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "src/base/text.h"
#include "src/physics/law_ends.h"
#include "src/trace/columns.h"
#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

using physics::LawState;

constexpr int shifts[]{-3, -5, -8, -12, -16, -24, -32, -40, 4, 8, 12};  // px, down positive
constexpr size_t between_shifts = 4;                                    // frames
constexpr size_t no_row = SIZE_MAX;

// How a flight goes on, wherever it is.
struct Motion {
  int64_t y = 0, speed = 0;
  bool operator==(const Motion&) const = default;
};

// A flight that was shifted before one of its rows.
struct Shifted {
  size_t before = 0;
  int pixels = 0;
  std::vector<Motion> rows;  // from there on, as if it had not been shifted
  size_t parts = no_row;     // the first row in which it goes on in another way
};

class World {
 public:
  World(discover::Bench& bench, const Experiments& experiments, const LawEvidence& evidence)
      : bench_(bench),
        experiments_(experiments),
        law_(evidence.law),
        values_(law_),
        speed_watched_(evidence.speed_watched) {
    for (const physics::LawNumber* number : physics::numbersOf(law_))
      for (const physics::LawNumber::Part& part : number->parts) watches_.push_back(&watchNamed(part.watch));
  }

  size_t placeOf(uint64_t frame) const {
    const auto& rows = experiments_.trace.rows;
    const auto at =
        std::lower_bound(rows.begin(), rows.end(), frame,
                         [](const trace::Row& row, uint64_t number) { return row.frame < number; });
    return size_t(at - rows.begin());
  }

  // A flight that is shifted in each of these ways before a row.
  std::vector<Shifted> shiftedBefore(const LawFlight& flight, size_t before) {
    const size_t place = placeOf(flight.rows[before].frame), begin = beginOf(place);
    const size_t end = placeOf(flight.rows.back().frame) + 1;
    const discover::Script script = scriptFrom(begin, end);
    const console::State state = bench_.after(experiments_.moment, script, place - begin);
    const std::vector<uint8_t> bytes = bench_.bytesIn(state);
    std::vector<Shifted> list;
    for (const int pixels : shifts) {
      const discover::Film film =
          bench_.film(state, script, place - begin, end - place, shifting(bytes, pixels));
      list.push_back(read(flight, before, pixels, film));
    }
    return list;
  }

  // The rows of a flight that is shifted before one of its rows, from there on and beyond its end, as if it had not been
  // shifted. Without the frames in which nothing moved.
  std::vector<LawRow> longer(const LawFlight& flight, size_t before, int pixels) {
    constexpr size_t frames = 160;
    const size_t place = placeOf(flight.rows[before].frame), begin = beginOf(place);
    discover::Script script = scriptFrom(begin, placeOf(flight.rows.back().frame) + 1);
    const bool down = flight.rows.back().down;
    const discover::Buttons held = script.back();
    script.resize(place - begin + frames, down ? held : static_cast<discover::Buttons>(held & ~law_.button));
    const console::State state = bench_.after(experiments_.moment, script, place - begin);
    const discover::Film film =
        bench_.film(state, script, place - begin, frames, shifting(bench_.bytesIn(state), pixels));
    std::vector<LawRow> rows;
    LawRow row = flight.rows[before];
    LawState last = flight.rows[before - 1].seen;
    for (size_t n = 0; n < film.size(); ++n) {
      // A row's frame may end in the lag frames after it.
      if (n + 1 < film.size() && !film[n + 1].polled) continue;
      const physics::Values values = valuesIn(film[n]);
      row.frame = flight.rows[before].frame + n;
      row.down = (script[place - begin + n] & law_.button) != 0;
      row.seen = values_.stateOf(values, flight.rows[before].seen);
      row.seen.held = row.down;
      const Motion motion = motionOf(row.seen, pixels);
      row.seen.y = motion.y;
      if (!law_.origin.parts.empty()) row.seen.origin = flight.rows[before].seen.origin;
      if (row.seen.y != last.y || row.seen.speed != last.speed) rows.push_back(row);
      row.x_speed = values_.xSpeed(values);
      last = row.seen;
    }
    return rows;
  }

 private:
  size_t beginOf(size_t place) const {
    const auto& firsts = experiments_.first_rows;
    return *(std::upper_bound(firsts.begin(), firsts.end(), place) - 1);
  }
  discover::Script scriptFrom(size_t begin, size_t end) const {
    discover::Script script;
    for (size_t i = begin; i < end; ++i) script.push_back(experiments_.trace.rows[i].buttons);
    return script;
  }

  Shifted read(const LawFlight& flight, size_t before, int pixels, const discover::Film& film) const {
    const size_t place = placeOf(flight.rows[before].frame), end = place + film.size();
    Shifted shifted{before, pixels, {}, no_row};
    for (size_t row = before; row < flight.rows.size(); ++row) {
      // A row's frame may end in the lag frames after it.
      const size_t last = row + 1 < flight.rows.size() ? placeOf(flight.rows[row + 1].frame) - 1 : end - 1;
      const Motion motion = motionOf(stateIn(film[last - place]), pixels);
      shifted.rows.push_back(motion);
      if (shifted.parts == no_row && motion != motionOf(flight.rows[row].seen, 0)) shifted.parts = row;
    }
    return shifted;
  }

  const trace::Watch& watchNamed(const std::string& name) const {
    return experiments_.trace.header.watches[*experiments_.trace.find(name)];
  }
  Motion motionOf(const LawState& state, int pixels) const {
    const int64_t mask = (int64_t{1} << law_.y.bits) - 1;
    return {(state.y - (int64_t{pixels} << law_.y.fraction)) & mask, speed_watched_ ? state.speed : 0};
  }
  LawState stateIn(const discover::Shot& shot) const { return values_.stateOf(valuesIn(shot), LawState()); }
  physics::Values valuesIn(const discover::Shot& shot) const {
    physics::Values values;
    for (size_t i = 0; i < watches_.size(); ++i)
      values.set(i, trace::readWatch(*watches_[i], [&](uint16_t address) {
                   return shot.bytes[*bench_.places().at(trace::foldMirror(address))];
                 }));
    return values;
  }

  // The bytes of the height, and of where the jump began.
  std::vector<discover::Poke> shifting(const std::vector<uint8_t>& bytes, int pixels) const {
    std::vector<discover::Poke> pokes;
    for (const auto& [number, fraction] : {std::pair{&law_.y, law_.y.fraction}, std::pair{&law_.origin, 0}}) {
      std::vector<size_t> places;
      for (const physics::LawNumber::Part& part : number->parts)
        for (const uint16_t address : watchNamed(part.watch).addresses)
          places.push_back(*bench_.places().at(trace::foldMirror(address)));
      int64_t value = 0;
      for (const size_t place : places) value = value << 8 | bytes[place];
      value += int64_t{law_.up ? -pixels : pixels} * (int64_t{1} << fraction);
      for (size_t i = places.size(); i-- > 0; value >>= 8)
        pokes.push_back({places[i], static_cast<uint8_t>(value & 0xFF)});
    }
    return pokes;
  }

  discover::Bench& bench_;
  const Experiments& experiments_;
  const physics::Law law_;
  const physics::LawValues<Plain> values_;
  std::vector<const trace::Watch*> watches_;
  bool speed_watched_;
};

// Shifted flights that go on in one way where this one goes on in another.
struct Contact {
  size_t row = 0;
  std::set<int> free;  // px
};

// Of the flights that were like this one up to a row: how far those are shifted that go through it in the same other way,
// and those that go through it as this one does. What shows in the first row after a shift may come of the shift.
std::set<int> freeIn(const std::vector<Shifted>& list, size_t row) {
  std::set<int> same, most;
  for (const Shifted& one : list) {
    if (one.before < row && one.parts > row) same.insert(one.pixels);
    if (one.before >= row || one.parts != row) continue;
    std::set<int> alike;
    for (const Shifted& other : list)
      if (other.before < row && other.parts == row &&
          other.rows[row - other.before] == one.rows[row - one.before])
        alike.insert(other.pixels);
    if (alike.size() > most.size()) most = alike;
  }
  return most.size() > 1 && most.size() > same.size() ? most : std::set<int>();
}

std::optional<Contact> contactOf(World& world, const LawFlight& flight) {
  std::vector<Shifted> list;
  for (size_t row = 1; row < flight.rows.size(); ++row) {
    if (row % between_shifts == 1)
      for (Shifted& one : world.shiftedBefore(flight, row)) list.push_back(std::move(one));
    // What a release does while the character rises may depend on how far it has risen.
    const bool changes = flight.rows[row].down != flight.rows[row - 1].down;
    if (changes && flight.rows[row - 1].seen.speed < 0) continue;
    if (std::set<int> free = freeIn(list, row); !free.empty()) return Contact{row, std::move(free)};
  }
  return std::nullopt;
}

// The row in which the game put the character elsewhere: no speed that it has or had is that fast.
std::optional<size_t> putElsewhere(const physics::Law& law, const LawFlight& flight) {
  constexpr int64_t least = 4;  // px
  const int shift = law.y.fraction - law.speed.fraction;
  for (size_t row = 1; row < flight.rows.size(); ++row) {
    const LawState &before = flight.rows[row - 1].seen, &after = flight.rows[row].seen;
    const int64_t speed = std::max(std::abs(before.speed), std::abs(after.speed));
    const int64_t way = shift >= 0 ? speed << shift : speed >> -shift;
    if (std::abs(physics::lawWrapped(after.y - before.y, law.y.bits)) > 2 * way + (least << law.y.fraction))
      return row;
  }
  return std::nullopt;
}

bool sameRow(const LawRow& a, const LawRow& b) {
  return a.down == b.down && a.seen.y == b.seen.y && a.seen.speed == b.seen.speed &&
         a.seen.gravity == b.seen.gravity && a.seen.fall == b.seen.fall;
}

// The first row of a flight's last fall; nullopt: it does not fall for two rows.
std::optional<size_t> fallOf(const LawFlight& flight) {
  size_t first = flight.rows.size();
  while (first > 1 && flight.rows[first - 1].seen.speed > 0) --first;
  return first + 2 <= flight.rows.size() ? std::optional(first) : std::nullopt;
}

// The rows of a flight that is raised where it begins to fall.
std::vector<LawRow> raised(World& world, const LawFlight& flight, size_t fall) {
  std::vector<std::vector<LawRow>> ways;
  for (const int pixels : {-40, -56, -72, -88, -104}) ways.push_back(world.longer(flight, fall, pixels));
  std::vector<LawRow> longest;
  for (size_t i = 0; i < ways.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const auto end = std::mismatch(ways[i].begin(), ways[i].end(), ways[j].begin(), ways[j].end(), sameRow);
      if (size_t(end.first - ways[i].begin()) > longest.size()) longest.assign(ways[i].begin(), end.first);
    }
  return longest;
}

std::string shiftText(int pixels) {
  return std::to_string(std::abs(pixels)) + " px " + (pixels < 0 ? "higher" : "lower");
}

}  // namespace

void endAtContacts(discover::Bench& bench, const Experiments& experiments, LawEvidence& evidence) {
  World world(bench, experiments, evidence);
  const auto leaveOut = [&](LawFlight& flight, size_t row, const std::string& why) {
    const uint64_t last = flight.landing ? flight.landing->frame : flight.rows.back().frame;
    evidence.left_out.push_back(
        {flight.rows[row].frame, last, why + " (" + base::counted(flight.rows.size() - row, "row") + ")"});
    flight.rows.resize(row);
    flight.landing.reset();
  };
  for (LawFlight& flight : evidence.flights) {
    if (flight.thrown) {
      leaveOut(flight, 0, "it rose without a press");
      continue;
    }
    if (const auto row = evidence.speed_watched ? putElsewhere(evidence.law, flight) : std::nullopt)
      leaveOut(flight, *row, "it was put elsewhere, by more than its speed");
    if (const auto contact = contactOf(world, flight))
      leaveOut(flight, contact->row,
               "contact with the world: " + shiftText(*contact->free.begin()) + " and " +
                   shiftText(*contact->free.rbegin()) + " the same flight goes on in one other way");
  }
  std::erase_if(evidence.flights, [](const LawFlight& flight) { return flight.rows.empty(); });
}

std::vector<LawFlight> raisedFlights(discover::Bench& bench, const Experiments& experiments,
                                     const LawEvidence& evidence) {
  std::vector<LawFlight> list;
  std::vector<const LawFlight*> jumps;
  int64_t fastest = 0;
  for (const LawFlight& flight : evidence.flights) {
    for (const LawRow& row : flight.rows) fastest = std::max(fastest, row.seen.speed);
    if (!flight.falls && !flight.thrown && fallOf(flight)) jumps.push_back(&flight);
  }
  if (!evidence.speed_watched || jumps.empty()) return list;
  const auto by_length = std::minmax_element(
      jumps.begin(), jumps.end(),
      [](const LawFlight* a, const LawFlight* b) { return a->rows.size() < b->rows.size(); });
  World world(bench, experiments, evidence);
  for (const LawFlight* flight : {*by_length.first, *by_length.second}) {
    const size_t fall = *fallOf(*flight);
    LawFlight longer = *flight;
    longer.landing.reset();
    longer.rows.resize(fall);
    const std::vector<LawRow> rows = raised(world, *flight, fall);
    longer.rows.insert(longer.rows.end(), rows.begin(), rows.end());
    const auto faster = [&](const LawRow& row) { return row.seen.speed > fastest; };
    if (std::any_of(rows.begin(), rows.end(), faster)) list.push_back(std::move(longer));
  }
  return list;
}

bool leaveOutOtherButtons(const Experiments& experiments, LawEvidence& evidence) {
  size_t flights = 0;
  for (LawFlight& flight : evidence.flights) {
    const auto held = [&](const LawRow& row) {
      const auto& rows = experiments.trace.rows;
      const auto at =
          std::lower_bound(rows.begin(), rows.end(), row.frame,
                           [](const trace::Row& one, uint64_t frame) { return one.frame < frame; });
      return (at->buttons & (discover::button_a | discover::button_b) & ~evidence.law.button) != 0;
    };
    const auto row = std::find_if(flight.rows.begin(), flight.rows.end(), held);
    if (row == flight.rows.end()) continue;
    const uint64_t last = flight.landing ? flight.landing->frame : flight.rows.back().frame;
    evidence.left_out.push_back({flight.rows.front().frame, last, "another button was down"});
    flight.rows.clear();
    ++flights;
  }
  std::erase_if(evidence.flights, [](const LawFlight& flight) { return flight.rows.empty(); });
  return flights > 0 && !evidence.flights.empty();
}

void markIdleFrames(discover::Bench& bench, Experiments& experiments, const physics::Law& law) {
  std::vector<size_t> places, columns;
  trace::Trace& trace = experiments.trace;
  const std::optional<size_t> lag = trace::lagColumn(trace.header);
  for (const physics::LawNumber* number : {&law.y, &law.speed})
    for (const physics::LawNumber::Part& part : number->parts) {
      columns.push_back(*trace.find(part.watch));
      for (const uint16_t address : trace.header.watches[columns.back()].addresses)
        places.push_back(*bench.places().at(trace::foldMirror(address)));
    }
  for (size_t i = 0; lag && i < experiments.first_rows.size(); ++i) {
    const size_t begin = experiments.first_rows[i];
    const size_t end =
        i + 1 < experiments.first_rows.size() ? experiments.first_rows[i + 1] : trace.rows.size();
    discover::Script script;
    for (size_t row = begin; row < end; ++row) script.push_back(trace.rows[row].buttons);
    std::vector<bool> idle(script.size(), true);
    for (const auto& write : bench.writes(experiments.moment, script, script.size(), places))
      idle[write.frame] = false;
    const auto stands = [&](size_t row) {
      return row < end && idle[row - begin] &&
             std::all_of(columns.begin(), columns.end(), [&](size_t column) {
               return trace.rows[row].values[column] == trace.rows[row - 1].values[column];
             });
    };
    for (size_t row = begin + 1, next = row; row < end; row = ++next) {
      for (next = row; stands(next);) ++next;
      // Who stands for longer, rests.
      if (next - row <= longest_lag)
        for (size_t one = row; one < next; ++one) trace.rows[one].values[*lag] = 1;
    }
  }
}

std::vector<LawFlight> flightsBefore(discover::Bench& bench, Experiments played, uint64_t end,
                                     const trace::Profile& profile, const LawEvidence& evidence) {
  LawEvidence shown;
  try {
    markIdleFrames(bench, played, evidence.law);
    shown = lawEvidence(played.trace, profile);
  } catch (const std::runtime_error&) {  // no jump
    return {};
  }
  if (shown.law.button != evidence.law.button || shown.law.latency != evidence.law.latency) return {};
  std::erase_if(shown.flights, [&](const LawFlight& flight) { return flight.rows.front().frame >= end; });
  endAtContacts(bench, played, shown);
  return shown.flights;
}

}  // namespace jumpscope::fit
