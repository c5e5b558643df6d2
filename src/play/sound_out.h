// The sound device.
#pragma once

#include <SDL_audio.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "src/play/sound.h"

namespace jumpscope::play {

class SoundOut {
 public:
  SoundOut() = default;
  ~SoundOut();
  SoundOut(const SoundOut&) = delete;
  SoundOut& operator=(const SoundOut&) = delete;

  // Opens the default device (SDL_AUDIODRIVER chooses the driver; "disk" writes to SDL_DISKAUDIOFILE).
  // Without one everything below does nothing: returns a sentence that says so, or "".
  std::string open();
  bool isOpen() const { return sound_ != nullptr; }

  // As Sound has them; the time is the steady clock's.
  void play(std::span<const int16_t> samples, int64_t late_ns = 0);
  void playFast(std::span<const int16_t> samples);
  void expectTurns(int64_t ns);
  void setVolume(int volume, bool mute);

  double latencyMs() const;
  double ratio() const { return sound_ ? sound_->ratio() : 1; }
  SoundQueue::Counts counts() const { return sound_ ? sound_->counts() : SoundQueue::Counts(); }

 private:
  static constexpr int block = 512;

  std::unique_ptr<Sound> sound_;
  SDL_AudioDeviceID device_ = 0;
  bool started_ = false;
  // For drivers that keep no time of their own.
  bool keeps_time_ = true;
  int rate_ = Sound::console_rate;
  int64_t next_block_ns_ = 0;

  void fill(std::span<int16_t> out);
};

// Nanoseconds of the steady clock: what SoundOut and Pacer are to be fed with.
int64_t steadyNs();

}  // namespace jumpscope::play
