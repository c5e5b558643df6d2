#include "libretro_host.h"

#include <dlfcn.h>

#include <cstdarg>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace jumpscope::tools {

Host* Host::asked_ = nullptr;

namespace {

template <class Function>
void find(void* library, const char* name, Function& function) {
  void* address = dlsym(library, (std::string("retro_") + name).c_str());
  if (!address) throw std::runtime_error(std::string("the core has no retro_") + name);
  function = reinterpret_cast<Function>(address);
}

CoreFunctions functionsOf(void* library) {
  CoreFunctions core{};
#define JUMPSCOPE_FIND(name) find(library, #name, core.name)
  JUMPSCOPE_FIND(set_environment);
  JUMPSCOPE_FIND(set_video_refresh);
  JUMPSCOPE_FIND(set_audio_sample);
  JUMPSCOPE_FIND(set_audio_sample_batch);
  JUMPSCOPE_FIND(set_input_poll);
  JUMPSCOPE_FIND(set_input_state);
  JUMPSCOPE_FIND(init);
  JUMPSCOPE_FIND(deinit);
  JUMPSCOPE_FIND(api_version);
  JUMPSCOPE_FIND(get_system_info);
  JUMPSCOPE_FIND(get_system_av_info);
  JUMPSCOPE_FIND(set_controller_port_device);
  JUMPSCOPE_FIND(reset);
  JUMPSCOPE_FIND(run);
  JUMPSCOPE_FIND(serialize_size);
  JUMPSCOPE_FIND(serialize);
  JUMPSCOPE_FIND(unserialize);
  JUMPSCOPE_FIND(cheat_reset);
  JUMPSCOPE_FIND(cheat_set);
  JUMPSCOPE_FIND(load_game);
  JUMPSCOPE_FIND(load_game_special);
  JUMPSCOPE_FIND(unload_game);
  JUMPSCOPE_FIND(get_region);
  JUMPSCOPE_FIND(get_memory_data);
  JUMPSCOPE_FIND(get_memory_size);
#undef JUMPSCOPE_FIND
  return core;
}

// "Label; default|other|other"
std::vector<std::string> valuesOf(const std::string& text) {
  std::vector<std::string> values;
  for (size_t at = text.find("; ") + 2; at <= text.size();) {
    const size_t end = std::min(text.find('|', at), text.size());
    values.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return values;
}

template <class Definition>
std::vector<std::string> valuesOf(const Definition& option) {
  std::vector<std::string> values = {option.default_value};
  for (const auto* value = option.values; value->value; ++value)
    if (values.front() != value->value) values.push_back(value->value);
  return values;
}

}  // namespace

Host::Host(const std::filesystem::path& core, HostManner manner) : manner_(std::move(manner)) {
  library_ = dlopen(std::filesystem::absolute(core).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) throw std::runtime_error(dlerror());
  core_ = functionsOf(library_);
  call(core_.set_environment, &Host::environment);
  call(core_.init);
  call(core_.set_video_refresh, &Host::video);
  call(core_.set_audio_sample, &Host::sample);
  call(core_.set_audio_sample_batch, manner_.batches ? &Host::sampleBatch : nullptr);
  call(
      core_.set_input_poll, +[] {});
  call(core_.set_input_state, &Host::state);
}

Host::~Host() {
  call(core_.unload_game);
  call(core_.deinit);
  dlclose(library_);
}

bool Host::load(const std::vector<uint8_t>& file, const std::string& path) {
  const retro_game_info info = {path.c_str(), file.data(), file.size(), nullptr};
  return call(core_.load_game, &info);
}

bool Host::load(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return load(std::vector<uint8_t>{std::istreambuf_iterator<char>(in), {}}, file.string());
}

std::vector<uint8_t> Host::save() {
  std::vector<uint8_t> state(call(core_.serialize_size));
  if (!call(core_.serialize, static_cast<void*>(state.data()), state.size()))
    throw std::runtime_error("the core did not save its state");
  return state;
}

void Host::runAhead() {
  shows = false;
  run();
  const std::vector<uint8_t> state = save();
  shows = true;
  run();
  restore(state);
}

void Host::setOption(const std::string& key, const std::string& value) {
  manner_.options[key] = value;
  options_changed_ = true;
}

bool Host::environment(unsigned command, void* data) {
  return asked_->answerOptions(command, data) || asked_->answer(command, data);
}

bool Host::answerOptions(unsigned command, void* data) {
  switch (command) {
    case RETRO_ENVIRONMENT_GET_CORE_OPTIONS_VERSION:
      *static_cast<unsigned*>(data) = manner_.options_version;
      return manner_.options_version > 0;
    case RETRO_ENVIRONMENT_SET_CORE_OPTIONS_V2:
      for (auto* option = static_cast<retro_core_options_v2*>(data)->definitions; option->key; ++option)
        declared[option->key] = valuesOf(*option);
      return true;
    case RETRO_ENVIRONMENT_SET_CORE_OPTIONS:
      for (auto* option = static_cast<retro_core_option_definition*>(data); option->key; ++option)
        declared[option->key] = valuesOf(*option);
      return true;
    case RETRO_ENVIRONMENT_SET_VARIABLES:
      for (auto* option = static_cast<retro_variable*>(data); option->key; ++option)
        declared[option->key] = valuesOf(std::string(option->value));
      return true;
    case RETRO_ENVIRONMENT_GET_VARIABLE: {
      auto* variable = static_cast<retro_variable*>(data);
      const auto found = manner_.options.find(variable->key);
      variable->value = found == manner_.options.end() ? nullptr : found->second.c_str();
      return variable->value != nullptr;
    }
    case RETRO_ENVIRONMENT_GET_VARIABLE_UPDATE:
      *static_cast<bool*>(data) = options_changed_;
      options_changed_ = false;
      return true;
    default:
      return false;
  }
}

bool Host::answer(unsigned command, void* data) {
  switch (command) {
    case RETRO_ENVIRONMENT_GET_CAN_DUPE:
      return *static_cast<bool*>(data) = true;
    case RETRO_ENVIRONMENT_GET_SYSTEM_DIRECTORY:
    case RETRO_ENVIRONMENT_GET_SAVE_DIRECTORY:
      *static_cast<const char**>(data) = manner_.system_folder.c_str();
      return true;
    case RETRO_ENVIRONMENT_SET_PIXEL_FORMAT:
      format_ = *static_cast<retro_pixel_format*>(data);
      return format_ == RETRO_PIXEL_FORMAT_XRGB8888 ? manner_.takes_xrgb8888 : manner_.takes_rgb565;
    case RETRO_ENVIRONMENT_GET_AUDIO_VIDEO_ENABLE:
      *static_cast<int*>(data) = shows ? 3 : 0;
      return true;
    case RETRO_ENVIRONMENT_SET_MEMORY_MAPS: {
      const auto* map = static_cast<retro_memory_map*>(data);
      memory.assign(map->descriptors, map->descriptors + map->num_descriptors);
      return true;
    }
    case RETRO_ENVIRONMENT_SET_CONTROLLER_INFO:
      for (auto* port = static_cast<retro_controller_info*>(data); port->types; ++port) ++controller_ports;
      return true;
    case RETRO_ENVIRONMENT_SET_INPUT_DESCRIPTORS:
      for (auto* name = static_cast<retro_input_descriptor*>(data); name->description; ++name)
        ++input_descriptors;
      return true;
    case RETRO_ENVIRONMENT_SET_GEOMETRY:
      geometry = *static_cast<retro_game_geometry*>(data);
      return true;
    case RETRO_ENVIRONMENT_GET_LOG_INTERFACE:
      static_cast<retro_log_callback*>(data)->log = &Host::logLine;
      return true;
    case RETRO_ENVIRONMENT_GET_MESSAGE_INTERFACE_VERSION:
      *static_cast<unsigned*>(data) = 1;
      return manner_.messages;
    case RETRO_ENVIRONMENT_SET_MESSAGE_EXT:
      messages.push_back(static_cast<retro_message_ext*>(data)->msg);
      return true;
    case RETRO_ENVIRONMENT_SET_MESSAGE:
      messages.push_back(static_cast<retro_message*>(data)->msg);
      return true;
    default:
      return false;
  }
}

void Host::video(const void* data, unsigned width, unsigned height, size_t pitch) {
  if (!asked_->shows) return;
  ++asked_->pictures;
  if (!data || !asked_->keep) return;
  asked_->width = width;
  asked_->height = height;
  asked_->takePicture(data, pitch);
}

void Host::takePicture(const void* data, size_t pitch) {
  picture.resize(size_t{width} * height);
  for (size_t y = 0; y < height; ++y) {
    const auto* line = static_cast<const uint8_t*>(data) + y * pitch;
    for (size_t x = 0; x < width; ++x) {
      uint32_t& pixel = picture[y * width + x];
      if (format_ == RETRO_PIXEL_FORMAT_XRGB8888) {
        pixel = reinterpret_cast<const uint32_t*>(line)[x] & 0xFFFFFF;
      } else {
        const uint16_t word = reinterpret_cast<const uint16_t*>(line)[x];
        pixel = word >> 11 << 16 | (word >> 5 & 63) << 8 | (word & 31);
      }
    }
  }
}

void Host::sample(int16_t left, int16_t right) {
  if (asked_->shows && asked_->keep) asked_->samples.insert(asked_->samples.end(), {left, right});
}

size_t Host::sampleBatch(const int16_t* data, size_t frames) {
  if (asked_->shows && asked_->keep) asked_->samples.insert(asked_->samples.end(), data, data + 2 * frames);
  return frames;
}

int16_t Host::state(unsigned port, unsigned device, unsigned, unsigned id) {
  const HostInput& input = asked_->input;
  switch (device & RETRO_DEVICE_MASK) {
    case RETRO_DEVICE_JOYPAD:
      return port < input.pads.size() && id < 16 ? static_cast<int16_t>(input.pads[port] >> id & 1)
                                                 : int16_t{0};
    case RETRO_DEVICE_LIGHTGUN:
      if (id == RETRO_DEVICE_ID_LIGHTGUN_SCREEN_X) return input.x;
      if (id == RETRO_DEVICE_ID_LIGHTGUN_SCREEN_Y) return input.y;
      if (id == RETRO_DEVICE_ID_LIGHTGUN_IS_OFFSCREEN) return input.offscreen;
      return id == RETRO_DEVICE_ID_LIGHTGUN_TRIGGER && input.pressed;
    case RETRO_DEVICE_POINTER:
      if (id == RETRO_DEVICE_ID_POINTER_X) return input.x;
      if (id == RETRO_DEVICE_ID_POINTER_Y) return input.y;
      return id == RETRO_DEVICE_ID_POINTER_PRESSED && input.pressed;
    default:
      return 0;
  }
}

void Host::logLine(retro_log_level, const char* format, ...) {
  char line[2000];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  asked_->log.push_back(line);
}

}  // namespace jumpscope::tools
