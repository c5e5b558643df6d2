#include "apu/output.h"

#include "apu/band_limited.h"
#include "apu/channels.h"
#include "apu/mixer.h"

namespace jumpscope::apu {

// Approximation: a triangle beyond hearing (above 25 kHz) counts as its mean.
size_t Output::triangleLevel(const State& state) const {
  if (!mixes(2)) return 0;
  const Triangle& triangle = state.triangle;
  const bool beyond_hearing = triangle.period < 2 && triangleRuns(triangle);
  return beyond_hearing ? Mixer::triangle_mean : apu::triangleLevel(triangle.step);
}

Amplitude Output::mixed(const State& state) const {
  const Mixer& mixer = Mixer::get();
  const size_t level1 = mixes(0) ? pulseLevel(state.pulse1) : 0;
  const size_t level2 = mixes(1) ? pulseLevel(state.pulse2) : 0;
  const size_t noise = mixes(3) ? noiseLevel(state.noise) : 0;
  return {mixer.pulses(level1 + level2), mixer.rest(noise, dmcLevel(state.dmc.output))[triangleLevel(state)]};
}

void Output::update(const State& state) {
  stale = false;
  if (listener == nullptr) return;
  const Amplitude now = mixed(state);
  if (started && now != told) {
    const BandLimited::Changes changes = listener->changes(state.cycle, 0);
    changes.add(0, now.pulses - told.pulses);
    changes.add(0, now.rest - told.rest);
  }
  started = true;
  told = now;
}

void Output::listenerKnows(const State& state) {
  stale = false;
  started = true;
  told = mixed(state);
}

}  // namespace jumpscope::apu
