// jumpscope play: a cartridge in a window.
#include <imgui.h>

#include <memory>

#include "ppu/palette.h"
#include "src/app/gui/host.h"
#include "src/app/gui/windows.h"
#include "src/app/interrupt.h"
#include "src/app/play_options.h"

namespace jumpscope::app::gui {

namespace {

int play(const PlayOptions& options) {
  const auto cartridge = loadCartridge(options.rom);
  Host host("play", "jumpscope: " + cartridge->name, 768, 740);
  for (;;) {
    if (interrupted()) return interrupted_status;
    for (const SDL_Event& event : host.events(10)) {
      if (event.type == SDL_QUIT) return 0;
      if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) return 0;
    }
    host.beginFrame();
    host.endFrame();
  }
}

}  // namespace

Action playCommand(Arguments& arguments) {
  auto options = std::make_shared<PlayOptions>();
  declarePlay(arguments, *options);
  return [options] { return play(*options); };
}

}  // namespace jumpscope::app::gui
