// What the estimates of the models and the search share.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "src/fit/fit.h"

namespace jumpscope::fit {

// A model as the search sees it.
struct FitModel {
  std::string name;
  // The parameters to be found, the most telling first.
  std::vector<std::string> tunable;
  // Parameters that put the model where the flight began and keep it from landing.
  std::function<physics::Settings(const FitSeries&, double fps)> fixed;
  // Where to begin; each holds some or all of `tunable`. May hold more than the best: all are tried.
  std::function<std::vector<physics::Settings>(const FitSeries&, double fps)> guesses;
  std::function<Constants(const physics::Settings&, double fps)> constants;
};

// nullptr: the model has no flight.
const FitModel* findFitModel(const std::string& name);

// Positions in px.
std::vector<double> pixels(const FitSeries& series);
// Steps of a curve: out[n] = in[n] - in[n-1], with 0 before the first.
std::vector<double> steps(const std::vector<double>& values);

// A flight as two parabolas, by least squares: speed of the first frame and gravity while the key is held and
// the player rises, and gravity from the apex on. For series too coarse for differences.
struct Parabolas {
  double speed = -4, rise = 0.2, fall = 0.2;
};
Parabolas parabolasOf(const FitSeries& series);

}  // namespace jumpscope::fit
