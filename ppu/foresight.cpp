#include "ppu/foresight.h"

namespace jumpscope::ppu {

Foresight& PinWatcher::foresight() {
  static struct ForeseesNothing final : Foresight {
  } nothing;
  return nothing;
}

}  // namespace jumpscope::ppu
