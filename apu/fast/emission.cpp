// The changes of the amplitude that timers make, found by going from one edge of a channel to its next
// instead of from cycle to cycle.
#include <algorithm>
#include <array>
#include <bit>

#include "apu/band_limited.h"
#include "apu/channels.h"
#include "apu/fast/catch_up.h"
#include "apu/mixer.h"

namespace jumpscope::apu::fast {

namespace {

constexpr uint32_t never = UINT32_MAX;

// The `gets`-th get tick from now (counted from 1) is this many cycles from now. Its effect on the amplitude
// comes one cycle later.
uint32_t effectAfter(uint32_t gets, bool put) { return 2 * gets - (put ? 0 : 1); }

// The edges of a pulse's duty cycle.
struct Wave {
  uint32_t at = never;               // next edge, in cycles from now
  std::array<uint32_t, 2> length{};  // of its low and its high part
  std::array<uint32_t, 2> volume{};
  size_t high = 0;

  // Looks no further than `cycles`.
  Wave(const Pulse& pulse, bool mixed, bool put, uint32_t cycles) {
    const uint32_t volume_now = mixed ? pulseVolume(pulse) : 0;
    const uint32_t wave = pulseWave(pulse);  // bit 0: now
    high = wave & 1;
    volume[1] = volume_now;
    const uint32_t step_at = effectAfter(pulse.timer + 1u, put);
    if (volume_now == 0 || step_at > cycles) return;
    const uint32_t step_length = 2 * (pulse.period + 1u);
    const uint32_t high_steps = static_cast<uint32_t>(std::popcount(wave));
    length = {(8 - high_steps) * step_length, high_steps * step_length};
    const uint32_t steps_left = static_cast<uint32_t>(std::countr_zero(high != 0 ? ~wave : wave));
    at = step_at + (steps_left - 1) * step_length;
  }
  uint32_t level() const { return volume[high]; }
  void flip() {
    high ^= 1;
    at += length[high];
  }
};

// The changes of the noise generator's output bit.
struct Hiss {
  uint32_t at = never;  // next change, in cycles from now
  size_t high;          // bit 0 silences

  // Looks no further than `cycles`.
  Hiss(const Noise& noise, bool mixed, uint32_t period, bool put, uint32_t cycles)
      : high(~noise.shift & 1u),
        period_(period),
        tap_(noise.short_mode ? 6 : 1),
        bits_(noise.shift & 0x7FFF) {
    const uint32_t shift_at = effectAfter(std::max<uint32_t>(noise.timer, 1), put);
    if (!mixed || noiseVolume(noise) == 0 || bits_ == 0 || shift_at > cycles) return;
    at = shift_at - period_;
    findChange();
  }
  void flip() {
    high ^= 1;
    findChange();
  }

 private:
  uint32_t period_;
  uint32_t tap_;
  uint32_t known_ = 15;
  uint64_t bits_;  // to come: bit 0 is put out now

  // No more than 15 bits in a row are the same.
  void findChange() {
    if (known_ < 32) {
      const uint32_t stride = 15 - tap_;
      for (; known_ + stride <= 64; known_ += stride) {
        const uint64_t last = bits_ >> (known_ - 15);
        bits_ |= ((last ^ last >> tap_) & ((1u << stride) - 1)) << known_;
      }
    }
    const uint32_t shifts = static_cast<uint32_t>(std::countr_zero((bits_ & 1) != 0 ? ~bits_ : bits_));
    bits_ >>= shifts;
    known_ -= shifts;
    at += shifts * period_;
  }
};

}  // namespace

// Every change that the timers make in the next `cycles` ticks, in which nothing else moves.
void CatchUp::emitTimers(uint32_t cycles) {
  chip_.output.updateIfStale(chip_.s);
  emitPulses(cycles);
  emitRest(cycles);
}

void CatchUp::emitPulses(uint32_t cycles) {
  const State& s = chip_.s;
  Output& out = chip_.output;
  Wave wave1(s.pulse1, out.mixes(0), chip_.putCycle(), cycles);
  Wave wave2(s.pulse2, out.mixes(1), chip_.putCycle(), cycles);
  uint32_t at = std::min(wave1.at, wave2.at);
  if (at > cycles) return;
  const Mixer& mixer = Mixer::get();
  const BandLimited::Changes changes = out.listener->changes(s.cycle, cycles);
  int32_t heard = out.told.pulses;
  for (; at <= cycles; at = std::min(wave1.at, wave2.at)) {
    if (wave1.at == at) wave1.flip();
    if (wave2.at == at) wave2.flip();
    const int32_t amplitude = mixer.pulses(wave1.level() + wave2.level());
    changes.add(at, amplitude - heard);
    heard = amplitude;
  }
  out.told.pulses = heard;
}

void CatchUp::emitRest(uint32_t cycles) {
  const State& s = chip_.s;
  Output& out = chip_.output;
  const bool put = chip_.putCycle();
  Hiss hiss(s.noise, out.mixes(3), 2u * chip_.rates().noisePeriod(s.noise.rate), put, cycles);

  size_t triangle = out.triangleLevel(s);
  uint32_t triangle_at = never;
  if (out.mixes(2) && triangleRuns(s.triangle) && triangle != Mixer::triangle_mean)
    triangle_at = s.triangle.timer + 1u;
  uint32_t triangle_step = s.triangle.step;
  const uint32_t triangle_length = s.triangle.period + 1u;

  Dmc dmc = s.dmc;
  Fetched fetched = fetched_;
  uint32_t dmc_at = never;
  if (out.mixes(4) && (!dmc.silence || !fetched.isEmpty()))
    dmc_at = effectAfter(std::max<uint32_t>(dmc.timer, 1), put);
  const uint32_t dmc_length = 2u * chip_.rates().dmcPeriod(dmc.rate);

  if (std::min({hiss.at, triangle_at, dmc_at}) > cycles) return;
  const Mixer& mixer = Mixer::get();
  const BandLimited::Changes changes = out.listener->changes(s.cycle, cycles);
  const size_t volume = out.mixes(3) ? noiseVolume(s.noise) : 0;
  // By the noise generator's output.
  std::array<const Mixer::TriangleRow*, 2> rows = {&mixer.rest(0, out.dmcLevel(dmc.output)),
                                                   &mixer.rest(volume, out.dmcLevel(dmc.output))};
  int32_t heard = out.told.rest;
  const auto hear = [&](uint32_t at) {
    const int32_t amplitude = (*rows[hiss.high])[triangle];
    if (amplitude != heard) changes.add(at, amplitude - heard);
    heard = amplitude;
  };
  const uint32_t end = cycles + 1;
  for (;;) {
    // Usually one of them has several changes in a row.
    for (const uint32_t others_at = std::min({triangle_at, dmc_at, end}); hiss.at < others_at;) {
      const uint32_t at = hiss.at;
      hiss.flip();
      hear(at);
    }
    for (const uint32_t others_at = std::min({hiss.at, dmc_at, end}); triangle_at < others_at;) {
      triangle = triangleLevel(++triangle_step);
      hear(triangle_at);
      triangle_at += triangle_length;
    }
    const uint32_t at = std::min({triangle_at, hiss.at, dmc_at});
    if (at >= end) break;
    if (hiss.at == at) hiss.flip();
    if (triangle_at == at) {
      triangle = triangleLevel(++triangle_step);
      triangle_at += triangle_length;
    }
    if (dmc_at == at) {
      shiftDmc(dmc, 1, fetched);
      dmc_at += dmc_length;
      rows = {&mixer.rest(0, out.dmcLevel(dmc.output)), &mixer.rest(volume, out.dmcLevel(dmc.output))};
    }
    hear(at);
  }
  out.told.rest = heard;
}

}  // namespace jumpscope::apu::fast
