#include "src/play/pacer.h"

#include <algorithm>
#include <numeric>

namespace jumpscope::play {

FrameRate frameRate(console::Region region) {
  // Dots a second over dots a frame, both times a number that makes them whole.
  const auto rate = [](int64_t dots, int64_t dots_per_frame) {
    const int64_t common = std::gcd(dots, dots_per_frame);
    return FrameRate{dots / common, dots_per_frame / common};
  };
  switch (region) {
    case console::Region::Ntsc:
      // 3 dots a CPU cycle of 39375000 / 22 Hz; both times 22 * 2.
      return rate(int64_t{3} * 39375000 * 2, int64_t{22} * (2 * 341 * 262 - 1));
    default:
      // 26601712.5 / 5 dots a second; both times 10.
      return rate(int64_t{2} * 26601712 + 1, int64_t{10} * 341 * 312);
  }
}

int64_t Pacer::dueAt(int64_t frame) const {
  // __int128 is not standard C++, so whole seconds and the rest are computed separately.
  constexpr int64_t second = 1'000'000'000;
  const int64_t whole = frame / rate_.frames, rest = frame % rate_.frames;
  const double within =
      static_cast<double>(rest) * static_cast<double>(rate_.seconds) / static_cast<double>(rate_.frames);
  return start_ns_ + whole * rate_.seconds * second + static_cast<int64_t>(within * second);
}

int Pacer::due(int64_t now_ns) {
  if (!started_ || dueAt(frames_ + most_at_once) <= now_ns) {
    started_ = true;
    start_ns_ = now_ns;
    frames_ = 0;
  }
  int frames = 0;
  while (dueAt(frames_) <= now_ns) {
    ++frames_;
    ++frames;
  }
  return frames;
}

int64_t Pacer::lateNs(int64_t now_ns, int left) const {
  return started_ && frames_ > left ? std::max<int64_t>(0, now_ns - dueAt(frames_ - 1 - left)) : 0;
}

bool Pictures::due(int64_t now_ns, uint64_t frames, bool changed) {
  if (frames == frames_ && (!changed || now_ns - last_ns_ < between_ns)) return false;
  frames_ = frames;
  last_ns_ = now_ns;
  return true;
}

int64_t Pacer::waitNs(int64_t now_ns) const {
  if (!started_) return 0;
  const int64_t wait = dueAt(frames_) - now_ns;
  return wait > 0 ? wait : 0;
}

}  // namespace jumpscope::play
