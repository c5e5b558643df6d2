// What is heard: the amplitude's changes, found by going from one edge of a channel to its next instead of
// from cycle to cycle.
#include <algorithm>
#include <array>
#include <bit>

#include "apu/apu.h"
#include "apu/band_limited.h"
#include "apu/channels.h"
#include "apu/mixer.h"
#include "apu/tables.h"

namespace jumpscope::apu {

namespace {

constexpr uint32_t never = UINT32_MAX;

size_t triangleSound(const Triangle& triangle) {
  const bool beyond_hearing = triangle.period < 2 && triangleRuns(triangle);
  return beyond_hearing ? Mixer::triangle_mean : triangleLevel(triangle.step);
}

// A get tick's cycle, `gets` of them from now (counted from 1), is this many from now; its effect is heard
// one later.
uint32_t heardAfter(uint32_t gets, bool put) { return 2 * gets - (put ? 0 : 1); }

// A pulse's way through its duty cycle.
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
    const uint32_t step_at = heardAfter(pulse.timer + 1u, put);
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

// The noise generator's way from one change of its output bit to the next.
struct Hiss {
  uint32_t at = never;  // next change, in cycles from now
  size_t high;          // bit 0 silences

  // Looks no further than `cycles`.
  Hiss(const Noise& noise, bool mixed, uint32_t period, bool put, uint32_t cycles)
      : high(~noise.shift & 1u),
        period_(period),
        tap_(noise.short_mode ? 6 : 1),
        bits_(noise.shift & 0x7FFF) {
    const uint32_t shift_at = heardAfter(std::max<uint32_t>(noise.timer, 1), put);
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

Apu::Amplitude Apu::mixed() const {
  const Mixer& mixer = Mixer::get();
  const size_t level1 = mixes(0) ? pulseLevel(s.pulse1) : 0;
  const size_t level2 = mixes(1) ? pulseLevel(s.pulse2) : 0;
  const size_t noise = mixes(3) ? noiseLevel(s.noise) : 0;
  const size_t triangle = mixes(2) ? triangleSound(s.triangle) : 0;
  return {mixer.pulses(level1 + level2), mixer.rest(noise, dmcSound(s.dmc.output))[triangle]};
}

int32_t Apu::amplitude() const {
  const Amplitude now = mixed();
  return now.pulses + now.rest;
}

void Apu::attach(BandLimited* output) {
  settle();
  output_ = output;
  heard_ = false;
  retuned_ = true;
}

void Apu::setChannels(uint8_t channels) {
  settle();
  channels_ = channels;
  retuned_ = true;
}

// Tells the output of what is different since it was told last.
void Apu::emit() {
  retuned_ = false;
  if (output_ == nullptr) return;
  const Amplitude now = mixed();
  const bool same = now.pulses == heard_amplitude_.pulses && now.rest == heard_amplitude_.rest;
  if (heard_ && !same) {
    const BandLimited::Changes changes = output_->changes(s.cycle, 0);
    changes.add(0, now.pulses - heard_amplitude_.pulses);
    changes.add(0, now.rest - heard_amplitude_.rest);
  }
  heard_ = true;
  heard_amplitude_ = now;
}

// Every change that the timers make in the next `cycles` ticks, in which nothing else moves.
void Apu::emitTimers(uint32_t cycles) {
  if (retuned_) emit();
  emitPulses(cycles);
  emitRest(cycles);
}

void Apu::emitPulses(uint32_t cycles) {
  Wave wave1(s.pulse1, mixes(0), putTick(), cycles);
  Wave wave2(s.pulse2, mixes(1), putTick(), cycles);
  uint32_t at = std::min(wave1.at, wave2.at);
  if (at > cycles) return;
  const Mixer& mixer = Mixer::get();
  const BandLimited::Changes changes = output_->changes(s.cycle, cycles);
  int32_t heard = heard_amplitude_.pulses;
  for (; at <= cycles; at = std::min(wave1.at, wave2.at)) {
    if (wave1.at == at) wave1.flip();
    if (wave2.at == at) wave2.flip();
    const int32_t amplitude = mixer.pulses(wave1.level() + wave2.level());
    changes.add(at, amplitude - heard);
    heard = amplitude;
  }
  heard_amplitude_.pulses = heard;
}

void Apu::emitRest(uint32_t cycles) {
  const bool put = putTick();
  Hiss hiss(s.noise, mixes(3), periods(region_).noise[s.noise.rate & 15], put, cycles);

  size_t triangle = mixes(2) ? triangleSound(s.triangle) : 0;
  uint32_t triangle_at = never;
  if (mixes(2) && triangleRuns(s.triangle) && triangle != Mixer::triangle_mean)
    triangle_at = s.triangle.timer + 1u;
  uint32_t triangle_step = s.triangle.step;
  const uint32_t triangle_length = s.triangle.period + 1u;

  Dmc dmc = s.dmc;
  uint32_t dmc_at = never;
  if (mixes(4) && !dmc.silence) dmc_at = heardAfter(std::max<uint32_t>(dmc.timer, 1), put);
  const uint32_t dmc_length = 2u * dmcPeriod();

  if (std::min({hiss.at, triangle_at, dmc_at}) > cycles) return;
  const Mixer& mixer = Mixer::get();
  const BandLimited::Changes changes = output_->changes(s.cycle, cycles);
  const size_t volume = mixes(3) ? noiseVolume(s.noise) : 0;
  // By the noise generator's output.
  std::array<const Mixer::TriangleRow*, 2> rows = {&mixer.rest(0, dmcSound(dmc.output)),
                                                   &mixer.rest(volume, dmcSound(dmc.output))};
  int32_t heard = heard_amplitude_.rest;
  const auto hear = [&](uint32_t at) {
    const int32_t amplitude = (*rows[hiss.high])[triangle];
    if (amplitude != heard) changes.add(at, amplitude - heard);
    heard = amplitude;
  };
  const uint32_t end = cycles + 1;
  for (;;) {
    // Mostly there is a run of one of them.
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
      shiftDmc(dmc);
      dmc_at += dmc_length;
      rows = {&mixer.rest(0, dmcSound(dmc.output)), &mixer.rest(volume, dmcSound(dmc.output))};
    }
    hear(at);
  }
  heard_amplitude_.rest = heard;
}

}  // namespace jumpscope::apu
