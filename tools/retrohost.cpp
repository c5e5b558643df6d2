// retrohost: runs a libretro core without a window and times it, so that tools/bench has somebody to compare
// with. Build: g++ -std=c++20 -O2 -o retrohost retrohost.cpp -ldl Usage: retrohost FRAMES CORE.so ROM Prints
// one JSON object: core, frames, seconds (wall clock) and cpu_seconds, loading not counted, fps. The part of
// the libretro interface used here is declared below from its published header's numbers.

#include <dlfcn.h>

#include <chrono>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct SystemInfo {
  const char* name;
  const char* version;
  const char* extensions;
  bool needs_path;
  bool keeps_archives;
};

struct GameInfo {
  const char* path;
  const void* data;
  size_t size;
  const char* meta;
};

enum EnvironmentCall : unsigned {
  GetCanDupe = 3,
  GetSystemDirectory = 9,
  SetPixelFormat = 10,
  GetVariableUpdate = 17,
  GetSaveDirectory = 31,
};

std::string scratch_directory;

// Answers a core's questions; what is not answered keeps the core's default.
bool environment(unsigned call, void* data) {
  switch (call) {
    case GetCanDupe:
      *static_cast<bool*>(data) = true;
      return true;
    case GetVariableUpdate:
      *static_cast<bool*>(data) = false;
      return true;
    case GetSystemDirectory:
    case GetSaveDirectory:
      *static_cast<const char**>(data) = scratch_directory.c_str();
      return true;
    case SetPixelFormat:
      return true;
    default:
      return false;
  }
}

// Pictures and samples are made by the core and thrown away here; nobody presses anything.
void video(const void*, unsigned, unsigned, size_t) {}
void audioSample(int16_t, int16_t) {}
size_t audioBatch(const int16_t*, size_t count) { return count; }
void pollInput() {}
int16_t inputState(unsigned, unsigned, unsigned, unsigned) { return 0; }

template <class Function>
Function symbol(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (!address) throw std::runtime_error(std::string("the core has no ") + name);
  return reinterpret_cast<Function>(address);
}

std::vector<char> readFile(const char* path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error(std::string("cannot read ") + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

void run(unsigned long frames, const char* core_path, const char* rom_path) {
  scratch_directory = std::filesystem::temp_directory_path().string();
  void* core = dlopen(std::filesystem::absolute(core_path).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!core) throw std::runtime_error(dlerror());

  symbol<void (*)(bool (*)(unsigned, void*))>(core, "retro_set_environment")(environment);
  symbol<void (*)()>(core, "retro_init")();
  symbol<void (*)(void (*)(const void*, unsigned, unsigned, size_t))>(core, "retro_set_video_refresh")(video);
  symbol<void (*)(void (*)(int16_t, int16_t))>(core, "retro_set_audio_sample")(audioSample);
  symbol<void (*)(size_t(*)(const int16_t*, size_t))>(core, "retro_set_audio_sample_batch")(audioBatch);
  symbol<void (*)(void (*)())>(core, "retro_set_input_poll")(pollInput);
  symbol<void (*)(int16_t(*)(unsigned, unsigned, unsigned, unsigned))>(core,
                                                                       "retro_set_input_state")(inputState);

  SystemInfo info{};
  symbol<void (*)(SystemInfo*)>(core, "retro_get_system_info")(&info);
  const std::vector<char> rom = readFile(rom_path);
  const GameInfo game{rom_path, rom.data(), rom.size(), nullptr};
  if (!symbol<bool (*)(const GameInfo*)>(core, "retro_load_game")(&game))
    throw std::runtime_error("the core does not take this ROM");

  const auto run_frame = symbol<void (*)()>(core, "retro_run");
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu_start = std::clock();
  for (unsigned long frame = 0; frame < frames; ++frame) run_frame();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double cpu_seconds = static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC;
  std::printf(
      "{\"core\": \"%s %s\", \"frames\": %lu, \"seconds\": %.6f, \"fps\": %.1f, \"cpu_seconds\": %.6f}\n",
      info.name, info.version, frames, seconds, static_cast<double>(frames) / seconds, cpu_seconds);
  symbol<void (*)()>(core, "retro_unload_game")();
  symbol<void (*)()>(core, "retro_deinit")();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const unsigned long frames = argc == 4 ? std::strtoul(argv[1], nullptr, 10) : 0;
    if (frames == 0) throw std::runtime_error("usage: retrohost FRAMES CORE.so ROM");
    run(frames, argv[2], argv[3]);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retrohost: %s\n", error.what());
    return 2;
  }
}
