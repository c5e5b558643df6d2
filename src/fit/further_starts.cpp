#include "src/fit/further_starts.h"

#include <algorithm>
#include <set>

#include "src/base/text.h"

namespace jumpscope::fit {
namespace {

// Speeds that starts on the ground leave.
std::set<int64_t> startSpeeds(const LawEvidence& evidence) {
  std::set<int64_t> speeds;
  for (const LawFlight& flight : evidence.flights)
    for (const LawRow& row : flight.rows)
      if (row.starts && row.seen.speed < 0) speeds.insert(row.seen.speed);
  return speeds;
}

// The rows of a flight in which the button goes down.
std::vector<size_t> pressesIn(const LawFlight& flight) {
  std::vector<size_t> rows;
  for (size_t r = 1; r < flight.rows.size(); ++r)
    if (flight.rows[r].down && !flight.rows[r - 1].down) rows.push_back(r);
  return rows;
}

// A press after which the speed becomes that of a start.
bool starts(const LawFlight& flight, size_t row, const std::set<int64_t>& speeds) {
  if (row == 0 || row >= flight.rows.size()) return false;
  const int64_t before = flight.rows[row - 1].seen.speed, now = flight.rows[row].seen.speed;
  return now < before && speeds.contains(now);
}

struct AirStarts {
  int64_t most = 0;              // in a flight that began on the ground
  bool more_tried = false;       // a press after as many started none
  std::optional<size_t> latest;  // frames after an edge: of a start
  std::optional<size_t> late;    // the first press after an edge that started none
};

// The rows of a flight in which a press starts again.
std::vector<size_t> airStarts(const LawFlight& flight, const std::set<int64_t>& speeds, int64_t latency) {
  std::vector<size_t> rows;
  for (const size_t press : pressesIn(flight))
    if (starts(flight, press + size_t(latency), speeds)) rows.push_back(press + size_t(latency));
  return rows;
}

// In flights from the ground the first press in the air starts again, each time: what only happened in the frame of a press,
// such as a bounce, does not.
bool startsInAir(const LawEvidence& evidence, const std::set<int64_t>& speeds) {
  bool shown = false;
  for (const LawFlight& flight : evidence.flights) {
    const std::vector<size_t> presses = pressesIn(flight);
    if (flight.falls || presses.empty()) continue;
    const size_t row = presses.front() + size_t(evidence.law.latency);
    if (row >= flight.rows.size()) continue;
    if (!starts(flight, row, speeds)) return false;
    shown = true;
  }
  return shown;
}

AirStarts markAirStarts(LawEvidence& evidence, const std::set<int64_t>& speeds) {
  AirStarts found;
  const bool in_air = startsInAir(evidence, speeds);
  for (LawFlight& flight : evidence.flights) {
    const std::vector<size_t> rows = airStarts(flight, speeds, evidence.law.latency);
    const std::vector<size_t> presses = pressesIn(flight);
    if (!in_air && (!flight.falls || rows.size() > 1)) continue;
    for (const size_t row : rows) flight.rows[row].starts = true;
    if (!flight.falls) {
      found.most = std::max(found.most, int64_t(rows.size()));
      continue;
    }
    if (!rows.empty()) found.latest = std::max(found.latest.value_or(0), rows.front());
    if (rows.empty() && !presses.empty())
      found.late = std::min(found.late.value_or(presses.front()), presses.front());
  }
  // A press that starts nothing is no later than one that does: the place decides, not the time.
  if (found.latest && found.late && *found.late <= *found.latest) {
    found.latest.reset();
    for (LawFlight& flight : evidence.flights)
      if (flight.falls)
        for (LawRow& row : flight.rows) row.starts = false;
  }
  for (const LawFlight& flight : evidence.flights)
    found.more_tried |= !flight.falls && pressesIn(flight).size() > size_t(found.most) &&
                        airStarts(flight, speeds, evidence.law.latency).size() == size_t(found.most);
  return found;
}

void noteBuffer(LawEvidence& evidence, const std::vector<FlightPresses>& flights) {
  std::optional<uint64_t> longest, shortest_vain;
  bool released = false;
  for (const FlightPresses& flight : flights) {
    if (!flight.landing || flight.presses.empty()) continue;
    const Press& last = flight.presses.back();
    if (last.frame > *flight.landing) continue;
    if (flight.next_start) {
      const uint64_t starts =
          *flight.next_start - std::min(*flight.next_start, uint64_t(evidence.law.latency));
      const uint64_t before = starts - std::min(starts, last.frame);
      longest = std::max(longest.value_or(0), before);
      released = released || !last.held;
    } else {
      const uint64_t before = *flight.landing + 1 - last.frame;
      shortest_vain = std::min(shortest_vain.value_or(before), before);
    }
  }
  if (!longest) return;
  if (!released) {
    evidence.unseen.push_back(
        "a button that is down at the landing starts a jump: by a press before it, or because it is held");
    return;
  }
  evidence.law.buffer = int64_t(*longest);
  if (!shortest_vain)
    evidence.unseen.push_back("buffer = " + std::to_string(*longest) + "; no earlier press was tried");
  else if (*shortest_vain > *longest + 1)
    evidence.unseen.push_back("buffer = " + std::to_string(*longest) + "; " + std::to_string(*longest) +
                              " to " + std::to_string(*shortest_vain - 1) + " leave no differing row either");
}

}  // namespace

void findFurtherStarts(LawEvidence& evidence, const std::vector<FlightPresses>& presses) {
  if (evidence.speed_watched) {
    const AirStarts air = markAirStarts(evidence, startSpeeds(evidence));
    evidence.law.air_jumps = air.most;
    if (air.most > 0 && !air.more_tried)
      evidence.unseen.push_back("air_jumps = " + std::to_string(air.most) +
                                "; a further press in the air was not tried");
    // With jumps in the air, a start after an edge may be one of these.
    if (air.latest && air.most == 0) {
      evidence.law.coyote = int64_t(*air.latest);
      if (!air.late)
        evidence.unseen.push_back("coyote = " + std::to_string(*air.latest) + "; no later press was tried");
      else if (*air.late > *air.latest + 1)
        evidence.unseen.push_back("coyote = " + std::to_string(*air.latest) + "; " +
                                  std::to_string(*air.latest) + " to " + std::to_string(*air.late - 1) +
                                  " leave no differing row either");
    }
  }
  noteBuffer(evidence, presses);
}

}  // namespace jumpscope::fit
