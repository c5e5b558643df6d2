// What a person wants to know of a model before moving its parameters.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/physics/about.h"
#include "src/physics/models.h"

namespace jumpscope::lab {

using physics::About;
using physics::aboutModel;

// For each parameter, whether another value of it would change the arc that these buttons fly. A parameter that counts
// with another one is tried with it.
std::vector<bool> parametersWithEffect(const physics::Model& model, const physics::Settings& settings,
                                       std::span<const uint8_t> buttons);

// In the unit behind a fraction: 40 of "1/256 px/frame^2" is "0.156 px/frame^2"; nullopt: the unit has none.
std::optional<std::string> physicalText(const physics::Parameter& parameter, double value);

// How fast the player runs as a jump begins, in the unit of x_speed_abs (1/16 px/frame). Source: the limits of Super Mario
// Bros., as docs/models has them.
struct Pace {
  const char* name;
  int x_speed_abs;
};
inline constexpr Pace paces[] = {{"stand", 0}, {"walk", 24}, {"run", 40}};

}  // namespace jumpscope::lab
