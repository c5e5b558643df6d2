// A game whose flights an engine predicts. What the engine is asked depends on the trace alone, so that a comparison runs
// twice: the first time to write down what is asked, the second time with the answers.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/engine/engine.h"
#include "src/models/binding.h"
#include "src/physics/game.h"
#include "src/trace/trace.h"

namespace jumpscope::engine {

// Answers in a comparison: in 2^-32 of the unit.
constexpr int answer_bits = 32;

class Script final : public physics::Game {
 public:
  // `base`: the game of the profile; `variables` are numbered as its own, or there is none.
  Script(const trace::TraceView& trace, const physics::Game& base, std::vector<physics::Variable> variables,
         const Ready& ready, bool starts_in_flight);

  // To be called before each comparison, whose rules tell the row.
  void bind(const models::Binding& binding);
  void atRow(size_t row) { row_ = row; }
  const Plan& plan() const { return plan_; }
  // What the engine answered to the plan: from now on it predicts.
  void answer(std::vector<double> answers);
  bool startsInFlight() const { return starts_in_flight_; }

  std::span<const physics::Variable> variables() const override { return variables_; }
  bool aDown(const physics::Values& now) const override { return base_.aDown(now); }
  bool inControl(const physics::Values& now) const override { return base_.inControl(now); }
  physics::Stance stance(const physics::Values& now) const override { return base_.stance(now); }
  bool strokes(const physics::Values& at_start) const override { return base_.strokes(at_start); }
  bool strokeSeen(const physics::Values& before, const physics::Values& now) const override {
    return base_.strokeSeen(before, now);
  }
  std::optional<int> tier(const physics::Values& at_start) const override { return base_.tier(at_start); }
  std::string tierName(int tier) const override { return base_.tierName(tier); }
  std::string_view event(const physics::OutsideWrites& writes) const override { return base_.event(writes); }
  bool follows(physics::Start start) const override;
  bool startClearsSubpixel() const override { return base_.startClearsSubpixel(); }
  std::unique_ptr<physics::FlightPredictor> flightPredictor(const physics::Settings&) const override;

 private:
  friend class ScriptPredictor;
  struct Place {
    size_t variable, column;
  };

  double shown(const Place& place, const physics::Values& values) const;
  uint8_t buttons(const physics::Values& values) const;
  void beginFlight(const physics::Values& before) const;
  void resume(const physics::Values& now) const;
  void seed(const physics::Values& values) const;
  physics::Prediction predict(const physics::Frame& frame) const;

  trace::TraceView trace_;
  const physics::Game& base_;
  std::vector<physics::Variable> variables_;
  bool starts_in_flight_;
  std::vector<Place> computes_, reads_;

  // The comparison asks through const functions, in the same order each time.
  size_t row_ = 0;
  mutable Plan plan_;
  mutable std::vector<size_t> flights_;  // the steps that begin one
  mutable size_t flight_ = 0, step_ = 0;
  mutable bool given_up_ = false;
  std::vector<size_t> answer_of_;  // of each step, in answers_
  std::optional<std::vector<double>> answers_;
};

}  // namespace jumpscope::engine
