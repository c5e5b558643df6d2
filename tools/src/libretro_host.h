// A libretro frontend without a window: loads a core, answers what it asks, and keeps what it gives.
#pragma once

#include <libretro.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace jumpscope::tools {

// The functions of a core, by their names without "retro_".
struct CoreFunctions {
  decltype(&retro_set_environment) set_environment;
  decltype(&retro_set_video_refresh) set_video_refresh;
  decltype(&retro_set_audio_sample) set_audio_sample;
  decltype(&retro_set_audio_sample_batch) set_audio_sample_batch;
  decltype(&retro_set_input_poll) set_input_poll;
  decltype(&retro_set_input_state) set_input_state;
  decltype(&retro_init) init;
  decltype(&retro_deinit) deinit;
  decltype(&retro_api_version) api_version;
  decltype(&retro_get_system_info) get_system_info;
  decltype(&retro_get_system_av_info) get_system_av_info;
  decltype(&retro_set_controller_port_device) set_controller_port_device;
  decltype(&retro_reset) reset;
  decltype(&retro_run) run;
  decltype(&retro_serialize_size) serialize_size;
  decltype(&retro_serialize) serialize;
  decltype(&retro_unserialize) unserialize;
  decltype(&retro_cheat_reset) cheat_reset;
  decltype(&retro_cheat_set) cheat_set;
  decltype(&retro_load_game) load_game;
  decltype(&retro_load_game_special) load_game_special;
  decltype(&retro_unload_game) unload_game;
  decltype(&retro_get_region) get_region;
  decltype(&retro_get_memory_data) get_memory_data;
  decltype(&retro_get_memory_size) get_memory_size;
};

// What is held down or pointed at, as libretro's numbers have it.
struct HostInput {
  std::array<uint16_t, 4> pads{};  // bit n: RETRO_DEVICE_ID_JOYPAD_n
  int16_t x = -0x8000, y = -0x8000;
  bool pressed = false, offscreen = false;
};

// What the frontend can do; to be set before load().
struct HostManner {
  unsigned options_version = 2;
  bool takes_xrgb8888 = true, takes_rgb565 = true;
  bool batches = true;  // of samples; false: one at a time
  bool messages = true;
  std::map<std::string, std::string> options{};
  std::string system_folder{};
};

// One at a time may be in a call of its core; several may have cores loaded, from different files.
class Host {
 public:
  // Throws std::runtime_error when the file is no core.
  explicit Host(const std::filesystem::path& core, HostManner manner = {});
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // The core's functions. They are to be called by call(), so that the core's questions reach this host.
  const CoreFunctions& core() const { return core_; }
  template <class Function, class... Arguments>
  auto call(Function function, Arguments... arguments) {
    asked_ = this;
    return function(arguments...);
  }

  bool load(const std::vector<uint8_t>& file, const std::string& path = "game.nes");
  bool load(const std::filesystem::path& file);
  void unload() { call(core_.unload_game); }
  void run() { call(core_.run); }
  // With run-ahead by one frame, as RetroArch does it in one instance: the frame is shown that follows it.
  void runAhead();
  std::vector<uint8_t> save();
  bool restore(const std::vector<uint8_t>& state) {
    return call(core_.unserialize, state.data(), state.size());
  }
  void setOption(const std::string& key, const std::string& value);

  HostInput input;
  bool keep = true;   // false: pictures and samples are thrown away
  bool shows = true;  // false: the core is told that nobody sees or hears what it makes

  // The last picture as 0x00RRGGBB (5 and 6 bits wide colors are not widened), and all samples, left and right in turn.
  unsigned width = 0, height = 0;
  std::vector<uint32_t> picture;
  std::vector<int16_t> samples;
  unsigned pictures = 0;

  // What the core told: 'SET_...' calls, and lines for the log and the screen.
  std::map<std::string, std::vector<std::string>> declared;  // options and their values, the default first
  std::vector<retro_memory_descriptor> memory;
  std::vector<std::string> log, messages;
  retro_game_geometry geometry{};
  unsigned controller_ports = 0, input_descriptors = 0;

 private:
  static bool environment(unsigned command, void* data);
  static void video(const void* data, unsigned width, unsigned height, size_t pitch);
  static void sample(int16_t left, int16_t right);
  static size_t sampleBatch(const int16_t* data, size_t frames);
  static int16_t state(unsigned port, unsigned device, unsigned index, unsigned id);
  static void logLine(retro_log_level level, const char* format, ...);
  bool answer(unsigned command, void* data);
  bool answerOptions(unsigned command, void* data);
  void takePicture(const void* data, size_t pitch);

  static Host* asked_;
  HostManner manner_;
  void* library_ = nullptr;
  CoreFunctions core_{};
  retro_pixel_format format_ = RETRO_PIXEL_FORMAT_0RGB1555;
  bool options_changed_ = false;
};

}  // namespace jumpscope::tools
