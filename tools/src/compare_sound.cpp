// compare-sound MADE.wav HEARD.raw: whether a recording of the window's sound, made with
//   SDL_AUDIODRIVER=disk SDL_DISKAUDIOFILE=HEARD.raw jumpscope play …
// is what `jumpscope run --wav MADE.wav` makes, apart from the rate control's drift. HEARD may also be a
// .wav. All is 16 bits, mono, 48 kHz. Exit status: 0 the same, 1 not, 2 wrong use.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

#include "src/base/files.h"
#include "tests/support/sound_compare.h"

namespace {

std::vector<int16_t> readSound(const std::string& path) {
  const std::vector<uint8_t> bytes = jumpscope::base::readFile(path);
  // Our .wav files have one header of 44 bytes; SDL's disk driver writes none.
  const bool is_wav = bytes.size() >= 44 && std::memcmp(bytes.data(), "RIFF", 4) == 0;
  std::vector<int16_t> samples;
  for (size_t i = is_wav ? 44 : 0; i + 1 < bytes.size(); i += 2)
    samples.push_back(static_cast<int16_t>(bytes[i] | bytes[i + 1] << 8));
  return samples;
}

int compare(const std::string& made_path, const std::string& heard_path) {
  const std::vector<int16_t> made = readSound(made_path), heard = readSound(heard_path);
  const jumpscope::tests::SoundComparison c = jumpscope::tests::compareSound(made, heard);
  if (!c.aligned) {
    std::printf("%s is nowhere in %s\n", heard_path.c_str(), made_path.c_str());
    return 1;
  }
  std::printf("compared %.1f s from sample %lld of %s on, which is at %.0f in %s\n", c.seconds,
              static_cast<long long>(c.first), heard_path.c_str(), c.shift, made_path.c_str());
  std::printf("ratio over a second: %.5f to %.5f\n", c.lowest_ratio, c.highest_ratio);
  std::printf("worst signal to noise ratio of %zu blocks with sound: %.1f dB\n", c.blocks, c.worst_snr_db);
  std::printf("gaps: %zu\n", c.gaps);
  for (const int64_t at : c.gap_at)
    std::printf("  at sample %lld (%.3f s)\n", static_cast<long long>(at), static_cast<double>(at) / 48000);
  return c.gaps == 0 && c.blocks > 0 && c.lowest_ratio > 0.9945 && c.highest_ratio < 1.0055 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: compare-sound MADE.wav HEARD.raw\n");
    return 2;
  }
  try {
    return compare(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "compare-sound: %s\n", error.what());
    return 2;
  }
}
