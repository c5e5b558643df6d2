#include "src/play/mouse.h"

#include <algorithm>
#include <cmath>

#include "ppu/timing.h"

namespace jumpscope::play {

namespace {

using console::Device;
using console::DeviceInput;

// The range that programs expect. Source: NESdev "Arkanoid controller".
constexpr float first_knob = 0x54, knob_steps = 0xA0;

DeviceInput aimOf(const Mouse& mouse) {
  DeviceInput input;
  const float x = std::floor(mouse.x), y = std::floor(mouse.y);
  const bool inside = x >= 0 && y >= 0 && x < ppu::picture_width && y < ppu::picture_height;
  if (inside) input.x = static_cast<uint8_t>(x);
  if (inside && !mouse.right) input.y = static_cast<uint8_t>(y);
  if (mouse.left || mouse.right) input.buttons = console::trigger;
  return input;
}

DeviceInput knobOf(const Mouse& mouse) {
  const float turned = std::clamp(mouse.x / (ppu::picture_width - 1), 0.0f, 1.0f);
  DeviceInput input;
  input.knob = static_cast<uint8_t>(first_knob + std::round(turned * knob_steps));
  if (mouse.left) input.buttons = console::trigger;
  return input;
}

}  // namespace

std::array<DeviceInput, console::port_count> mouseInputs(const console::Devices& devices,
                                                         const Mouse& mouse) {
  std::array<DeviceInput, console::port_count> inputs{};
  for (size_t port = 0; port < inputs.size(); ++port) {
    if (devices.has(port, Device::Zapper)) inputs[port] = aimOf(mouse);
    if (devices.has(port, Device::Arkanoid)) inputs[port] = knobOf(mouse);
  }
  return inputs;
}

}  // namespace jumpscope::play
