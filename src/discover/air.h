// The byte that says that the character is in the air.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "src/discover/speeds.h"

namespace jumpscope::discover {

struct AirState {
  size_t place = 0;
  uint8_t ground = 0;           // on the ground, in all frames
  std::set<uint8_t> in_flight;  // in all frames of all flights
  size_t frames = 0, flights = 0;
  size_t frame = 0;  // setting it to the ground's value in this frame of the scene changes the flight
};

// The bytes that have one value on the ground and others in all flights, and that the flight depends on.
std::vector<AirState> findAirStates(Bench& bench, const Scene& scene, const Film& idle,
                                    std::span<const Flight> flights, const Number& position,
                                    const Number& speed);

}  // namespace jumpscope::discover
