// A shooter's movement on a plane, seen from above: physics/strafe.h controlled by keys, with its vectors.
#pragma once

#include <cstddef>
#include <deque>
#include <string>

#include "src/physics/models.h"
#include "src/physics/strafe.h"

namespace jumpscope::lab {

using Vec = physics::Vector2<double>;

struct StrafeInput {
  bool ahead = false, back = false, left = false, right = false;  // as the player sees it
  bool jump = false;
  double turn = 0;  // degrees to the left

  bool operator==(const StrafeInput&) const = default;
};

// One call of physics::strafeStep, taken apart. Velocities in unit/s, x to the right and y up in the picture.
struct StrafeMoment {
  Vec position;            // units, at the end
  Vec before;              // velocity as it was
  Vec friction;            // what friction changed
  Vec wish;                // length 1, or 0 when no key is down
  Vec projection;          // of the velocity after friction on the wish
  double projected = 0;    // its length, negative against the wish
  Vec added;               // what acceleration changed
  Vec after;               // velocity as it is: exactly strafeStep's
  double view = 0;         // degrees from x towards y
  double best_cosine = 1;  // physics::bestStrafeCosine of `before`
  double max_speed = 0;    // of where the player is, ground or air
  double seconds = 0;      // since the start, at the end
  bool grounded = true;

  double speed() const { return physics::length(after); }
};

// Only its name and parameters are used: this view is not run on a script.
const physics::Model& strafeParameters();

// A value: copying it is a save state.
class StrafeField {
 public:
  static constexpr size_t longest_trail = 1800;

  StrafeField();

  // A call of the model.
  void frame(const StrafeInput& input);
  void restart();

  // Throws std::runtime_error for a name that strafeParameters() does not have, or a value outside its range.
  void set(const std::string& parameter, double value);
  const physics::Settings& settings() const { return settings_; }
  // Steers at the optimal angle when no direction key is held.
  bool autopilot() const { return settings_.at("autopilot") != 0; }

  // The oldest first; the last is now. Never empty.
  const std::deque<StrafeMoment>& trail() const { return trail_; }
  const StrafeMoment& now() const { return trail_.back(); }

 private:
  template <class Float>
  void frameIn(const StrafeInput& input);
  bool grounded(bool jump);

  physics::Settings settings_;
  std::deque<StrafeMoment> trail_;
  size_t calls_ = 0;
  int air_left_ = 0;  // calls until the player lands
};

}  // namespace jumpscope::lab
