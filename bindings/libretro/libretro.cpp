// The functions that a frontend calls. Those that need a cartridge do nothing without one.
#include <cstring>
#include <exception>
#include <memory>

#include "bindings/libretro/controllers.h"
#include "bindings/libretro/frontend.h"
#include "bindings/libretro/game.h"
#include "bindings/libretro/settings.h"
#include "jumpscope.h"

using jumpscope::libretro::Frontend;
using jumpscope::libretro::Game;

namespace {

Frontend frontend;
std::unique_ptr<Game> game;

}  // namespace

void retro_set_environment(retro_environment_t callback) {
  frontend.environment = callback;
  jumpscope::libretro::declareOptions(frontend);
  jumpscope::libretro::declareControllers(frontend);
}
void retro_set_video_refresh(retro_video_refresh_t callback) { frontend.video = callback; }
void retro_set_audio_sample(retro_audio_sample_t callback) { frontend.sample = callback; }
void retro_set_audio_sample_batch(retro_audio_sample_batch_t callback) { frontend.samples = callback; }
void retro_set_input_poll(retro_input_poll_t callback) { frontend.poll = callback; }
void retro_set_input_state(retro_input_state_t callback) { frontend.input = callback; }

void retro_init() {}
void retro_deinit() {
  game.reset();
  frontend = {};
}
unsigned retro_api_version() { return RETRO_API_VERSION; }

void retro_get_system_info(retro_system_info* info) {
  *info = {};
  info->library_name = "jumpscope";
  info->library_version = jumpscope_version();
  info->valid_extensions = "nes";
}

void retro_get_system_av_info(retro_system_av_info* info) {
  *info = {};
  if (game) *info = game->audioVideo();
}

bool retro_load_game(const retro_game_info* info) {
  game.reset();
  try {
    if (!info || !info->data)
      throw std::runtime_error("the frontend gives no file's content; load a .nes file");
    game = std::make_unique<Game>(frontend, *info);
    game->describeMemory();
    bool achievements = true;
    frontend.ask(RETRO_ENVIRONMENT_SET_SUPPORT_ACHIEVEMENTS, &achievements);
    return true;
  } catch (const std::exception& error) {
    game.reset();
    frontend.complain(error.what());
    return false;
  }
}
bool retro_load_game_special(unsigned, const retro_game_info*, size_t) { return false; }
void retro_unload_game() { game.reset(); }

void retro_run() {
  if (game) game->runFrame();
}
void retro_reset() {
  if (game) game->reset();
}
unsigned retro_get_region() { return game && game->isPal() ? RETRO_REGION_PAL : RETRO_REGION_NTSC; }
void retro_set_controller_port_device(unsigned port, unsigned device) {
  if (game) game->setDevice(port, device);
}

size_t retro_serialize_size() { return game ? game->stateSize() : 0; }
bool retro_serialize(void* state, size_t size) { return game && game->save(state, size); }
bool retro_unserialize(const void* state, size_t size) { return game && game->load(state, size); }

void* retro_get_memory_data(unsigned id) {
  size_t size = 0;
  return game ? game->memory(id, size) : nullptr;
}
size_t retro_get_memory_size(unsigned id) {
  size_t size = 0;
  if (game) game->memory(id, size);
  return size;
}

void retro_cheat_reset() {
  if (game) game->forgetCheats();
}
void retro_cheat_set(unsigned index, bool enabled, const char* code) {
  if (game && code) game->setCheat(index, enabled, code);
}
