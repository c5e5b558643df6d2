// Samples on their way from the window's thread to the sound device's.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

namespace jumpscope::play {

// Whatever happens, what comes out has no clicks: sound begins with a fade from silence, ends with one to
// silence when nothing is left, and pieces that do not belong together are laid over each other for a moment.
class SoundQueue {
 public:
  // `rate`: samples a second; `block`: how many the device takes at a time.
  SoundQueue(int rate, int block) : rate_(rate), block_(block) {}

  // For the window's thread. `latency_ms`: what the first sound after silence is to have; silence is put
  // before it. `most_ms`: latency beyond which samples are dropped.
  void push(std::span<const int16_t> samples, int64_t now_ns, double latency_ms, double most_ms);
  // While more is made than can be heard: the samples are taken whole or not at all.
  void pushIfRoom(std::span<const int16_t> samples, int64_t now_ns, double most_ms);
  // How long from `now` until a sample that is pushed now is heard: what is queued, and what the device took
  // and has not played yet.
  double latencyMs(int64_t now_ns) const;

  // For the device's thread.
  void pull(std::span<int16_t> out, int64_t now_ns);

  // false: nothing is left of what was pushed.
  bool playing() const;

  struct Counts {
    uint64_t underruns = 0;        // times that nothing was left
    uint64_t dropped_samples = 0;  // for the latency's sake
  };
  Counts counts() const;

 private:
  static constexpr size_t fade = 128;  // samples

  mutable std::mutex mutex_;
  const int rate_, block_;
  std::vector<int16_t> samples_;
  size_t first_ = 0;      // of samples_, not taken yet
  bool playing_ = false;  // false: silent until something is pushed
  bool torn_ = false;     // samples were left out before what is pushed next
  int16_t last_ = 0;      // heard last
  size_t fading_ = 0;     // samples of the fade to silence that are left
  int16_t fade_from_ = 0;
  bool pulled_ = false;
  int64_t pulled_at_ns_ = 0;
  Counts counts_;

  size_t left() const { return samples_.size() - first_; }
  double latencyLocked(int64_t now_ns) const;
  void append(std::span<const int16_t> samples);
  int16_t fadeOut();
};

}  // namespace jumpscope::play
