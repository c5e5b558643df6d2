// What the frontend has told the core: its callbacks, and the questions one can ask it.
#pragma once

#include <libretro.h>

#include <string>

namespace jumpscope::libretro {

// A callback that was not set is nullptr.
struct Frontend {
  retro_environment_t environment = nullptr;
  retro_video_refresh_t video = nullptr;
  retro_audio_sample_t sample = nullptr;
  retro_audio_sample_batch_t samples = nullptr;
  retro_input_poll_t poll = nullptr;
  retro_input_state_t input = nullptr;

  // False: the frontend does not know the command, or says no.
  bool ask(unsigned command, void* data) const { return environment && environment(command, data); }
  // The value of a core option; "" when the frontend has none.
  std::string option(const char* key) const;
  bool optionsChanged() const;
  // Where the frontend keeps files for cores; "" when it has no such folder.
  std::string systemFolder() const;

  // What the frontend will use of the next frame.
  struct Wanted {
    bool video = true, audio = true;
  };
  Wanted wanted() const;

  void log(retro_log_level level, const std::string& sentence) const;
  // Logs an error and shows it on the screen.
  void complain(const std::string& sentence) const;

  int16_t state(unsigned port, unsigned device, unsigned id) const {
    return input ? input(port, device, 0, id) : int16_t{0};
  }
};

}  // namespace jumpscope::libretro
