// Input written on the command line: --press '60-75:A 80-120:RB 2/100-110:S 2/200:aim=128,100+trigger'.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "src/console/devices.h"
#include "src/movie/buttons.h"

namespace jumpscope::movie {

// A place in the picture, in pixels.
struct Aim {
  uint8_t x = 0, y = 0;

  bool operator==(const Aim&) const = default;
};

// What is held from the start of frame `first` to the end of frame `last`: buttons of a pad, or another
// device.
struct Press {
  uint64_t first = 0;
  uint64_t last = 0;
  int pad = 0;  // 0 to 3, where `buttons` are
  Buttons buttons = 0;

  size_t port = 0;  // where the following are
  std::optional<Aim> aim = std::nullopt;
  std::optional<uint8_t> knob = std::nullopt;
  bool trigger = false;
  uint16_t fields = 0;  // of a Power Pad

  // Adds it to what a frame's input holds.
  void apply(std::array<Buttons, 4>& pads,
             std::array<console::DeviceInput, console::port_count>& inputs) const;
  // Throws std::runtime_error when no device is plugged in that senses this.
  void requireDevice(const console::Devices& devices) const;

  bool operator==(const Press&) const = default;
};

// Parses items separated by spaces: [WHO/]FIRST[-LAST]:WHAT. FIRST and LAST are frame numbers (docs/movies.md,
// "Frame numbers"), both included. WHO is 1 (default) to 4, or x for the expansion port. WHAT is letters of RLDUTSBA
// in any order, or words joined by +: aim=X,Y, trigger, knob=N, fire, step=N,N… (docs/movies.md, "Press scripts").
// Overlapping items add up. Throws std::runtime_error naming the item.
std::vector<Press> parsePress(std::string_view script);

}  // namespace jumpscope::movie
