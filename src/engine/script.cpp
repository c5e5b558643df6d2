#include "src/engine/script.h"

#include <algorithm>
#include <cmath>

#include "src/engine/protocol.h"
#include "src/trace/real.h"

namespace jumpscope::engine {

using physics::Frame;
using physics::Prediction;
using physics::Stance;
using physics::Start;
using physics::Values;

class ScriptPredictor final : public physics::FlightPredictor {
 public:
  explicit ScriptPredictor(const Script& script) : script_(script) {}

  Values begin(const Values& before) const override {
    script_.beginFlight(before);
    return before;
  }
  Prediction predict(const Values&, const Frame& frame) const override { return script_.predict(frame); }
  // The engine keeps its own state.
  Values settle(const Values& after, const Frame&) const override { return after; }
  Values resume(const Values&, const Values& now) const override {
    script_.resume(now);
    return now;
  }

 private:
  const Script& script_;
};

Script::Script(const trace::TraceView& trace, const physics::Game& base,
               std::vector<physics::Variable> variables, const Ready& ready, bool starts_in_flight)
    : trace_(trace), base_(base), variables_(std::move(variables)), starts_in_flight_(starts_in_flight) {
  plan_.computes = ready.computes;
  plan_.reads = ready.reads;
}

void Script::bind(const models::Binding& binding) {
  const auto placesOf = [&](const std::vector<std::string>& watches) {
    std::vector<Place> places;
    for (const std::string& watch : watches) {
      const size_t variable = *binding.variableOf(watch);
      places.push_back({variable, *binding.columnOf(variable)});
    }
    return places;
  };
  computes_ = placesOf(plan_.computes);
  reads_ = placesOf(plan_.reads);
  flight_ = step_ = 0;
}

void Script::answer(std::vector<double> answers) {
  answers_ = std::move(answers);
  answer_of_.clear();
  size_t next = 0;
  for (const Plan::Step& step : plan_.steps) {
    answer_of_.push_back(next);
    if (!step.seed) next += plan_.computes.size();
  }
}

bool Script::follows(Start start) const {
  return starts_in_flight_ || start == Start::Jump || start == Start::Stroke;
}

std::unique_ptr<physics::FlightPredictor> Script::flightPredictor(const physics::Settings&) const {
  return std::make_unique<ScriptPredictor>(*this);
}

// A byte of the write log has no sign yet.
double Script::shown(const Place& place, const Values& values) const {
  const trace::Watch& watch = trace_.header.watches[place.column];
  int64_t raw = values.at(place.variable);
  if (watch.type == trace::Type::S8 && watch.addresses.size() == 1) raw = static_cast<int8_t>(raw);
  // A decimal of a recording: the number that was written, not the nearest of 2^-32.
  if (watch.fraction_bits == trace::real_bits)
    return numberFrom(watch.name, trace::decimalText(raw, trace::real_bits));
  return std::ldexp(static_cast<double>(raw), -watch.fraction_bits);
}

// What the game reads: A may come late, or be masked.
uint8_t Script::buttons(const Values& values) const {
  constexpr uint8_t a = 0x01;
  return static_cast<uint8_t>((values.buttons & ~a) | (base_.aDown(values) ? a : 0));
}

void Script::beginFlight(const Values& before) const {
  given_up_ = false;
  if (answers_)
    step_ = flights_[flight_++];
  else
    flights_.push_back(plan_.steps.size());
  seed(before);
}

// A flight whose speed is not computed is over when other code changes it.
void Script::resume(const Values& now) const {
  if (starts_in_flight_)
    seed(now);
  else
    given_up_ = true;
}

void Script::seed(const Values& values) const {
  if (answers_) {
    ++step_;
    return;
  }
  std::vector<double> all;
  for (const auto* places : {&computes_, &reads_})
    for (const Place& place : *places) all.push_back(shown(place, values));
  plan_.addSeed(trace_.rows[row_].frame, buttons(values), all);
}

// Without a write log nobody can tell where the motion left a player who has landed.
Prediction Script::predict(const Frame& frame) const {
  using Course = Prediction::Course;
  const bool climbs = frame.over && stance(frame.now) == Stance::Climbing;
  if (given_up_ || !inControl(frame.now) || climbs || (frame.landed && !frame.logged))
    return {.course = Course::Stop};
  if (frame.logged && !frame.moved && !frame.starts) return {.course = Course::Pass};
  Values after = frame.now;
  if (answers_) {
    const double* answer = answers_->data() + answer_of_[step_++];
    for (const Place& place : computes_)
      after.set(place.variable, std::llrint(std::ldexp(*answer++, answer_bits)));
  } else {
    std::vector<double> read;
    for (const Place& place : reads_) read.push_back(shown(place, frame.now));
    plan_.addFrame(trace_.rows[row_].frame, buttons(frame.now), read);
  }
  return {Course::Compare, frame.now, after};
}

}  // namespace jumpscope::engine
