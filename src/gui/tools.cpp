#include <algorithm>

#include "src/gui/tool_window.h"

namespace jumpscope::gui {

void Tools::forgetCartridge() {
  tools_.clear();
  for (const auto make : {makeMemoryWindow, makeEventWindow, makeCodeDataWindow, makeProfilerWindow,
                          makeLogWindow, makeCheatWindow, makeLabelWindow})
    tools_.push_back(make());
  seen_ = 0;
}

ToolWindow* Tools::opening(std::string_view extension) const {
  for (const auto& tool : tools_)
    if (!tool->opens().empty() && tool->opens() == extension) return tool.get();
  return nullptr;
}

void Tools::forget(uint64_t frame) {
  for (const auto& tool : tools_) tool->forget(frame);
  seen_ = 0;
}

void Tools::frameRan(PlayState& player) {
  std::vector<ToolWindow*> looking;
  for (const auto& tool : tools_)
    if (tool->looks() && player.window(tool->setting())) looking.push_back(tool.get());
  play::Game& game = *player.game;
  const bool whole = !game.inFrame();
  if (looking.empty() || (whole && game.frame() == 0)) return;
  if (seen_ == game.console().cpuCycles()) return;
  seen_ = game.console().cpuCycles();
  const uint64_t frame = game.frame() - (whole ? 1 : 0);
  game.lookBack(frame, [&](console::Console& console, const play::Game::Next& next) {
    play::InstructionLog log(console);
    std::unique_ptr<console::Console> before;
    uint8_t buttons = 0;
    const auto own = console.hooks().on_instruction;
    console.hooks().on_instruction = [&] {
      if (!before) {
        before = std::make_unique<console::Console>(console);
        buttons = console.state().controllers.pads[0].buttons;
      }
      own();
      for (ToolWindow* tool : looking) tool->before(console, buttons);
    };
    next();
    log.close();
    if (!before) return;
    for (ToolWindow* tool : looking)
      tool->look(player, {log, console, *before, frame, whole, whole && game.flying()});
  });
}

}  // namespace jumpscope::gui
