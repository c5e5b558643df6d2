#include "ppu/palette.h"

#include <algorithm>
#include <cstring>

namespace jumpscope::ppu {

namespace {

// The signal is a square wave at the color subcarrier's frequency. Twelve half-cycles of the master clock
// make one period of it, and the hue says during which six of them the wave is high. All levels in
// millivolts.
constexpr int phases = 12;
constexpr std::array<int, 4> low_level{228, 312, 552, 880};
constexpr std::array<int, 4> high_level{616, 840, 1100, 1100};
constexpr std::array<int, 4> low_level_attenuated{192, 256, 448, 712};
constexpr std::array<int, 4> high_level_attenuated{500, 676, 896, 896};
constexpr int black = 312;
constexpr int white = 1100;

// A television scales saturation so that the burst swings by 40 % of the white level; the 2C02's burst is
// stronger.
constexpr int burst_swing = 524 - 148;
constexpr int standard_burst_percent = 40;

constexpr bool isHigh(int hue, int phase) { return (hue + phase) % phases < phases / 2; }

constexpr int signalAt(int index, int emphasis, int phase) {
  const int hue = index & 0x0F;
  if (hue >= 0x0E) return black;
  const int level = index >> 4;
  const bool attenuated = (emphasis & 1 && isHigh(0, phase)) || (emphasis & 2 && isHigh(4, phase)) ||
                          (emphasis & 4 && isHigh(8, phase));
  const bool high = hue == 0 || (hue < 0x0D && isHigh(hue, phase));
  if (attenuated) return high ? high_level_attenuated[level] : low_level_attenuated[level];
  return high ? high_level[level] : low_level[level];
}

// cos(15 degrees * k) in millionths, for any k.
constexpr int64_t cosine15(int k) {
  constexpr std::array<int64_t, 7> quarter{1'000'000, 965'926, 866'025, 707'107, 500'000, 258'819, 0};
  k = (k % 24 + 24) % 24;
  if (k > 12) k = 24 - k;
  return k <= 6 ? quarter[k] : -quarter[12 - k];
}

// `numerator / denominator`, rounded to the nearest, halves away from zero.
constexpr int64_t rounded(int64_t numerator, int64_t denominator) {
  return (numerator + (numerator < 0 ? -denominator : denominator) / 2) / denominator;
}

constexpr Rgb decode(int index, int emphasis) {
  // The wave of hue h is centered on phase 2.5 - h. The burst has hue 8, so its center (phase 6.5) stands at
  // 180 degrees of the color circle: phase p stands at 15 degrees * (1 - 2 p).
  int64_t luma = 0, u = 0, v = 0;
  for (int phase = 0; phase < phases; ++phase) {
    const int signal = signalAt(index, emphasis, phase);
    const int half_steps = 1 - 2 * phase;
    luma += signal - black;
    u += signal * cosine15(half_steps);
    v += signal * cosine15(half_steps - 6);
  }
  // From here on everything is in millionths of the white level.
  const int64_t y = rounded(luma * 1'000'000, phases * (white - black));
  const auto chroma = [](int64_t sum) {
    const int64_t amplitude = rounded(2 * sum, phases * (white - black));
    return rounded(amplitude * standard_burst_percent * (white - black), 100 * burst_swing);
  };
  u = chroma(u);
  v = chroma(v);
  // The usual matrix from Y, U, V (ITU-R BT.470) in thousandths. No gamma: the signal is made for a tube's.
  const auto byte = [](int64_t millionths) {
    return static_cast<uint8_t>(std::clamp<int64_t>(rounded(millionths * 255, 1'000'000), 0, 255));
  };
  return {byte(y + rounded(1140 * v, 1000)), byte(y - rounded(395 * u + 581 * v, 1000)),
          byte(y + rounded(2032 * u, 1000))};
}

constexpr std::array<Rgb, 512> decodeAll() {
  std::array<Rgb, 512> palette{};
  for (int i = 0; i < 512; ++i) palette[i] = decode(i & 0x3F, i >> 6);
  return palette;
}

// Each color and a byte without meaning: words of four bytes are read and written at once.
using Word = std::array<uint8_t, 4>;

constexpr std::array<Word, 512> asWords(const std::array<Rgb, 512>& palette) {
  std::array<Word, 512> words{};
  for (size_t i = 0; i < words.size(); ++i) words[i] = {palette[i].red, palette[i].green, palette[i].blue, 0};
  return words;
}

constinit const std::array<Word, 512> ntsc_words = asWords(decodeAll());

}  // namespace

constinit const std::array<Rgb, 512> ntsc_palette = decodeAll();

// What the last byte of each word holds, the next word overwrites.
void writeRgb(std::span<const uint16_t> pixels, uint8_t* out) {
  if (pixels.empty()) return;
  for (const uint16_t pixel : pixels.first(pixels.size() - 1)) {
    std::memcpy(out, ntsc_words[pixel & 0x1FF].data(), sizeof(Word));
    out += sizeof(Rgb);
  }
  std::memcpy(out, ntsc_words[pixels.back() & 0x1FF].data(), sizeof(Rgb));
}

}  // namespace jumpscope::ppu
