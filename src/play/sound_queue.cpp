#include "src/play/sound_queue.h"

#include <algorithm>

namespace jumpscope::play {

namespace {

// Interpolates between two samples by `part` of `whole`.
int16_t between(int16_t from, int16_t to, size_t part, size_t whole) {
  const auto way = static_cast<int64_t>(part);
  const auto all = static_cast<int64_t>(whole);
  return static_cast<int16_t>((from * (all - way) + to * way) / all);
}

}  // namespace

double SoundQueue::latencyLocked(int64_t now_ns) const {
  double samples = static_cast<double>(left());
  if (pulled_) {
    const double played = static_cast<double>(now_ns - pulled_at_ns_) * 1e-9 * rate_;
    samples += std::clamp(block_ - played, 0.0, static_cast<double>(block_));
  }
  return samples * 1000 / rate_;
}

double SoundQueue::latencyMs(int64_t now_ns) const {
  const std::lock_guard lock(mutex_);
  return latencyLocked(now_ns);
}

bool SoundQueue::playing() const {
  const std::lock_guard lock(mutex_);
  return playing_;
}

SoundQueue::Counts SoundQueue::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

// The first sound after silence is faded in; after a tear the new samples are laid over the last ones.
void SoundQueue::append(std::span<const int16_t> samples) {
  if (torn_ && playing_) {
    const size_t length = std::min({fade, left(), samples.size()});
    int16_t* old = samples_.data() + samples_.size() - length;
    for (size_t i = 0; i < length; ++i) old[i] = between(old[i], samples[i], i + 1, length + 1);
    samples = samples.subspan(length);
  }
  const size_t start = samples_.size();
  samples_.insert(samples_.end(), samples.begin(), samples.end());
  if (!playing_)
    for (size_t i = 0; i < std::min(fade, samples.size()); ++i)
      samples_[start + i] = between(0, samples_[start + i], i, fade);
  torn_ = false;
  playing_ = true;
}

void SoundQueue::push(std::span<const int16_t> samples, int64_t now_ns, double latency_ms, double most_ms) {
  const std::lock_guard lock(mutex_);
  const double made_ms = static_cast<double>(samples.size()) * 1000 / rate_;
  const double then_ms = latencyLocked(now_ns) + made_ms;
  if (!playing_) {
    const double silence = std::max(0.0, latency_ms - then_ms) * rate_ / 1000;
    samples_.insert(samples_.end(), static_cast<size_t>(silence), 0);
  } else if (then_ms > most_ms) {
    const auto excess = static_cast<size_t>((then_ms - most_ms) * rate_ / 1000) + 1;
    const size_t dropped = std::min(excess, samples.size());
    counts_.dropped_samples += dropped;
    samples = samples.subspan(dropped);
    torn_ = true;
    if (samples.empty()) return;
  }
  append(samples);
}

void SoundQueue::pushIfRoom(std::span<const int16_t> samples, int64_t now_ns, double most_ms) {
  const std::lock_guard lock(mutex_);
  const double made_ms = static_cast<double>(samples.size()) * 1000 / rate_;
  if (playing_ && latencyLocked(now_ns) + made_ms > most_ms)
    torn_ = true;
  else
    append(samples);
}

int16_t SoundQueue::fadeOut() {
  if (fading_ == 0) return 0;
  --fading_;
  return between(0, fade_from_, fading_, fade);
}

void SoundQueue::pull(std::span<int16_t> out, int64_t now_ns) {
  const std::lock_guard lock(mutex_);
  pulled_ = true;
  pulled_at_ns_ = now_ns;
  const size_t taken = playing_ ? std::min(out.size(), left()) : 0;
  std::copy_n(samples_.begin() + static_cast<std::ptrdiff_t>(first_), taken, out.begin());
  first_ += taken;
  if (taken > 0) last_ = out[taken - 1];
  if (playing_ && taken < out.size()) {
    ++counts_.underruns;
    playing_ = false;
    fading_ = fade;
    fade_from_ = last_;
  }
  for (size_t i = taken; i < out.size(); ++i) out[i] = fadeOut();
  // What was taken is thrown away now and then.
  if (first_ > 4096 || first_ == samples_.size()) {
    samples_.erase(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(first_));
    first_ = 0;
  }
}

}  // namespace jumpscope::play
