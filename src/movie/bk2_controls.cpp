#include "src/movie/bk2_controls.h"

#include <algorithm>
#include <charconv>

#include "src/movie/fm2.h"

namespace jumpscope::movie {
namespace {

using console::Device;
using Kind = Control::Kind;
using Names = std::vector<std::string_view>;

// By bit, the highest first.
constexpr std::array<std::string_view, 8> buttons = {"Right", "Left",   "Down", "Up",
                                                     "Start", "Select", "B",    "A"};

// The player of "P3 A"; 0: the control is the console's.
size_t playerOf(std::string_view name) {
  const bool has_player =
      name.size() > 3 && name[0] == 'P' && name[1] >= '1' && name[1] <= '9' && name[2] == ' ';
  return has_player ? size_t(name[1] - '0') : 0;
}

// The number of a Power Pad's field, "PP12".
std::optional<int> fieldOf(std::string_view name) {
  if (!name.starts_with("PP")) return std::nullopt;
  int field = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data() + 2, end, field);
  if (error != std::errc() || stop != end || field < 1 || field > console::mat_fields) return std::nullopt;
  return field;
}

// Switches that a plain NES lacks, but not the consoles of these movies.
bool isSwitch(std::string_view name) {
  for (const std::string_view known : {"FDS ", "Insert Coin", "Service Switch", "P2 Microphone"})
    if (name.starts_with(known)) return true;
  return false;
}

Control deviceControl(const Bk2Console& console, size_t port, std::string_view name) {
  Control found;
  found.pad = port;
  const Device device = console.ports[port];
  const auto field = fieldOf(name);
  if ((device == Device::Zapper || device == Device::Arkanoid) && name == "Fire") {
    found.kind = Kind::DeviceButton;
    found.bit = console::trigger;
  } else if (device == Device::Zapper && (name == "Zapper X" || name == "Zapper Y")) {
    found.kind = name.back() == 'X' ? Kind::AimX : Kind::AimY;
  } else if (device == Device::Arkanoid && name == "Paddle") {
    found.kind = Kind::Knob;
  } else if (device == Device::PowerPadB && field) {
    found.kind = Kind::DeviceButton;
    found.bit = uint16_t(1u << (*field - 1));
  }
  return found;
}

Control playersControl(const Bk2Console& console, size_t player, std::string_view name) {
  if (player >= console.players.size()) return {};
  const auto button = std::ranges::find(buttons, name);
  const size_t pad = console.players[player];
  if (button == buttons.end())
    return pad < console::port_count ? deviceControl(console, pad, name) : Control{};
  if (!console.holdsPad(player)) return {};
  return {Kind::Button, pad, uint16_t(0x80 >> (button - buttons.begin())), {}};
}

// Numbers have columns of several characters.
bool isNumberName(std::string_view name) {
  return name.ends_with(" X") || name.ends_with(" Y") || name.ends_with("Paddle") || name.ends_with(" Cycle");
}

Names playersNames(const Bk2Console& console, size_t player) {
  static const Names pad = {"Up", "Down", "Left", "Right", "Start", "Select", "B", "A"};
  static const Names second_of_famicom = {"Up", "Down", "Left", "Right", "B", "A", "Microphone"};
  // Four pads on one plug have the order in which they are read.
  static const Names plugged_together = {"A", "B", "Select", "Start", "Up", "Down", "Left", "Right"};
  static const Names mat = {"PP2",  "PP1", "PP5", "PP9", "PP6",  "PP10",
                            "PP11", "PP7", "PP4", "PP3", "PP12", "PP8"};
  if (console.holdsPad(player)) {
    if (console.four_score || console.players[player] >= 2) return plugged_together;
    return console.famicom && player == 1 ? second_of_famicom : pad;
  }
  switch (console.ports[console.players[player]]) {
    case Device::Zapper:
      return {"Zapper X", "Zapper Y", "Fire"};
    case Device::Arkanoid:
      return {"Paddle", "Fire"};
    case Device::PowerPadB:
      return mat;
    default:
      return {};
  }
}

}  // namespace

bool Bk2Console::holdsPad(size_t player) const {
  const size_t pad = players[player];
  if (pad < 2) return four_score || ports[pad] == Device::Pad;
  return four_score || ports[console::expansion_port] == Device::FamicomPads;
}

Control controlOf(const Bk2Console& console, const std::string& name) {
  Control found;
  const size_t player = playerOf(name);
  if (name == "Reset" || name == "Power")
    found = {Kind::Command, 0, name == "Reset" ? command_reset : command_power, {}};
  else if (isSwitch(name))
    found.kind = Kind::Unsupported;
  else if (player > 0)
    found = playersControl(console, player - 1, std::string_view(name).substr(3));
  if (found.kind == Kind::Absent && isNumberName(name)) found.kind = Kind::AbsentNumber;
  found.name = name;
  return found;
}

std::vector<std::string> ownControls(const Bk2Console& console) {
  std::vector<std::string> names = {"Power", "Reset"};
  if (console.reset_first) std::swap(names[0], names[1]);
  for (size_t player = 0; player < console.players.size(); ++player)
    for (const std::string_view name : playersNames(console, player))
      names.push_back("P" + std::to_string(player + 1) + " " + std::string(name));
  return names;
}

}  // namespace jumpscope::movie
