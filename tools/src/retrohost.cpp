// retrohost: runs a libretro core without a window and times it, so that tools/bench has somebody to compare with.
// Usage: retrohost [--run-ahead] FRAMES CORE.so ROM. Prints one JSON object: core, frames, seconds (wall clock) and
// cpu_seconds, loading not counted, fps. --run-ahead: by one frame, in the same instance.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "libretro_host.h"

namespace {

using jumpscope::tools::Host;

void run(bool run_ahead, unsigned long frames, const char* core_path, const char* rom_path) {
  Host host(core_path, {.system_folder = std::filesystem::temp_directory_path().string()});
  host.keep = false;
  retro_system_info info{};
  host.call(host.core().get_system_info, &info);
  if (!host.load(std::filesystem::path(rom_path)))
    throw std::runtime_error("the core does not take this ROM");

  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  for (unsigned long frame = 0; frame < frames; ++frame) run_ahead ? host.runAhead() : host.run();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  std::printf(
      "{\"core\": \"%s %s\", \"frames\": %lu, \"seconds\": %.6f, \"fps\": %.1f, \"cpu_seconds\": %.6f}\n",
      info.library_name, info.library_version, frames, seconds, static_cast<double>(frames) / seconds,
      cpu_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::vector<const char*> words(argv + 1, argv + argc);
    const bool run_ahead = !words.empty() && words.front() == std::string("--run-ahead");
    if (run_ahead) words.erase(words.begin());
    const unsigned long frames = words.size() == 3 ? std::strtoul(words[0], nullptr, 10) : 0;
    if (frames == 0) throw std::runtime_error("usage: retrohost [--run-ahead] FRAMES CORE.so ROM");
    run(run_ahead, frames, words[1], words[2]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retrohost: %s\n", error.what());
    return 2;
  }
}
