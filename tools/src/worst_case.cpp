// Searches the slowest program: random programs that write and read registers at random moments, without outputs and with
// pixels and sound.
//
//   cmake --build build/release --target worst_case
//   build/release/worst_case [--programs N] [--seed N] [--frames N] [--out FILE.nes]
//   build/release/worst_case --only SEED [--frames N] [--out FILE.nes]
//
// Program i has seed + i. All are timed once (CPU time of both runs, per frame), the slowest 16 of them again. The result is printed, and
// the slowest written to --out.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/console.h"
#include "tests/console/cartridge_builder.h"
#include "tests/console/random_program.h"

namespace {

using jumpscope::console::Console;
using Cartridge = std::shared_ptr<const jumpscope::console::Cartridge>;

// A circle of accesses. How often each kind comes is decided once for the whole program, so that among many programs there are
// some which do little else than one thing.
class Storm {
 public:
  explicit Storm(uint32_t seed) : random_(seed) {}

  Cartridge make() {
    constexpr uint16_t nmi = 0xFE00, irq = 0xFE80;
    for (int& weight : weights_) weight = oneIn(3) ? 0 : 1 << below(7);
    weights_[0] += 1;
    longest_delay_ = 1 << below(9);
    program_.waitForVblank().waitForVblank();
    program_.store(0x4017, 0x40)
        .store(0x2001, 0x1E)
        .store(0x2000, oneIn(2) ? 0x80 : 0x00)
        .store(0x4015, 0x1F);
    if (oneIn(2)) program_.put({0x58});
    const uint16_t start = program_.here();
    const int length = 64 << below(9);
    while (program_.here() < start + length && program_.here() < nmi - 64) access();
    program_.jmp(start);
    program_.org(nmi).put({0x48});
    if (oneIn(2)) program_.store(0x4014, 0x02);
    program_.put({0x68, 0x40}).nmi(nmi);
    program_.org(irq).put({0x48}).load(0x4015).put({0x68, 0x40}).irq(irq);
    std::vector<uint8_t> chr;
    if (oneIn(2))
      for (int i = 0; i < 0x2000; ++i) chr.push_back(static_cast<uint8_t>(byte() & byte()));
    return program_.build(
        oneIn(2) ? jumpscope::mappers::Mirroring::Vertical : jumpscope::mappers::Mirroring::Horizontal,
        std::move(chr));
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<uint32_t>(limit)); }
  uint8_t byte() { return static_cast<uint8_t>(random_() >> 13); }
  bool oneIn(int n) { return below(n) == 0; }
  int any(std::initializer_list<int> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }

  size_t kind() {
    int total = 0;
    for (const int weight : weights_) total += weight;
    int chosen = below(total);
    for (size_t i = 0;; ++i)
      if ((chosen -= weights_[i]) < 0) return i;
  }

  void access() {
    switch (kind()) {
      case 0:
        program_.store(static_cast<uint16_t>(0x2000 + below(8)), byte());
        return;
      case 1:
        program_.store(static_cast<uint16_t>(0x4000 + below(0x14)), byte());
        return;
      case 2:
        program_.load(static_cast<uint16_t>(any({0x2002, 0x2004, 0x2007, 0x4015, 0x4016, 0x4017})));
        return;
      case 3:
        program_.inc(
            static_cast<uint16_t>(any({0x2000, 0x2001, 0x2003, 0x2005, 0x2006, 0x2007, 0x4011, 0x4016})));
        return;
      case 4:
        program_.store(0x4014, static_cast<uint8_t>(below(8)));
        return;
      case 5:  // a sample at the highest rate, or none
        program_.store(0x4010, static_cast<uint8_t>(any({0x0F, 0x4F, 0x8F}))).store(0x4013, byte());
        program_.store(0x4015, static_cast<uint8_t>(any({0x1F, 0x1F, 0x0F})));
        return;
      case 6:
        program_.store(0x2006, 0x3F).store(0x2006, byte()).store(0x2007, byte());
        return;
      case 7:
        program_.store(0x2005, byte()).store(0x2005, byte());
        return;
      case 8:
        program_.store(0x2001, static_cast<uint8_t>(any({0x1E, 0x18, 0x08, 0x10, 0x00, 0x1F, 0xFE})));
        return;
      case 9:
        program_.put({0xA2, 1 + below(std::min(255, longest_delay_)), 0xCA, 0xD0, 0xFD});
        return;
      case 10:
        program_.put({any({0xE6, 0xA5, 0x65, 0x85, 0x46}), 0x10 + below(16)});
        return;
      case 11:  // the shortest periods
        program_.store(0x400E, 0x00).store(0x400F, 0x08).store(0x400C, 0x3F);
        program_.store(0x4008, 0xFF).store(0x400A, static_cast<uint8_t>(below(4))).store(0x400B, 0x08);
        return;
      case 12:
        program_.store(0x4017, static_cast<uint8_t>(any({0x00, 0x40, 0x80, 0xC0})));
        return;
      case 13:
        program_.store(0x2000, static_cast<uint8_t>(0x80 | byte()));
        return;
      default:
        program_.store(0x2003, 0).store(0x2004, byte());
        return;
    }
  }

  std::mt19937 random_;
  jumpscope::console::tests::Program program_;
  std::array<int, 15> weights_{};
  int longest_delay_ = 1;
};

Cartridge programOf(uint32_t seed) {
  if (seed % 4 == 0) return jumpscope::console::tests::RandomProgram(seed).cartridge;
  return Storm(seed).make();
}

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Microseconds a frame takes.
struct Times {
  double headless = 0, shown = 0;
  double both() const { return headless + shown; }
};

double timeOf(const Cartridge& cartridge, bool outputs, int frames) {
  jumpscope::console::Options options;
  options.video = options.audio = outputs;
  Console console(cartridge, options);
  for (int frame = 0; frame < 4; ++frame) console.runFrame();
  const double start = cpuSeconds();
  for (int frame = 0; frame < frames; ++frame) console.runFrame();
  return (cpuSeconds() - start) / frames * 1e6;
}

// The least of several runs, as other programs on the machine only add to it.
Times timesOf(const Cartridge& cartridge, int frames, int runs) {
  Times least{1e9, 1e9};
  for (int run = 0; run < runs; ++run) {
    least.headless = std::min(least.headless, timeOf(cartridge, false, frames));
    least.shown = std::min(least.shown, timeOf(cartridge, true, frames));
  }
  return least;
}

struct Candidate {
  uint32_t seed;
  Times times;
};

void sortSlowestFirst(std::vector<Candidate>& candidates) {
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.times.both() > b.times.both(); });
}

std::vector<Candidate> slowest(uint32_t first_seed, uint32_t programs, int frames) {
  std::vector<Candidate> candidates;
  for (uint32_t i = 0; i < programs; ++i)
    candidates.push_back({first_seed + i, timesOf(programOf(first_seed + i), frames, 1)});
  sortSlowestFirst(candidates);
  const Candidate median = candidates[candidates.size() / 2];
  std::printf("median of %u programs: %.0f us a frame without outputs, %.0f us with pixels and sound\n",
              programs, median.times.headless, median.times.shown);
  candidates.resize(std::min<size_t>(candidates.size(), 16));
  for (Candidate& candidate : candidates) candidate.times = timesOf(programOf(candidate.seed), 4 * frames, 5);
  sortSlowestFirst(candidates);
  return candidates;
}

void write(const jumpscope::console::Cartridge& cartridge, const std::filesystem::path& path) {
  const auto vertical = static_cast<char>(cartridge.mirroring == jumpscope::mappers::Mirroring::Vertical);
  std::string bytes = {'N',
                       'E',
                       'S',
                       0x1A,
                       static_cast<char>(cartridge.prg.size() / 0x4000),
                       static_cast<char>(cartridge.chr.size() / 0x2000),
                       vertical};
  bytes.resize(16);
  bytes.append(cartridge.prg.begin(), cartridge.prg.end());
  bytes.append(cartridge.chr.begin(), cartridge.chr.end());
  std::ofstream file(path, std::ios::binary);
  if (!file.write(bytes.data(), static_cast<std::streamsize>(bytes.size())).flush())
    throw std::runtime_error("cannot write " + path.string());
}

struct Options {
  uint32_t seed = 1, programs = 10'000;
  int frames = 20;
  std::filesystem::path out;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view word = argv[i];
    if (i + 1 == argc)
      throw std::runtime_error("'" + std::string(word) + "' lacks its value; see tools/worst_case.cpp");
    const auto number = static_cast<uint32_t>(std::strtoul(argv[i + 1], nullptr, 10));
    if (word == "--programs")
      options.programs = std::max(1u, number);
    else if (word == "--seed")
      options.seed = number;
    else if (word == "--only")
      options.seed = number, options.programs = 1;
    else if (word == "--frames")
      options.frames = static_cast<int>(std::clamp(number, 1u, 1'000'000u));
    else if (word == "--out")
      options.out = argv[i + 1];
    else
      throw std::runtime_error("unknown option '" + std::string(word) + "'; see tools/worst_case.cpp");
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    const std::vector<Candidate> found = slowest(options.seed, options.programs, options.frames);
    for (const Candidate& candidate : found)
      std::printf("seed %u: %.0f us without outputs, %.0f us with pixels and sound\n", candidate.seed,
                  candidate.times.headless, candidate.times.shown);
    if (!options.out.empty()) write(*programOf(found.front().seed), options.out);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "worst_case: %s\n", error.what());
    return 2;
  }
}
