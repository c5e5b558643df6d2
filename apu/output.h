// The mixed amplitude of the channels, and the listener that is told of its changes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "apu/state.h"

namespace jumpscope::apu {

class BandLimited;

// Which channels are mixed: bit 0 the first pulse, then the second, triangle, noise, DMC.
inline constexpr uint8_t all_channels = 31;

// An amplitude has two parts that add up, as the chip has two converters.
struct Amplitude {
  int32_t pulses = 0;
  int32_t rest = 0;

  bool operator==(const Amplitude&) const = default;
};

// Has no influence on the state of the chip and is no part of it.
struct Output {
  BandLimited* listener = nullptr;
  uint8_t channels = all_channels;  // those left out count as level 0
  bool started = false;             // the listener knows ...
  Amplitude told;                   // ... this amplitude
  bool stale = false;               // an access may have changed the amplitude since the last update()

  bool mixes(int channel) const { return (channels >> channel & 1) != 0; }
  size_t dmcLevel(uint8_t output) const { return mixes(4) ? output & 127 : 0; }
  size_t triangleLevel(const State& state) const;
  Amplitude mixed(const State& state) const;

  // Tells the listener of what has changed since it was told last, as of state.cycle.
  void update(const State& state);
  // The listener has been brought to where it knows the amplitude of `state`.
  void listenerKnows(const State& state);
  void updateIfStale(const State& state) {
    if (stale) update(state);
  }
};

}  // namespace jumpscope::apu
