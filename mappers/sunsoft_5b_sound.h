// The sound of the Sunsoft 5B: three square waves, a noise, an envelope, as in a YM2149. Time passes in
// closed form while there is no listener. Source: NESdev "Sunsoft 5B audio".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "mappers/board.h"

namespace jumpscope::mappers {

struct Sunsoft5bSound {
  uint64_t cycle;                  // every cycle before it has been heard
  std::array<uint32_t, 3> passed;  // cycles since each square wave turned
  uint32_t noise_passed;           // since the noise's last step
  uint32_t envelope_passed;        // since the envelope's last step
  uint32_t noise;                  // shift register of 17 bits
  std::array<uint8_t, 16> registers;
  std::array<uint8_t, 3> high;  // the square waves
  uint8_t select;
  uint8_t envelope;  // steps since its start, 32 a ramp; from 64 on they repeat
  std::array<uint8_t, 3> unused;

  void powerOn() { noise = 1; }
  void write(uint8_t value) {
    if (select >= registers.size()) return;
    registers[select] = value;
    if (select == 13) envelope = envelope_passed = 0;
  }
  // `listener`: nullptr: none.
  void runTo(uint64_t until, SoundListener* listener) {
    while (cycle < until) {
      const uint64_t cycles = listener ? std::min(until - cycle, untilStep()) : until - cycle;
      const float before = listener ? output() : 0;
      advance(cycles);
      cycle += cycles;
      if (listener && output() != before) tell(listener);
    }
  }
  void tell(SoundListener* listener) const { listener->level(cycle, output()); }

 private:
  static constexpr unsigned noise_length = (1u << 17) - 1;
  static constexpr double console_pulse = 0.1494;  // at its loudest (NESdev "APU Mixer")

  uint64_t tonePeriod(unsigned i) const {
    return 16u * std::max(1u, registers[2 * i] | (registers[2 * i + 1] & 0x0Fu) << 8);
  }
  uint64_t noisePeriod() const { return 32u * std::max(1u, registers[6] & 0x1Fu); }
  uint64_t envelopePeriod() const {
    return 16u * std::max(1u, static_cast<unsigned>(registers[11] | registers[12] << 8));
  }

  static uint64_t until(uint64_t passed, uint64_t period) { return period > passed ? period - passed : 1; }
  static uint64_t step(uint32_t& passed, uint64_t cycles, uint64_t period) {
    const uint64_t first = until(passed, period);
    if (cycles < first) {
      passed = static_cast<uint32_t>(passed + cycles);
      return 0;
    }
    passed = static_cast<uint32_t>((cycles - first) % period);
    return 1 + (cycles - first) / period;
  }
  bool toneIsOff(unsigned i) const { return registers[7] >> i & 1; }
  bool noiseIsOff(unsigned i) const { return registers[7] >> (3 + i) & 1; }
  unsigned volume(unsigned i) const { return registers[8 + i] & 0x0F; }
  bool hasEnvelope(unsigned i) const { return registers[8 + i] & 0x10; }

  // What no channel plays does not count.
  uint64_t untilStep() const {
    uint64_t cycles = UINT64_MAX;
    for (unsigned i = 0; i < 3; ++i) {
      if (volume(i) == 0 && !hasEnvelope(i)) continue;
      if (!toneIsOff(i)) cycles = std::min(cycles, until(passed[i], tonePeriod(i)));
      if (!noiseIsOff(i)) cycles = std::min(cycles, until(noise_passed, noisePeriod()));
      if (hasEnvelope(i)) cycles = std::min(cycles, until(envelope_passed, envelopePeriod()));
    }
    return cycles;
  }
  void advance(uint64_t cycles) {
    for (unsigned i = 0; i < 3; ++i) high[i] = (high[i] + step(passed[i], cycles, tonePeriod(i))) & 1;
    const uint64_t shifts = step(noise_passed, cycles, noisePeriod()) % noise_length;
    for (uint64_t n = 0; n < shifts; ++n) noise = (noise & 0x1FFFF) >> 1 | ((noise ^ noise >> 3) & 1) << 16;
    const uint64_t steps = envelope + step(envelope_passed, cycles, envelopePeriod());
    envelope = static_cast<uint8_t>(steps < 128 ? steps : 64 + steps % 64);
  }

  // Bits 3-0 of the shape: continue, attack, alternate, hold. Returns 0-31.
  unsigned envelopeLevel() const {
    const unsigned shape = registers[13];
    const bool goes_on = shape & 8, alternates = shape & 2, holds = shape & 1;
    bool rises = shape & 4;
    unsigned at = envelope & 31;
    if (envelope >= 32) {
      if (!goes_on) return 0;
      if (holds) return rises != alternates ? 31 : 0;
      if (alternates && (envelope & 32)) rises = !rises;
    }
    return rises ? at : 31 - at;
  }
  // 1.5 dB a step of 32: the same on every machine, which std::exp2 does not promise. At volume 12 a square wave has three
  // quarters of the swing of one of the console's at its loudest: -2.5 dB, as NSFPlay has it from recordings of the test
  // program db_5b (NSFPlay, "mixe"; Mesen has +2 dB).
  static constexpr std::array<float, 32> levels = [] {
    constexpr double step_down = 0.8408964152537145;  // the fourth root of a half
    constexpr double six_steps_up = 2.8284271247461903;
    constexpr double loudest = 0.75 * console_pulse * six_steps_up;
    std::array<float, 32> made{};
    double level = loudest;
    for (size_t i = made.size() - 1; i > 1; --i, level *= step_down) made[i] = static_cast<float>(level);
    return made;
  }();
  float output() const {
    float sum = 0;
    for (unsigned i = 0; i < 3; ++i) {
      const bool tone = high[i] || toneIsOff(i), hiss = (noise & 1) || noiseIsOff(i);
      if (!tone || !hiss) continue;
      sum += levels[hasEnvelope(i) ? envelopeLevel() : volume(i) * 2 + (volume(i) ? 1 : 0)];
    }
    return sum;
  }
};

}  // namespace jumpscope::mappers
