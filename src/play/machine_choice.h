// What the menu of the machine offers: the devices of each port, and the machine in words.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "src/console/console.h"

namespace jumpscope::play {

// In the place of what both controller ports hold.
inline constexpr std::string_view four_score = "four-score";
inline constexpr std::array<std::string_view, 3> port_names = {"1", "2", "expansion"};

std::string_view portWords(std::string_view port);  // "Port 1"
// All that fit into the port, as console::plugIn() names them.
std::vector<std::string> devicesOfPort(std::string_view port);
bool holds(const console::Devices& devices, std::string_view port, std::string_view device);
// The texts of --device with the port's replaced.
std::vector<std::string> withDevice(std::vector<std::string> texts, std::string_view port,
                                    std::string_view device);
// The same with or without the Four Score; `now`: what is plugged in.
std::vector<std::string> withFourScore(std::vector<std::string> texts, bool on, const console::Devices& now);
// "PAL, RAM of zeros, pad and zapper"
std::string machineWords(const console::Options& machine);

}  // namespace jumpscope::play
