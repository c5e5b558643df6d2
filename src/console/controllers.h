// The devices behind $4016 and $4017, brought up to date when they are read or written.
#pragma once

#include <array>

#include "src/console/state.h"

namespace jumpscope::console {

// What a port's shift registers hold after the strobe, bit 0 first; after it come ones.
struct Loaded {
  uint32_t data = 0xFFFF'FFFF;       // the device's first line
  uint16_t second = 0xFFFF;          // its second line, if it has one
  uint16_t expansion_data = 0xFFFF;  // of the expansion port, read with this port
};

// A pad alone: its eight buttons. A Four Score: the port's first pad, its second, and a byte that tells the
// ports apart. Source: NESdev "Standard controller", "Four Score".
inline uint32_t padBits(const Controllers& c, size_t port) {
  constexpr std::array<uint32_t, 2> signatures = {0xFF08'0000, 0xFF04'0000};
  const Pad& pad = c.pads[port];
  if (!c.devices.four_score) return 0xFFFF'FF00 | pad.buttons;
  return signatures[port] | static_cast<uint32_t>(pad.second << 8 | pad.buttons);
}

// The sensors' places on the two lines: first line in bits 0-7, second line in bits 8-11. Side A shows
// the same sensors from below, left and right exchanged. Source: NESdev "Power Pad".
inline unsigned matBits(unsigned fields, bool side_a) {
  constexpr std::array<uint8_t, mat_fields> place = {1, 0, 9, 8, 2, 4, 7, 11, 3, 5, 6, 10};
  unsigned bits = 0;
  for (unsigned field = 0; field < mat_fields; ++field)
    if (fields >> field & 1) bits |= 1u << place[side_a ? field ^ 3 : field];
  return bits;
}

// Eight bits, inverted, most significant first. Source: NESdev "Arkanoid controller".
// Approximation: the conversion takes no time; in hardware it takes 7 ms.
inline uint8_t knobBits(uint8_t knob) {
  unsigned bits = 0;
  for (int bit = 0; bit < 8; ++bit) bits |= (~knob >> (7 - bit) & 1u) << bit;
  return static_cast<uint8_t>(bits);
}

inline Loaded loadedBy(const Controllers& c, size_t port) {
  Loaded loaded;
  const Device device = c.devices.four_score ? Device::Pad : c.devices.ports[port];
  const DeviceInput& input = c.inputs[port];
  if (device == Device::Pad) loaded.data = padBits(c, port);
  if (device == Device::Arkanoid) loaded.data = 0xFFFF'FF00 | knobBits(input.knob);
  if (device == Device::PowerPadA || device == Device::PowerPadB) {
    const unsigned bits = matBits(input.buttons, device == Device::PowerPadA);
    loaded.data = 0xFFFF'FF00 | (bits & 0xFF);
    loaded.second = static_cast<uint16_t>(0xFFF0 | bits >> 8);
  }
  const Device expansion = c.devices.ports[expansion_port];
  if (expansion == Device::FamicomPads)
    loaded.expansion_data = static_cast<uint16_t>(0xFF00 | c.pads[port].second);
  if (expansion == Device::Arkanoid && port == 1)
    loaded.expansion_data = static_cast<uint16_t>(0xFF00 | knobBits(c.inputs[expansion_port].knob));
  return loaded;
}

inline void load(Controllers& c) {
  const bool only_pads = c.devices == Devices{};
  for (size_t port = 0; port < c.pads.size(); ++port) {
    Pad& pad = c.pads[port];
    const Loaded loaded = only_pads ? Loaded{.data = 0xFFFF'FF00 | pad.buttons} : loadedBy(c, port);
    pad.shift = loaded.data;
    pad.second_shift = loaded.second;
    pad.expansion_shift = loaded.expansion_data;
  }
}

inline void shift(Pad& pad) {
  pad.shift = pad.shift >> 1 | 0x8000'0000;
  pad.second_shift = static_cast<uint16_t>(pad.second_shift >> 1 | 0x8000);
  pad.expansion_shift = static_cast<uint16_t>(pad.expansion_shift >> 1 | 0x8000);
}

constexpr uint8_t longest_shift_delay = 2;  // cycles

// Accounts for the CPU cycles up to `cycle`. `get_first`: whether the first of them is a get cycle.
// A strobe loads the shift registers only at the end of a get cycle; a register shifts when its port was not read for a
// whole cycle. Source: NESdev "Controller reading", "2A03 OUT pins change only between APU cycles";
// AccuracyCoin "Controller Strobing".
inline void runControllersTo(Controllers& c, uint64_t cycle, bool get_first) {
  if (c.cycle >= cycle) return;
  const uint64_t cycles = cycle - c.cycle;
  const bool had_get = cycles > 1 || get_first;
  c.cycle = cycle;
  for (Pad& pad : c.pads) {
    if (pad.shift_delay == 0) continue;
    if (c.strobe) {
      pad.shift_delay = 0;
    } else if (cycles >= pad.shift_delay) {
      pad.shift_delay = 0;
      shift(pad);
    } else {
      pad.shift_delay = static_cast<uint8_t>(pad.shift_delay - cycles);
    }
  }
  if (!had_get) return;
  if (!c.strobe) {
    c.loaded = false;
  } else if (!c.loaded) {
    c.loaded = true;
    c.polled = true;
    load(c);
  }
}

// Bits 3 and 4 of a Zapper. Source: NESdev "Zapper".
inline uint8_t zapperBits(const Controllers& c, size_t port, uint64_t clock) {
  const bool dark = clock >= c.light_until[port];
  return static_cast<uint8_t>((c.inputs[port].buttons & trigger) << 4 | dark << 3);
}

// What the device in a controller port drives: bits 0, 3 and 4.
inline uint8_t portBits(const Controllers& c, size_t port, uint64_t clock) {
  const unsigned data = c.pads[port].shift & 1, second = c.pads[port].second_shift & 1;
  switch (c.devices.four_score ? Device::Pad : c.devices.ports[port]) {
    case Device::Pad:
      return static_cast<uint8_t>(data);
    case Device::Zapper:
      return zapperBits(c, port, clock);
    case Device::PowerPadA:
    case Device::PowerPadB:
      return static_cast<uint8_t>(data << 3 | second << 4);
    case Device::Arkanoid:
      return static_cast<uint8_t>((c.inputs[port].buttons & trigger) << 3 | data << 4);
    default:
      return 0;
  }
}

// What the device in the expansion port drives: bit 1 of $4016, bits 1 to 4 of $4017. Source: NESdev "Expansion
// port".
inline uint8_t expansionBits(const Controllers& c, size_t port, uint64_t clock) {
  const unsigned data = c.pads[port].expansion_shift & 1;
  switch (c.devices.ports[expansion_port]) {
    case Device::FamicomPads:
      return static_cast<uint8_t>(data << 1);
    case Device::Arkanoid:
      return static_cast<uint8_t>((port == 0 ? c.inputs[expansion_port].buttons & trigger : data) << 1);
    case Device::Zapper:
      return port == 1 ? zapperBits(c, expansion_port, clock) : 0;
    default:
      return 0;
  }
}

// What reading a port does to it. Precondition: runControllersTo(this cycle).
inline void noteRead(Controllers& c, size_t port) {
  c.pads[port].shift_delay = longest_shift_delay;
  c.loaded = false;
  c.polled = true;
}

// Bits 0 to 4 of a port, at master clock `clock`. Precondition: runControllersTo(this cycle).
inline uint8_t readPort(Controllers& c, size_t port, uint64_t clock) {
  noteRead(c, port);
  return portBits(c, port, clock) | expansionBits(c, port, clock);
}

inline void writeStrobe(Controllers& c, uint8_t value) {
  c.strobe = value & 1;
  if (!c.strobe) c.loaded = false;
}

}  // namespace jumpscope::console
