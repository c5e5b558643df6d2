#include "bindings/libretro/frontend.h"

namespace jumpscope::libretro {

std::string Frontend::option(const char* key) const {
  retro_variable variable = {key, nullptr};
  return ask(RETRO_ENVIRONMENT_GET_VARIABLE, &variable) && variable.value ? variable.value : "";
}

bool Frontend::optionsChanged() const {
  bool changed = false;
  return ask(RETRO_ENVIRONMENT_GET_VARIABLE_UPDATE, &changed) && changed;
}

std::string Frontend::systemFolder() const {
  const char* folder = nullptr;
  return ask(RETRO_ENVIRONMENT_GET_SYSTEM_DIRECTORY, &folder) && folder ? folder : "";
}

Frontend::Wanted Frontend::wanted() const {
  constexpr int video = 1, audio = 2;
  int bits = video | audio;
  if (!ask(RETRO_ENVIRONMENT_GET_AUDIO_VIDEO_ENABLE, &bits)) return {};
  return {(bits & video) != 0, (bits & audio) != 0};
}

void Frontend::log(retro_log_level level, const std::string& sentence) const {
  retro_log_callback callback = {nullptr};
  if (ask(RETRO_ENVIRONMENT_GET_LOG_INTERFACE, &callback) && callback.log)
    callback.log(level, "jumpscope: %s\n", sentence.c_str());
}

void Frontend::complain(const std::string& sentence) const {
  log(RETRO_LOG_ERROR, sentence);
  constexpr unsigned milliseconds = 6000, frames = 360;
  unsigned version = 0;
  if (ask(RETRO_ENVIRONMENT_GET_MESSAGE_INTERFACE_VERSION, &version) && version >= 1) {
    retro_message_ext message = {};
    message.msg = sentence.c_str();
    message.duration = milliseconds;
    message.priority = 3;
    message.level = RETRO_LOG_ERROR;
    message.target = RETRO_MESSAGE_TARGET_OSD;
    message.type = RETRO_MESSAGE_TYPE_NOTIFICATION;
    message.progress = -1;
    ask(RETRO_ENVIRONMENT_SET_MESSAGE_EXT, &message);
    return;
  }
  retro_message message = {sentence.c_str(), frames};
  ask(RETRO_ENVIRONMENT_SET_MESSAGE, &message);
}

}  // namespace jumpscope::libretro
