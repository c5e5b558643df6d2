#include "src/play/machine_choice.h"

#include <algorithm>

namespace jumpscope::play {
namespace {

bool isOf(std::string_view text, std::string_view port) {
  return text.size() > port.size() && text.starts_with(port) && text[port.size()] == '=';
}

}  // namespace

std::string_view portWords(std::string_view port) {
  if (port == "1") return "Port 1";
  return port == "2" ? "Port 2" : "Expansion port";
}

std::vector<std::string> devicesOfPort(std::string_view port) {
  std::vector<std::string> names;
  for (const std::string& text : console::deviceTexts())
    if (isOf(text, port)) names.push_back(text.substr(port.size() + 1));
  return names;
}

bool holds(const console::Devices& devices, std::string_view port, std::string_view device) {
  const size_t at = std::find(port_names.begin(), port_names.end(), port) - port_names.begin();
  return at < console::port_count && console::deviceName(devices.ports[at]) == device;
}

std::vector<std::string> withDevice(std::vector<std::string> texts, std::string_view port,
                                    std::string_view device) {
  std::erase_if(texts, [&](const std::string& text) { return isOf(text, port); });
  texts.push_back(std::string(port).append("=").append(device));
  return texts;
}

}  // namespace jumpscope::play
