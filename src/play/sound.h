// The console's sound on its way to a device: rate control, resampling, volume, queue. All but the device, so
// that a test can be one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "src/play/latency.h"
#include "src/play/rate_control.h"
#include "src/play/resampler.h"
#include "src/play/sound_queue.h"

namespace jumpscope::play {

class Sound {
 public:
  // `device_rate`: samples a second; `block`: how many the device takes at a time.
  Sound(int device_rate, int block);

  static constexpr int console_rate = 48000;
  // How much longer than its target the way from the making of a sample to its being heard may become (a driver or sound
  // server behind the device may add its own).
  static constexpr double spare_latency_ms = 10;

  // For the window's thread. What the frames of one turn made, mono, at console_rate. `late_ns`: by how much the last of
  // them ran after its time (Pacer::lateNs), so that a display that makes frames wait does not look like a drift.
  void play(std::span<const int16_t> samples, int64_t now_ns, int64_t late_ns = 0);
  // Before the first sound: so long will nothing come while the window draws.
  void expectTurns(int64_t ns) { target_.expect(static_cast<double>(ns) * 1e-6); }
  // In fast-forward: frames come faster than they can be heard, and some are left out.
  void playFast(std::span<const int16_t> samples, int64_t now_ns);
  // 0-100; takes effect within a frame, without a click.
  void setVolume(int volume, bool mute);

  // For the device's thread.
  void pull(std::span<int16_t> out, int64_t now_ns) { queue_.pull(out, now_ns); }

  double latencyMs(int64_t now_ns) const { return queue_.latencyMs(now_ns); }
  double targetMs() const { return target_.ms(); }
  double ratio() const { return control_.ratio(); }
  SoundQueue::Counts counts() const { return queue_.counts(); }

 private:
  double device_rate_;
  LatencyTarget target_;
  RateControl control_;
  Resampler resampler_;
  SoundQueue queue_;
  double gain_ = 1, wanted_gain_ = 1;
  std::vector<int16_t> ready_;

  void resample(std::span<const int16_t> samples);
};

}  // namespace jumpscope::play
