// Converts sound from one sample rate to another rate that may change slightly all the time.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace jumpscope::play {

// Interpolates with a sinc of 32 samples under a Kaiser window. A sine comes out with a signal to noise ratio
// of more than 80 dB up to 10 kHz and more than 60 dB up to 16 kHz (48 kHz in, 48 kHz ± 0.5 % out); what is
// left is mostly the rounding to 16 bits. Delays by 16 samples.
class Resampler {
 public:
  // `narrowing`: output rate / input rate when that is well below 1, so that nothing is folded back; else 1.
  explicit Resampler(double narrowing = 1.0);

  // Appends to `out`. `step`: input samples an output sample. It goes from the last call's step to this one
  // evenly over the call: a ratio that jumps would be heard.
  void process(std::span<const int16_t> in, double step, std::vector<int16_t>& out);
  // Forgets what came before.
  void clear();

 private:
  static constexpr int taps = 32, phases = 512;

  std::vector<float> kernel_;  // phases + 1 rows of taps
  std::vector<float> input_;   // not used up yet
  double position_ = 0;        // of the next output sample's first tap in input_
  double step_ = 0;            // of the last call; 0: none

  double at(double position) const;
};

}  // namespace jumpscope::play
