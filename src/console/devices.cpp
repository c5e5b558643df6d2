#include "src/console/devices.h"

#include <algorithm>
#include <stdexcept>

namespace jumpscope::console {

namespace {

struct Kind {
  std::string_view name;
  Device device;
  bool in_ports, in_expansion;
};

constexpr Kind kinds[] = {
    {"none", Device::None, true, true},
    {"pad", Device::Pad, true, false},
    {"zapper", Device::Zapper, true, true},
    {"power-pad-a", Device::PowerPadA, true, false},
    {"power-pad-b", Device::PowerPadB, true, false},
    {"arkanoid", Device::Arkanoid, true, true},
    {"famicom-pads", Device::FamicomPads, false, true},
};

constexpr std::array<std::string_view, port_count> port_names = {"1", "2", "expansion"};

std::string kindsFor(size_t port) {
  std::string names;
  for (const Kind& kind : kinds)
    if (port == expansion_port ? kind.in_expansion : kind.in_ports)
      names.append(names.empty() ? "" : ", ").append(kind.name);
  return names;
}

}  // namespace

std::string_view deviceName(Device device) {
  return std::find_if(std::begin(kinds), std::end(kinds), [&](const Kind& k) { return k.device == device; })
      ->name;
}

std::string toString(const Devices& devices) {
  std::string text = devices.four_score ? "four-score" : "";
  for (size_t port = 0; port < port_count; ++port) {
    if (devices.ports[port] == Devices{}.ports[port] || !devices.has(port, devices.ports[port])) continue;
    if (!text.empty()) text += ' ';
    text.append(port_names[port]).append("=").append(deviceName(devices.ports[port]));
  }
  return text;
}

void plugIn(Devices& devices, const std::string& text) {
  const auto fail = [&](const std::string& why) {
    throw std::runtime_error("the device '" + text.substr(0, 80) + "' " + why);
  };
  if (text == "four-score") {
    devices.four_score = true;
    return;
  }
  const size_t equals = std::min(text.find('='), text.size());
  const auto found = std::find(port_names.begin(), port_names.end(), text.substr(0, equals));
  if (equals == text.size() || found == port_names.end())
    fail("is not known; expected 1=KIND, 2=KIND, expansion=KIND or four-score, such as 2=zapper");
  const auto port = static_cast<size_t>(found - port_names.begin());
  const std::string name = text.substr(equals + 1);
  for (const Kind& kind : kinds) {
    if (kind.name != name || !(port == expansion_port ? kind.in_expansion : kind.in_ports)) continue;
    devices.ports[port] = kind.device;
    if (port != expansion_port) devices.four_score = false;
    return;
  }
  fail("does not fit " + std::string(port == expansion_port ? "the expansion port" : "a controller port") +
       "; expected one of " + kindsFor(port));
}

std::vector<std::string> deviceTexts() {
  std::vector<std::string> texts = {"four-score"};
  for (size_t port = 0; port < port_count; ++port)
    for (const Kind& kind : kinds)
      if (port == expansion_port ? kind.in_expansion : kind.in_ports)
        texts.push_back(std::string(port_names[port]).append("=").append(kind.name));
  return texts;
}

std::optional<Devices> devicesOfHeader(int number) {
  constexpr Device pad = Device::Pad, none = Device::None;
  switch (number) {
    case 0x00:
    case 0x01:
      return Devices{};
    case 0x02:
      return Devices{.four_score = true};
    case 0x03:
      return Devices{.ports = {pad, pad, Device::FamicomPads}};
    case 0x08:
      return Devices{.ports = {pad, Device::Zapper, none}};
    case 0x09:
      return Devices{.ports = {Device::Zapper, Device::Zapper, none}};
    case 0x0B:
      return Devices{.ports = {pad, Device::PowerPadA, none}};
    case 0x0C:
      return Devices{.ports = {pad, Device::PowerPadB, none}};
    case 0x0F:
      return Devices{.ports = {pad, Device::Arkanoid, none}};
    case 0x10:
      return Devices{.ports = {pad, pad, Device::Arkanoid}};
    default:
      return std::nullopt;
  }
}

}  // namespace jumpscope::console
