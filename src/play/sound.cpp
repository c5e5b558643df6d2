#include "src/play/sound.h"

#include <cmath>

namespace jumpscope::play {

Sound::Sound(int device_rate, int block)
    : device_rate_(device_rate),
      target_(1000.0 * block / device_rate),
      resampler_(device_rate < 0.98 * console_rate ? device_rate_ / console_rate : 1),
      queue_(device_rate, block) {}

void Sound::setVolume(int volume, bool mute) {
  // Squared: half the volume sounds half as loud, and not a little softer.
  wanted_gain_ = mute ? 0 : volume * volume / 10000.0;
}

void Sound::resample(std::span<const int16_t> samples) {
  ready_.clear();
  // After a pause the sound may continue at another position.
  if (!queue_.playing()) resampler_.clear();
  resampler_.process(samples, console_rate / (device_rate_ * control_.ratio()), ready_);
  if (gain_ == 1 && wanted_gain_ == 1) return;
  const double change = ready_.empty() ? 0 : (wanted_gain_ - gain_) / static_cast<double>(ready_.size());
  for (int16_t& sample : ready_) {
    gain_ += change;
    sample = static_cast<int16_t>(std::nearbyint(sample * gain_));
  }
  gain_ = wanted_gain_;
}

void Sound::play(std::span<const int16_t> samples, int64_t now_ns, int64_t late_ns) {
  resample(samples);
  const double late_ms = static_cast<double>(late_ns) * 1e-6,
               made_ms = static_cast<double>(samples.size()) * 1000 / console_rate;
  target_.turn(made_ms, late_ms);
  queue_.push(ready_, now_ns, target_.ms() - late_ms, target_.ms() + spare_latency_ms);
  control_.update(queue_.latencyMs(now_ns) + late_ms, made_ms, target_.ms());
}

void Sound::playFast(std::span<const int16_t> samples, int64_t now_ns) {
  resample(samples);
  queue_.pushIfRoom(ready_, now_ns, target_.ms());
  control_.interrupted();
}

}  // namespace jumpscope::play
