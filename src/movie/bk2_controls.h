// The controls of BizHawk's NES consoles: which of them a movie's settings plug in, and the order of their columns.
// Sources: BizHawk's NESControllers, ControllerDefinition, ControllerDefinitionMerger and QuickNES.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/devices.h"

namespace jumpscope::movie {

// What a column of the input log controls.
struct Control {
  enum class Kind : uint8_t {
    Button,
    Command,
    DeviceButton,
    AimX,
    AimY,
    Knob,
    Unsupported,   // the console has it; a movie that uses it is refused
    Absent,        // nothing that is plugged in has it
    AbsentNumber,  // the same, and its column is a number
  } kind = Kind::Absent;
  size_t pad = 0;    // or the port of a device
  uint16_t bit = 0;  // of the buttons or the commands
  std::string name;

  bool isNumber() const {
    return kind == Kind::AimX || kind == Kind::AimY || kind == Kind::Knob || kind == Kind::AbsentNumber;
  }
  bool isAbsent() const { return kind == Kind::Absent || kind == Kind::AbsentNumber; }
};

// The console that a movie was recorded on.
struct Bk2Console {
  std::array<console::Device, console::port_count> ports{console::Device::Pad, console::Device::Pad,
                                                         console::Device::None};
  bool four_score = false;
  std::vector<size_t> players = {0, 1};  // our pad, or the port of a device, by player
  bool famicom = false;
  bool reset_first = false;     // QuickNes: Reset has its column before Power
  bool settings_known = false;  // the movie says what is plugged in

  bool holdsPad(size_t player) const;
};

// The control of that name, as it is on this console.
Control controlOf(const Bk2Console& console, const std::string& name);

// The names of all controls in the console's own order, which a movie without names of its own goes by.
std::vector<std::string> ownControls(const Bk2Console& console);

}  // namespace jumpscope::movie
