#include "src/play/tools/callers.h"

#include <algorithm>

#include "src/trace/call_stack.h"

namespace jumpscope::play {

std::vector<trace::Caller> callersNow(Game& game) {
  std::vector<trace::Caller> callers;
  const uint64_t before = game.frame() - std::min<uint64_t>(game.frame(), 1);
  game.lookBack(std::max(before, game.oldestFrame()), [&](console::Console& console, const Game::Next& next) {
    trace::CallStack stack(console);
    console.hooks().on_stack_moved = [&] { stack.stackMoved(); };
    while (next()) {
    }
    console.hooks().on_stack_moved = nullptr;
    stack.list(callers);
  });
  return callers;
}

}  // namespace jumpscope::play
