// jumpscope lab: the movement models side by side.
#include <imgui.h>

#include <memory>

#include "src/app/gui/host.h"
#include "src/app/gui/windows.h"
#include "src/app/interrupt.h"
#include "src/app/play_options.h"

namespace jumpscope::app::gui {

namespace {

int lab(const LabOptions&) {
  Host host("lab", "jumpscope lab", 1280, 800);
  for (;;) {
    if (interrupted()) return interrupted_status;
    for (const SDL_Event& event : host.events(10)) {
      if (event.type == SDL_QUIT) return 0;
      if (event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_ESCAPE) return 0;
    }
    host.beginFrame();
    ImGui::ShowDemoWindow();
    host.endFrame();
  }
}

}  // namespace

Action labCommand(Arguments& arguments) {
  auto options = std::make_shared<LabOptions>();
  declareLab(arguments, *options);
  return [options] { return lab(*options); };
}

}  // namespace jumpscope::app::gui
