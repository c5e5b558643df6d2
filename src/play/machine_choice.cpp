#include "src/play/machine_choice.h"

#include <algorithm>

#include "src/base/concat.h"

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

std::vector<std::string> withFourScore(std::vector<std::string> texts, bool on, const console::Devices& now) {
  std::erase(texts, four_score);
  if (on)
    texts.emplace_back(four_score);
  else  // that of the cartridge's header goes, too
    texts = withDevice(std::move(texts), "1", console::deviceName(now.ports[0]));
  return texts;
}

std::string machineWords(const console::Options& machine) {
  using Kind = console::RamInit::Kind;
  const std::string region = machine.region == console::Region::Ntsc  ? "NTSC"
                             : machine.region == console::Region::Pal ? "PAL"
                                                                      : "Dendy";
  const Kind kind = machine.ram_init.kind;
  const std::string ram = kind == Kind::Fceux   ? "RAM as FCEUX fills it"
                          : kind == Kind::Zeros ? "RAM of zeros"
                          : kind == Kind::Ones  ? "RAM of ones"
                                                : "RAM at random";
  const auto& ports = machine.devices.ports;
  std::string devices = base::concat({console::deviceName(ports[0]), " and ", console::deviceName(ports[1])});
  if (machine.devices.four_score) devices = "Four Score";
  if (ports[console::expansion_port] != console::Device::None)
    devices += base::concat({", expansion port: ", console::deviceName(ports[console::expansion_port])});
  return base::concat({region, ", ", ram, ", ", devices});
}

}  // namespace jumpscope::play
