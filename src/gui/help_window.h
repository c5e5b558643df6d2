// The keys, as they are set now.
#pragma once

#include "src/play/keys.h"

namespace jumpscope::gui {

void drawKeys(const play::KeyMap& keys, bool& open);

}  // namespace jumpscope::gui
