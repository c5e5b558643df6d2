// What constants do, frame by frame: see physics::Constants.
#include <cmath>

#include "src/fit/fit.h"

namespace jumpscope::fit {
namespace {

template <class Number>
class Mover {
 public:
  Mover(const Constants& constants, double start, double pixel)
      : c_(constants), pixel_(Number(pixel)), y_(Number(start)), speed_(Number(constants.speed)) {}

  double frame(bool down) {
    held_ = held_ && down;
    const int n = frame_++;
    if (n == 0 && c_.press_step) return double(y_ += Number(*c_.press_step));
    if (held_) boost(n);
    y_ += speed_;
    if (!down || speed_ >= 0) falls_ = true;
    if (!down && speed_ < 0) speed_ *= Number(c_.release_factor);
    if (!down) cut(n);
    accelerate();
    return double(y_);
  }

 private:
  void boost(int n) {
    for (size_t k = 0; k < c_.boosts.size(); ++k)
      if (n == c_.boost_every * int(k + 1)) speed_ += Number(c_.boosts[k]);
  }

  void cut(int n) {
    if (!c_.cut_speed || was_cut_ || n >= c_.cut_until || speed_ >= Number(*c_.cut_speed)) return;
    speed_ = Number(*c_.cut_speed);
    was_cut_ = true;
  }

  void accelerate() {
    const auto tooFast = [&] {
      if (!c_.terminal_speed) return false;
      if (!c_.terminal_fraction) return speed_ >= Number(c_.terminal_from);
      return speed_ >= Number(*c_.terminal_speed) &&
             std::fmod(speed_, pixel_) >= Number(*c_.terminal_fraction);
    };
    const bool instead = c_.terminal_instead && tooFast();
    if (!instead) speed_ += Number(falls_ ? c_.fall_gravity : c_.rise_gravity);
    if (instead || (!c_.terminal_instead && tooFast())) speed_ = Number(*c_.terminal_speed);
  }

  const Constants& c_;
  Number pixel_, y_, speed_;
  int frame_ = 0;
  bool held_ = true, falls_ = false, was_cut_ = false;
};

template <class Number>
std::vector<double> fly(const Constants& constants, const std::vector<uint8_t>& buttons, double start,
                        double pixel) {
  Mover<Number> mover(constants, start, pixel);
  std::vector<double> positions;
  for (const uint8_t down : buttons) positions.push_back(mover.frame(down != 0));
  return positions;
}

}  // namespace

std::vector<double> positionsOf(const Constants& constants, const std::vector<uint8_t>& buttons, double start,
                                double pixel) {
  return constants.single_precision ? fly<float>(constants, buttons, start, pixel)
                                    : fly<double>(constants, buttons, start, pixel);
}

}  // namespace jumpscope::fit
