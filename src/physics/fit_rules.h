// How a model's constants are found from a flight, and the helpers that the models share for that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "src/physics/settings.h"

namespace jumpscope::physics {

// One flight, from the frame of the press to the last in the air. y[n] is the position at the end of its n-th
// frame, less that on the ground before: 0 is where it began, down is positive.
struct FitSeries {
  std::string watch;         // what was followed
  size_t jump = 0;           // which of the trace's flights, from 1
  uint64_t first_frame = 0;  // of the press
  int bits = 0;              // y counts 1/2^bits px
  double origin = 0;         // px: the position on the ground, as the trace has it
  std::vector<int64_t> y;
  std::vector<uint8_t> buttons;  // A in bit 0, one a frame; down in the first
  bool hold_assumed = false;     // the trace shows no A when the flight began: taken as held until the apex
};

// What a jump is made of, in px and frames, down positive. The frame of the press is frame 0. A frame, in this order:
// - the k-th boost is added to the speed in frame boost_every * k, if the key has been down all the while;
// - y += speed; but press_step, where there is one, in frame 0, which then leaves the speed alone;
// - rising without the key: speed *= release_factor; and a speed beyond cut_speed becomes cut_speed, once, in a frame
//   before cut_until;
// - speed += rise_gravity, or, once the key has been up or the speed downwards, fall_gravity;
// - a speed of terminal_from or more becomes terminal_speed. With terminal_instead it does so in place of the addition; with
//   terminal_fraction, px, one of terminal_speed or more does so whose part beyond whole px is at least that.
struct Constants {
  double speed = 0, rise_gravity = 0, fall_gravity = 0;
  std::optional<double> press_step;
  std::optional<double> terminal_speed;
  double terminal_from = 0;
  bool terminal_instead = false;
  std::optional<double> terminal_fraction;
  double release_factor = 1;
  std::optional<double> cut_speed;
  int cut_until = 0;
  std::vector<double> boosts;
  int boost_every = 0;
  bool single_precision = false;  // every number is a 32-bit float, and rounded to one after every operation
};

// A model as the search of `jumpscope fit` sees it.
struct FitRules {
  // The parameters to be found, the most telling first; empty: the model has no flight.
  std::vector<std::string> tunable = {};
  // Parameters that put the model where the flight began and keep it from landing. "fit origin" is that place
  // in px.
  std::function<Settings(const FitSeries&, double fps)> fixed = {};
  // Where to begin; each holds some or all of `tunable`. May hold more than the best: all are tried.
  std::function<std::vector<Settings>(const FitSeries&, double fps)> guesses = {};
  std::function<Constants(const Settings&, double fps)> constants = {};
};

// Positions in px.
std::vector<double> pixels(const FitSeries& series);
// Steps of a curve: out[n] = in[n] - in[n-1], with 0 before the first.
std::vector<double> steps(const std::vector<double>& values);
// out[n]: how much faster downwards the step into frame n is than the one before.
std::vector<double> accelerations(const FitSeries& series);
double median(std::vector<double> values);
// True if the resolution of the positions is fine enough to use their differences.
inline bool fine(const FitSeries& series) { return series.bits >= 8; }

// A flight as two parabolas, by least squares: speed of the first frame and gravity while the key is held and
// the player rises, and gravity from the apex on. For series too coarse for differences.
struct Parabolas {
  double speed = -4, rise = 0.2, fall = 0.2;
};
Parabolas parabolasOf(const FitSeries& series);

}  // namespace jumpscope::physics
