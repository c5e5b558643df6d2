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

  Wave(const Pulse& pulse, bool put) {
    const uint32_t volume_now = pulseVolume(pulse);
    if (volume_now == 0) return;
    const uint32_t wave = pulseWave(pulse);  // bit 0: now
    const uint32_t step_length = 2 * (pulse.period + 1u);
    const uint32_t high_steps = static_cast<uint32_t>(std::popcount(wave));
    high = wave & 1;
    volume[1] = volume_now;
    length = {(8 - high_steps) * step_length, high_steps * step_length};
    const uint32_t steps_left = static_cast<uint32_t>(std::countr_zero(high ? ~wave : wave));
    at = heardAfter(pulse.timer + 1u, put) + (steps_left - 1) * step_length;
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
  bool high;            // bit 0 silences

  Hiss(const Noise& noise, uint32_t period, bool put)
      : high((noise.shift & 1) == 0),
        period_(period),
        tap_(noise.short_mode ? 6 : 1),
        bits_(noise.shift & 0x7FFF) {
    if (noiseVolume(noise) == 0 || bits_ == 0) return;
    at = heardAfter(std::max<uint32_t>(noise.timer, 1), put) - period_;
    findChange();
  }
  void flip() {
    high = !high;
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
  const size_t dmc = s.dmc.output & 127;
  return {mixer.pulses(static_cast<size_t>(pulseLevel(s.pulse1) + pulseLevel(s.pulse2))),
          mixer.rest(noiseLevel(s.noise), dmc)[triangleSound(s.triangle)]};
}

int32_t Apu::amplitude() const {
  const Amplitude now = mixed();
  return now.pulses + now.rest;
}

void Apu::attach(BandLimited* output) {
  settle();
  output_ = output;
  heard_ = false;
}

// Tells the output of what is different since it was told last.
void Apu::emit() {
  const Amplitude now = mixed();
  output_->changesFrom(s.cycle);
  if (heard_ && now.pulses != heard_amplitude_.pulses)
    output_->change(s.cycle, now.pulses - heard_amplitude_.pulses);
  if (heard_ && now.rest != heard_amplitude_.rest) output_->change(s.cycle, now.rest - heard_amplitude_.rest);
  heard_ = true;
  heard_amplitude_ = now;
}

// Every change that the timers make in the next `cycles` ticks, in which nothing else moves.
void Apu::emitTimers(uint32_t cycles) {
  output_->changesFrom(s.cycle);
  emitPulses(cycles);
  emitRest(cycles);
}

void Apu::emitPulses(uint32_t cycles) {
  Wave wave1(s.pulse1, putTick());
  Wave wave2(s.pulse2, putTick());
  const Mixer& mixer = Mixer::get();
  int32_t heard = heard_amplitude_.pulses;
  for (uint32_t at; (at = std::min(wave1.at, wave2.at)) <= cycles;) {
    if (wave1.at == at) wave1.flip();
    if (wave2.at == at) wave2.flip();
    const int32_t amplitude = mixer.pulses(wave1.level() + wave2.level());
    if (amplitude != heard) output_->change(s.cycle + at, amplitude - heard);
    heard = amplitude;
  }
  heard_amplitude_.pulses = heard;
}

void Apu::emitRest(uint32_t cycles) {
  const Mixer& mixer = Mixer::get();

  size_t triangle = triangleSound(s.triangle);
  uint32_t triangle_step = s.triangle.step;
  uint32_t triangle_at = never;
  if (triangleRuns(s.triangle) && triangle != Mixer::triangle_mean) triangle_at = s.triangle.timer + 1u;

  const uint32_t volume = noiseVolume(s.noise);
  Hiss hiss(s.noise, periods(region_).noise[s.noise.rate & 15], putTick());

  Dmc dmc = s.dmc;
  uint32_t dmc_at = never;
  if (!dmc.silence) dmc_at = heardAfter(std::max<uint32_t>(dmc.timer, 1), putTick());

  const Mixer::TriangleRow* row = &mixer.rest(hiss.high ? volume : 0, dmc.output & 127);
  int32_t heard = heard_amplitude_.rest;
  for (uint32_t at; (at = std::min({triangle_at, hiss.at, dmc_at})) <= cycles;) {
    if (triangle_at == at) {
      triangle = triangleLevel(++triangle_step);
      triangle_at += s.triangle.period + 1u;
    }
    if (hiss.at == at) {
      hiss.flip();
      row = &mixer.rest(hiss.high ? volume : 0, dmc.output & 127);
    }
    if (dmc_at == at) {
      shiftDmc(dmc);
      dmc_at += 2u * dmcPeriod();
      row = &mixer.rest(hiss.high ? volume : 0, dmc.output & 127);
    }
    const int32_t amplitude = (*row)[triangle];
    if (amplitude != heard) output_->change(s.cycle + at, amplitude - heard);
    heard = amplitude;
  }
  heard_amplitude_.rest = heard;
}

}  // namespace jumpscope::apu
