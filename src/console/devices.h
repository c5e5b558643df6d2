// Input devices: what can be plugged in where, and what each of them senses.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jumpscope::console {

enum class Device : uint8_t {
  None,
  Pad,
  Zapper,
  PowerPadA,    // side A up: without numbers
  PowerPadB,    // side B up: numbered 1 to 12
  Arkanoid,     // the Vaus paddle
  FamicomPads,  // the third and fourth pad of the Famicom's expansion port
};
constexpr Device lastOf(Device) { return Device::FamicomPads; }

// The two controller ports and the Famicom's expansion port.
constexpr size_t port_count = 3;
constexpr size_t expansion_port = 2;

struct Devices {
  std::array<Device, port_count> ports{Device::Pad, Device::Pad, Device::None};
  bool four_score = false;  // in the place of what both controller ports hold

  // True if this device is where the console finds it.
  bool has(size_t port, Device device) const {
    return ports[port] == device && (port == expansion_port || !four_score);
  }
  // True if something senses the picture.
  bool watchThePicture() const {
    return has(0, Device::Zapper) || has(1, Device::Zapper) || has(expansion_port, Device::Zapper);
  }

  // In one comparison, since each strobe asks.
  bool operator==(const Devices& other) const {
    return std::bit_cast<uint32_t>(*this) == std::bit_cast<uint32_t>(other);
  }
};

// What a device other than a pad senses.
struct DeviceInput {
  static constexpr uint8_t away = 0xFF;  // as `y`: the Zapper points beside the picture

  uint8_t x = 0x80, y = away;  // where a Zapper points, in pixels
  uint8_t knob = 0x80;         // of a paddle, as a program decodes it
  // Zapper: bit 0, the trigger is half pulled. Paddle: bit 0, the button. Power Pad: bit n - 1, the n-th
  // field of its upper side, counted from left to right and from top to bottom.
  uint16_t buttons = 0;

  bool operator==(const DeviceInput&) const = default;
};
constexpr uint16_t trigger = 1;
constexpr int mat_fields = 12;

// "none", "pad", "zapper", …
std::string_view deviceName(Device device);
// "2=zapper expansion=famicom-pads", "four-score"; what is as usual is left out.
std::string toString(const Devices& devices);
// Plugs in what the text says: "1=KIND", "2=KIND", "expansion=KIND" or "four-score". Throws
// std::runtime_error.
void plugIn(Devices& devices, const std::string& text);

// All that plugIn() takes.
std::vector<std::string> deviceTexts();

// The devices that a NES 2.0 header asks for by number; nullopt: there is no such device here. Source: NESdev "NES
// 2.0", "Default Expansion Device".
std::optional<Devices> devicesOfHeader(int number);

}  // namespace jumpscope::console
