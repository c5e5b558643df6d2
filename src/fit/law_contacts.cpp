#include "src/fit/law_contacts.h"

#include <algorithm>

#include "src/base/text.h"
#include "src/physics/law_ends.h"
#include "src/trace/watch.h"

namespace jumpscope::fit {
namespace {

using physics::LawState;

constexpr int lifts[]{8, 16, 24, 40};  // px

// What is compared: how the flight goes on, wherever it is.
struct Motion {
  int64_t y = 0, speed = 0;
  bool operator==(const Motion&) const = default;
};

class Lifted {
 public:
  Lifted(discover::Bench& bench, const Experiments& experiments, const LawEvidence& evidence)
      : bench_(bench), experiments_(experiments), law_(evidence.law), values_(law_) {
    for (const physics::LawNumber* number : physics::numbersOf(law_))
      for (const physics::LawNumber::Part& part : number->parts) watches_.push_back(&watchNamed(part.watch));
    speed_watched_ = evidence.speed_watched;
  }

  // The rows from the second one on, of a flight that is lifted by so many pixels after its first row, and put back by them.
  std::vector<Motion> after(const LawFlight& flight, int pixels) {
    const auto& rows = experiments_.trace.rows;
    const auto at = std::lower_bound(rows.begin(), rows.end(), flight.rows[1].frame,
                                     [](const trace::Row& row, uint64_t frame) { return row.frame < frame; });
    const auto row = size_t(at - rows.begin());
    const auto next =
        std::upper_bound(experiments_.first_rows.begin(), experiments_.first_rows.end(), row);
    const auto experiment = size_t(next - experiments_.first_rows.begin()) - 1;
    const size_t first = row - experiments_.first_rows[experiment];
    const size_t end = next == experiments_.first_rows.end() ? rows.size() : *next;
    discover::Script script;
    for (size_t i = experiments_.first_rows[experiment]; i < end; ++i) script.push_back(rows[i].buttons);
    const console::State before = bench_.after(experiments_.moment, script, first);
    const std::vector<discover::Poke> pokes = lifting(before, pixels);
    std::vector<Motion> list;
    for (const discover::Shot& shot : bench_.film(before, script, first, script.size() - first, pokes)) {
      if (shot.polled || list.empty()) list.emplace_back();
      list.back() = motionOf(stateIn(shot), pixels);
    }
    return list;
  }

  Motion motionOf(const LawState& state, int pixels) const {
    const int64_t mask = (int64_t{1} << law_.y.bits) - 1;
    return {(state.y + (int64_t{pixels} << law_.y.fraction)) & mask, speed_watched_ ? state.speed : 0};
  }

 private:
  const trace::Watch& watchNamed(const std::string& name) const {
    return experiments_.trace.header.watches[*experiments_.trace.find(name)];
  }

  LawState stateIn(const discover::Shot& shot) const {
    physics::Values values;
    for (size_t i = 0; i < watches_.size(); ++i)
      values.set(i, trace::readWatch(*watches_[i], [&](uint16_t address) {
                   return shot.bytes[*bench_.places().at(trace::foldMirror(address))];
                 }));
    return values_.stateOf(values, LawState());
  }

  // The bytes of the height, and of where the jump began.
  std::vector<discover::Poke> lifting(const console::State& state, int pixels) {
    const std::vector<uint8_t> bytes = bench_.bytesIn(state);
    std::vector<discover::Poke> pokes;
    for (const auto& [number, fraction] : {std::pair{&law_.y, law_.y.fraction}, std::pair{&law_.origin, 0}}) {
      std::vector<size_t> places;
      for (const physics::LawNumber::Part& part : number->parts)
        for (const uint16_t address : watchNamed(part.watch).addresses)
          places.push_back(*bench_.places().at(trace::foldMirror(address)));
      int64_t value = 0;
      for (const size_t place : places) value = value << 8 | bytes[place];
      value += int64_t{law_.up ? pixels : -pixels} << fraction;
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
  bool speed_watched_ = false;
};

// Two lifted flights that go on in one way where this one goes on in another.
struct Contact {
  size_t row = 0;
  int lower = 0, higher = 0;  // px
};

std::optional<Contact> contactOf(Lifted& lifted, const LawFlight& flight) {
  std::vector<std::vector<Motion>> others;
  std::vector<size_t> part;  // the first row in which they differ from this flight
  for (const int pixels : lifts) {
    others.push_back(lifted.after(flight, pixels));
    size_t row = 1;
    while (row < flight.rows.size() && row <= others.back().size() &&
           others.back()[row - 1] == lifted.motionOf(flight.rows[row].seen, 0))
      ++row;
    part.push_back(row);
  }
  const size_t row = *std::max_element(part.begin(), part.end());
  if (row >= flight.rows.size()) return std::nullopt;
  for (size_t i = 0; i < part.size(); ++i)
    for (size_t j = i + 1; j < part.size(); ++j)
      if (part[i] == row && part[j] == row && others[i].size() >= row && others[j].size() >= row &&
          others[i][row - 1] == others[j][row - 1])
        return Contact{row, lifts[i], lifts[j]};
  return std::nullopt;
}

}  // namespace

void endAtContacts(discover::Bench& bench, const Experiments& experiments, LawEvidence& evidence) {
  Lifted lifted(bench, experiments, evidence);
  for (LawFlight& flight : evidence.flights) {
    if (flight.rows.size() < 2) continue;
    const auto contact = contactOf(lifted, flight);
    if (!contact) continue;
    const size_t left_out = flight.rows.size() - contact->row;
    evidence.aside.push_back(
        {flight.rows[contact->row].frame,
         "contact with the world, and " + base::counted(left_out, "row") + " from it on: " +
             std::to_string(contact->lower) + " and " + std::to_string(contact->higher) +
             " px higher the same flight goes on in another way"});
    flight.rows.resize(contact->row);
    flight.landing.reset();
  }
}

}  // namespace jumpscope::fit
