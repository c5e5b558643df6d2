// The differential fuzzer: random programs in lockstep and with catch-up, which must agree in every field of the
// state, with states saved, loaded and copied, memory poked and the reset button pressed in between.
//
//   cmake --build build/release --target fuzz_fresh
//   build/release/fuzz_fresh [--programs N] [--frames N] [--minutes N] [--seed N] [--jobs N] [--out DIR]
//   build/release/fuzz_fresh --replay FILE.case...
//
// Without --programs and --minutes: one minute. The seed is the day's unless given; it is printed first, and
// program i has seed + i. What is found is made smaller and written to DIR as NAME.nes and NAME.case (see
// tests/fuzz/programs/case.h); the tests replay what lies in tests/fuzz/corpus/programs. Exit status: 0 no
// difference, 1 a difference, 2 it could not be done.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/sweep.h"
#include "tests/fuzz/programs/minimize.h"
#include "tests/fuzz/programs/run_case.h"

namespace {

using namespace jumpscope::fuzz;
using Clock = std::chrono::steady_clock;

struct Options {
  uint64_t programs = 0;  // 0: until the time is up
  double minutes = 0;     // 0: no limit
  int frames = 14;
  uint64_t seed = 0;
  unsigned jobs = 1;
  std::filesystem::path out = "tests/fuzz/corpus/programs";
  std::vector<std::string> replayed;
};

double numberOf(std::string_view option, const std::string& text, double most) {
  size_t used = 0;
  double value = -1;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
  }
  if (used != text.size() || used == 0 || !(value >= 0 && value <= most))
    throw std::runtime_error(std::string(option) + " takes a number up to " +
                             std::to_string(static_cast<uint64_t>(most)) + ", not '" + text + "'");
  return value;
}

Options parse(int argc, char** argv) {
  Options options;
  options.seed = seedOfTheDay();
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--replay") {
      options.replayed.assign(argv + i + 1, argv + argc);
      break;
    }
    if (i + 1 == argc)
      throw std::runtime_error("'" + word + "' is no option, or lacks its value; see tools/fuzz_fresh.cpp");
    const std::string value = argv[++i];
    if (word == "--programs")
      options.programs = static_cast<uint64_t>(numberOf(word, value, 1e9));
    else if (word == "--frames")
      options.frames = std::max(1, static_cast<int>(numberOf(word, value, 1e6)));
    else if (word == "--minutes")
      options.minutes = numberOf(word, value, 1e6);
    else if (word == "--seed")
      options.seed = static_cast<uint64_t>(numberOf(word, value, 4294967295.0));
    else if (word == "--jobs")
      options.jobs = std::max(1u, static_cast<unsigned>(numberOf(word, value, 256)));
    else if (word == "--out")
      options.out = value;
    else
      throw std::runtime_error("unknown option '" + word + "'; see tools/fuzz_fresh.cpp");
  }
  if (options.programs == 0 && options.minutes == 0) options.minutes = 1;
  return options;
}

// Makes a find smaller, writes it, and says how to see it.
void keep(const Case& failing, const Finding& finding, uint32_t seed, const std::filesystem::path& out) {
  std::printf("seed %u, mapper %d.%d: frame %d: %s\n", seed, failing.board.mapper, failing.board.submapper,
              finding.frame, finding.what.c_str());
  std::fflush(stdout);
  Case start = failing;
  start.frames = finding.frame + 1;
  const Case small = minimized(start, [&finding](const Case& tried) {
    const auto again = runCase(tried);
    return again && again->refused == finding.refused;
  });
  const auto last = runCase(small);
  const std::filesystem::path path = out / ("seed-" + std::to_string(seed) + ".case");
  writeCase(small, path);
  std::filesystem::path rom = path;
  rom.replace_extension(".nes");
  std::printf("  made smaller: frame %d: %s\n  see it with: fuzz_fresh --replay %s\n", last->frame,
              last->what.c_str(), path.c_str());
  if (small.disturbances.empty())
    std::printf("  or compare the states of: %s --state a; … --policy every-cycle --state b\n",
                runCommand(small, rom).c_str());
  std::fflush(stdout);
}

int replay(const std::vector<std::string>& paths) {
  int differences = 0;
  for (const std::string& path : paths) {
    const auto finding = runCase(readCase(path));
    if (finding)
      std::printf("%s: frame %d: %s\n", path.c_str(), finding->frame, finding->what.c_str());
    else
      std::printf("%s: equal\n", path.c_str());
    differences += finding.has_value();
  }
  return differences != 0;
}

// Programs are handed out in order, so the same options give the same programs whatever the number of jobs.
int fuzz(const Options& options) {
  std::printf("seed %llu, %d frames each, jobs %u\n", static_cast<unsigned long long>(options.seed),
              options.frames, options.jobs);
  std::fflush(stdout);
  const auto start = Clock::now();
  const auto secondsPassed = [start] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  std::atomic<uint64_t> next = 0, done = 0, found = 0;
  const auto say = [&](uint64_t programs, uint64_t finds) {
    std::printf("%llu programs of %d frames, %llu with a difference or a refused state, %.0f s\n",
                static_cast<unsigned long long>(programs), options.frames,
                static_cast<unsigned long long>(finds), secondsPassed());
    std::fflush(stdout);
  };
  double next_line = 60;  // of what was done so far, in seconds
  std::mutex output;
  jumpscope::console::inParallel(options.jobs, options.jobs, [&](unsigned, size_t) {
    for (;;) {
      if (options.minutes > 0 && secondsPassed() >= options.minutes * 60) return;
      const uint64_t index = next++;
      if (options.programs > 0 && index >= options.programs) return;
      const auto seed = static_cast<uint32_t>(options.seed + index);
      const Case tried = randomCase(seed, options.frames);
      if (const auto finding = runCase(tried)) {
        const std::lock_guard lock(output);
        ++found;
        keep(tried, *finding, seed, options.out);
      }
      ++done;
      const std::lock_guard lock(output);
      if (secondsPassed() < next_line) continue;
      next_line = secondsPassed() + 60;
      say(done, found);
    }
  });
  say(done, found);
  return found != 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parse(argc, argv);
    return options.replayed.empty() ? fuzz(options) : replay(options.replayed);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_fresh: %s\n", error.what());
    return 2;
  }
}
