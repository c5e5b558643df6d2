#include "src/play/sound_out.h"

#include <SDL.h>

#include <chrono>
#include <string_view>
#include <thread>

#include "src/base/concat.h"

namespace jumpscope::play {

int64_t steadyNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

SoundOut::~SoundOut() {
  if (device_ != 0) SDL_CloseAudioDevice(device_);
  if (started_) SDL_QuitSubSystem(SDL_INIT_AUDIO);
}

std::string SoundOut::open() {
  const auto silent = [] {
    return base::concat({"there is no sound device (", SDL_GetError(), "); the game runs without sound"});
  };
  if (SDL_InitSubSystem(SDL_INIT_AUDIO) != 0) return silent();
  started_ = true;
  SDL_AudioSpec wanted{};
  wanted.freq = Sound::console_rate;
  wanted.format = AUDIO_S16SYS;
  wanted.channels = 1;
  wanted.samples = block;
  wanted.userdata = this;
  wanted.callback = [](void* self, Uint8* bytes, int size) {
    static_cast<SoundOut*>(self)->fill({reinterpret_cast<int16_t*>(bytes), static_cast<size_t>(size) / 2});
  };
  SDL_AudioSpec given{};
  device_ = SDL_OpenAudioDevice(nullptr, 0, &wanted, &given,
                                SDL_AUDIO_ALLOW_FREQUENCY_CHANGE | SDL_AUDIO_ALLOW_SAMPLES_CHANGE);
  if (device_ == 0) return silent();
  const std::string_view driver = SDL_GetCurrentAudioDriver();
  keeps_time_ = driver != "disk" && driver != "dummy";
  rate_ = given.freq;
  sound_ = std::make_unique<Sound>(given.freq, given.samples);
  next_block_ns_ = steadyNs();
  SDL_PauseAudioDevice(device_, 0);
  return "";
}

void SoundOut::fill(std::span<int16_t> out) {
  if (!keeps_time_) {
    // SDL's drivers without a device wait 10 whole milliseconds for 512 samples, which is 6 % too short.
    const int64_t now = steadyNs();
    const auto length = static_cast<int64_t>(out.size()) * 1'000'000'000 / rate_;
    if (next_block_ns_ < now - 10 * length) next_block_ns_ = now;
    if (next_block_ns_ > now) std::this_thread::sleep_for(std::chrono::nanoseconds(next_block_ns_ - now));
    next_block_ns_ += length;
  }
  sound_->pull(out, steadyNs());
}

void SoundOut::play(std::span<const int16_t> samples, int64_t late_ns) {
  if (sound_) sound_->play(samples, steadyNs(), late_ns);
}

void SoundOut::playFast(std::span<const int16_t> samples) {
  if (sound_) sound_->playFast(samples, steadyNs());
}

void SoundOut::expectTurns(int64_t ns) {
  if (sound_) sound_->expectTurns(ns);
}

void SoundOut::setVolume(int volume, bool mute) {
  if (sound_) sound_->setVolume(volume, mute);
}

double SoundOut::latencyMs() const { return sound_ ? sound_->latencyMs(steadyNs()) : 0; }

}  // namespace jumpscope::play
