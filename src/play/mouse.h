// The mouse as a Zapper or as the knob of a paddle.
#pragma once

#include <array>

#include "src/console/devices.h"

namespace jumpscope::play {

struct Mouse {
  float x = 0, y = 0;  // pixels of the console's picture; beyond it, too
  bool left = false, right = false;
};

// What the devices sense. Zapper: the aim; the left button is the trigger, the right one pulls it beside the
// picture. Paddle: the knob turns with x, and the left button fires.
std::array<console::DeviceInput, console::port_count> mouseInputs(const console::Devices& devices,
                                                                  const Mouse& mouse);

}  // namespace jumpscope::play
